package main

import (
	"context"
	"io"

	"interrex/cmd/explore/internal/output"
	"interrex/cmd/explore/internal/progress"
	"interrex/cmd/explore/internal/report"
	"interrex/cmd/explore/internal/request"
	"interrex/model/museum"
)

// mutants tries the wounded algorithms that were asked for.
func mutants(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	meter := progress.New(stderr, isTerminal(stderr))
	defer meter.Close()
	if !r.Quiet {
		r.Options.Progress = meter.Report
	}
	found := report.NewMutants(r)
	for _, m := range r.Mutants {
		if ctx.Err() != nil {
			break
		}
		trial, err := museum.Try(ctx, m, r.Options)
		if err != nil {
			return panicked(stderr, err)
		}
		found.Add(trial)
	}
	return deliver(r, found, out, stdout, stderr)
}

package explore

import (
	"context"
	"io"

	"interrex/explore/internal/output"
	"interrex/explore/internal/progress"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/model/mutants"
)

// tryMutants tries the wounded algorithms that were asked for.
func tryMutants(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
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
		trial, err := mutants.Try(ctx, m, r.Options)
		if err != nil {
			return panicked(stderr, err)
		}
		found.Add(trial)
	}
	return deliver(r, found, out, stdout, stderr)
}

package main

import (
	"errors"
	"fmt"
	"io"

	"interrex/cmd/explore/internal/output"
	"interrex/cmd/explore/internal/report"
	"interrex/cmd/explore/internal/request"
	"interrex/traces"
)

// replayTraces follows recorded runs through the model.
func replayTraces(r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	all := report.NewReplays(r)
	for _, t := range r.Replay.Traces {
		found, err := t.Replay(r.Replay.Options)
		if malformed := new(traces.Error); err != nil && !errors.As(err, &malformed) {
			return unread(stderr, err)
		}
		all.Add(t, found, err)
		if found == nil || found.Diverged == nil || r.Replay.Minimal == "" || all.Least != nil {
			continue
		}
		least, err := t.Minimal(r.Replay.Options, found, r.Replay.Minimal)
		if err != nil {
			return unread(stderr, err)
		}
		all.Least = least
	}
	return deliver(r, all, out, stdout, stderr)
}

func unread(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "explore: %s (exit %d)\n", request.OneLine(err.Error()), report.ExitError)
	return report.ExitError
}

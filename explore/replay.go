package explore

import (
	"errors"
	"fmt"
	"io"

	"interrex/explore/internal/output"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/internal/check"
	"interrex/traces"
)

// replayTraces follows recorded runs through the model.
func replayTraces(r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	all := report.NewReplays(r)
	var unwritten error
	for _, t := range r.Replay.Traces {
		found, err := t.Replay(r.Replay.Options)
		if malformed := new(traces.Error); err != nil && !errors.As(err, &malformed) {
			return unread(stderr, err)
		}
		all.Add(t, found, err)
		if found == nil || found.Diverged == nil || r.Replay.Minimal == "" || all.Least != nil || unwritten != nil {
			continue
		}
		all.Least, unwritten = t.Minimal(r.Replay.Options, found, r.Replay.Minimal)
	}
	code := deliver(r, all, out, stdout, stderr)
	if unwritten != nil {
		return unread(stderr, unwritten)
	}
	return code
}

func unread(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "explore: %s (exit %d)\n", request.OneLine(err.Error()), check.ExitError)
	return check.ExitError
}

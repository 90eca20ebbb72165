package explore

import (
	"context"
	"io"
	"time"

	"interrex/explore/internal/output"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/traces/drive"
)

// driveImplementation tells what came of driving the implementation along counterexamples, or drives it
// along all edges of worlds.
func driveImplementation(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	if len(r.Plays) > 0 {
		return deliver(r, report.NewPlays(r), out, stdout, stderr)
	}
	found, limits := report.NewEdges(), drive.Limits{Pairs: r.Options.MaxStates, Memory: r.Options.MaxMemory}
	if r.Options.MaxTime > 0 {
		limits.Until = time.Now().Add(r.Options.MaxTime) // for all worlds together
	}
	for _, w := range r.Worlds {
		c, err := drive.Compare(ctx, w, limits)
		if err != nil {
			return refuse(stderr, err)
		}
		found.Add(w, c)
	}
	return deliver(r, found, out, stdout, stderr)
}

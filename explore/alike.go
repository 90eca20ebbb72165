package explore

import (
	"context"
	"io"

	"interrex/explore/internal/alike"
	"interrex/explore/internal/output"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
)

// alikeRuns looks for two runs that a process cannot tell apart.
func alikeRuns(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	pair, bound, err := alike.Find(ctx, r.World, r.To, r.Options)
	if err != nil {
		return panicked(stderr, err)
	}
	return deliver(r, report.NewAlike(r, pair, bound), out, stdout, stderr)
}

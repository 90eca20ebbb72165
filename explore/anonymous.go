package explore

import (
	"context"
	"fmt"
	"io"

	"interrex/explore/internal/anonymous"
	"interrex/explore/internal/output"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
)

// allAnonymous tries all protocols of the classes that were asked for, and then the controls.
func allAnonymous(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	found := report.NewClasses(r)
	for _, class := range append(append([]anonymous.Class{}, r.Classes...), r.Controls...) {
		if ctx.Err() != nil {
			break
		}
		census, err := anonymous.Take(ctx, class, r.Options.Workers)
		if err != nil {
			panic(err) // what cannot be: a bug of ours
		}
		found.Add(census)
		if !r.Quiet {
			fmt.Fprintln(stderr, found.Progress())
		}
	}
	return deliver(r, found, out, stdout, stderr)
}

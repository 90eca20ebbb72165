package explore

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	"interrex/explore/internal/crosscheck"
	"interrex/explore/internal/crosscheck/tlc"
	"interrex/explore/internal/output"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/internal/check"
)

// crossCheck compares what we say of some worlds with what TLC says of their TLA+ modules.
func crossCheck(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	if r.Format == "cfg" {
		_, err := io.WriteString(out, crosscheck.Configuration(r.Worlds[0]))
		return finish(out, err, check.ExitHolds, stderr)
	}
	tool, err := tlc.Find("")
	if err != nil {
		fmt.Fprintf(stderr, "explore: %v (exit %d)\n", err, check.ExitError)
		return check.ExitError
	}
	if len(r.Worlds) > 1 {
		folder, err := os.MkdirTemp("", "interrex-java-")
		if err == nil {
			defer os.RemoveAll(folder)
			tool = tool.Warm(ctx, folder)
		}
	}
	found := compareAll(ctx, r, tool, stderr)
	if ctx.Err() != nil {
		found.Interrupt()
	}
	return deliver(r, found, out, stdout, stderr)
}

// compareAll compares the worlds, some at a time, and tells of each when it is done.
func compareAll(ctx context.Context, r *request.Request, tool tlc.Tool, stderr io.Writer) *report.Comparisons {
	found := report.NewComparisons(r)
	places := make(chan int, len(r.Worlds))
	for i := range r.Worlds {
		places <- i
	}
	close(places)
	limits := crosscheck.Usual
	limits.Ours = r.Options
	if len(r.Worlds) > 1 {
		limits.Ours.Workers = 1 // there are enough of them
	}
	var speaking sync.Mutex
	var crew sync.WaitGroup
	for range min(r.Options.Workers, len(r.Worlds)) {
		crew.Go(func() {
			for i := range places {
				if ctx.Err() != nil {
					return
				}
				c, err := crosscheck.Compare(ctx, tool, r.Worlds[i], limits)
				if ctx.Err() != nil {
					return
				}
				speaking.Lock()
				found.Put(i, c, err)
				if !r.Quiet {
					fmt.Fprintf(stderr, "%d of %d: %s\n", found.Done(), len(r.Worlds), found.Line(i))
				}
				speaking.Unlock()
			}
		})
	}
	crew.Wait()
	return found
}

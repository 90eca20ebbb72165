package explore

import (
	"context"
	"fmt"
	"io"
	"strings"

	"interrex/explore/internal/request"
	"interrex/explore/internal/serve"
	"interrex/internal/check"
)

// serveExplorer answers browsers until ctx is cancelled.
func serveExplorer(ctx context.Context, r *request.Request, stdout, stderr io.Writer) int {
	site := serve.New(siteConfig(r.Serve, stderr))
	defer site.Close()
	say := func(words string) { fmt.Fprintln(stdout, words) }
	if err := site.Listen(ctx, r.Serve.Address, say); err != nil {
		return refuse(stderr, err)
	}
	return check.ExitHolds
}

// siteConfig offers what the command line does, in its words.
func siteConfig(offer request.Serve, stderr io.Writer) serve.Config {
	return serve.Config{
		Serve: offer, Version: check.Version, Help: help,
		Execute: func(ctx context.Context, r *request.Request, out io.Writer) error {
			var complaints strings.Builder
			if execute(ctx, r, out, &complaints); complaints.Len() > 0 && !r.Quiet {
				fmt.Fprint(stderr, complaints.String())
			}
			return nil
		},
		Complain: func(words string) { fmt.Fprintln(stderr, words) },
	}
}

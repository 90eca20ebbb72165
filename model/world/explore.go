package world

import (
	"context"

	"interrex/checker"
)

// Explore checks a world with the properties that ask makes for it. Should there be more
// different contents of channels than one cell can number, it begins again with two cells a
// channel: nothing else is different, and the report does not show it but by its vectors.
func Explore(ctx context.Context, c Config, ask func(*World) []checker.Property, o checker.Options) (*World, *checker.Report, error) {
	w := newWorld(c, false)
	report, err := checker.Check(ctx, w, ask(w), o)
	if err == nil && report.Bound == w.channels.contents.what {
		w = newWorld(c, true)
		report, err = checker.Check(ctx, w, ask(w), o)
	}
	return w, report, err
}

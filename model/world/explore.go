package world

import (
	"context"

	"interrex/checker"
)

// Explore checks a world with the properties that ask makes for it. Should there be more
// different contents of channels than one cell can number, it begins again with two cells a
// channel: nothing else is different, and the report does not show it but by its vectors. Where a
// property needs the record of suspicions, the world keeps it.
func Explore(ctx context.Context, c Config, ask func(*World) []checker.Property, o checker.Options) (*World, *checker.Report, error) {
	if !c.Suspicions {
		w := newWorld(c, false)
		ask(w)
		c.Suspicions = w.recalls
	}
	return Widening(c, func(w *World) (*checker.Report, error) { return checker.Check(ctx, w, ask(w), o) })
}

// Graph explores a world as Explore does, and keeps the graph.
func Graph(ctx context.Context, c Config, o checker.Options) (w *World, g *checker.Graph, report *checker.Report, err error) {
	w, report, err = Widening(c, func(w *World) (report *checker.Report, err error) {
		g, report, err = checker.Explore(ctx, w, o)
		return report, err
	})
	return w, g, report, err
}

// Widening explores a world of c, and a wide one if that is too narrow.
func Widening(c Config, explore func(*World) (*checker.Report, error)) (*World, *checker.Report, error) {
	w := newWorld(c, false)
	report, err := explore(w)
	if err == nil && report.Bound == w.channels.contents.what {
		w = newWorld(c, true)
		report, err = explore(w)
	}
	return w, report, err
}

package world

import (
	"context"
	"fmt"

	"interrex/checker"
)

// Explore checks a world with the properties that ask makes for it. Should there be more
// different contents of channels than one cell can number, it begins again with two cells a
// channel: nothing else is different, and the report does not show it but by its vectors. Where a
// property needs the record of suspicions, the world keeps it. A config that is not valid is an error.
func Explore(ctx context.Context, c Config, ask func(*World) []checker.Property, o checker.Options) (*World, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, err
	}
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

// Widening explores a world of c, and a wide one if that is too narrow. A config that is not valid is an error.
func Widening(c Config, explore func(*World) (*checker.Report, error)) (*World, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, err
	}
	w := newWorld(c, false)
	report, err := explore(w)
	if err == nil && report.Bound == w.channels.contents.what {
		w = newWorld(c, true)
		report, err = explore(w)
	}
	return w, report, err
}

// Grown is part of checker.Growing: what queues and processes hold at most, of all that has been met, and which bound
// they lack.
func (w *World) Grown() string {
	longest, locals := 0, 0
	for _, c := range *w.channels.contents.values.Load() {
		longest = max(longest, len(c.messages))
	}
	for _, l := range w.locals {
		locals = max(locals, len(*l.values.Load())-1) // but for the dead
	}
	text := fmt.Sprintf("a channel holds up to %d messages, and a process has up to %d local states", longest, locals)
	if w.config.Capacity == Unlimited {
		text += "; Config.Capacity bounds the one"
	}
	if w.config.Elections == Unlimited {
		text += "; Config.Elections bounds how many elections each may begin"
	}
	return text
}

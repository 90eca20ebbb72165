package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A contest runs contestants alternately in worlds.
type contest struct {
	dir         string // of builds
	progress    io.Writer
	contestants []contestant
}

// folder is the folder of a peer's build for a world.
func (c contest) folder(of contestant, w world) string {
	name := strings.NewReplacer("(", "-", ",", "-", ")", "").Replace(w.title())
	return filepath.Join(c.dir, of.key, name)
}

// prepare builds each contestant for a world. Contestants of one peer share the build.
func (c contest) prepare(ctx context.Context, w world) error {
	for _, of := range c.contestants {
		dir := c.folder(of, w)
		if _, err := os.Stat(dir); err == nil {
			continue
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		fmt.Fprintf(c.progress, "building %s for %s\n", of.key, w.title())
		if err := of.peer.prepare(ctx, dir, w); err != nil {
			return err
		}
	}
	return nil
}

// compare explores a world once with each contestant. The error names the first one with counts other than the known ones. If no counts
// are known, those of the first contestant count.
func (c contest) compare(ctx context.Context, w world) error {
	if err := c.prepare(ctx, w); err != nil {
		return err
	}
	want := w.known
	for _, of := range c.contestants {
		got, _, err := c.once(ctx, of, w)
		if err != nil {
			return err
		}
		if want == (counts{}) {
			want = got
		}
		if got != want {
			return differ(of, w, got, want)
		}
	}
	fmt.Fprintf(c.progress, "%s: all checkers find %v\n", w.title(), want)
	return nil
}

func (c contest) once(ctx context.Context, of contestant, w world) (counts, use, error) {
	output, u, err := of.peer.call(c.folder(of, w), w, of.variant).run(ctx)
	if err != nil {
		return counts{}, use{}, fmt.Errorf("%s: %w", of.name, err)
	}
	got, err := of.peer.read(output)
	if err != nil {
		return counts{}, use{}, fmt.Errorf("%s: %w", of.name, err)
	}
	return got, u, nil
}

// A row has the figures of one contestant in one world.
type row struct {
	name  string
	runs  int
	use   use     // medians
	ratio float64 // CPU time divided by that of the first contestant
	bytes float64 // peak memory per state
}

// A table has the rows of one world.
type table struct {
	world world
	rows  []row
}

// time measures rounds. In a round each contestant runs once, in the same order, so that other load affects all alike. A wrong count is
// an error.
func (c contest) time(ctx context.Context, w world, rounds int) (table, error) {
	if err := c.prepare(ctx, w); err != nil {
		return table{}, err
	}
	uses := make([][]use, len(c.contestants))
	for round := range rounds {
		for i, of := range c.contestants {
			if round%of.every != 0 {
				continue
			}
			got, u, err := c.once(ctx, of, w)
			if err != nil {
				return table{}, err
			}
			if got != w.known {
				return table{}, differ(of, w, got, w.known)
			}
			uses[i] = append(uses[i], u)
		}
		fmt.Fprintf(c.progress, "%s: round %d of %d: all checkers find %v\n", w.title(), round+1, rounds, w.known)
	}
	return tabulate(w, c.contestants, uses), nil
}

func differ(of contestant, w world, got, want counts) error {
	return fmt.Errorf("%s finds %v in %s, want %v", of.name, got, w.title(), want)
}

func tabulate(w world, of []contestant, uses [][]use) table {
	t := table{world: w}
	for i, u := range uses {
		if len(u) == 0 {
			continue
		}
		m := medians(u)
		t.rows = append(t.rows, row{name: of[i].name, runs: len(u), use: m, bytes: float64(m.peak) / float64(w.known.states)})
	}
	for i := range t.rows {
		t.rows[i].ratio = ratio(t.rows[i].use.cpu, t.rows[0].use.cpu)
	}
	return t
}

// medians returns the median of each figure.
func medians(uses []use) use {
	return use{
		cpu:  median(uses, func(u use) time.Duration { return u.cpu }),
		peak: median(uses, func(u use) int64 { return u.peak }),
	}
}

// median returns the median of a figure. An even number of figures gives the mean of the middle two; none gives 0.
func median[T ~int64](uses []use, figure func(use) T) T {
	var figures []T
	for _, u := range uses {
		figures = append(figures, figure(u))
	}
	if len(figures) == 0 {
		return 0
	}
	slices.Sort(figures)
	half := len(figures) / 2
	if len(figures)%2 == 1 {
		return figures[half]
	}
	return figures[half-1] + (figures[half]-figures[half-1])/2
}

// ratio returns a/b, or 0 if b is 0.
func ratio[T ~int64](a, b T) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

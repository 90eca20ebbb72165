package bfs

import (
	"context"
	"slices"
	"testing"

	"interrex/internal/testlevel"
)

// A grid is a graph of points (x, y), each packed into a word. Steps go right, up, and from the border back to the start. A
// state must be memoized before it is expanded if every is not 0 and x+y is a multiple of it.
type grid struct {
	size, every int
	known       map[[1]uint64]bool
	kept        int // states expanded and kept
	shift       uint64
	moves       int // changes of layout to come
}

func (g *grid) row(x, y int) [1]uint64 { return [1]uint64{uint64(y<<20|x+1) << g.shift} }
func (g *grid) point(row [1]uint64) (x, y int) {
	n := int(row[0] >> g.shift)
	return n&(1<<20-1) - 1, n >> 20
}

func (g *grid) Worker() Expander[[1]uint64] { return &walker{grid: g} }

func (g *grid) Memoize(row [1]uint64) (string, error) {
	x, y := g.point(row)
	g.known[[1]uint64{uint64(y<<20 | x)}] = true
	return "", nil
}

// Relayout shifts all rows now and then.
func (g *grid) Relayout() (func([1]uint64) [1]uint64, bool) {
	if g.moves == 0 {
		return nil, true
	}
	g.moves--
	g.shift++
	return func(row [1]uint64) [1]uint64 { return [1]uint64{row[0] << 1} }, true
}

type walker struct {
	*grid
	now int
}

func (w *walker) Expand(_ uint32, rows [][1]uint64, keys [][1]uint64, limit int) ([][1]uint64, int) {
	for i, row := range rows {
		x, y := w.point(row)
		if w.every > 0 && (x+y)%w.every == 0 && !w.known[[1]uint64{uint64(y<<20 | x)}] {
			return keys, i
		}
		w.now++
		if x+1 < w.size {
			keys = append(keys, w.row(x+1, y))
		}
		if y+1 < w.size {
			keys = append(keys, w.row(x, y+1))
		} else if x+1 == w.size {
			keys = append(keys, w.row(0, 0))
		}
		if len(keys) >= limit {
			return keys, i + 1
		}
	}
	return keys, len(rows)
}

func (w *walker) Visit(uint32, [][1]uint64) error { return nil }

func (w *walker) Keep() {
	w.kept += w.now
	w.now = 0
}

func (w *walker) Drop() { w.now = 0 }

// explore explores a grid and returns its points in the order of their ids.
func explore(t *testing.T, g *grid, o Options) (*Search[[1]uint64], []int) {
	t.Helper()
	g.known = map[[1]uint64]bool{}
	s := New(g, [][1]uint64{g.row(0, 0)}, o)
	if fits, err := s.Run(context.Background()); err != nil || !fits {
		t.Fatal(fits, err)
	}
	var points []int
	for _, row := range s.Set.Rows() {
		x, y := g.point(row)
		points = append(points, x*g.size+y)
	}
	s.Set.Free()
	return s, points
}

// Ids are the same for any number of workers, whether or not states must be memoized and layouts change.
func TestSameIds(t *testing.T) {
	const size = 2 * part // so that several workers share the longest levels
	_, want := explore(t, &grid{size: size}, Options{})
	if len(want) != size*size {
		t.Fatalf("%d states", len(want))
	}
	for i, workers := range []int{3, 1, 2, 8} {
		if !testlevel.Raced(t, 4, i) {
			continue
		}
		for _, every := range []int{0, 1, 7, 100} {
			g := &grid{size: size, every: every, moves: 20}
			s, got := explore(t, g, Options{Workers: workers})
			if !slices.Equal(got, want) {
				t.Errorf("%d workers, every %d: the states have other ids", workers, every)
			}
			if g.kept != len(want) || !s.Backward || len(s.Starts) != 2*size-1 {
				t.Errorf("%d workers, every %d: %d states counted, %d levels, backward %v", workers, every, g.kept, len(s.Starts), s.Backward)
			}
		}
	}
}

// A bound on states ends the search before the first state that would exceed it.
func TestMaxStates(t *testing.T) {
	for _, workers := range []int{1, 3} {
		for most := 1; most < 60; most++ {
			g := &grid{size: 8, every: 3}
			s, points := explore(t, g, Options{Workers: workers, MaxStates: most})
			if most < 64 && s.Bound != "states" || len(points) > most || g.kept != int(s.Next) {
				t.Errorf("at most %d states: %d, bound %q, %d expanded, %d counted", most, len(points), s.Bound, s.Next, g.kept)
			}
			all := &grid{size: 8}
			_, want := explore(t, all, Options{})
			if !slices.Equal(points, want[:len(points)]) {
				t.Errorf("at most %d states: other ids", most)
			}
		}
	}
}

// The bound is the same where several workers share a level.
func TestMaxStatesTogether(t *testing.T) {
	const size, most = 3 * part, 4 * part * part
	_, want := explore(t, &grid{size: size}, Options{MaxStates: most})
	for _, every := range []int{0, 100} {
		g := &grid{size: size, every: every}
		s, got := explore(t, g, Options{Workers: 3, MaxStates: most})
		if s.Bound != "states" || !slices.Equal(got, want) || g.kept != int(s.Next) {
			t.Errorf("every %d: %d states instead of %d, bound %q, %d expanded, %d counted", every, len(got), len(want), s.Bound, s.Next, g.kept)
		}
	}
}

// The parent of a state is at or behind what the marks say.
func TestMarks(t *testing.T) {
	g := &grid{size: 100}
	s, points := explore(t, g, Options{Workers: 2})
	id := map[int]uint32{}
	for i, p := range points {
		id[p] = uint32(i)
	}
	for i, p := range points[1:] {
		x, y := p/g.size, p%g.size
		parent := uint32(len(points))
		if x > 0 {
			parent = id[(x-1)*g.size+y]
		}
		if y > 0 {
			parent = min(parent, id[x*g.size+y-1])
		}
		from := uint32(0)
		for _, m := range s.Marks {
			if m.State <= uint32(i+1) {
				from = m.Parent
			}
		}
		if from > parent || parent-from > 4096 {
			t.Fatalf("state %d has parent %d, and the marks begin at %d", i+1, parent, from)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := &grid{size: 1000, known: map[[1]uint64]bool{}}
	s := New(g, [][1]uint64{g.row(0, 0)}, Options{})
	defer s.Set.Free()
	if _, err := s.Run(ctx); err != nil || s.Bound != "interrupted" {
		t.Errorf("error %v, bound %q", err, s.Bound)
	}
}

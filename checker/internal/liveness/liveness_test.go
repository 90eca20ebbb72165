package liveness

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/checker/internal/graph"
)

// A table is a small graph of reachable states, in breadth-first order. Classes 1 and 2 are under weak fairness,
// class 3 under strong fairness; class 2 lasts in the states of lasting.
type table struct {
	steps   [][]graph.Step
	starts  []uint32
	lasting []bool
	bad     []bool // where the property is violated
}

func (t *table) Len() int                                      { return len(t.steps) }
func (t *table) Initials() int                                 { return 1 }
func (t *table) HasActors() bool                               { return true }
func (t *table) Expanded() int                                 { return len(t.steps) }
func (t *table) Starts() []uint32                              { return t.starts }
func (t *table) Actor(graph.Step) int                          { return -1 }
func (t *table) Steps(id uint32, to []graph.Step) []graph.Step { return append(to, t.steps[id]...) }
func (t *table) Parent(uint32) uint32                          { panic("a small graph needs no parents") }
func (t *table) IsStrong(c graph.Class) bool                   { return c == 3 }
func (t *table) Classes() int                                  { return 3 }
func (t *table) MayCycle() bool                                { return true }
func (t *table) IsAltered() bool                               { return false }

func (t *table) Recurring(ids []uint32, visit func(uint32, []graph.Step)) {
	for _, id := range ids {
		visit(id, t.steps[id])
	}
}

func (t *table) Lasting(id uint32, visit func(graph.Class)) {
	if t.lasting[id] {
		visit(2)
	}
}

func (t *table) MayStutter() (ids []uint32) {
	for id, steps := range t.steps {
		if !slices.ContainsFunc(steps, func(s graph.Step) bool { return s.Class != 0 }) {
			ids = append(ids, uint32(id))
		}
	}
	return ids
}

// randomTable returns a random graph of at most n states.
func randomTable(source *rand.Rand, n int) *table {
	raw := make([][]graph.Step, n)
	for id := range raw {
		for range source.IntN(4) {
			raw[id] = append(raw[id], graph.Step{To: uint32(source.IntN(n)), Class: graph.Class(source.IntN(4)), Code: uint64(len(raw[id]))})
		}
	}
	number, order := map[uint32]uint32{0: 0}, []uint32{0}
	t := &table{starts: []uint32{0}}
	for end := 1; len(t.steps) < len(order); {
		if len(t.steps) == end {
			t.starts, end = append(t.starts, uint32(end)), len(order)
		}
		var steps []graph.Step
		for _, s := range raw[order[len(t.steps)]] {
			if _, known := number[s.To]; !known {
				number[s.To] = uint32(len(order))
				order = append(order, s.To)
			}
			s.To = number[s.To]
			steps = append(steps, s)
		}
		t.steps = append(t.steps, steps)
		t.lasting, t.bad = append(t.lasting, source.IntN(2) == 0), append(t.bad, source.IntN(3) > 0)
	}
	return t
}

// never describes the runs that from some moment on are in bad states only.
func (t *table) never() violation {
	return violation{
		Inside: func(uint32) bool { return true },
		Lasts:  func(id uint32) bool { return t.bad[id] },
		Arms:   func(uint32, bool) bool { return true },
		Visits: func(iter.Seq[uint32]) ([]func(uint32) bool, bool) { return nil, true },
	}
}

// A subset of the states is fair if a run can go round through all of it and be fair. The reference tries all subsets.
func (t *table) isFair(subset uint32) bool {
	in := func(id uint32) bool { return subset>>id&1 == 1 }
	first := uint32(0)
	for !in(first) {
		first++
	}
	var taken, somewhere [4]bool
	throughout, lasting := [4]bool{true, true, true, true}, [4]bool{true, true, true, true}
	for id, steps := range t.steps {
		if !in(uint32(id)) {
			continue
		}
		var here [4]bool
		for _, s := range steps {
			here[s.Class], somewhere[s.Class] = true, true
			taken[s.Class] = taken[s.Class] || in(s.To)
		}
		for c := range here {
			throughout[c] = throughout[c] && here[c]
			lasting[c] = lasting[c] && (here[c] || c == 2 && t.lasting[id])
		}
		if reached := t.within(uint32(id), subset); reached != subset {
			return false
		}
	}
	for c := 1; c <= 3; c++ {
		if !taken[c] && (throughout[c] || somewhere[c] && (c == 3 || lasting[c])) {
			return false
		}
	}
	return true
}

// within returns what can be reached from a state in one step or more within a subset.
func (t *table) within(from, subset uint32) (reached uint32) {
	work := []uint32{from}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range t.steps[at] {
			if bit := uint32(1) << s.To; subset&bit != 0 && reached&bit == 0 {
				reached |= bit
				work = append(work, s.To)
			}
		}
	}
	return reached
}

// level returns the number of steps to a state.
func (t *table) level(id uint32) int {
	level, _ := slices.BinarySearch(t.starts, id+1)
	return level - 1
}

// reference returns the length of a shortest stem into bad states in which a fair run can stay; -1 if there are none.
func (t *table) reference() (stem int) {
	stem = -1
	consider := func(id uint32) {
		if level := t.level(id); stem < 0 || level < stem {
			stem = level
		}
	}
	bad := uint32(0)
	for id, isBad := range t.bad {
		if isBad {
			bad |= 1 << id
		}
	}
	for _, id := range t.MayStutter() {
		if t.bad[id] {
			consider(id)
		}
	}
	for subset := bad; subset > 0; subset = (subset - 1) & bad {
		if t.isFair(subset) {
			for id := range uint32(len(t.steps)) {
				if subset>>id&1 == 1 {
					consider(id)
				}
			}
		}
	}
	return stem
}

// checkLasso tells what is wrong with a lasso.
func (t *table) checkLasso(p *graph.Path) error {
	at := p.Initial
	for _, s := range slices.Concat(p.Stem, p.Cycle) {
		if !slices.Contains(t.steps[at], s) {
			return fmt.Errorf("no step %+v from %d", s, at)
		}
		at = s.To
	}
	if at != p.Last() || !p.IsLasso {
		return fmt.Errorf("the cycle leads from %d to %d", p.Last(), at)
	}
	if len(p.Cycle) == 0 {
		if !t.bad[at] || !slices.Contains(t.MayStutter(), at) {
			return fmt.Errorf("a run does not rest in %d", at)
		}
		return nil
	}
	var taken, enabled [4]bool
	always, lasts := [4]bool{true, true, true, true}, [4]bool{true, true, true, true}
	for _, s := range p.Cycle {
		if taken[s.Class] = true; !t.bad[s.To] {
			return fmt.Errorf("the cycle leaves the bad states at %d", s.To)
		}
		var here [4]bool
		for _, s := range t.steps[s.To] {
			here[s.Class], enabled[s.Class] = true, true
		}
		for c := range here {
			always[c] = always[c] && here[c]
			lasts[c] = lasts[c] && (here[c] || c == 2 && t.lasting[s.To])
		}
	}
	for c := 1; c <= 3; c++ {
		if !taken[c] && (always[c] || enabled[c] && (c == 3 || lasts[c])) {
			return fmt.Errorf("the cycle is not fair to class %d", c)
		}
	}
	return nil
}

// On random graphs, the lasso is fair, and its stem as short as the reference says.
func TestFind(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 20_000 {
		g := randomTable(source, 1+source.IntN(9))
		p := New(g, []violation{g.never()}).Find(g.never())
		want := g.reference()
		switch {
		case (p == nil) != (want < 0):
			t.Fatalf("%+v: lasso %+v, shortest stem %d", g, p, want)
		case p == nil:
			continue
		case len(p.Stem) != want:
			t.Fatalf("%+v: a stem of %d steps, the shortest has %d", g, len(p.Stem), want)
		}
		if err := g.checkLasso(p); err != nil {
			t.Fatalf("%+v: %+v: %v", g, p, err)
		}
		if len(p.Cycle) > 0 {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d cycles", found)
	}
}

// TestPart: the part has the states that are on a cycle of the region, and the steps between its states.
func TestPart(t *testing.T) {
	source := rand.New(rand.NewPCG(7, 8))
	nodes := 0
	for range 5000 {
		g := randomTable(source, 1+source.IntN(9))
		bad, on := uint32(0), uint32(0)
		for id, isBad := range g.bad {
			if isBad {
				bad |= 1 << id
			}
		}
		for id := range uint32(len(g.steps)) {
			if g.bad[id] && g.within(id, bad)>>id&1 == 1 {
				on |= 1 << id
			}
		}
		p := newSubgraph(g, func(id uint32) bool { return g.bad[id] }, source.IntN(20))
		for v, id := range p.ids {
			var want, got []uint32
			for _, s := range g.steps[id] {
				if p.on.Has(s.To) {
					want = append(want, s.To)
				}
			}
			for _, to := range p.Out(uint32(v)) {
				got = append(got, p.ids[to])
			}
			if on &^= 1 << id; !slices.Equal(got, want) {
				t.Fatalf("%+v: steps of %d to %d, want %d", g, id, got, want)
			}
		}
		if on != 0 {
			t.Fatalf("%+v: states %d, without those on cycles %b", g, p.ids, on)
		}
		nodes += len(p.ids)
	}
	if nodes < 1000 {
		t.Errorf("only %d nodes", nodes)
	}
}

// TestPeel: a state is removed once the last of the states that lead to it is, and not before. One to which very many steps lead stays.
func TestPeel(t *testing.T) {
	for _, test := range []struct {
		states, end uint32 // the states lead to the state after them all, and to the next one
		want        []uint32
	}{{200, 199, []uint32{199, 200}}, {200, 201, []uint32{201}}, {600, 599, []uint32{599, 600}}, {600, 601, []uint32{600, 601}}} {
		for _, most := range []int{0, 150, mostStored} {
			last := test.states
			g := &table{steps: make([][]graph.Step, last+2)}
			for id := range last {
				g.steps[id] = []graph.Step{{To: last}, {To: id + 1}}
			}
			g.steps[last], g.steps[last+1] = []graph.Step{{To: test.end}}, []graph.Step{{To: last + 1}}
			r := newRegion(g, func(id uint32) bool { return id <= last || test.end > last }, most)
			r.peel()
			if left := slices.Collect(r.All()); !slices.Equal(left, test.want) {
				t.Errorf("%d words, %d states, step to %d: left are %d", most, last, test.end, left)
			}
		}
	}
}

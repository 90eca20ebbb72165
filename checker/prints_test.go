package checker

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"interrex/internal/testlevel"
)

// A spelt system has numbers of one kind in one and in two cells, and some that stand for themselves.
type spelt struct{ System }

func (spelt) Width() int      { return 7 }
func (spelt) Places() []Place { return []Place{{2, 1}, {1, 0}, {2, 1}, {1, 2}, {1, 0}} }
func (spelt) Spell(kind int, n uint32) (string, error) {
	return string(rune('a'+kind)) + string(rune(n)), nil
}

// TestPrints: the print of a state to which a step leads is that of the state.
func TestPrints(t *testing.T) {
	p, random := newPrints(spelt{}), rand.New(rand.NewPCG(1, 1))
	from, to := make(State, 7), make(State, 7)
	seen := map[uint64]State{}
	for range 100_000 {
		copy(to, from)
		for range random.IntN(4) {
			to[random.IntN(7)] = Cell(random.IntN(3))
		}
		print := p.moved(p.of(from), from, to)
		if print != p.of(to) {
			t.Fatalf("from %v to %v: %x, and it is %x", from, to, print, p.of(to))
		}
		if other, known := seen[print]; known && !equalCells(other, to) {
			t.Fatalf("%v and %v have the same print", other, to)
		}
		seen[print] = append(State(nil), to...)
		copy(from, to)
	}
}

func equalCells(a, b State) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestSeen: a table knows what it was told while there is room, and what it has forgotten it counts.
func TestSeen(t *testing.T) {
	const slots = 1 << 13
	s, twin := newSeen(8*slots), map[uint64]bool{}
	defer s.room.release()
	for i := range uint64(4 * slots) {
		print := mix(i % (3 * slots))
		isNew := s.add(print)
		if i < slots*7/10 && (isNew == twin[print] || s.forgotten > 0 || s.has(mix(i+1<<40))) || !s.has(print) {
			t.Fatalf("print %d: new %v", i, isNew)
		}
		twin[print] = true
		if isNew && s.forgotten == 0 && len(twin) > slots {
			t.Fatalf("%d prints in %d slots", len(twin), slots)
		}
	}
	kept := 0
	for print := range twin {
		kept += btoi(s.has(print))
	}
	if kept < slots*99/100 || kept > slots || s.forgotten < 2*slots {
		t.Errorf("%d of %d are kept, %d forgotten", kept, slots, s.forgotten)
	}
}

// An endless system has 2^64 states or so.
type endless struct{}

func (endless) Width() int            { return 4 }
func (endless) Init(emit func(State)) { emit(make(State, 4)) }
func (endless) Steps(s State, emit func(Step, State)) {
	n := uint64(s[0]) | uint64(s[1])<<16 | uint64(s[2])<<32 | uint64(s[3])<<48
	for code := range uint64(3) {
		to := mix(n + code)
		emit(Step{Code: code}, State{Cell(to), Cell(to >> 16), Cell(to >> 32), Cell(to >> 48)})
	}
}

// TestSwarmMemory: what a member holds does not grow with its visits.
func TestSwarmMemory(t *testing.T) {
	testlevel.Alone(t)
	hold := func(visits int) (held uint64, m *member) {
		m = newMember(endless{}, nil, Options{MaxStates: visits, MaxDepth: 50, Swarm: Swarm{Member: 1, Of: 1}})
		m.seen.room.release()
		m.seen, m.mostLeft = newSeen(1<<15), 1<<16
		m.search(t.Context())
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc, m
	}
	few, _ := hold(20_000)
	many, m := hold(400_000)
	if many > few+1<<18 {
		t.Errorf("%d bytes after 20,000 visits and %d after 400,000", few, many)
	}
	if m.sample.Visits != 400_000 || m.seen.forgotten == 0 || !m.lost || m.leftBytes > m.mostLeft || m.deepest > 50 || len(m.seen.slots) != 1<<12 {
		t.Errorf("%+v: forgot %d, %d bytes left", m.sample, m.seen.forgotten, m.leftBytes)
	}
	if r := m.report(); r.States > 1<<12 {
		t.Errorf("%d states are known to be different, with room for %d", r.States, 1<<12)
	}
	runtime.KeepAlive(m)
}

// TestSketch: the truth is between the least and the most 19 times in 20.
func TestSketch(t *testing.T) {
	testlevel.Alone(t)
	within, trials := 0, 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 1))
		n := 1 + random.IntN(40_000)
		var s Sketch
		for range 2 {
			for i := range n { // each twice
				s.add(mix(mix(uint64(i)) + seed<<32))
			}
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		g := s.States()
		if n < SketchSize && g != (Guess{float64(n), float64(n), float64(n)}) {
			t.Fatalf("%d states: %+v", n, g)
		} else if n >= SketchSize {
			trials++
			within += btoi(g.Least <= float64(n) && float64(n) <= g.Most)
		}
	}
	if part := float64(within) / float64(trials); part < 0.9 || trials < 100 {
		t.Errorf("in %d of %d trials", within, trials)
	}
}

// TestCover: members that each meet a state with a chance of its own. The union is as said, who has met what is counted as in the whole
// union, and the lower bound is one on the average.
func TestCover(t *testing.T) {
	const states, members, trials = 8000, 5, 40
	within, bound := 0, 0.0
	for trial := range uint64(trials) {
		random := rand.New(rand.NewPCG(trial, 2))
		met := make([]int, states)
		catches := make([]Catch, members)
		for i := range met {
			chance := float64(i%10+1) / 20
			if i%10 == 0 {
				chance = 0.02
			}
			for m := range catches {
				if random.Float64() < chance {
					met[i]++
					catches[m].States++
					catches[m].Sketch.add(mix(mix(uint64(i)) + trial<<32))
				}
			}
		}
		union, by := 0, make([]int, members+1)
		for _, n := range met {
			union += btoi(n > 0)
			by[n]++
		}
		c := Cover(catches)
		within += btoi(c.Union.Least <= float64(union) && float64(union) <= c.Union.Most)
		bound += c.Least / trials
		for n, got := range c.MetBy {
			part := float64(by[n+1]) / float64(union)
			if off := math.Abs(float64(got)/float64(c.Sampled) - part); off > 5*math.Sqrt(part*(1-part)/float64(c.Sampled)) {
				t.Errorf("trial %d: %d of %d were met by %d, and in truth %.3f", trial, got, c.Sampled, n+1, part)
			}
		}
	}
	if within < trials*9/10 || bound > states || bound < states/2 {
		t.Errorf("within in %d of %d trials, %.0f of %d states on the average at least", within, trials, bound, states)
	}
	one := Cover([]Catch{{Sketch{1, 2, 3}, 3}})
	if one.Least != 0 || one.Union != (Guess{3, 3, 3}) || one.MetBy[0] != 3 {
		t.Errorf("a single member: %+v", one)
	}
	if same := Cover([]Catch{{Sketch{1, 2}, 2}, {Sketch{2, 3}, 2}}); same.Union.About != 3 || same.MetBy[0] != 2 || same.MetBy[1] != 1 || same.Least != 4 {
		t.Errorf("two members: %+v", same)
	}
}

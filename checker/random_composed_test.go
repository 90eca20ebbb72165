package checker_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/checker/component"
)

// A randomSystem has 1 to 4 components. A value is two numbers of two bits. A class of steps reads and replaces one of them, or both.
// What the system does is drawn from its seed and from what it reads.
type randomSystem struct {
	seed    uint64
	n, most int // components; values of each number
	classes []component.Class
}

func newRandomSystem(seed uint64) *randomSystem {
	s := &randomSystem{seed: seed}
	r := s.draw(0)
	s.n, s.most = 1+r.IntN(4), 1+r.IntN(3)
	for i := range s.n + r.IntN(5) + 70*(r.IntN(20)/19) { // sometimes more classes than a word has bits
		s.classes = append(s.classes, component.Class{Component: r.IntN(s.n), Index: i})
	}
	return s
}

// hidden returns the bits of a value that a class does not read. isIdle reports whether a class has no step.
func hidden(c component.Class) int            { return []int{0, 3, 12}[c.Index%3] }
func isIdle(c component.Class, part int) bool { return (3*c.Index+part)%5 == 0 }

// draw returns random numbers that depend on the seed and on other numbers alone.
func (s *randomSystem) draw(of ...int) *rand.Rand {
	hash := s.seed
	for _, x := range of {
		hash = scramble(hash ^ uint64(x))
	}
	return rand.New(rand.NewPCG(hash, s.seed))
}

func (s *randomSystem) value(r *rand.Rand) int     { return r.IntN(s.most) | r.IntN(s.most)<<2 }
func (s *randomSystem) Initial() []component.Value { return slices.Repeat([]component.Value{0}, s.n) }
func (s *randomSystem) Classes() []component.Class { return s.classes }

func (s *randomSystem) Part(c component.Class, v component.Value) (part component.Value, isShared bool) {
	if part = v.(int) | hidden(c); isIdle(c, part.(int)) {
		return nil, true
	}
	return part, s.draw(2, c.Index).IntN(2) == 0
}

func (s *randomSystem) Whole(c component.Class, v, next component.Value) component.Value {
	return v.(int)&hidden(c) | next.(int)&^hidden(c)
}

// A mask is a set of values, or of bits of a value.
type mask int

func (b mask) Holds(v component.Value) bool { return b>>v.(int)&1 == 1 }
func (b mask) Of(v component.Value) any     { return v.(int) & int(b) }

func (s *randomSystem) Steps(c component.Class, v component.Value, ask component.Ask) (steps []component.Step) {
	read := []int{3, c.Index, v.(int) | hidden(c)}
	if isIdle(c, read[2]) {
		return nil
	}
	r := s.draw(read...)
	for at := r.IntN(s.n); at != c.Component && r.IntN(3) > 0 && len(read) < 8; at = r.IntN(s.n) {
		if r.IntN(2) == 0 {
			read = append(read, ask.About(at, mask(3+9*r.IntN(2))).(int))
		} else if ask.Is(at, mask(s.draw(4, r.IntN(8)).IntN(1<<11))) {
			read = append(read, 1)
		}
		read = append(read, at)
		r = s.draw(read...)
	}
	for i := range r.IntN(4) {
		step := component.Step{Code: uint64(c.Component<<16 | c.Index<<8 | i), Action: deeds[r.IntN(3)], Next: s.Whole(c, v, s.value(r))}
		if f := r.IntN(6); f < 3 {
			step.Fairness = component.Fairness{Class: f, Strong: f%2 == 0}
		}
		for range r.IntN(3) {
			step.Sends = append(step.Sends, component.Send{To: r.IntN(s.n), Message: r.IntN(4)})
		}
		if s.seed%3 == 0 && r.IntN(6) == 0 {
			step.Bound, step.Disabled = 1+r.IntN(2), r.IntN(2) == 0
		}
		steps = append(steps, step)
	}
	return steps
}

func (s *randomSystem) Receive(c int, v component.Value, m component.Message) component.Value {
	if r := s.draw(5, c, v.(int), m.(int)); r.IntN(2) == 0 {
		return s.value(r)
	}
	return v
}

func (s *randomSystem) Lasting(c int, v component.Value) []component.Fairness {
	return slices.Repeat([]component.Fairness{{Class: 1}}, s.draw(6, c, v.(int)).IntN(3)/2)
}

func (s *randomSystem) Shown(_ int, v component.Value) (any, uint8) {
	return v.(int) & 3, 1 << (v.(int) >> 2)
}

// word returns the predicates of what a state shows.
func (s *randomSystem) word(v component.View) uint64 {
	shown := []int{7, int(v.Common)}
	for _, own := range v.Own {
		shown = append(shown, own.(int))
	}
	r := s.draw(shown...)
	return r.Uint64() | r.Uint64()&1
}

// TestRandomComponents: random systems of components are reported as the same systems over vectors are.
func TestRandomComponents(t *testing.T) {
	onlyVectors(t)
	for seed := range map[bool]uint64{false: 200, true: 40}[testing.Short()] {
		s := newRandomSystem(seed)
		judged, closed := ofEachKind(checker.NewShownFacts(compose(s), s.word), checker.NewFacts(func(state checker.State) uint64 {
			var v component.View
			for _, cell := range state {
				v.Own, v.Common = append(v.Own, int(cell&3)), v.Common|1<<(cell>>2)
			}
			return s.word(v)
		}))
		r := s.draw(8)
		o := checker.Options{Workers: 1, Deepest: true, StopFirst: r.IntN(3) == 0, MaxDepth: r.IntN(3) / 2 * 2, MaxStates: []int{0, 0, 7, 30}[r.IntN(4)]}
		want, err := checker.Check(t.Context(), vectors{s}, closed, o)
		if err != nil {
			t.Fatal(seed, err)
		}
		for i, asked := range [][]checker.Property{judged, closed, judged} {
			o.Workers = 1 + i
			got, err := checker.Check(t.Context(), compose(s), asked, o)
			if err != nil {
				t.Fatal(seed, err)
			}
			if d := difference(got, want); d != "" {
				t.Errorf("seed %d, %+v, %d: with components and then with vectors:\n%s", seed, o, i, d)
			}
		}
	}
}

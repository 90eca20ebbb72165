package component_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"interrex/checker/component"
	"interrex/internal/testlevel"
)

// A chain is a row of counters. A counter counts to most after the counter before it has done so.
type chain struct{ counters, most int }

// reached asks whether a counter has come to a number.
type reached struct{ n int }

func (q reached) Holds(v component.Value) bool { return v.(int) >= q.n }

func (c chain) Initial() []component.Value {
	values := make([]component.Value, c.counters)
	for i := range values {
		values[i] = 0
	}
	return values
}

func (c chain) Classes() (classes []component.Class) {
	for i := range c.counters {
		classes = append(classes, component.Class{Component: i})
	}
	return classes
}

func (c chain) Steps(class component.Class, v component.Value, ask component.Ask) []component.Step {
	i, n := class.Component, v.(int)
	if n == c.most || i > 0 && !ask.Is(i-1, reached{c.most}) {
		return nil
	}
	return []component.Step{{Code: uint64(i), Next: n + 1, Fairness: component.Fairness{Class: i}}}
}

func (c chain) Receive(_ int, v component.Value, _ component.Message) component.Value { return v }
func (c chain) Lasting(int, component.Value) []component.Fairness                     { return nil }
func (c chain) Shown(_ int, v component.Value) (any, uint8)                           { return v, 0 }

// isAtEnds returns bit 0 while the last counter is at 0, bit 1 once it is at its end.
func (c chain) isAtEnds(v component.View) (found uint64) {
	switch v.Own[len(v.Own)-1] {
	case 0:
		return 1
	case c.most:
		return 2
	}
	return 0
}

// explored explores a system.
func explored(s component.System, o component.Options) (*component.Exploration, error) {
	e := component.New(o)
	return e, e.Run(context.Background(), s)
}

// explore explores a system, and compares all its steps with those of the plain code.
func explore(t *testing.T, s component.System, o component.Options) *component.Exploration {
	t.Helper()
	e, err := explored(s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Free)
	if err := e.Verify(e.Len()); err != nil {
		t.Error(err)
	}
	return e
}

// More than 64 components and classes, rows of one word and of many, and rows that outgrow their layout again and again.
func TestChains(t *testing.T) {
	testlevel.Alone(t)
	for _, c := range []chain{{1, 3}, {20, 3}, {40, 3}, {100, 2}, {128, 1}, {3, 5000}, {2, 1 << 13}} {
		e := explore(t, c, component.Options{Judge: c.isAtEnds})
		states, r := c.counters*c.most+1, e.Summary()
		if r.States != states || r.Steps != states-1 || r.Terminal != 1 || len(e.Starts()) != states || r.Bound != "" {
			t.Errorf("%v: %+v, want %d states", c, r, states)
		}
		if starts, last := e.Count(0), e.Count(1); starts != (c.counters-1)*c.most+1 || last != 1 {
			t.Errorf("%v: %d states before the last counter counts, %d at its end", c, starts, last)
		}
		if end, isFound := e.First(1, true); !isFound || int(end) != states-1 {
			t.Errorf("%v: the end is state %d", c, end)
		}
	}
}

// Bounds on states and depth cut where they should.
func TestBounds(t *testing.T) {
	c := chain{2, 10}
	for most, states := range map[int]int{1: 1, 7: 7, 20: 20, 21: 21, 22: 21} {
		r := explore(t, c, component.Options{MaxStates: most}).Summary()
		if r.States != states || (r.Bound == "") != (most >= 21) || r.Bound != "" && r.Bound != "states" {
			t.Errorf("at most %d states: %+v", most, r)
		}
	}
	for most, bound := range map[int]string{5: "depth", 19: "depth", 20: "", 21: ""} {
		e := explore(t, c, component.Options{MaxDepth: most})
		if r := e.Summary(); len(e.Starts()) != min(most, 20)+1 || r.Bound != bound {
			t.Errorf("at most %d levels: %+v", most, r)
		}
	}
}

// A crowd is a component that is asked 200 questions about its number, which counts round.
type crowd struct{ chain }

func (c crowd) Initial() []component.Value { return []component.Value{0, 0} }
func (c crowd) Classes() []component.Class { return []component.Class{{Component: 0}, {Component: 1}} }

func (c crowd) Steps(class component.Class, v component.Value, ask component.Ask) []component.Step {
	if class.Component == 0 {
		return []component.Step{{Next: (v.(int) + 1) % c.most}}
	}
	for n := range c.most {
		if ask.Is(0, isExactly{n}) && n != v {
			return []component.Step{{Code: 1, Next: n}}
		}
	}
	return nil
}

type isExactly struct{ n int }

func (q isExactly) Holds(v component.Value) bool { return v == q.n }

func TestManyQuestions(t *testing.T) {
	testlevel.Alone(t)
	if r := explore(t, crowd{chain{2, 200}}, component.Options{}).Summary(); r.States != 200*200 || r.Steps != 200*200*2-200 {
		t.Errorf("%+v", r)
	}
	_, err := explored(crowd{chain{2, 1 << 15}}, component.Options{})
	if limit := (component.Limit{}); !errors.As(err, &limit) || !strings.Contains(limit.Error(), "questions") {
		t.Errorf("32,768 questions: %v", err)
	}
}

func TestManyComponents(t *testing.T) {
	_, err := explored(chain{129, 1}, component.Options{})
	if limit := (component.Limit{}); !errors.As(err, &limit) || limit.Error() != "too many components" {
		t.Errorf("129 components: %v", err)
	}
}

// A fickle system answers differently when it is asked again: its second component toggles.
type fickle struct {
	chain
	steps func(call int, ask component.Ask) []component.Step
	calls *int
}

func (f fickle) Steps(class component.Class, v component.Value, ask component.Ask) []component.Step {
	if class.Component == 1 {
		return []component.Step{{Next: 3 - v.(int)}}
	}
	*f.calls++
	return f.steps(*f.calls, ask)
}

func TestFickleSystems(t *testing.T) {
	for name, steps := range map[string]func(int, component.Ask) []component.Step{
		"another question": func(call int, ask component.Ask) []component.Step {
			ask.Is(1, reached{3 * (2 - min(call, 2))})
			return nil
		},
		"fewer questions": func(call int, ask component.Ask) []component.Step {
			if call == 1 {
				ask.Is(1, reached{1})
			}
			return nil
		},
		"another step": func(call int, _ component.Ask) []component.Step {
			return []component.Step{{Code: 9, Next: min(call, 5)}}
		},
		"another class of fairness": func(call int, _ component.Ask) []component.Step {
			return []component.Step{{Next: 1, Fairness: component.Fairness{Class: min(call, 5)}}}
		},
		"another bound": func(call int, _ component.Ask) []component.Step {
			return []component.Step{{Next: 1, Bound: min(call, 5)}}
		},
		"another action": func(call int, _ component.Ask) []component.Step {
			return []component.Step{{Next: 1, Action: fmt.Sprint(min(call, 5))}}
		},
	} {
		e, err := explored(fickle{chain{2, 3}, steps, new(int)}, component.Options{})
		if err == nil {
			err = e.Verify(e.Len())
		}
		e.Free()
		if impure := (component.Impure{}); !errors.As(err, &impure) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A liar is a chain of one counter that divides its values wrongly: at one of them the part is another value, or nil.
type liar struct {
	chain
	at   int
	part component.Value
}

func (l liar) Part(_ component.Class, v component.Value) (component.Value, bool) {
	if v == l.at {
		return l.part, true
	}
	return v, true
}

func (l liar) Whole(_ component.Class, _, next component.Value) component.Value { return next }

func TestWrongParts(t *testing.T) {
	for _, l := range []liar{{chain{1, 300}, 40, nil}, {chain{1, 300}, 140, 3}, {chain{1, 300}, 140, nil}} {
		e, err := explored(l, component.Options{})
		if err == nil {
			err = e.Verify(128)
		}
		e.Free()
		if impure := (component.Impure{}); !errors.As(err, &impure) {
			t.Errorf("%+v: %v after %d states", l, err, e.Len())
		}
	}
}

// Steps that a System must not have, and initial states of a wrong length, are errors.
func TestWrongSteps(t *testing.T) {
	for _, step := range []component.Step{{Disabled: true, Next: 1}, {}, {Next: 1, Bound: -1}, {Next: 1, Bound: 32}} {
		s := fickle{chain{2, 3}, func(int, component.Ask) []component.Step { return []component.Step{step} }, new(int)}
		if _, err := explored(s, component.Options{}); err == nil {
			t.Errorf("%+v: no error", step)
		}
	}
	for _, initial := range [][]component.Value{{0}, {0, 0, 0}} {
		if _, err := explored(chain{2, 3}, component.Options{Initial: [][]component.Value{initial}}); err == nil {
			t.Errorf("%v: no error", initial)
		}
	}
	if _, err := explored(strays{chain{2, 3}}, component.Options{}); err == nil {
		t.Error("a class of no component: no error")
	}
}

type strays struct{ chain }

func (strays) Classes() []component.Class { return []component.Class{{Component: 5}} }

// A machine that has met a limit does not forget it.
func TestMachineAfterLimit(t *testing.T) {
	most := 1 << 16
	s := fickle{chain{2, 3}, func(int, component.Ask) (steps []component.Step) {
		for n := range most {
			steps = append(steps, component.Step{Code: uint64(n), Next: 1, Fairness: component.Fairness{Class: n}})
		}
		return steps
	}, new(int)}
	m, err := component.NewMachine(s)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := m.Steps(m.StateOf(s.Initial())); !errors.As(err, new(component.Limit)) {
			t.Errorf("error %v", err)
		}
	}
}

// Counters count independently. The steps of the first one alone are under fairness.
type counters struct{ chain }

func (c counters) Steps(class component.Class, v component.Value, _ component.Ask) []component.Step {
	i, n := class.Component, v.(int)
	if n == c.most {
		return nil
	}
	step := component.Step{Code: uint64(i), Next: n + 1}
	if i == 0 {
		step.Fairness.Class = "first"
	}
	return []component.Step{step}
}

// Judgements of many different combinations: keys of one word and of more.
func TestJudgements(t *testing.T) {
	for _, n := range []int{6, 30} {
		s := counters{chain{n, 7}}
		judge := func(v component.View) (word uint64) {
			for _, own := range v.Own {
				word = word*31 + uint64(own.(int))
			}
			return word
		}
		e := explore(t, s, component.Options{MaxStates: 20_000, Judge: judge, Workers: 2})
		for id := range uint32(e.Len()) {
			if want := judge(component.View{Own: e.Values(id)}); e.Bits(id) != want {
				t.Fatalf("%d counters: state %d has %x, want %x", n, id, e.Bits(id), want)
			}
		}
	}
}

// States that may stutter are listed in order, with any number of workers.
func TestMayStutter(t *testing.T) {
	for _, workers := range []int{1, 2, 3} {
		e := explore(t, counters{chain{4, 9}}, component.Options{Workers: workers})
		if ids := e.MayStutter(); len(ids) != 10*10*10 || !slices.IsSorted(ids) {
			t.Errorf("%d workers: %d states, sorted %v", workers, len(ids), slices.IsSorted(ids))
		}
	}
}

func TestPanic(t *testing.T) {
	s := fickle{chain{2, 3}, func(int, component.Ask) []component.Step { panic("out of order") }, new(int)}
	_, err := explored(s, component.Options{})
	if p := new(component.Panic); !errors.As(err, &p) || p.Value != "out of order" {
		t.Errorf("error %v", err)
	}
}

// A nervous chain panics the first time that a part is made whole.
type nervous struct {
	chain
	calm *bool
}

func (n nervous) Part(_ component.Class, v component.Value) (component.Value, bool) { return v, true }

func (n nervous) Whole(_ component.Class, _, next component.Value) component.Value {
	if !*n.calm {
		*n.calm = true
		panic("not yet")
	}
	return next
}

// A step that panicked while it was memoized is memoized again.
func TestMachineAfterPanic(t *testing.T) {
	s := nervous{chain{1, 3}, new(bool)}
	m, err := component.NewMachine(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Steps(m.StateOf([]component.Value{1})); err == nil {
		t.Fatal("no error")
	}
	steps, err := m.Steps(m.StateOf([]component.Value{1}))
	if err != nil || len(steps) != 1 || m.Values(steps[0].To)[0] != 2 {
		t.Errorf("steps %v, error %v", steps, err)
	}
}

// What is found is the same for any number of workers and for any order of numbers.
func TestSameExploration(t *testing.T) {
	systems := []component.System{chain{3, 50}}
	if !testlevel.Short() {
		systems = append(systems, crowd{chain{2, 150}})
	}
	for _, s := range systems {
		o := component.Options{Judge: chain{3, 50}.isAtEnds}
		want := listed(explore(t, s, o))
		for _, other := range []component.Options{{Workers: 2}, {Workers: 5}, {Before: wander(s, 1)}, {Before: wander(s, 2), Workers: 3}} {
			o.Workers, o.Before = other.Workers, other.Before
			if got := listed(explore(t, s, o)); !reflect.DeepEqual(got, want) {
				t.Errorf("%T, %d workers:\n%+v\n%+v", s, other.Workers, got, want)
			}
		}
	}
}

// listed lists what was counted, and the values and predicates of each state in the order of ids.
func listed(e *component.Exploration) (all []any) {
	all = append(all, e.Summary(), e.Count(0), e.Count(1))
	for id := range uint32(e.Len()) {
		all = append(all, e.Values(id), e.Bits(id))
	}
	return all
}

func ExamplePlain() {
	s := chain{2, 3}
	for _, step := range component.Plain(s, []component.Value{3, 1}) {
		fmt.Println(step.Code, step.To)
	}
	// Output: 1 [3 2]
}

// wander lets a machine memoize on random walks through a system.
func wander(s component.System, seed uint64) func(*component.Machine) {
	return func(m *component.Machine) {
		draw := rand.New(rand.NewPCG(seed, 0))
		for range 40 {
			from := s.Initial()
			for range 30 {
				if _, err := m.Steps(m.StateOf(from)); err != nil {
					return
				}
				steps := component.Plain(s, from)
				if len(steps) == 0 {
					break
				}
				if step := steps[draw.IntN(len(steps))]; step.To != nil {
					from = step.To
				}
			}
		}
	}
}

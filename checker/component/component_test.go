package component_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
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

// Judge returns bit 0 while the last counter is at 0, bit 1 once it is at its end.
func (c chain) Judge(v component.View) (found uint64) {
	switch v.Own[len(v.Own)-1] {
	case 0:
		return 1
	case c.most:
		return 2
	}
	return 0
}

// check checks a system, and compares all its steps with those of the plain code.
func check(t *testing.T, s component.System, properties []component.Property, o component.Options) *component.Report {
	t.Helper()
	e, r, err := component.Explore(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Free()
	if err := e.Verify(r.States); err != nil {
		t.Error(err)
	}
	r, err = component.Check(context.Background(), s, properties, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// More than 64 components and classes, rows of one word and of many, and rows that outgrow their layout again and again.
func TestChains(t *testing.T) {
	testlevel.Alone(t)
	for _, c := range []chain{{1, 3}, {20, 3}, {40, 3}, {100, 2}, {128, 1}, {3, 5000}, {2, 1 << 13}} {
		r := check(t, c, []component.Property{
			{Name: "starts", Kind: component.Reached, P: 0}, {Name: "ends", Kind: component.Reaches, Q: 1},
		}, component.Options{})
		states := c.counters*c.most + 1
		if r.States != states || r.Steps != states-1 || r.Terminal != 1 || r.Depth != states-1 || !r.Complete {
			t.Errorf("%v: %+v, want %d states", c, r, states)
		}
		if starts, ends := r.Results[0], r.Results[1]; starts.Count != (c.counters-1)*c.most+1 || ends.Verdict != component.Holds {
			t.Errorf("%v: %d states before the last counter counts; it comes to its end: %v", c, starts.Count, ends.Verdict)
		}
	}
}

// Bounds on states and depth cut where they should.
func TestBounds(t *testing.T) {
	c := chain{2, 10}
	for most, states := range map[int]int{1: 1, 7: 7, 20: 20, 21: 21, 22: 21} {
		r := check(t, c, nil, component.Options{MaxStates: most})
		if r.States != states || r.Complete != (most >= 21) || (r.Bound == "states") == r.Complete {
			t.Errorf("at most %d states: %+v", most, r)
		}
	}
	if r := check(t, c, []component.Property{{Kind: component.Reached, P: 1}}, component.Options{MaxDepth: 5}); r.States != 6 || r.Depth != 5 ||
		r.Bound != "depth" || r.Results[0].Verdict != component.Inconclusive {
		t.Errorf("at most 5 levels: %+v", r)
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
	if r := check(t, crowd{chain{2, 200}}, nil, component.Options{}); r.States != 200*200 || r.Steps != 200*200*2-200 {
		t.Errorf("%+v", r)
	}
	_, err := component.Check(context.Background(), crowd{chain{2, 1 << 15}}, nil, component.Options{})
	if limit := (component.Limit{}); !errors.As(err, &limit) || !strings.Contains(limit.Error(), "questions") {
		t.Errorf("32,768 questions: %v", err)
	}
}

func TestManyComponents(t *testing.T) {
	_, err := component.Check(context.Background(), chain{129, 1}, nil, component.Options{})
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
	} {
		_, err := component.Check(context.Background(), fickle{chain{2, 3}, steps, new(int)}, nil, component.Options{})
		if impure := (component.Impure{}); !errors.As(err, &impure) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPanic(t *testing.T) {
	s := fickle{chain{2, 3}, func(int, component.Ask) []component.Step { panic("out of order") }, new(int)}
	_, err := component.Check(context.Background(), s, nil, component.Options{})
	if p := new(component.Panic); !errors.As(err, &p) || p.Value != "out of order" {
		t.Errorf("error %v", err)
	}
}

// A lamp is switched on and off by its own steps. A watcher asks about an aspect of it.
type lamps struct {
	chain
	isStrong bool
}

func (l lamps) Initial() []component.Value { return []component.Value{0, 0} }
func (l lamps) Classes() []component.Class { return []component.Class{{Component: 0}, {Component: 1}} }

type remainder struct{ of int }

func (a remainder) Of(v component.Value) any { return v.(int) % a.of }

// Steps: component 0 counts round to 4; component 1 may leave 0 once component 0 is even.
func (l lamps) Steps(class component.Class, v component.Value, ask component.Ask) []component.Step {
	if class.Component == 0 {
		return []component.Step{{Code: 1, Next: (v.(int) + 1) % 4, Fairness: component.Fairness{Class: "count"}}}
	}
	if v == 0 && ask.About(0, remainder{2}) == 0 {
		return []component.Step{{Code: 2, Next: 1, Fairness: component.Fairness{Class: "leave", Strong: l.isStrong}}}
	}
	return nil
}

// Judge returns bit 0 once component 1 has left 0.
func (l lamps) Judge(v component.View) uint64 { return uint64(v.Own[1].(int)) }

// Weak fairness lets component 1 stay: its step has no state from which on it is always there. Strong fairness does not.
func TestFairness(t *testing.T) {
	leaves := []component.Property{{Kind: component.Reaches, Q: 0}}
	r := check(t, lamps{chain{2, 4}, false}, leaves, component.Options{})
	if p := r.Results[0].Path; r.States != 8 || r.Results[0].Verdict != component.Violated || len(p.Stem) != 0 || len(p.Cycle) != 4 || !p.IsLasso {
		t.Errorf("weak fairness: %d states, %v, %+v", r.States, r.Results[0].Verdict, p)
	}
	if r := check(t, lamps{chain{2, 4}, true}, leaves, component.Options{}); r.Results[0].Verdict != component.Holds {
		t.Errorf("strong fairness: %v", r.Results[0].Verdict)
	}
}

// The report is the same for any number of workers and for any order of numbers.
func TestSameReport(t *testing.T) {
	systems := []component.System{chain{3, 50}, lamps{chain{2, 4}, false}}
	if !testlevel.Short() {
		systems = append(systems, crowd{chain{2, 150}})
	}
	for _, s := range systems {
		properties := []component.Property{{Kind: component.Always, P: 0}, {Kind: component.Reaches, Q: 0}, {Kind: component.AtRest, P: 0}}
		want := check(t, s, properties, component.Options{})
		for _, o := range []component.Options{{Workers: 2}, {Workers: 5}, {Shuffle: 1}, {Shuffle: 2, Workers: 3}} {
			got := check(t, s, properties, o)
			got.Memory = want.Memory
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%T, %+v:\n%+v\n%+v", s, o, got, want)
			}
		}
	}
}

func ExamplePlain() {
	s := chain{2, 3}
	for _, step := range component.Plain(s, []component.Value{3, 1}) {
		fmt.Println(step.Code, step.To)
	}
	// Output: 1 [3 2]
}

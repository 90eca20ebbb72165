package component_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/checker/component"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/scc"
)

// A drawn system has components with small numbers as values, and rules drawn by lot. Some values have no way back.
type drawn struct {
	values  int
	rules   [][]rule // by component
	receive [][]int  // by message, the next value of each value
}

// A rule is a step from a value, if the component that it asks about has the answer.
type rule struct {
	from, to int
	asked    int // component; its own: none
	question isAtLeast
	answer   bool
	receiver int
	message  int
}

type isAtLeast struct{ n int }

func (q isAtLeast) Holds(v component.Value) bool { return v.(int) >= q.n }

func draw(lot *rand.Rand) drawn {
	const components, values, rules, messages = 4, 7, 7, 3
	d := drawn{values: values, rules: make([][]rule, components)}
	next := func(from int) int { // in the upper half, one draw in six may lead to a lower value
		if to := lot.IntN(values); to >= from || from < values/2 || lot.IntN(6) == 0 {
			return to
		}
		return from
	}
	for c := range d.rules {
		for range rules {
			from := lot.IntN(values)
			d.rules[c] = append(d.rules[c], rule{from, next(from), lot.IntN(components), isAtLeast{1 + lot.IntN(values-1)}, lot.IntN(2) == 0,
				lot.IntN(components), lot.IntN(messages)})
		}
	}
	for range messages {
		to := make([]int, values)
		for v := range to {
			to[v] = next(v)
		}
		d.receive = append(d.receive, to)
	}
	return d
}

func (d drawn) Initial() []component.Value { return slices.Repeat([]component.Value{0}, len(d.rules)) }

func (d drawn) Classes() (classes []component.Class) {
	for c := range d.rules {
		for i := range d.rules[c] {
			classes = append(classes, component.Class{Component: c, Index: i})
		}
	}
	return classes
}

func (d drawn) Steps(class component.Class, v component.Value, ask component.Ask) []component.Step {
	r := d.rules[class.Component][class.Index]
	if v.(int) != r.from || r.asked != class.Component && ask.Is(r.asked, r.question) != r.answer {
		return nil
	}
	step := component.Step{Code: uint64(class.Component)<<8 | uint64(class.Index), Next: r.to, Fairness: component.Fairness{Class: class}}
	if r.receiver != class.Component {
		step.Sends = []component.Send{{To: r.receiver, Message: r.message}}
	}
	return []component.Step{step}
}

func (d drawn) Receive(_ int, v component.Value, m component.Message) component.Value {
	return d.receive[m.(int)][v.(int)]
}
func (d drawn) Lasting(int, component.Value) []component.Fairness      { return nil }
func (d drawn) Shown(_ int, v component.Value) (own any, common uint8) { return nil, 0 }

// No step between two states of a strongly connected component is left out, and many other steps are.
func TestRecurring(t *testing.T) {
	lot := rand.New(rand.NewPCG(1, 2))
	cyclic, leftOut := 0, 0
	for range 300 {
		e := explore(t, draw(lot), component.Options{})
		all := stepsOf(e)
		var ids []uint32
		for id := range uint32(e.Len()) {
			ids = append(ids, id)
		}
		kept := make([][]graph.Step, e.Len())
		if e.MayCycle() {
			e.Recurring(ids, func(id uint32, steps []graph.Step) { kept[id] = slices.Clone(steps) })
		}
		number := numbered(all)
		for id, steps := range all {
			for i, s := range steps {
				isKept := kept[id] != nil && kept[id][i].To == s.To
				switch isOnCycle := number[id] == number[s.To]; {
				case isOnCycle && !isKept:
					t.Fatalf("%+v: step %d of state %d is part of a cycle, and left out", e.Summary(), i, id)
				case isOnCycle:
					cyclic++
				case !isKept:
					leftOut++
				}
			}
		}
	}
	if cyclic < 1000 || leftOut < 1000 {
		t.Errorf("%d steps are part of cycles, and %d are left out", cyclic, leftOut)
	}
}

// Component 1 goes up while component 0 lives, and down once it is dead. Component 2 makes many states, and a step within a level.
func TestConstantAnswers(t *testing.T) {
	d := drawn{rules: [][]rule{{{from: 0, to: 1}}, {
		{from: 0, to: 1, question: isAtLeast{1}, answer: false, receiver: 1},
		{from: 1, to: 0, question: isAtLeast{1}, answer: true, receiver: 1},
	}, {{from: 0, to: 2, asked: 2, receiver: 2}}}}
	for n := range 50 {
		d.rules[2] = append(d.rules[2], rule{from: n, to: n + 1, asked: 2, receiver: 2})
	}
	e := explore(t, d, component.Options{})
	var ids []uint32
	for id := range uint32(e.Len()) {
		ids = append(ids, id)
	}
	if !e.MayCycle() {
		t.Fatal("it is known at once that there is no cycle")
	}
	e.Recurring(ids, func(id uint32, steps []graph.Step) {
		t.Errorf("a step of state %v may be part of a cycle: %v", e.Values(id), steps)
	})
}

// stepsOf lists the steps of all states.
func stepsOf(e *component.Exploration) (all [][]graph.Step) {
	for id := range uint32(e.Len()) {
		all = append(all, e.Steps(id, nil))
	}
	return all
}

// numbered numbers the strongly connected components of a graph.
func numbered(all [][]graph.Step) []uint32 {
	g, ids := &scc.Digraph{First: []int{0}}, make([]uint32, len(all))
	for id, steps := range all {
		for _, s := range steps {
			g.To = append(g.To, s.To)
		}
		g.First, ids[id] = append(g.First, len(g.To)), uint32(id)
	}
	number, _ := g.Number(ids)
	return number
}

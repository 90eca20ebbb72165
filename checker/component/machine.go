package component

import (
	"sync"
)

// A Machine makes the steps of single states of a system, for several goroutines. A state is a list of value numbers, one for
// each component; equal values have equal numbers for as long as the Machine lives.
type Machine struct {
	mu       sync.Mutex
	memoizer *memoizer
}

// NewMachine returns a Machine. The error is a Limit or a *Panic.
func NewMachine(s System) (*Machine, error) {
	t, err := newTables(s)
	return &Machine{memoizer: newMemoizer(t)}, err
}

// A Numbered is a step to a state, in numbers.
type Numbered struct {
	Code     uint64
	Fairness uint16 // number of its class, from 1; 0 for none
	IsStrong bool
	Bound    int
	Action   uint16   // number, from 1; 0 for none
	To       []uint32 // nil: a bound has disabled the step
}

// StateOf returns the numbers of values.
func (m *Machine) StateOf(values []Value) []uint32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.memoizer.numbers(values)
}

// Values returns the values of a state.
func (m *Machine) Values(state []uint32) []Value {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.memoizer.valuesOf(state)
}

// Value returns the value of a component with a number.
func (m *Machine) Value(c int, n uint32) Value {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.memoizer.components[c].values[n]
}

// Steps lists the steps of a state, in the order of their classes. The error is a Limit, an Impure or a *Panic. After a *Panic the
// Machine can be used again.
func (m *Machine) Steps(state []uint32) ([]Numbered, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.memoizer
	if err := l.memoize(state); err != nil {
		return nil, err
	}
	steps := make([]Numbered, 0, 16)
	passed, room := make([]uint32, len(state)), make([]uint32, 0, cap(steps)*len(state))
	for g, class := range l.classes {
		c := class.Component
		if !l.mayStep(c, g) {
			continue
		}
		at := l.recordOf(c).entries + passed[c]
		passed[c]++
		leaf := l.walk(l.entries[at].tree)
		if leaf == isLeaf {
			continue
		}
		for i := range l.leaf(leaf &^ isLeaf) {
			steps = append(steps, l.numbered(g, at, i, room[len(room):len(room):min(len(room)+len(state), cap(room))]))
			room = room[:min(len(room)+len(state), cap(room))]
		}
	}
	return steps, l.err
}

// numbered puts a transition of class g out of the present state into numbers. It may use room for the state to which it leads.
func (m *memoizer) numbered(g int, at, transition uint32, room []uint32) Numbered {
	t, d := m.transitions[transition], m.details[transition]
	step := Numbered{Code: d.code, Fairness: d.fairness, IsStrong: m.fairness.keys[d.fairness].Strong, Bound: int(d.bound), Action: d.action}
	if t.sends&isDisabled != 0 {
		return step
	}
	step.To = append(room, m.state...)
	step.To[m.owner[g]] ^= m.change(g, at, transition)
	for n := range m.sent(t) {
		to := &step.To[m.columns[n].receiver]
		*to = m.receive(n, *to)
	}
	return step
}

// Lasting lists the numbers of the classes of fairness that last in a state.
func (m *Machine) Lasting(state []uint32) (classes []uint16) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for c, v := range m.memoizer.valuesOf(state) {
		for _, f := range m.memoizer.system.Lasting(c, v) {
			classes = append(classes, m.memoizer.fairness.of(f, m.memoizer.tables, "classes of fairness"))
		}
	}
	return classes
}

// Action returns the number of an action, or 0 if no step has had it.
func (m *Machine) Action(name string) uint16 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.memoizer.actions.numbers[name]
}

// A PlainStep is a step with the state that it leads to; nil if the step is disabled.
type PlainStep struct {
	Step
	Class Class
	To    []Value
}

// Plain lists the steps of a state by the plain code alone, for whole values, without Divided. The memoized expansion is compared with it.
func Plain(s System, from []Value) (steps []PlainStep) {
	for _, class := range s.Classes() {
		for _, step := range s.Steps(class, from[class.Component], Values(from)) {
			steps = append(steps, PlainStep{step, class, plainTarget(s, from, class.Component, step)})
		}
	}
	return steps
}

func plainTarget(s System, from []Value, component int, step Step) []Value {
	if step.Disabled {
		return nil
	}
	to := append([]Value(nil), from...)
	to[component] = step.Next
	for _, x := range step.Sends {
		to[x.To] = s.Receive(x.To, to[x.To], x.Message)
	}
	return to
}

// Values is a state that answers questions about itself.
type Values []Value

// Is is part of Ask.
func (v Values) Is(component int, q Question) bool { return q.Holds(v[component]) }

// About is part of Ask.
func (v Values) About(component int, a Aspect) any { return a.Of(v[component]) }

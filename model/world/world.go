package world

import (
	"context"
	"fmt"
	"sync"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A World is a checker.System: an election algorithm with its environment. A state is a vector with the number of each
// component's value.
type World struct {
	*system
	machine func() *component.Machine // made on first use: the election may panic
}

// New makes a world. It replaces bounds that are Usual by numbers. New panics with the error of Validate for an invalid config.
func New(c Config) *World {
	if err := c.Validate(); err != nil {
		panic(fmt.Sprintf("world.New: %v", err))
	}
	w := &World{system: newSystem(c)}
	w.machine = sync.OnceValue(func() *component.Machine {
		machine, err := component.NewMachine(w.system)
		w.check(err)
		return machine
	})
	return w
}

// check panics with an error of the machine, as checker.System requires.
func (w *World) check(err error) {
	switch err := err.(type) {
	case nil:
	case *component.Panic:
		panic(err.Value)
	case component.Limit:
		panic(checker.Overflow{What: err.What})
	default:
		panic(err)
	}
}

// Config returns the world's description.
func (w *World) Config() Config { return w.config }

// Handler is the algorithm.
func (w *World) Handler() model.Handler { return w.handler }

// Components implements checker.Composed.
func (w *World) Components(of checker.System) component.System {
	if of != checker.System(w) {
		return nil
	}
	return w.system
}

// ValuesOf implements checker.Composed. It ignores cells that a wrapper of the world has added.
func (w *World) ValuesOf(s checker.State) []component.Value {
	return w.machine().Values(s[:w.components])
}

// StateOf implements checker.Composed.
func (w *World) StateOf(values []component.Value) checker.State { return w.machine().StateOf(values) }

// Width implements checker.System.
func (w *World) Width() int { return w.components }

// Init implements checker.System: there is one initial state.
func (w *World) Init(emit func(checker.State)) { emit(w.StateOf(w.Initial())) }

// Steps implements checker.System.
func (w *World) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	steps, err := w.machine().Steps(s[:w.components])
	w.check(err)
	for _, x := range steps {
		emit(checker.Step{Code: x.Code, Fairness: classOf(x.Fairness, x.IsStrong), Bound: checker.Bound(x.Bound), Action: checker.Action(x.Action)}, x.To)
	}
}

// classOf returns the class of fairness with a number of the machine.
func classOf(number uint16, isStrong bool) checker.FairnessClass {
	switch {
	case number >= 1<<15:
		panic(checker.Overflow{What: "classes of fairness"})
	case number == 0:
		return checker.None
	case isStrong:
		return checker.Strong(int(number) - 1)
	}
	return checker.Weak(int(number) - 1)
}

// Try is Steps. It returns the panic of the election in a step from s, or nil.
func (w *World) Try(s checker.State, emit func(checker.Step, checker.State)) (fault error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *model.Fault:
			fault = value
		case string: // the world's message about the election
			fault = fmt.Errorf("%s", model.OneLine(value))
		default:
			panic(value)
		}
	}()
	w.Steps(s, emit)
	return nil
}

// Lasts is an optional method of checker.System.
func (w *World) Lasts(s checker.State, emit func(checker.FairnessClass)) {
	for _, number := range w.machine().Lasting(s[:w.components]) {
		emit(classOf(number, false))
	}
}

// Bounds is an optional method of checker.System.
func (w *World) Bounds() []string { return bounds }

// Actor is an optional method of checker.System: the index of the process of a step, or -1.
func (w *World) Actor(step checker.Step) int {
	m := moveOf(step.Code)
	if m.kind.hasNoProcess() {
		return -1
	}
	return m.process
}

// Links is the number of channels: from each process to each other one or, on a ring, to each one that may become its neighbour
// after crashes.
func (w *World) Links() int { return len(w.links()) }

// A link is a channel from one process to another, by index.
type link struct{ from, to int }

func (s *system) links() (links []link) {
	for from := range s.n {
		for to := range s.n {
			if s.isLinked(from, to) {
				links = append(links, link{from, to})
			}
		}
	}
	return links
}

// Explore checks the properties that ask returns for the world. An invalid config is an error.
func Explore(ctx context.Context, c Config, ask func(*World) []checker.Property, o checker.Options) (*World, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, err
	}
	w := New(c)
	report, err := checker.Check(ctx, w, ask(w), o)
	return w, report, err
}

// Graph explores a world, and returns the graph.
func Graph(ctx context.Context, c Config, o checker.Options) (*World, *checker.Graph, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, nil, err
	}
	w := New(c)
	g, report, err := checker.Explore(ctx, w, o)
	return w, g, report, err
}

// Kinds implements checker.Spelling: each component has values of its own.
func (w *World) Kinds() []int {
	numbers := make([]int, w.components)
	for c := range numbers {
		numbers[c] = c + 1
	}
	return numbers
}

// Spell implements checker.Spelling: an inbox is spelled by its messages, not by their numbers.
func (w *World) Spell(kind int, n uint32) (string, error) {
	value := w.machine().Value(kind-1, n)
	v, isProcess := value.(process)
	if !isProcess {
		return checker.Spell(struct{ value any }{value})
	}
	text, err := checker.Spell(v.core)
	for l := range v.inbox.envelopes() {
		if err != nil {
			break
		}
		var envelope string
		envelope, err = checker.Spell(l.inTransit)
		text += envelope
	}
	return text, err
}

package world

import (
	"context"
	"fmt"
	"sync"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A World is a checker.System: an election algorithm among processes that crash, over channels. A state is a vector of the
// numbers of its components' values.
type World struct {
	*system
	machine         func() *component.Machine // made when it is first needed: the election may panic
	fairness        fairnessNumbers
	needsSuspicions bool // a property that needs the record of suspicions has been asked
}

// New makes a world, with numbers for the bounds that are Usual. An invalid config is a mistake in the
// program: New panics with what Validate says.
func New(c Config) *World {
	if err := c.Validate(); err != nil {
		panic(fmt.Sprintf("world.New: %v", err))
	}
	w := &World{system: newSystem(c)}
	w.fairness.n = w.n
	w.machine = sync.OnceValue(func() *component.Machine {
		machine, err := component.NewMachine(w.system)
		w.check(err)
		return machine
	})
	return w
}

// check panics with an error of the machine, as a checker.System does.
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

// Handler is the algorithm that the world surrounds.
func (w *World) Handler() model.Handler { return w.handler }

// Components is part of checker.Composed.
func (w *World) Components() component.System { return w.system }

// ValuesOf is part of checker.Composed. A state may have more cells, which a wrapper of the world has added.
func (w *World) ValuesOf(s checker.State) []component.Value {
	return w.machine().Values(s[:w.components])
}

// StateOf is part of checker.Composed.
func (w *World) StateOf(values []component.Value) checker.State { return w.machine().StateOf(values) }

// Width is part of checker.System.
func (w *World) Width() int { return w.components }

// Init is part of checker.System: there is one initial state.
func (w *World) Init(emit func(checker.State)) { emit(w.StateOf(w.Initial())) }

// Steps is part of checker.System.
func (w *World) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	steps, err := w.machine().Steps(s[:w.components])
	w.check(err)
	if len(steps) == 0 {
		return
	}
	values := w.ValuesOf(s)
	for _, x := range steps {
		emit(checker.Step{Code: x.Code, Owed: w.fairness.of(x.Fairness), Bound: checker.Bound(x.Bound), Action: w.actionOf(values, moveOf(x.Code))}, x.To)
	}
}

// Try is Steps. It returns the panic of the election in a step out of s; nil: none.
func (w *World) Try(s checker.State, emit func(checker.Step, checker.State)) (fault error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *model.Fault:
			fault = value
		case string: // the world's words about the election
			fault = fmt.Errorf("%s", model.OneLine(value))
		default:
			panic(value)
		}
	}()
	w.Steps(s, emit)
	return nil
}

// Lasts is part of checker.Outlasting.
func (w *World) Lasts(s checker.State, emit func(checker.Duty)) {
	for _, f := range w.machine().Lasting(s[:w.components]) {
		emit(w.fairness.of(f))
	}
}

// Bounds is part of checker.Bounded.
func (w *World) Bounds() []string { return bounds }

// Actor is part of checker.Attributed: the process that acts or is acted upon, by its place, or -1.
func (w *World) Actor(step checker.Step) int { return actorOf(step.Code) }

// Links counts the channels: one from each process to each other or, on a ring, to each process that may
// become the next when those between them die.
func (w *World) Links() int { return len(w.links()) }

// A link is a channel: from one process to another, by their places on the ring.
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

// Explore checks a world with the properties that ask makes for it. If a property needs the record of suspicions, the
// world keeps it. An invalid config is an error.
func Explore(ctx context.Context, c Config, ask func(*World) []checker.Property, o checker.Options) (*World, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, err
	}
	w := New(c)
	properties := ask(w)
	if w.needsSuspicions && !c.Suspicions {
		c.Suspicions = true
		w = New(c)
		properties = ask(w)
	}
	report, err := checker.Check(ctx, w, properties, o)
	return w, report, err
}

// Graph explores a world as Explore does, and keeps the graph.
func Graph(ctx context.Context, c Config, o checker.Options) (*World, *checker.Graph, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, nil, err
	}
	w := New(c)
	g, report, err := checker.Explore(ctx, w, o)
	return w, g, report, err
}

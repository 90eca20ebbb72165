package check

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/internal/runs"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Mishap is a panic of the election, or of a property.
type Mishap struct {
	Text  string // in one line: "panic in Receive of P2: index out of range [3] with length 3 (bully.go:46)"
	Stack []byte
}

// noPanic is the property that a run to a panic violates.
var noPanic = spec.Property{Name: "no-panic", Statement: "no rule panics", Violation: "a rule panics"}

// mostSearched is how many states the search for a run to a panic keeps.
const mostSearched = 2_000_000

// mishap makes findings of a panic. Its run is a shortest one, found by a breadth-first search of its own, so
// that it is the same for every engine and number of workers.
func (q Question) mishap(ctx context.Context, p *checker.ModelPanic) *Findings {
	f := &Findings{Question: q, Counts: &checker.Report{Bound: "panic"}, Warnings: []Warning{}, Exit: ExitError}
	d := Decision{Property: noPanic, Verdict: checker.Violated}
	w, path, first := q.wayToPanic(ctx)
	if first != nil {
		p = first
	}
	tell := func() { story := w.Tell(path); d.Story = &story }
	for path != nil && caught(tell) != nil { // of the last state, too, not all may be known
		if n := len(path.Stem); n > 0 {
			path.Stem = path.Stem[:n-1]
		} else {
			path = nil
		}
	}
	d.Path = path
	f.World, f.Decided = w, []Decision{d}
	f.Mishap = &Mishap{Text: told(p), Stack: p.Stack}
	return f
}

// Panic is the panic as an error, for commands without room for a run in their report; nil: none.
func (f *Findings) Panic() error {
	if f.Mishap == nil {
		return nil
	}
	return errors.New(f.Mishap.Text)
}

// isElections reports whether a panic is the election's or a property's. Any other is a bug of ours.
func isElections(p *checker.ModelPanic) bool {
	_, isRule := p.Value.(*model.Fault)
	_, isText := p.Value.(string) // the world's words about the election
	return isRule || isText || isInProperty(p)
}

func isInProperty(p *checker.ModelPanic) bool {
	return p.During != "" && p.During != "Steps" && p.During != "Init"
}

func told(p *checker.ModelPanic) string {
	during := ""
	if fault := (*model.Fault)(nil); errors.As(p, &fault) {
		return fault.Error()
	}
	if isInProperty(p) {
		during = " in " + p.During
	}
	return "panic" + during + ": " + model.OneLine(p.Value)
}

// caught calls a function and returns the panic of the election in it, or nil. Any other panic passes through.
func caught(do func()) (p *checker.ModelPanic) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *model.Fault:
			p = &checker.ModelPanic{During: "Steps", Value: value, Stack: value.Stack}
		case checker.Overflow: // a bound, beyond which nothing is known
		case string: // the world's words about the election
			p = &checker.ModelPanic{During: "Steps", Value: value, Stack: debug.Stack()}
		default:
			panic(value)
		}
	}()
	do()
	return nil
}

// wayToPanic searches for a shortest run after which the next step panics. The run is nil if the panic is in what makes the
// world, or if the search ends before it.
func (q Question) wayToPanic(ctx context.Context) (w *world.World, run *checker.Path, p *checker.ModelPanic) {
	if p = caught(func() { w = world.New(q.World); w.Init(func(checker.State) {}) }); p != nil {
		return nil, nil, p
	}
	panicIn := func(s checker.State) *checker.ModelPanic {
		return caught(func() {
			q.evaluateOwn(w.View(s))
			w.Steps(s, func(checker.Step, checker.State) {})
		})
	}
	search := runs.Search{World: w, Options: checker.Options{Workers: 1, MaxStates: mostSearched}}
	found, err := search.To(ctx, func(s checker.State) bool { return panicIn(s) != nil })
	if err != nil || found.Path == nil {
		return w, nil, nil
	}
	run = found.Path
	all := run.States()
	return w, run, panicIn(all[len(all)-1])
}

func (q Question) evaluateOwn(v spec.View) {
	for _, p := range q.Properties {
		for _, holds := range []func(spec.View) bool{p.Always, p.Premise, p.Goal, p.Reaches} {
			if p.Own && holds != nil {
				holds(v)
			}
		}
	}
}

// drawMishap draws the run to a panic, and says in one line what has panicked.
func (f *Findings) drawMishap(w *prose.Writer) {
	who, where := "A rule", "step"
	if strings.HasPrefix(f.Mishap.Text, "panic in property ") {
		who, where = "A property", "state"
	}
	w.Line("")
	switch d := f.Decided[0]; {
	case f.World == nil:
		w.Line("The election panics before the first step.")
	case d.Story == nil:
		w.Line("%s panics, and no run to there is known.", who)
	case len(d.Story.Stem) == 0:
		w.Line("%s panics in the first %s of a run.", who, where)
	default:
		w.Line("%s panics. A shortest run to that %s has %s:", who, where, prose.Plural(len(d.Story.Stem), "step"))
		drawRun(w, f.picture(d, prose.Width(w)))
		w.Line("%s", d.Outcome())
	}
	w.Line("")
	w.Line("%s", f.Mishap.Text)
	if f.Question.Trace {
		w.Line("%s", f.Mishap.Stack)
	}
}

package checker_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/internal/testlevel"
)

// asComponents: systems are checked as components now.
var asComponents bool

// onlyVectors skips a test in the run with components.
func onlyVectors(t *testing.T) {
	t.Helper()
	if asComponents {
		t.Skip("it tests systems without components; the first run includes it")
	}
}

// All tests run twice: with systems as they are, and with systems as components. SYSTEMS=vectors selects the first run, and
// SYSTEMS=components the second. With the race detector only the first run takes place: the tests of model/world run components with it.
func TestMain(m *testing.M) {
	code := 0
	if os.Getenv("SYSTEMS") != "components" {
		code = m.Run()
	}
	if code == 0 && os.Getenv("SYSTEMS") != "vectors" && !testlevel.Race {
		fmt.Println("with systems as components:")
		asComponents = true
		checker.Compose(func(s checker.System) checker.Composed { return join(s).(checker.Composed) })
		code = m.Run()
	}
	os.Exit(code)
}

// A joined is a System with a single component: its value is the whole state. So package component decides the same questions as
// for the plain System.
type joined struct{ checker.System }

type attributed interface{ Actor(checker.Step) int }

// join keeps the optional method Actor of a system.
func join(s checker.System) checker.System {
	if _, is := s.(checker.Composed); is {
		return s
	}
	if a, is := s.(attributed); is {
		return struct {
			joined
			attributed
		}{joined{s}, a}
	}
	return joined{s}
}

func (j joined) Components(checker.System) component.System { return joinedComponents{j} }
func (j joined) ValuesOf(s checker.State) []component.Value { return []component.Value{valueOf(s)} }
func (j joined) StateOf(v []component.Value) checker.State  { return stateOf(v[0]) }

func valueOf(s checker.State) component.Value {
	b, _ := binary.Append(nil, binary.LittleEndian, []checker.Cell(s))
	return string(b)
}

func stateOf(v component.Value) checker.State {
	b := []byte(v.(string))
	s := make(checker.State, len(b)/4)
	_, _ = binary.Decode(b, binary.LittleEndian, []checker.Cell(s))
	return s
}

func (j joined) Bounds() []string {
	if b, ok := j.System.(interface{ Bounds() []string }); ok {
		return b.Bounds()
	}
	return nil
}

func (j joined) Actions() []checker.NamedAction {
	if a, ok := j.System.(interface{ Actions() []checker.NamedAction }); ok {
		return a.Actions()
	}
	return nil
}

func (j joined) Lasts(s checker.State, emit func(checker.FairnessClass)) {
	if o, ok := j.System.(interface {
		Lasts(checker.State, func(checker.FairnessClass))
	}); ok {
		o.Lasts(s, emit)
	}
}

func (j joined) Initial() []component.Value {
	var first checker.State
	j.Init(func(s checker.State) {
		if first == nil {
			first = slices.Clone(s)
		}
	})
	return []component.Value{valueOf(first)}
}

func (j joined) Classes() []component.Class { return []component.Class{{}} }

// A joinedComponents is the system of one component.
type joinedComponents struct{ joined }

func (j joinedComponents) Steps(_ component.Class, v component.Value, _ component.Ask) (steps []component.Step) {
	names := map[checker.Action]string{}
	for _, a := range j.Actions() {
		names[a.Action] = a.Name
	}
	j.System.Steps(stateOf(v), func(step checker.Step, to checker.State) {
		x := component.Step{Code: step.Code, Bound: int(step.Bound), Action: names[step.Action], Fairness: fairnessOf(step.Fairness), Disabled: to == nil}
		if to != nil {
			x.Next = valueOf(to)
		}
		steps = append(steps, x)
	})
	return steps
}

func fairnessOf(d checker.FairnessClass) component.Fairness {
	if d == checker.None {
		return component.Fairness{}
	}
	return component.Fairness{Class: d, Strong: d.IsStrong()}
}

func (j joinedComponents) Receive(int, component.Value, component.Message) component.Value {
	panic("no message is sent")
}

func (j joinedComponents) Lasting(_ int, v component.Value) (classes []component.Fairness) {
	j.Lasts(stateOf(v), func(d checker.FairnessClass) { classes = append(classes, fairnessOf(d)) })
	return classes
}

func (j joinedComponents) Shown(int, component.Value) (any, uint8) { return nil, 0 }

// difference returns the lines in which two reports differ.
func difference(got, want *checker.Report) (lines string) {
	list := func(r *checker.Report) (all []string) {
		for _, x := range r.Results {
			all = append(all, fmt.Sprintf("%s: %v %d", x.Property.Name, x.Verdict, x.Count))
			all = append(all, fmt.Sprintf("%+v", x.Path))
		}
		return append(all, fmt.Sprintf("%+v", r.Deepest), fmt.Sprintf("%+v %d %d %d %d %v %v %q", r.Actions, r.States, r.Steps, r.Terminal, r.Depth, r.Widths, r.Complete, r.Bound))
	}
	a, b := list(got), list(want)
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			for _, l := range [][]string{a, b} {
				if i < len(l) {
					lines += l[i] + "\n"
				}
			}
		}
	}
	return lines
}

package checker

import (
	"encoding/binary"
	"fmt"

	"interrex/checker/component"
)

// A whole is a System that is not Composed, as a system of one component: its value is the whole state. So package component
// explores it, too.
type whole struct {
	System
	search *search
	names  map[Action]string // those asked for so far
}

// A cells is a State as a comparable value.
type cells string

func cellsOf(s State) cells {
	text := make([]byte, 0, 4*len(s))
	for _, cell := range s {
		text = binary.LittleEndian.AppendUint32(text, cell)
	}
	return cells(text)
}

func (c cells) state() State {
	s := make(State, len(c)/4)
	for i := range s {
		s[i] = uint32(c[4*i]) | uint32(c[4*i+1])<<8 | uint32(c[4*i+2])<<16 | uint32(c[4*i+3])<<24
	}
	return s
}

func (c cells) String() string { return fmt.Sprint([]Cell(c.state())) }

// Components, ValuesOf and StateOf are part of Composed.
func (w *whole) Components(System) component.System     { return wholeComponent{w} }
func (w *whole) ValuesOf(s State) []component.Value     { return []component.Value{cellsOf(s)} }
func (w *whole) StateOf(values []component.Value) State { return values[0].(cells).state() }

// A wholeComponent is the component of a whole.
type wholeComponent struct{ *whole }

// Initial is part of component.System. The search says where the exploration begins.
func (w wholeComponent) Initial() []component.Value { return []component.Value{cells("")} }

// Classes is part of component.System.
func (w wholeComponent) Classes() []component.Class { return []component.Class{{}} }

// Steps is part of component.System.
func (w wholeComponent) Steps(_ component.Class, v component.Value, _ component.Ask) (steps []component.Step) {
	w.search.busy = "Steps"
	from := v.(cells).state()
	w.System.Steps(from, func(step Step, to State) {
		checkTarget(w.System, from, step, to)
		steps = append(steps, component.Step{Code: step.Code, Fairness: fairnessOf(step.Fairness), Bound: int(step.Bound),
			Action: w.nameOf(step.Action), Disabled: to == nil})
		if to != nil {
			steps[len(steps)-1].Next = cellsOf(to)
		}
	})
	if cellsOf(from) != v {
		panic(changed(from))
	}
	w.search.busy = ""
	return steps
}

// nameOf returns the name of an action, which the system must have named by the time a step has it.
func (w wholeComponent) nameOf(a Action) string {
	if _, isKnown := w.names[a]; !isKnown && a != 0 {
		for _, named := range w.search.named() {
			w.names[named.Action] = named.Name
		}
		if _, isKnown = w.names[a]; !isKnown {
			panic(w.search.nameless(fmt.Sprint(a)))
		}
	}
	return w.names[a]
}

func fairnessOf(f FairnessClass) component.Fairness {
	if f == None {
		return component.Fairness{}
	}
	return component.Fairness{Class: f, Strong: f.IsStrong()}
}

// Receive is part of component.System. There are no messages.
func (w wholeComponent) Receive(int, component.Value, component.Message) component.Value { return nil }

// Lasting is part of component.System.
func (w wholeComponent) Lasting(_ int, v component.Value) (all []component.Fairness) {
	if lasting, ok := w.System.(outlasting); ok {
		w.search.busy = "Lasts"
		lasting.Lasts(v.(cells).state(), func(f FairnessClass) { all = append(all, fairnessOf(f)) })
		w.search.busy = ""
	}
	return all
}

// Shown is part of component.System.
func (w wholeComponent) Shown(int, component.Value) (any, uint8) { return nil, 0 }

package checker_test

import (
	"fmt"
	"math/bits"

	"interrex/checker"
)

// A drawing is a small system written down edge by edge. It implements System directly, with
// everything a System may do: disabled steps and steps altered by a bound of the modeller's.
type drawing struct {
	initial []int
	out     [][]arrow            // of each vertex, in the order in which its steps are emitted
	lasting map[checker.Duty]set // where duties last, besides the vertices in which they are enabled
}

type arrow struct {
	to     int
	owed   checker.Duty
	bound  checker.Bound
	off    bool // the bound disables the step, and to means nothing
	action checker.Action
}

func (d *drawing) Width() int { return 1 }

func (d *drawing) Init(emit func(checker.State)) {
	for _, v := range d.initial {
		emit(checker.State{checker.Cell(v)})
	}
}

func (d *drawing) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	buffer := make(checker.State, 1)
	for i, a := range d.out[s[0]] {
		step := checker.Step{Code: uint64(i), Owed: a.owed, Bound: a.bound, Action: a.action}
		if a.off {
			emit(step, nil)
			continue
		}
		buffer[0] = checker.Cell(a.to)
		emit(step, buffer)
		buffer[0] = 0xffff // what was emitted is ours again: whoever kept it will see
	}
}

func (d *drawing) Lasts(s checker.State, emit func(checker.Duty)) {
	for duty, at := range d.lasting {
		if at.has(vertex(s)) {
			emit(duty)
		}
	}
}

func (d *drawing) Bounds() []string { return []string{"hops", "weight"} }

func (d *drawing) Actions() []checker.NamedAction { return actions("walk", "run", "fly") }

// actions are expected ones of these names.
func actions(names ...string) (all []checker.NamedAction) {
	for i, name := range names {
		all = append(all, checker.NamedAction{Action: checker.Action(i + 1), Name: name, Expected: true})
	}
	return all
}

func (d *drawing) String() string {
	text := fmt.Sprintf("initial %v", d.initial)
	for v, arrows := range d.out {
		for _, a := range arrows {
			text += fmt.Sprintf(" %d>%d", v, a.to)
			switch {
			case a.owed >= checker.Strong(0):
				text += fmt.Sprintf("=%c", 'A'+a.owed-checker.Strong(0))
			case a.owed != checker.None:
				text += fmt.Sprintf("=%c", 'a'+a.owed-checker.Weak(0))
			}
			if a.action != 0 {
				text += fmt.Sprintf(" action %d", a.action)
			}
			if a.off {
				text += " off"
			}
			if a.bound != 0 {
				text += fmt.Sprintf(" bound %d", a.bound)
			}
		}
	}
	for duty, at := range d.lasting {
		text += fmt.Sprintf(" %c lasts in %b", 'a'+duty-checker.Weak(0), at)
	}
	return text
}

// A set holds vertices.
type set uint32

func only(v int) set             { return 1 << v }
func (s set) has(v int) bool     { return s>>v&1 != 0 }
func (s set) subset(of set) bool { return s&^of == 0 }
func (s set) count() int         { return bits.OnesCount32(uint32(s)) }
func everything(n int) set       { return 1<<n - 1 }
func vertex(s checker.State) int { return int(s[0]) }
func (s set) holds() checker.Predicate {
	return func(state checker.State) bool { return s.has(vertex(state)) }
}

// A question is a property of a drawing that can be looked into, as a Property cannot.
type question struct {
	kind  kind
	p, q  set
	value []int // of each vertex
}

type kind string

const (
	invariant        kind = "Invariant"
	stepInvariant    kind = "StepInvariant" // no step leads from p to q
	atRest           kind = "AtRest"
	reachable        kind = "Reachable"
	counted          kind = "Counted"
	eventually       kind = "Eventually"
	eventuallyAlways kind = "EventuallyAlways"
	alwaysEventually kind = "AlwaysEventually"
	leadsTo          kind = "LeadsTo"
	settles          kind = "Settles"
	recurs           kind = "Recurs"
)

func (q question) String() string {
	return fmt.Sprintf("%s(p=%b q=%b value=%v)", q.kind, q.p, q.q, q.value)
}

func (q question) property() checker.Property {
	name := q.String()
	switch q.kind {
	case invariant:
		return checker.Invariant(name, q.p.holds())
	case stepInvariant:
		return checker.StepInvariant(name, func(before, after checker.State) bool {
			return !q.p.has(vertex(before)) || !q.q.has(vertex(after))
		})
	case atRest:
		return checker.AtRest(name, q.p.holds())
	case reachable:
		return checker.Reachable(name, q.p.holds())
	case counted:
		return checker.Counted(name, q.p.holds())
	case eventually:
		return checker.Eventually(name, q.p.holds())
	case eventuallyAlways:
		return checker.EventuallyAlways(name, q.p.holds())
	case alwaysEventually:
		return checker.AlwaysEventually(name, q.p.holds())
	case leadsTo:
		return checker.LeadsTo(name, q.p.holds(), q.q.holds())
	case recurs:
		return checker.Recurs(name, q.p.holds(), q.q.holds())
	case settles:
		return checker.Settles(name, func(s checker.State) int { return q.value[vertex(s)] })
	}
	panic("unknown kind " + q.kind)
}

func properties(questions []question) []checker.Property {
	var all []checker.Property
	for _, q := range questions {
		all = append(all, q.property())
	}
	return all
}

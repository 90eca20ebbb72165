package model

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"interrex/spec"
)

// A View is a complete state for a user's own properties. It must not be changed.
type View struct {
	Processes []ProcessView // in ring order
	Messages  []InTransit   // by channel; in each channel in sending order
}

// A ProcessView is a process in a View. Of a dead process only the ID is set.
type ProcessView struct {
	ID     ID
	Live   bool
	Status Status // its elected and its term
	Local  Local  // of the type L of its Protocol
}

// An InTransit is a message in transit.
type InTransit struct {
	From, To ID
	Message  Message
}

// Pictured is implemented by the Protocol of a user that draws its states. Draw returns the elements of an SVG.
type Pictured interface{ Draw(View) string }

// Drawing is what the protocol draws of a state: "" without a drawing, an error if Draw panics.
func Drawing(protocol any, view func() View) (svg string, err error) {
	pictured, is := protocol.(Pictured)
	if !is {
		return "", nil
	}
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("Draw: panic: %s", OneLine(value))
		}
	}()
	return pictured.Draw(view()), nil
}

// IDs lists the processes, in ring order.
func (v View) IDs() []ID { return v.those(func(ProcessView) bool { return true }) }

// Live lists the live processes.
func (v View) Live() []ID { return v.those(func(p ProcessView) bool { return p.Live }) }

// Leaders lists the live processes that have elected themselves.
func (v View) Leaders() []ID {
	return v.those(func(p ProcessView) bool { return p.Live && p.Status.Elected == p.ID })
}

func (v View) those(kind func(ProcessView) bool) (ids []ID) {
	for _, p := range v.Processes {
		if kind(p) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// Process returns one process. It panics if the group has no process with that id.
func (v View) Process(id ID) ProcessView {
	i := slices.IndexFunc(v.Processes, func(p ProcessView) bool { return p.ID == id })
	if i < 0 {
		panic(fmt.Sprintf("there is no process %d; the processes are %v", id, v.IDs()))
	}
	return v.Processes[i]
}

// IsLive reports whether a process lives.
func (v View) IsLive(id ID) bool { return v.Process(id).Live }

// Elected returns the elected of a live process; Nobody for a dead one.
func (v View) Elected(id ID) ID { return v.Process(id).Status.Elected }

// Term returns the term of a live process; 0 of a dead one.
func (v View) Term(id ID) int { return v.Process(id).Status.Term }

// LocalOf returns the local state of a process; the zero L of a dead one. It panics if L is not the type of the election's local states.
func LocalOf[L any](v View, id ID) L {
	var none L
	p := v.Process(id)
	if !p.Live {
		return none
	}
	local, is := p.Local.(L)
	if !is {
		panic(fmt.Sprintf("the local state of P%d is a %T, not a %T", id, p.Local, none))
	}
	return local
}

// Predicate makes a predicate of a property of one that reads a View; nil of nil. Its panic is a Fault.
func Predicate(property string, p func(View) bool) func(spec.View) bool {
	if p == nil {
		return nil
	}
	return func(v spec.View) bool {
		defer blame(p, "property "+property, Nobody)
		return p(v.Whole.(View))
	}
}

// mostOwn is the number of own properties that an election may have.
const mostOwn = 20

var ownName = regexp.MustCompile(`^[\pL\pN][\pL\pN_.-]*$`)

// validateOwn refuses own properties without functions, and names that a report cannot use.
func (a Algorithm) validateOwn() error {
	if len(a.Properties) > mostOwn {
		return fmt.Errorf("%s: it has %d properties of its own; %d are allowed", a.Name, len(a.Properties), mostOwn)
	}
	for i, p := range a.Properties {
		called := fmt.Sprintf("%s: %s(%q)", a.Name, p.Constructor, p.Name)
		isIt := func(q spec.Property) bool { return strings.EqualFold(q.Name, p.Name) }
		switch {
		case p.Constructor == "":
			return fmt.Errorf("%s: Property{}: it is empty; make it with Always, Eventually or LeadsTo", a.Name)
		case p.Always == nil && p.Reaches == nil && (p.Premise == nil || p.Goal == nil):
			return fmt.Errorf("%s: a function is nil; give a func(View) bool", called)
		case !ownName.MatchString(p.Name):
			return fmt.Errorf("%s: a name has letters, digits, dots, dashes and underscores, as in lock-is-held", called)
		case slices.ContainsFunc(spec.All(), isIt) || slices.Contains([]string{"default", "promised", "all"}, strings.ToLower(p.Name)):
			return fmt.Errorf("%s: there is such a name already; choose another", called)
		case slices.ContainsFunc(a.Properties[:i], isIt):
			return fmt.Errorf("%s: it is given twice; each property has a name of its own", called)
		}
	}
	return nil
}

// All lists all properties: those that every election may be asked, and its own.
func (a Algorithm) All() []spec.Property { return append(spec.All(), a.Properties...) }

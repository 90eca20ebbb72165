package model

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Validate says what an entry lacks that every world needs, in one line. What one world needs and
// another does not is for the world's description to say.
func (a Algorithm) Validate() error {
	switch {
	case a.Name == "":
		return errors.New("an algorithm without a Name: a report calls it by that")
	case a.Topology != Complete && a.Topology != Cycle && a.Topology != BothWays:
		return fmt.Errorf("%s: Topology %q: it is %q, %q or %q", a.Name, a.Topology, Complete, Cycle, BothWays)
	case a.Make == nil:
		return fmt.Errorf("%s: Make is missing: it makes the Handler, by model.Handle of a Protocol", a.Name)
	}
	h := a.Make(Variant{Reading: Repaired})
	if h == nil {
		return fmt.Errorf("%s: Make returns no Handler: model.Handle makes one of a Protocol", a.Name)
	}
	if err := h.Validate(); err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	if printed := a.Make(Variant{Reading: Printed}); printed == nil || printed.Abilities() != h.Abilities() {
		return fmt.Errorf("%s: Make makes protocols that implement different interfaces of different readings: they are to be the same", a.Name)
	}
	return nil
}

// Validate names a method that is missing from an optional interface of which the protocol has another,
// or that has the wrong signature: the interface would not be found, and nobody would miss it.
func (h handler[L]) Validate() error {
	if h.protocol == nil {
		return errors.New("model.Handle was given no Protocol")
	}
	protocol := reflect.TypeOf(h.protocol)
	for _, optional := range []reflect.Type{
		reflect.TypeFor[Personal[L]](), reflect.TypeFor[Timed[L]](), reflect.TypeFor[Await](), reflect.TypeFor[Clocked[L]](),
		reflect.TypeFor[Occasional](), reflect.TypeFor[Suspecting[L]](), reflect.TypeFor[Keeping[L]](),
		reflect.TypeFor[Recovering[L]](), reflect.TypeFor[Choosing[L]](),
	} {
		if err := implementsWholly(protocol, optional); err != nil {
			return err
		}
	}
	switch able := h.Abilities(); {
	case !able.Timed && (able.Awaiting || able.Clocked || able.Clockwork):
		return fmt.Errorf("%v: the methods Timers and Timeout of model.Timed are missing, for timers of which it says when they fire", protocol)
	case able.Clockwork && !able.Clocked:
		return fmt.Errorf("%v: the method Ticks of model.Clocked is missing, by which a model.Clockwork runs", protocol)
	}
	return nil
}

// implementsWholly reports what of an interface a type lacks that has some of it.
func implementsWholly(protocol, optional reflect.Type) error {
	if protocol.Implements(optional) {
		return nil
	}
	name, _, _ := strings.Cut(optional.Name(), "[")
	reachable := protocol
	if protocol.Kind() != reflect.Pointer {
		reachable = reflect.PointerTo(protocol)
	}
	var has, lacks string
	for i := range optional.NumMethod() {
		want := optional.Method(i)
		found, exists := reachable.MethodByName(want.Name)
		if !exists {
			lacks = want.Name
			continue
		}
		has = want.Name
		if _, ofValue := protocol.MethodByName(want.Name); !ofValue {
			return fmt.Errorf("%v: the method %s of model.%s has a pointer receiver: Handle is to be given a pointer", protocol, want.Name, name)
		}
		if got := signature(found.Type, 1); got != signature(want.Type, 0) {
			return fmt.Errorf("%v: the method %s%s is not that of model.%s, which is %s%s", protocol, want.Name, got, name, want.Name, signature(want.Type, 0))
		}
	}
	if has != "" && lacks != "" {
		return fmt.Errorf("%v: the method %s of model.%s is missing, of which it has %s", protocol, lacks, name, has)
	}
	return nil
}

// signature spells what a method takes, from a parameter on, and returns.
func signature(method reflect.Type, from int) string {
	spelt := func(n, from int, at func(int) reflect.Type) string {
		var types []string
		for i := from; i < n; i++ {
			types = append(types, at(i).String())
		}
		return strings.Join(types, ", ")
	}
	results := spelt(method.NumOut(), 0, method.Out)
	switch method.NumOut() {
	case 0:
	case 1:
		results = " " + results
	default:
		results = " (" + results + ")"
	}
	return "(" + spelt(method.NumIn(), from, method.In) + ")" + results
}

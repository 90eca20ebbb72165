// Package check asks one question about one world: which properties hold there. Findings are the answer, as
// text, as JSON or as drawings, whether the question came from a command line or from a test.
package check

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/internal/runs"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Question is the input of a check: the properties, the world, and the limits.
type Question struct {
	World      world.Config
	Properties []spec.Property // that are evaluated
	Unasked    []spec.Property // of these, those that are not asked: they change no exit code
	Options    checker.Options
	Store      Place     // where the states are
	Show       runs.Kind // which run a report shows; "": as ShowCounterexample
	Seed       int       // of a random one
	Vacuous    bool      // a warning of vacuity is an error
	Trace      bool      // the report of a panic has the stack

	Elections []model.Algorithm // that there are to choose from
	Partial   bool              // the election, or the number of processes, may be omitted
	Engines   []Engine          // that there are beside this process
	Stores    []Opener          // and beside folders

	Note func(*Findings) string // further text about a violation; nil: none

	Say func(format string, args ...any) // prints messages of an engine; nil: discarded

	Called  string   // the command, if not check
	Program string   // command that asks the same again; "": none
	Given   []string // the flags as given, for that

	engine engagement
}

// Ask explores the world and decides the properties. The error is that of checker.Check, or of an invalid
// world. A panic of the election is no error but findings, with a shortest run to it.
func Ask(ctx context.Context, q Question) (*Findings, error) {
	var found *Findings
	var err error
	if direct := caught(func() { found, err = q.ask(ctx) }); direct != nil {
		err = direct
	}
	if p := new(checker.ModelPanic); errors.As(err, &p) {
		if !isElections(p) {
			panic(fmt.Sprintf("%v\n%s", p, p.Stack))
		}
		return q.mishap(ctx, p), nil
	}
	return found, err
}

// ask is Ask, except for panics.
func (q Question) ask(ctx context.Context) (*Findings, error) {
	explore := func() (*world.World, *checker.Report, error) { return world.Explore(ctx, q.World, q.Ask, q.Options) }
	if !q.Store.IsMemory() {
		q.order()
		explore = func() (*world.World, *checker.Report, error) { return askStored(ctx, q) }
	}
	w, counts, err := explore()
	if err != nil {
		return nil, err
	}
	return findings(q, w, counts), nil
}

// order makes the properties those by which a store is known: in the order of the specification, and only those that are asked if
// a violation stops the exploration.
func (q *Question) order() {
	if q.Options.StopFirst {
		q.Properties = slices.DeleteFunc(slices.Clone(q.Properties), func(p spec.Property) bool { return !q.IsAsked(p.Name) })
		q.Unasked = nil
	}
	asked := q.Properties
	q.Properties = slices.DeleteFunc(q.World.Algorithm.All(), func(p spec.Property) bool { return !has(asked, p.Name) })
}

// Ask lists the checker's properties for a world.
func (q Question) Ask(w *world.World) []checker.Property {
	var aside []spec.Property
	if has(q.Properties, spec.Decides.Name) && has(q.Properties, spec.Ends.Name) {
		aside = append(aside, spec.LeaderForEver)
	}
	return q.marked(w.Ask(q.Properties, aside...))
}

// marked marks the properties that are not asked: -stop=first ignores them.
func (q Question) marked(all []checker.Property) []checker.Property {
	for i, p := range q.Properties {
		if !q.IsAsked(p.Name) {
			all[i] = all[i].Unasked()
		}
	}
	return all
}

// IsAsked reports whether a property that is evaluated counts for the exit code.
func (q Question) IsAsked(name string) bool { return !has(q.Unasked, name) }

func has(properties []spec.Property, name string) bool {
	return slices.ContainsFunc(properties, func(p spec.Property) bool { return p.Name == name })
}

// Of is the question itself.
func (q *Question) Of() *Question { return q }

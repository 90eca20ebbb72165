package check

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Question is a world, properties and bounds.
type Question struct {
	World      world.Config
	Properties []spec.Property
	Options    checker.Options
	Store      Place // where the states are
	Vacuous    bool  // a warning of vacuity is an error
	Trace      bool  // the report of a panic has the stack

	Elections []model.Algorithm // that there are to choose from
	Least     int               // how many processes there are if nothing else is said; 0: it must be said
	Engines   []Engine          // that there are beside this process
	Stores    []Opener          // and beside folders

	Say func(format string, args ...any) // tells what an engine has to say; nil: nobody hears it

	Called  string   // the command, if not check
	Program string   // how to call the program that asks the same again; "" if none does
	Given   []string // the flags as given, for that

	engaging string  // the name of the engine
	carrier  Carrier // nil: this process
	shards   int
	alone    int
	unsaid   []string // flags of engines, which a report does not depend on
}

// Ask explores the world and decides the properties. The error is that of checker.Check, or of a world that
// is none.
// A panic of the election is no error but findings, with a shortest run to it.
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
	if !q.Store.IsMemory() {
		w, counts, err := askStored(ctx, q)
		if err != nil {
			return nil, plain(err)
		}
		return New(q, w, counts), nil
	}
	w, counts, err := world.Explore(ctx, q.World, q.Ask, q.Options)
	if err != nil {
		return nil, plain(err)
	}
	return New(q, w, counts), nil
}

// Ask lists the checker's properties for a world in memory.
func (q Question) Ask(w *world.World) []checker.Property {
	isAsked := func(name string) bool {
		return slices.ContainsFunc(q.Properties, func(p spec.Property) bool { return p.Name == name })
	}
	if isAsked(spec.Decides.Name) && isAsked(spec.Ends.Name) {
		return w.AskAside(q.Properties)
	}
	return w.Ask(q.Properties)
}

// Of is the question itself.
func (q *Question) Of() *Question { return q }

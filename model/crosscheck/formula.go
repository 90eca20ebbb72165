package crosscheck

import (
	"slices"

	"interrex/model/world"
	"interrex/spec"
)

// A kind is how TLC is asked for a property, and what a counterexample looks like.
type kind int

const (
	invariant kind = iota // true in every state
	steps                 // true of every step
	lasting               // liveness: true of every fair run
)

// A formula is a property of the problem under its name in module Election.
type formula struct {
	spec.Property
	Formula string
	kind    kind

	// action is what the formula says of one step, where it is about steps.
	action string
}

// formulas are all properties, in the order of spec/election.md, but for what asks who has been suspected:
// the modules keep no record of that.
var formulas = []formula{
	{spec.OneLeader, "OneLeader", invariant, ""},
	{spec.ElectedIsMax, "ElectedIsMax", invariant, ""},
	{spec.Agreement, "Agreement", invariant, ""},
	{spec.Validity, "Validity", invariant, ""},
	{spec.NotStuck, "NotStuck", invariant, ""},
	{spec.Decides, "Decides", lasting, ""},
	{spec.Ends, "Ends", lasting, ""},
	{spec.StrictMax, "StrictPMax", invariant, ""},
	{spec.StrictAgreement, "StrictAgreement", invariant, ""},
	{spec.StrictDecides, "StrictDecides", lasting, ""},
	{spec.Irrevocable, "Irrevocable", steps, "TurnsAwayRightly"},
	{spec.AnnouncedLast, "AnnouncedLast", invariant, ""},
	{spec.EventualLeadership, "EventualLeadership", lasting, ""},
	{spec.StrictStability, "StrictStability", steps, "LeadsOn"},
	{spec.LeaderPerTerm, "LeaderPerTerm", invariant, ""},
	{spec.SameDecision, "SameDecision", invariant, ""},
	{spec.AllDecide, "AllDecide", lasting, ""},
	{spec.NeverZero, "NeverZero", invariant, ""},
	{spec.NeverOne, "NeverOne", invariant, ""},
}

// isNamed reports whether the property is asked by name only.
func (f formula) isNamed() bool {
	return !slices.ContainsFunc(spec.Default(), func(p spec.Property) bool { return p.Name == f.Name })
}

// formulasOf are those that have a meaning in a world.
func formulasOf(c world.Config) []formula {
	return slices.DeleteFunc(slices.Clone(formulas), func(f formula) bool { return c.Algorithm.Means(f.Property) != nil })
}

// properties lists those of formulas.
func properties(formulas []formula) []spec.Property {
	var list []spec.Property
	for _, f := range formulas {
		list = append(list, f.Property)
	}
	return list
}

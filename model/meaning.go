package model

import (
	"fmt"
	"slices"

	"interrex/spec"
)

// lacks says in words why there is nothing in the algorithm that a property could speak of, "" if there is.
func (a Algorithm) lacks(s spec.Subject) string {
	switch {
	case s == spec.Ranks && a.Anonymous:
		return "none of its processes outranks another"
	case s == spec.Rounds && a.Clockwork():
		return "no election begins or ends in it, each process trusts one all the time"
	case s == spec.Announcements && a.Unannounced:
		return "none of its messages announces a result"
	case s == spec.Terms && !a.Terms:
		return "its leaders have no terms"
	case s == spec.Decisions && a.On == "":
		return "it decides nothing beside the election, as -algo=" + ConsensusName + " does"
	}
	return ""
}

// A Meaningless is a property that has no meaning for an algorithm: nothing could violate it.
type Meaningless struct{ Property, Algorithm, Why string }

func (m *Meaningless) Error() string {
	return fmt.Sprintf("%s has no meaning for %s: %s", m.Property, m.Algorithm, m.Why)
}

// Means says why a property has no meaning for the algorithm, in one line; nil if it has one. The error
// is a *Meaningless.
func (a Algorithm) Means(p spec.Property) error {
	if why := a.lacks(p.Of); why != "" {
		return &Meaningless{p.Name, a.Name, why}
	}
	return nil
}

// Usual lists the properties asked of the algorithm when none is named: the default ones that have a
// meaning for it, and those that it is about.
func (a Algorithm) Usual() []spec.Property {
	isDefault := func(p spec.Property) bool {
		return slices.ContainsFunc(spec.Default(), func(q spec.Property) bool { return q.Name == p.Name })
	}
	return slices.DeleteFunc(a.Meaningful(), func(p spec.Property) bool { return !isDefault(p) && !slices.Contains(a.Asks, p.Name) })
}

// Meaningful lists all properties that have a meaning for the algorithm.
func (a Algorithm) Meaningful() []spec.Property { return a.Meant(spec.All()) }

// Meant lists those of some properties that have a meaning for the algorithm.
func (a Algorithm) Meant(properties []spec.Property) []spec.Property {
	return slices.DeleteFunc(slices.Clone(properties), func(p spec.Property) bool { return a.Means(p) != nil })
}

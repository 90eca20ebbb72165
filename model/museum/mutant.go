package museum

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/model/world"
)

// A Mutant is an algorithm with a small wound, and the property that the wound breaks.
type Mutant struct {
	Name   string
	Wound  string // what it does instead, in one sentence
	Of     string // the algorithm, by the catalogue's name
	Breaks string // the property

	// World changes the default world of three processes with ids 1 to 3 into the one in which
	// the healthy algorithm keeps the property, and the mutant does not. Nil: nothing to change.
	World func(*world.Config)

	wound wound
}

// Mutants lists the collection: those on rings, then those on the complete graph, each in the
// order of the properties.
func Mutants() []Mutant { return slices.Concat(rings, bullies) }

// Healthy is the mutant's world with the algorithm as it should be.
func (m Mutant) Healthy() world.Config {
	a, ok := model.Find(m.Of)
	if !ok {
		panic(fmt.Sprintf("museum: %s: there is no algorithm %q", m.Name, m.Of))
	}
	c := world.Default(a, []model.ID{1, 2, 3})
	if m.World != nil {
		m.World(&c)
	}
	c.Elections, c.Capacity = max(c.Elections, c.DefaultElections()), max(c.Capacity, c.DefaultCapacity())
	return c
}

// Wounded is the same world with the mutant in the algorithm's place.
func (m Mutant) Wounded() world.Config {
	c := m.Healthy()
	healthy := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return m.wound(healthy(v)) }
	return c
}

package museum

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/model/world"
)

// A Mutant is an algorithm with a small wound, and the property that the wound breaks.
type Mutant struct {
	Name  string // one word, with hyphens; no two of one algorithm share it
	Of    string // the algorithm, by the catalogue's name
	Rule  string // the rule that is wounded, as on the algorithm's page: "BU3"
	Wound string // what it does instead, or its world, in one sentence without the subject
	Known string // the printed rule, or the bug of a real system, that it stands for; "" if none

	// Breaks is the property that the wound must break. "": none, and the mutant is claimed to be
	// equivalent in its world.
	Breaks string

	// World changes the default world of three processes with ids 1 to 3 into the one in which
	// the healthy algorithm keeps the property, and the mutant does not. Nil: nothing to change.
	World func(*world.Config)

	wound wound               // of the rules; nil: they are whole
	drops func(*world.Config) // what the wounded world does not grant any more; nil: nothing
}

// Mutants lists the collection by algorithm, in the order of the catalogue.
func Mutants() []Mutant {
	return slices.Concat(rings, ringMaxIDs, ringWatches, ringDetectors, ringAccepts, leLanns, changRoberts,
		hirschbergSinclairs, anonymous, itaiRodehs, bullies, bullyRecoveries, rafts, omegasTimely, omegasMinimal, consensuses)
}

// Algorithms lists what the mutants are of, in their order: the catalogue, and consensus.
func Algorithms() (names []string) {
	for _, a := range model.Catalogue() {
		names = append(names, a.Name)
	}
	return append(names, model.ConsensusName)
}

// find looks an algorithm up. A consensus is by bully.
func find(name string) (model.Algorithm, bool) {
	if name != model.ConsensusName {
		return model.Find(name)
	}
	election, ok := model.Find("bully")
	return model.Consensus(election), ok
}

// Healthy is the mutant's world with the algorithm as it should be.
func (m Mutant) Healthy() world.Config { return m.in(m.World) }

// Wounded is the same world with the mutant in the algorithm's place, less what it dropped.
func (m Mutant) Wounded() world.Config {
	c := m.in(m.World, m.drops)
	m.hurt(&c)
	return c
}

// Inflict puts the mutant into any world of its algorithm, and takes from that what the mutant drops.
func (m Mutant) Inflict(c *world.Config) {
	if m.drops != nil {
		m.drops(c)
	}
	m.hurt(c)
}

// hurt wounds the rules alone.
func (m Mutant) hurt(c *world.Config) {
	if healthy := c.Algorithm.Make; m.wound != nil {
		c.Algorithm.Make = func(v model.Variant) model.Handler { return m.wound(healthy(v)) }
	}
}

// OfWorld reports whether the rules are whole, and the world they rely on is wounded.
func (m Mutant) OfWorld() bool { return m.wound == nil }

// ByTheClock is the mutant in the same world with a clock: with the shortest timers that are safe.
func (m Mutant) ByTheClock() Mutant {
	before := m.World
	m.World = func(c *world.Config) {
		if before != nil {
			before(c)
		}
		byClock(c)
	}
	return m
}

// in is the default world of the algorithm, changed.
func (m Mutant) in(changes ...func(*world.Config)) world.Config {
	a, ok := find(m.Of)
	if !ok {
		panic(fmt.Sprintf("museum: %s: there is no algorithm %q", m.Name, m.Of))
	}
	c := world.Default(a, []model.ID{1, 2, 3})
	for _, change := range changes {
		if change != nil {
			change(&c)
		}
	}
	c.Elections, c.Capacity = max(c.Elections, c.DefaultElections()), max(c.Capacity, c.DefaultCapacity())
	return c
}

// Unhurt is the mutant without its wound: a trial must find nothing wrong with it.
func (m Mutant) Unhurt() Mutant {
	m.wound, m.drops = nil, nil
	return m
}

package impl

import (
	"fmt"
	"strings"
)

// A Decision is Undecided, or the bit that has been decided.
type Decision int

const (
	Undecided Decision = iota
	Zero
	One
)

// String prints ⊥, 0 or 1.
func (d Decision) String() string { return [...]string{"⊥", "0", "1"}[d] }

// Decided is a State of a consensus that rests on an election.
type Decided interface {
	State

	// Decision is what the member has decided. It never changes, and is not kept over a crash.
	Decision() Decision
}

// consensusName is the name of consensus on any election, as in -algo.
const consensusName = "consensus"

// usualElection is the default election of consensus.
const usualElection = "bully"

// Consensus turns an election into the protocol that decides by it, rules CO1 and CO2 of
// spec/consensus.md. Its Name is consensus, and On names the election.
func Consensus(of Algorithm) Algorithm {
	a := of
	a.Name, a.On = consensusName, of.Name
	a.Boot = func(c *Config, kept *Stable, back bool) (State, Outputs) {
		state, out := of.Boot(c, kept, back)
		return decide(state, Undecided), out
	}
	return a
}

// Over returns a consensus on the election with that name; "" leaves an algorithm as it is.
func (a Algorithm) Over(on string) (Algorithm, error) {
	switch {
	case on == "":
		return a, nil
	case a.On == "":
		return Algorithm{}, fmt.Errorf("-on has no meaning for %s; it is for -algo=%s", a.Name, consensusName)
	}
	var elections []string
	for _, of := range Algorithms() {
		switch {
		case of.On != "":
		case of.Name == on:
			return Consensus(of), nil
		default:
			elections = append(elections, of.Name)
		}
	}
	return Algorithm{}, fmt.Errorf("-on=%s: not an election for %s; allowed are %s", on, consensusName, strings.Join(elections, ", "))
}

// consensus is a member's state: its state in the election, and its decision.
type consensus struct {
	State
	decision Decision
}

// termed is the same on an election with terms.
type termed struct{ consensus }

// decide follows rule CO2: when the election first elects a leader, the member decides the last bit of the
// leader's id, once.
func decide(election State, decision Decision) State {
	if leader := election.Elected(); decision == Undecided && leader != Nobody {
		decision = Zero + Decision(leader&1)
	}
	c := consensus{election, decision}
	if _, is := election.(Termed); is {
		return termed{c}
	}
	return c
}

// Step follows rule CO1, and then CO2.
func (c consensus) Step(in Input) (State, Outputs) {
	election, out := c.State.Step(in)
	return decide(election, c.decision), out
}

// Decision implements Decided.
func (c consensus) Decision() Decision { return c.decision }

// Variables implements State.
func (c consensus) Variables() []Variable {
	return append(c.State.Variables(), Variable{"decision", c.decision.String()})
}

// Term implements Termed.
func (t termed) Term() int { return t.State.(Termed).Term() }

package impl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A State is all that a member knows: a value that no step changes.
type State interface {
	// Step is what the member does about an input. It is a function of the state and the input.
	Step(Input) (State, Outputs)

	// Elected is whom the member takes for the leader, or Nobody.
	Elected() ID

	// TakesPart reports whether an election is under way as far as the member is concerned.
	TakesPart() bool

	// Variables lists the local variables of the algorithm's page, in its order.
	Variables() []Variable
}

// Termed is a State of an algorithm that numbers its reigns.
type Termed interface {
	State

	// Term is the newest reign that the member has heard of.
	Term() int
}

// A Variable is a local variable, named and printed as the pages and the model do.
type Variable struct{ Name, Value string }

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// A Topology says who sends to whom.
type Topology string

const (
	Complete Topology = "complete graph" // everyone to everyone
	Ring     Topology = "ring"           // to the next
	BothWays Topology = "ring both ways" // to the next and to the one before
)

// An Algorithm is an election that a group can hold.
type Algorithm struct {
	Name     string
	On       string // the election that a consensus rests on, else ""
	Topology Topology
	Forms    []Form   // of its messages
	Timers   []string // their names
	Terms    bool     // its states are Termed
	Keeps    bool     // it asks for stable storage
	Recovers bool     // a member that has come back is given Recover

	// Boot is a member's first state, and what it does first. Kept is what its stable storage holds,
	// or nil; back says that it has been here before.
	Boot func(c *Config, kept *Stable, back bool) (State, Outputs)
}

// Election names the election: the one that a consensus rests on, or the algorithm itself.
func (a Algorithm) Election() string { return cmp.Or(a.On, a.Name) }

// String prints what Find finds: bully, or consensus on bully.
func (a Algorithm) String() string {
	if a.On == "" {
		return a.Name
	}
	return a.Name + resting + a.On
}

const resting = " on "

// Algorithms lists the elections, and consensus on its usual one, by name.
func Algorithms() []Algorithm {
	elections := []Algorithm{
		bullyAlgorithm(),
		bullyRecoveryAlgorithm(),
		changRobertsAlgorithm(),
		hirschbergSinclairAlgorithm(),
		leLannAlgorithm(),
		omegaMinimalAlgorithm(),
		omegaTimelyAlgorithm(),
		raftAlgorithm(),
		ringAlgorithm(),
		ringAcceptAlgorithm(),
		ringDetectorAlgorithm(),
		ringMaxIDAlgorithm(),
		ringWatchAlgorithm(),
	}
	usual := slices.IndexFunc(elections, func(a Algorithm) bool { return a.Name == usualElection })
	all := append(elections, Consensus(elections[usual]))
	slices.SortFunc(all, func(a, b Algorithm) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Find is the algorithm of that name. Consensus rests on bully; consensus on raft, on raft.
func Find(name string) (Algorithm, error) {
	all := Algorithms()
	name, on, rests := strings.Cut(name, resting)
	i := slices.IndexFunc(all, func(a Algorithm) bool { return a.Name == name })
	if i < 0 {
		var names []string
		for _, a := range all {
			names = append(names, a.Name)
		}
		return Algorithm{}, fmt.Errorf("no algorithm %q: there are %s", name, strings.Join(names, ", "))
	}
	if rests {
		return all[i].Over(on)
	}
	return all[i], nil
}

package impl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A State is a member's complete state. It is a value: a step returns another one.
type State interface {
	// Step is what the member does about an input. It is a function of the state and the input.
	Step(Input) (State, Outputs)

	// Elected is the member's leader, or Nobody.
	Elected() ID

	// TakesPart reports whether the member is in the middle of an election.
	TakesPart() bool

	// Variables lists the local variables of the algorithm's page, in its order.
	Variables() []Variable
}

// Termed is a State of an algorithm with terms.
type Termed interface {
	State

	// Term is the newest term that the member has heard of.
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

// A Topology is the set of channels of a group.
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

	// Boot returns a member's first state and first outputs. Kept is its stable storage, or nil; back: the
	// member has run before.
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
		ringFamily("ring", func(r ring) State { return r }),
		ringFamily("ring-accept", func(r ring) State { return ringAccept{r} }),
		ringFamily("ring-detector", func(r ring) State { return ringDetector{ring: r} }),
		ringFamily("ring-maxid", func(r ring) State { return ringMaxID{ring: r} }),
		ringFamily("ring-watch", func(r ring) State { return ringWatch{ring: r} }, timerWatch),
	}
	usual := slices.IndexFunc(elections, func(a Algorithm) bool { return a.Name == usualElection })
	all := append(elections, Consensus(elections[usual]))
	slices.SortFunc(all, func(a, b Algorithm) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Find returns the algorithm with a name. Consensus rests on bully; "consensus on raft" rests on raft.
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

// An ID names a member of the group. It is positive.
type ID int

const (
	Nobody ID = 0  // ⊥: no member
	Next   ID = -1 // on a ring: the next live member
	Behind ID = -2 // on a ring: the live member before
)

// String prints an id as the pages do.
func (id ID) String() string {
	switch id {
	case Nobody:
		return "⊥"
	case Next:
		return "next"
	case Behind:
		return "behind"
	}
	return fmt.Sprint(int(id))
}

// A Config is a member's static configuration. States share it and never change it.
type Config struct {
	Self    ID
	Members []ID  // the whole group, Self included, in ring order
	Loads   []int // beside Members: less is better, ties go to the higher id; nil: ids alone count

	PreVote     bool // raft: ask before standing (RF11)
	CheckQuorum bool // raft: lead only while a majority is heard (RF14)
	Log         Log  // raft: the log compared in votes (RF4)

	// FirstBeat, of omega-minimal, precedes all numbers of this incarnation's ALIVE messages. It is at least
	// the greatest number of earlier incarnations, like a clock's microseconds at the start. The page has no
	// restarts, and begins at 0.
	FirstBeat int
}

// A Log is the part of a log that Raft's election compares: the term of its last entry, and its length.
type Log struct{ Term, Length int }

// Validate returns an error in one line if a Config is invalid.
func (c *Config) Validate() error {
	for i, id := range c.Members {
		if id <= 0 {
			return fmt.Errorf("member %d: an id is a positive number", id)
		}
		if slices.Contains(c.Members[:i], id) {
			return fmt.Errorf("member %d: it is listed twice", id)
		}
	}
	if !slices.Contains(c.Members, c.Self) {
		return fmt.Errorf("node %d: it is not among the members %v", c.Self, c.Members)
	}
	if c.Loads != nil && len(c.Loads) != len(c.Members) {
		return fmt.Errorf("loads %v: there must be one for each of the members %v", c.Loads, c.Members)
	}
	if c.Log.Term < 0 || c.Log.Length < 0 {
		return fmt.Errorf("log %d:%d: neither a term nor a length is negative", c.Log.Term, c.Log.Length)
	}
	if c.FirstBeat < 0 || c.FirstBeat > maxNumber/2 {
		return fmt.Errorf("first beat %d: it must be from 0 to %d", c.FirstBeat, maxNumber/2)
	}
	return nil
}

// Outranks reports whether the election criterion prefers a to b: it is a total order (spec/election.md,
// 1.2).
func (c *Config) Outranks(a, b ID) bool { return c.compare(a, b) > 0 }

// compare orders members by the criterion, the preferred one last.
func (c *Config) compare(a, b ID) int {
	byLoad := 0
	if c.Loads != nil {
		byLoad = cmp.Compare(c.Loads[c.Place(b)], c.Loads[c.Place(a)])
	}
	return cmp.Or(byLoad, cmp.Compare(a, b))
}

// Place is the index of a member in ring order, or -1.
func (c *Config) Place(id ID) int { return slices.Index(c.Members, id) }

// Highest is the member that outranks all others.
func (c *Config) Highest() ID { return c.highestOf(c.Members) }

func (c *Config) highestOf(members []ID) ID { return slices.MaxFunc(members, c.compare) }

// Others lists the other members, the lowest by the criterion first: the order of a broadcast.
func (c *Config) Others() []ID {
	return c.those(func(id ID) bool { return id != c.Self })
}

// Higher lists the members that outrank this one, in that order.
func (c *Config) Higher() []ID {
	return c.those(func(id ID) bool { return c.Outranks(id, c.Self) })
}

// Lower lists the members that this one outranks, in that order.
func (c *Config) Lower() []ID {
	return c.those(func(id ID) bool { return c.Outranks(c.Self, id) })
}

// ascending lists all members by ascending id.
func (c *Config) ascending() []ID { return slices.Sorted(slices.Values(c.Members)) }

func (c *Config) those(belong func(ID) bool) []ID {
	var list []ID
	for _, id := range c.Members {
		if belong(id) {
			list = append(list, id)
		}
	}
	slices.SortFunc(list, c.compare)
	return list
}

// Majority is the least number of members that is more than half of all.
func (c *Config) Majority() int { return len(c.Members)/2 + 1 }

// An idSet is a set of members, ascending. It never changes: with and without make a new one. The empty
// set is nil, so equal sets are deeply equal.
type idSet []ID

func (s idSet) has(id ID) bool {
	_, found := slices.BinarySearch(s, id)
	return found
}

func (s idSet) with(id ID) idSet {
	i, found := slices.BinarySearch(s, id)
	if found {
		return s
	}
	return slices.Insert(slices.Clone(s), i, id)
}

func (s idSet) without(id ID) idSet {
	i, found := slices.BinarySearch(s, id)
	switch {
	case !found:
		return s
	case len(s) == 1:
		return nil
	}
	return slices.Delete(slices.Clone(s), i, i+1)
}

// spell prints a set in ring order: {3,1}.
func (c *Config) spell(s idSet) string {
	var ids []string
	for _, id := range c.Members {
		if s.has(id) {
			ids = append(ids, id.String())
		}
	}
	return fmt.Sprintf("{%s}", strings.Join(ids, ","))
}

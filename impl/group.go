package impl

import (
	"fmt"
	"slices"
)

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

// A Config is what a member knows before it hears anything. States share it and never change it.
type Config struct {
	Self    ID
	Members []ID  // the whole group, Self included, in ring order
	Loads   []int // beside Members: less is better, ties go to the higher id; nil: ids alone count

	PreVote     bool // raft: ask before standing (RF11)
	CheckQuorum bool // raft: lead only while a majority is heard (RF14)
	Log         Log  // raft: what a candidate is judged by (RF4)

	// FirstBeat, of omega-minimal, comes before all numbers of this incarnation's ALIVE messages. It is
	// no less than any that a former incarnation has used, like the microseconds of a clock at its
	// birth. The page knows no restarts, and begins at 0.
	FirstBeat int
}

// A Log is what Raft's election must know of one: the term of its last entry, and its length.
type Log struct{ Term, Length int }

// Validate reports what is wrong with a Config, in one line.
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

// Outranks reports whether a is to be preferred to b: the total order of the election criterion
// (spec/election.md, 1.2).
func (c *Config) Outranks(a, b ID) bool {
	if c.Loads != nil {
		if la, lb := c.Loads[c.Place(a)], c.Loads[c.Place(b)]; la != lb {
			return la < lb
		}
	}
	return a > b
}

// Place is the index of a member in ring order, or -1.
func (c *Config) Place(id ID) int { return slices.Index(c.Members, id) }

// Highest is the member that outranks all others.
func (c *Config) Highest() ID { return c.highestOf(c.Members) }

func (c *Config) highestOf(members []ID) ID { return slices.MaxFunc(members, c.compare) }

// compare puts whom the criterion prefers after whom it does not.
func (c *Config) compare(a, b ID) int {
	switch {
	case c.Outranks(a, b):
		return 1
	case c.Outranks(b, a):
		return -1
	}
	return 0
}

// Others lists all members but oneself, the lowest by the criterion first: the order of a broadcast.
func (c *Config) Others() []ID {
	return c.those(func(id ID) bool { return id != c.Self })
}

// Higher lists the members that outrank oneself, in that order.
func (c *Config) Higher() []ID {
	return c.those(func(id ID) bool { return c.Outranks(id, c.Self) })
}

// Lower lists the members that oneself outranks, in that order.
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

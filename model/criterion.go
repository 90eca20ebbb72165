package model

import (
	"cmp"
	"slices"
)

// A Criterion defines which of two processes outranks the other. It is a fixed total order that all processes
// of the group know.
type Criterion string

const (
	ByID   Criterion = "id"   // the higher id
	ByLoad Criterion = "load" // (1/load, id): the lower load; among equals the higher id (lecture 001)
	ByLog  Criterion = "log"  // the most complete log; among equals the higher id (lecture 000; Raft, section 5.4.1)
)

// Values lists the criteria, the default first.
func (Criterion) Values() []Criterion { return []Criterion{ByID, ByLoad, ByLog} }

// A Log is the part of a log that comparisons need: the term of its last entry, and the number of its
// entries. The zero value is the empty log.
type Log struct{ Term, Length int }

// Compare returns +1 if l is more complete than the other log, -1 if it is less, and 0 if it is as complete.
// The later last term wins; if the last terms are equal, the longer log does.
func (l Log) Compare(other Log) int {
	return cmp.Or(cmp.Compare(l.Term, other.Term), cmp.Compare(l.Length, other.Length))
}

// Rank makes a group of processes given in ring order, with their loads and logs in the same order. nil means that all are equal.
func Rank(ring []ID, by Criterion, loads []int, logs []Log) *Group {
	place := func(id ID) int { return slices.Index(ring, id) }
	return RankBy(ring, func(a, b ID) bool {
		merit := 0
		switch {
		case by == ByLoad && loads != nil:
			merit = cmp.Compare(loads[place(b)], loads[place(a)])
		case by == ByLog && logs != nil:
			merit = logs[place(a)].Compare(logs[place(b)])
		}
		return cmp.Or(merit, cmp.Compare(a, b)) > 0
	})
}

// RankBy makes a group of processes given in ring order, with outranks as the criterion.
func RankBy(ring []ID, outranks func(a, b ID) bool) *Group {
	g := &Group{Ring: slices.Clone(ring), sorted: slices.Clone(ring)}
	slices.SortFunc(g.sorted, func(a, b ID) int {
		switch {
		case outranks(a, b):
			return 1
		case outranks(b, a):
			return -1
		}
		return 0
	})
	return g
}

// Rank returns the place of a process in the criterion, from 0 for the lowest; -1 if it is not in the group.
func (g *Group) Rank(id ID) int { return slices.Index(g.sorted, id) }

// Outranks reports whether a outranks b by the criterion. Every process outranks Nobody. An id outside the
// group is compared by id.
func (g *Group) Outranks(a, b ID) bool {
	if x, y := g.Rank(a), g.Rank(b); x >= 0 && y >= 0 {
		return x > y
	}
	return a > b
}

// Outranks reports whether the process outranks another.
func (p *Process[L]) Outranks(other ID) bool { return p.Group.Outranks(p.ID, other) }

// IsOutrankedBy reports whether another process outranks this one.
func (p *Process[L]) IsOutrankedBy(other ID) bool { return p.Group.Outranks(other, p.ID) }

package model

import (
	"cmp"
	"slices"
)

// A Criterion says which of two processes outranks the other: the one election criterion of a
// group, a fixed total order that everyone knows.
type Criterion string

const (
	ByID   Criterion = "id"   // the higher id
	ByLoad Criterion = "load" // (1/load, id): the one with less to do; among equals the higher id (lecture 001)
	ByLog  Criterion = "log"  // the most complete log; among equals the higher id (lecture 000; Raft, section 5.4.1)
)

// Values are the words that there are, the first by default.
func (Criterion) Values() []Criterion { return []Criterion{ByID, ByLoad, ByLog} }

// A Log is what there is to know of a log to compare it with another: the term of its last entry,
// and how many entries it has. The empty log is the zero value.
type Log struct{ Term, Length int }

// Compare says which log is more complete: that with the later last term, or of two with the same
// last term the longer one. It returns -1, 0 or +1.
func (l Log) Compare(other Log) int {
	return cmp.Or(cmp.Compare(l.Term, other.Term), cmp.Compare(l.Length, other.Length))
}

// A Merit is what the criterion goes by before it comes to ids.
type Merit struct {
	Load int // what the process has to do, from 1
	Log  Log
}

// Rank makes a group of processes given in ring order, of which each has its merit.
func Rank(ring []ID, by Criterion, merits []Merit) *Group {
	g := &Group{Ring: slices.Clone(ring), sorted: slices.Clone(ring)}
	slices.SortFunc(g.sorted, func(a, b ID) int {
		return cmp.Or(by.compare(merits[g.Index(a)], merits[g.Index(b)]), cmp.Compare(a, b))
	})
	return g
}

// RankBy makes a group of processes given in ring order, of which outranks says who comes before whom.
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

// compare compares merits; ids are compared where they are equal.
func (c Criterion) compare(a, b Merit) int {
	switch c {
	case ByLoad:
		return cmp.Compare(b.Load, a.Load)
	case ByLog:
		return a.Log.Compare(b.Log)
	}
	return 0
}

// Rank returns the place of a process in the criterion, from 0, and -1 for Nobody.
func (g *Group) Rank(id ID) int { return slices.Index(g.sorted, id) }

// Outranks reports whether a comes before b by the criterion. Everyone outranks Nobody. Who is no
// process of the group has no merit, and is compared by id.
func (g *Group) Outranks(a, b ID) bool {
	if x, y := g.Rank(a), g.Rank(b); x >= 0 && y >= 0 {
		return x > y
	}
	return a > b
}

// Outranks reports whether one outranks another oneself.
func (p *Process[L]) Outranks(other ID) bool { return p.Group.Outranks(p.ID, other) }

// IsOutrankedBy reports whether another outranks oneself.
func (p *Process[L]) IsOutrankedBy(other ID) bool { return p.Group.Outranks(other, p.ID) }

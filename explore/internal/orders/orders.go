// Package orders has the flag -orders: the orders of the ids on a ring that a command is about, and the report on all of them.
package orders

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
)

// Orders are the orders of the ids on the ring that a command is about.
type Orders string

// The values of -orders.
const (
	One        Orders = "one"        // the one given, or ascending
	Descending Orders = "descending" // in the direction in which messages travel
	All        Orders = "all"        // up to rotation
	Drawn      Orders = "drawn"      // some, at random
)

// Most is the greatest number of processes for which all arrangements are explored.
const Most = 8

// Flag is the flag -orders of a question. Some commands have more values.
func (o *Orders) Flag(q *check.Question, group string, more ...Orders) flags.Flag {
	help := "the order of the ids on the ring. one: as given, or ascending. descending: in the direction of travel. all: every order up to rotation, " +
		"each within its own bounds"
	if slices.Contains(more, Drawn) {
		help += ". drawn: twenty at random"
	}
	return flags.OneOf(flags.Flag{Name: "orders", Group: group, Help: help,
		Idle: func() string {
			switch a := q.World.Algorithm; {
			case a.Anonymous:
				return "for " + a.Name + ", which has no ids"
			case !a.Topology.IsRing():
				return "for " + a.Name + ", which is not a ring"
			}
			return ""
		}}, o, func() []Orders { return append([]Orders{One, Descending, All}, more...) })
}

// Arrange sorts the ids of a question in the given order. The error names the flags that contradict each
// other.
func (o Orders) Arrange(q *check.Question) error {
	hasIDs := slices.ContainsFunc(q.Given, func(flag string) bool { return strings.HasPrefix(flag, "-ids=") })
	switch ids := q.World.IDs; {
	case o == Descending && hasIDs:
		return fmt.Errorf("-orders=descending and -ids=%s do not go together: leave one out", idList(ids))
	case o == Descending:
		slices.Reverse(ids)
	case o == All && len(ids) > Most:
		return fmt.Errorf("-orders=all with %d processes: allowed are 1 to %d, for there are (N-1)! orders", len(ids), Most)
	}
	return nil
}

// Check checks every arrangement of the ids on the ring, up to rotation.
func Check(ctx context.Context, q *check.Question) (*Report, error) {
	all := &Report{asked: q}
	for ring := range Arrangements(q.World.IDs) {
		if ctx.Err() != nil {
			break
		}
		one := *q
		one.World.IDs = ring
		found, err := check.Ask(ctx, one)
		if err == nil {
			err = found.Panic()
		}
		if err != nil {
			return nil, err
		}
		found.World = nil // it has been described; one world in memory at a time is enough
		all.found = append(all.found, found)
	}
	all.interrupted = ctx.Err() != nil
	return all, nil
}

// Arrangements yields the cyclic orders of distinct ids, each once. The least id stands first, and the rest goes
// through all permutations in lexicographic order.
func Arrangements(ids []model.ID) func(yield func([]model.ID) bool) {
	return func(yield func([]model.ID) bool) {
		ring := slices.Sorted(slices.Values(ids))
		for yield(slices.Clone(ring)) && advance(ring[1:]) {
		}
	}
}

// advance turns a permutation into the next one in lexicographic order, and reports whether one exists.
func advance(p []model.ID) bool {
	i := len(p) - 2
	for i >= 0 && p[i] >= p[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(p) - 1
	for p[j] <= p[i] {
		j--
	}
	p[i], p[j] = p[j], p[i]
	slices.Reverse(p[i+1:])
	return true
}

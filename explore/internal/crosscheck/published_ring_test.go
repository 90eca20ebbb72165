package crosscheck_test

import (
	"testing"

	"interrex/checker"
	"interrex/explore/internal/crosscheck"
)

// The algorithm of Chang and Roberts as the examples of TLA+ have it (tlaplus/Examples,
// specifications/chang_roberts, by S. Merz), for 3 nodes with the ids 1, 2, 3. It is another model
// than spec/chang-roberts.md: the smallest id wins, who is an initiator is decided beforehand,
// nobody is told who has won, and what waits at a node is a set. One step is a node that begins, or
// that takes any one of the ids that wait for it.
//
// TLC's numbers for it are published: 137 distinct states, 227 generated, depth 10. TLC counts the
// initial states, 8 here, among those generated, and the first level as depth 1.

const nodes = 3

type standing uint8

const (
	lost standing = iota // or was never an initiator
	candidate
	won
)

// A circle is a state. Ids are bits: the id i+1 of node i is bit i.
type circle struct {
	initiators uint8
	begun      uint8
	standing   [nodes]standing
	waiting    [nodes]uint8 // sets of ids
}

// circles are those before anyone has begun, one for each set of initiators.
func circles() []circle {
	var all []circle
	for initiators := range uint8(1 << nodes) {
		c := circle{initiators: initiators}
		for i := range nodes {
			if initiators>>i&1 == 1 {
				c.standing[i] = candidate
			}
		}
		all = append(all, c)
	}
	return all
}

func changRoberts() *checker.ValueSystem[circle] {
	return checker.Values(circles(), func(c circle, emit func(string, checker.Duty, circle)) {
		for i := range nodes {
			if c.begun>>i&1 == 0 {
				emit("begin", checker.Weak(i), c.begin(i))
				continue
			}
			for id := range nodes {
				if c.waiting[i]>>id&1 == 1 {
					emit("take", checker.Weak(i), c.take(i, id))
				}
			}
		}
	})
}

func (c circle) begin(i int) circle {
	c.begun |= 1 << i
	if c.initiators>>i&1 == 1 {
		c.waiting[(i+1)%nodes] |= 1 << i
	}
	return c
}

func (c circle) take(i, id int) circle {
	c.waiting[i] &^= 1 << id
	switch {
	case c.standing[i] == lost:
		c.waiting[(i+1)%nodes] |= 1 << id
	case id < i:
		c.standing[i] = lost
		c.waiting[(i+1)%nodes] |= 1 << id
	case id == i:
		c.standing[i] = won
	}
	return c
}

// is reports whether some node stands so.
func (c circle) is(s standing) bool {
	for _, standing := range c.standing {
		if standing == s {
			return true
		}
	}
	return false
}

// rightly: who has won is the smallest of the initiators, and all others have lost.
func (c circle) rightly() bool {
	for i, s := range c.standing {
		if s != won {
			continue
		}
		if c.initiators>>i&1 == 0 || c.initiators&(1<<i-1) != 0 {
			return false
		}
		for j, other := range c.standing {
			if j != i && other != lost {
				return false
			}
		}
	}
	return true
}

// TestPublishedChangRoberts: our explorer finds the numbers that TLC finds.
func TestPublishedChangRoberts(t *testing.T) {
	system := changRoberts()
	report := checker.Require(t, system,
		checker.Invariant("the smallest initiator wins", system.On(circle.rightly)),
		checker.LeadsTo("a candidate leads to a winner",
			system.On(func(c circle) bool { return c.is(candidate) }), system.On(func(c circle) bool { return c.is(won) })),
	)
	got := crosscheck.Counts{States: report.States, Steps: report.Steps + len(circles()), Depth: report.Depth + 1}
	if want := (crosscheck.Counts{States: 137, Steps: 227, Depth: 10}); got != want {
		t.Errorf("%d distinct, %d generated, depth %d; published: %d, %d, %d",
			got.States, got.Steps, got.Depth, want.States, want.Steps, want.Depth)
	}
}

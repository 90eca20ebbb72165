package recorded

import (
	"cmp"
	"slices"
)

// The ranks of what can come next: the least comes first, and among equals each in turn.
const (
	begins   = iota // a new incarnation: the one before is dead; or a node that lives from the beginning
	arrives         // a message
	acts            // of its own
	suspects        // one who lives still
	returns         // to life
	hurries         // trusts one who is to return, or sends what that one takes
)

// pick chooses who comes next.
func (t *teller) pick(ready []int) int {
	n := len(t.next)
	t.turn = slices.MinFunc(ready, func(a, b int) int {
		return cmp.Or(t.rank(a)-t.rank(b), (a-t.turn-1+n)%n-(b-t.turn-1+n)%n)
	})
	return t.turn
}

func (t *teller) rank(place int) int {
	e := t.merge.Head(place).Event
	switch {
	case e == nil || e.Seq == 1 && t.next[place] == 0:
		return begins
	case e.Seq == 1:
		return returns
	}
	for _, s := range e.Sends {
		if to := t.place(s.To); t.isDead(to) && t.ahead.wakes(place, to, serialOf(s.ID), t.next[to]) {
			return hurries
		}
	}
	switch e.Action {
	case "report", "detect":
		if p := t.place(e.Peer); p >= 0 && !t.isDead(p) {
			return suspects
		}
	case "withdraw":
		if p := t.place(e.Peer); p >= 0 && t.isDead(p) {
			return hurries
		}
	}
	if e.Message != nil {
		return arrives
	}
	return acts
}

func (t *teller) isDead(place int) bool { return t.state.Members[place].Dead }

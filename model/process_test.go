package model

import (
	"slices"
	"testing"
)

// TestGroups: who is next to whom, and who is above and below whom. The ring of lecture 000.
func TestGroups(t *testing.T) {
	group := NewGroup([]ID{4, 8, 9, 3})
	if got := group.Highest(); got != 9 {
		t.Errorf("highest: got %d, want 9", got)
	}
	for _, test := range []struct {
		self                   ID
		index                  int
		successor, predecessor ID
		higher, lower, others  []ID
		why                    string
	}{
		{4, 0, 8, 3, []ID{8, 9}, []ID{3}, []ID{3, 8, 9}, "the first: the ring closes behind it"},
		{8, 1, 9, 4, []ID{9}, []ID{3, 4}, []ID{3, 4, 9}, "ascending, whatever the ring's order"},
		{9, 2, 3, 8, nil, []ID{3, 4, 8}, []ID{3, 4, 8}, "the highest: nobody above"},
		{3, 3, 4, 9, []ID{4, 8, 9}, nil, []ID{4, 8, 9}, "the lowest, and last on the ring: nobody below"},
	} {
		p := &Process[ring]{ID: test.self, Group: group}
		if got := group.Index(test.self); got != test.index {
			t.Errorf("%d: place: got %d, want %d", test.self, got, test.index)
		}
		if s, b := group.Successor(test.self), group.Predecessor(test.self); s != test.successor || b != test.predecessor {
			t.Errorf("%d: successor, predecessor: got %d, %d, want %d, %d: %s", test.self, s, b, test.successor, test.predecessor, test.why)
		}
		for _, list := range []struct {
			name      string
			got, want []ID
		}{{"higher", p.Higher(), test.higher}, {"lower", p.Lower(), test.lower}, {"others", p.Others(), test.others}} {
			if !slices.Equal(list.got, list.want) {
				t.Errorf("%d: %s: got %v, want %v: %s", test.self, list.name, list.got, list.want, test.why)
			}
		}
	}
}

// TestAlone: a process alone is its own neighbour, and is above and below nobody.
func TestAlone(t *testing.T) {
	group := NewGroup([]ID{5})
	p := &Process[ring]{ID: 5, Group: group}
	if group.Successor(5) != 5 || group.Predecessor(5) != 5 || group.Highest() != 5 || len(p.Others()) > 0 {
		t.Errorf("successor %d, predecessor %d, highest %d, others %v", group.Successor(5), group.Predecessor(5), group.Highest(), p.Others())
	}
}

// TestGroupIsItsOwn: a group does not share its ring with whoever made it.
func TestGroupIsItsOwn(t *testing.T) {
	ids := []ID{2, 1}
	group := NewGroup(ids)
	ids[0] = 7
	if !slices.Equal(group.Ring, []ID{2, 1}) || group.Highest() != 2 {
		t.Errorf("ring %v, highest %d", group.Ring, group.Highest())
	}
}

// TestSendingOrder: messages leave in the order in which the rule sends them.
func TestSendingOrder(t *testing.T) {
	p := &Process[ring]{ID: 2, Group: four}
	p.Send(1, Ok{})
	p.Broadcast(p.Higher(), Election{2})
	p.Pass(Elected{2})
	if got, want := spellSends(p.sends), "OK→1 ELECTION(2)→3,4 ELECTED(2)→next"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMessages: each has a spelling of its own, and a kind that the spelling begins with.
func TestMessages(t *testing.T) {
	spelt := map[string]bool{}
	for _, test := range []struct {
		message Message
		kind    Kind
		want    string
	}{
		{Election{9}, ELECTION, "ELECTION(9)"},
		{Elected{9}, ELECTED, "ELECTED(9)"},
		{Ok{}, OK, "OK"},
		{Reject{}, REJECT, "REJECT"},
		{Coordinator{9}, COORDINATOR, "COORDINATOR(9)"},
		{Elect{9}, ELECT, "ELECT(9)"},
		{Ask{9, Nobody}, ASK, "ASK(9,⊥)"},
		{Ask{9, 8}, ASK, "ASK(9,8)"},
		{Election{10}, ELECTION, "ELECTION(10)"},
	} {
		if got := SpellMessage(test.message); got != test.want || spelt[got] {
			t.Errorf("got %q, want %q, and only once", got, test.want)
		}
		if got := KindOf(test.message); got != test.kind || got.String() != test.want[:len(got.String())] {
			t.Errorf("%v: kind: got %v, want %v", test.message, got, test.kind)
		}
		spelt[test.want] = true
	}
}

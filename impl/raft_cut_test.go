package impl_test

import (
	"fmt"
	"slices"
	"testing"

	"interrex/impl"
)

// A company is a group whose links carry everything at once, or, where they are cut, nothing.
// Time is in rounds: leaders send their heartbeats, all is delivered, and then T fires, one after
// another, at those whom nothing has made set it anew. Failure detectors know who is not heard.
type company struct {
	fatal
	algorithm impl.Algorithm
	states    map[impl.ID]impl.State
	all       []impl.ID
	cut       []string // from-to
	onTheWay  []letter
	anew      map[impl.ID]bool
	checks    bool // Q is set
	reigns    []reign
}

// A reign is that somebody has come to lead.
type reign struct {
	leader impl.ID
	term   int
}

// newCompany has the highest lead in term 1. Then links are cut.
func newCompany(t *testing.T, n int, option func(*impl.Config), cut ...string) *company {
	c := &company{fatal: t, algorithm: algorithm(t, "raft"), states: map[impl.ID]impl.State{}, anew: map[impl.ID]bool{}}
	for i := range n {
		c.all = append(c.all, impl.ID(i+1))
	}
	for _, id := range c.all {
		config := &impl.Config{Self: id, Members: c.all}
		option(config)
		c.states[id], _ = c.algorithm.Boot(config, nil, false)
	}
	highest := c.all[n-1]
	c.do(highest, impl.Start{})
	c.deliver()
	for _, id := range c.all {
		if c.states[id].Elected() != highest {
			t.Fatalf("%v has elected %v", id, c.states[id].Elected())
		}
	}
	c.cut = cut
	for _, id := range c.all {
		for _, peer := range c.all {
			if c.isCut(peer, id) {
				c.do(id, impl.Suspect{Peer: peer})
			}
		}
	}
	return c
}

func (c *company) isCut(from, to impl.ID) bool {
	return slices.Contains(c.cut, fmt.Sprintf("%v-%v", from, to))
}

func (c *company) do(id impl.ID, in impl.Input) {
	was := c.states[id]
	state, out := was.Step(in)
	c.states[id] = state
	for _, s := range out.Set {
		c.anew[id] = c.anew[id] || s.Timer.Name == "T" && !s.Soon
		c.checks = c.checks || s.Timer.Name == "Q"
	}
	for _, s := range out.Sends {
		if !c.isCut(id, s.To) {
			c.onTheWay = append(c.onTheWay, letter{id, s.To, s.Message})
		}
	}
	if state.Elected() == id && was.Elected() != id {
		c.reigns = append(c.reigns, reign{id, state.(impl.Termed).Term()})
	}
}

func (c *company) deliver() {
	for steps := 0; len(c.onTheWay) > 0; steps++ {
		if steps > mostSteps {
			c.Fatalf("messages have caused others %d times, and there is no end", mostSteps)
		}
		l := c.onTheWay[0]
		c.onTheWay = c.onTheWay[1:]
		c.do(l.to, impl.Receive{From: l.from, Message: l.message})
	}
}

func (c *company) rounds(n int) {
	for range n {
		clear(c.anew)
		for _, id := range c.all {
			c.do(id, impl.Timeout{Timer: impl.Timer{Name: "H"}})
			c.deliver()
		}
		for _, id := range c.all {
			if !c.anew[id] {
				c.do(id, impl.Timeout{Timer: impl.Timer{Name: "T"}})
				c.deliver()
			}
		}
	}
}

func plain(*impl.Config)       {}
func preVoting(c *impl.Config) { c.PreVote = true }
func cautious(c *impl.Config)  { c.PreVote, c.CheckQuorum = true, true }
func with(logs ...impl.Log) func(*impl.Config) {
	return func(c *impl.Config) {
		cautious(c)
		c.Log = logs[c.Self-1]
	}
}

// TestRaftWhereLinksAreCut: the findings of the table of spec/raft.md, in these steps. On the chain a
// reign takes two rounds: in one the old leader hears that it is over, in the next it stands.
func TestRaftWhereLinksAreCut(t *testing.T) {
	spokes := []string{"2-3", "3-2", "2-4", "4-2", "3-4", "4-3"} // 1 reaches all, the others only 1
	newer, older := impl.Log{Term: 1, Length: 2}, impl.Log{Term: 1, Length: 1}
	for _, test := range []struct {
		scenario string
		n        int
		option   func(*impl.Config)
		cut      []string
		rounds   int
		reigns   []reign // the whole history
		asks     impl.ID // who asks, or stands, in vain to the end
		gaveUp   bool    // 4 is no leader any more
	}{
		{"disruption", 3, plain, []string{"3-1"}, 1, []reign{{3, 1}, {1, 2}}, 0, false},
		{"disruption, PreVote", 3, preVoting, []string{"3-1"}, 9, []reign{{3, 1}}, 1, false},
		{"chain", 3, plain, []string{"1-3", "3-1"}, 7, []reign{{3, 1}, {1, 2}, {3, 3}, {1, 4}, {3, 5}}, 0, false},
		{"chain, PreVote", 3, preVoting, []string{"1-3", "3-1"}, 9, []reign{{3, 1}}, 1, false},
		{"quorum loss, PreVote", 4, preVoting, spokes, 9, []reign{{4, 1}}, 2, false},
		{"quorum loss, CheckQuorum", 4, cautious, spokes, 9, []reign{{4, 1}, {1, 2}}, 0, true},
		{"constrained election", 4, with(older, newer, newer, newer), spokes, 9, []reign{{4, 1}}, 2, true},
	} {
		c := newCompany(t, test.n, test.option, test.cut...)
		c.rounds(1)
		if c.checks { // Q, when all the rest of a round has happened
			c.do(4, impl.Timeout{Timer: impl.Timer{Name: "Q"}})
		}
		c.rounds(test.rounds - 1)
		if !slices.Equal(c.reigns, test.reigns) {
			t.Errorf("%s: reigns %v, want %v", test.scenario, c.reigns, test.reigns)
		}
		if test.asks != impl.Nobody && !c.states[test.asks].TakesPart() {
			t.Errorf("%s: %v does not take part", test.scenario, test.asks)
		}
		if test.gaveUp != (test.n == 4 && c.states[4].Elected() != 4) {
			t.Errorf("%s: 4 has elected %v", test.scenario, c.states[4].Elected())
		}
	}
}

// TestRaftLeadsTwiceAtOnce: the disruption of the table again, with the word to the old leader late:
// two lead, in different terms.
func TestRaftLeadsTwiceAtOnce(t *testing.T) {
	c := newCompany(t, 3, plain, "3-1")
	c.do(1, impl.Timeout{Timer: impl.Timer{Name: "T"}})
	late := slices.IndexFunc(c.onTheWay, func(l letter) bool { return l.to == 3 })
	c.onTheWay = slices.Delete(c.onTheWay, late, late+1)
	for steps := 0; len(c.onTheWay) > 0 && c.states[1].Elected() != 1; steps++ {
		if steps > mostSteps {
			t.Fatalf("messages have caused others %d times, and there is no end", mostSteps)
		}
		l := c.onTheWay[0]
		c.onTheWay = c.onTheWay[1:]
		c.do(l.to, impl.Receive{From: l.from, Message: l.message})
	}
	if c.states[1].Elected() != 1 || c.states[3].Elected() != 3 {
		t.Errorf("1 has elected %v, 3 has elected %v", c.states[1].Elected(), c.states[3].Elected())
	}
}

// TestRaftTransfer: leadership goes where the leader wants it, in spite of those who are loyal to the
// leader; without its word nobody could take it from him.
func TestRaftTransfer(t *testing.T) {
	for to := range impl.ID(4) {
		c := newCompany(t, 5, cautious)
		c.do(5, impl.Transfer{To: to + 1})
		c.deliver()
		c.rounds(3)
		if want := []reign{{5, 1}, {to + 1, 2}}; !slices.Equal(c.reigns, want) {
			t.Errorf("reigns %v, want %v", c.reigns, want)
		}
	}
	c := newCompany(t, 5, cautious)
	for _, id := range c.all[:4] {
		c.do(id, impl.Timeout{Timer: impl.Timer{Name: "T"}})
		c.deliver()
		c.rounds(1)
	}
	if want := []reign{{5, 1}}; !slices.Equal(c.reigns, want) {
		t.Errorf("reigns %v, want %v: it was taken", c.reigns, want)
	}
}

// TestRaftTransferMayFail: where the one who is wanted does not hear of it, somebody else is elected.
func TestRaftTransferMayFail(t *testing.T) {
	c := newCompany(t, 3, cautious, "3-1", "1-3", "2-1", "1-2")
	c.do(3, impl.Transfer{To: 1})
	c.rounds(3)
	if last := c.reigns[len(c.reigns)-1]; len(c.reigns) != 2 || last.leader == 1 || last.term != 2 {
		t.Errorf("reigns %v", c.reigns)
	}
}

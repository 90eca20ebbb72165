package service

import (
	"errors"
	"slices"
	"testing"

	"interrex/cmd/elect/internal/links"
	"interrex/impl"
	"interrex/impl/fence"
)

// rest is all members but one.
func (g *group) rest(but impl.ID) []impl.ID {
	return slices.DeleteFunc(slices.Clone(g.members), func(id impl.ID) bool { return id == but })
}

// TestBullyInTwoParts: the leader is cut off from the others, who elect one of their own; then two
// believe that they lead, as spec/bully.md says of wrong timeouts. Healed, the highest leads alone.
func TestBullyInTwoParts(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "-algo=bully")
	l := newLinks(g)
	g.all()
	g.until("3 leads", func() bool { return g.agreed(1, 2, 3) == 3 })
	for _, id := range g.rest(3) {
		l.Cut(links.Way{From: 3, To: id})
		l.Cut(links.Way{From: id, To: 3})
	}
	g.until("2 leads the rest", func() bool { return g.agreed(1, 2) == 2 })
	if !g.nodes[3].Node().Leader().Self {
		t.Error("3 cannot know that it leads nobody")
	}
	l.Heal()
	g.until("3 leads again", func() bool { return g.agreed(1, 2, 3) == 3 })
}

// TestBullyHeardByNobody: the leader hears the others, and they do not hear it.
func TestBullyHeardByNobody(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "-algo=bully")
	l := newLinks(g)
	g.all()
	g.until("3 leads", func() bool { return g.agreed(1, 2, 3) == 3 })
	for _, id := range g.rest(3) {
		l.Cut(links.Way{From: 3, To: id})
	}
	g.until("2 leads the rest", func() bool { return g.agreed(1, 2) == 2 })
	l.Heal()
	g.until("3 leads again", func() bool { return g.agreed(1, 2, 3) == 3 })
}

// TestRaftInTwoParts: as above, but the new leader has a higher term, and from its first token on the
// guard refuses the old leader's, whatever that one still believes.
func TestRaftInTwoParts(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "-algo=raft -pre-vote")
	l := newLinks(g)
	g.all()
	old := g.elect(g.members...)
	var guard fence.Guard
	token, err := g.nodes[old].Node().Token()
	if err != nil || guard.Admit(token) != nil {
		t.Fatal(token, err)
	}
	for _, id := range g.rest(old) {
		l.Cut(links.Way{From: old, To: id})
		l.Cut(links.Way{From: id, To: old})
	}
	now := g.elect(g.rest(old)...)
	newer, err := g.nodes[now].Node().Token()
	if err != nil || newer.Term <= token.Term || guard.Admit(newer) != nil {
		t.Fatalf("token %v after %v: %v", newer, token, err)
	}
	late, err := g.nodes[old].Node().Token()
	if err != nil {
		t.Fatalf("the old leader, without CheckQuorum, believes that it leads: %v", err)
	}
	if err := guard.Admit(late); !errors.Is(err, fence.ErrStale) {
		t.Errorf("the old leader's token %v after %v: %v", late, newer, err)
	}
	l.Heal()
	g.elect(g.members...)
}

// TestRaftGivesUp: with CheckQuorum a leader that hears no majority ceases to believe that it leads.
func TestRaftGivesUp(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "-algo=raft -pre-vote -check-quorum")
	l := newLinks(g)
	g.all()
	old := g.elect(g.members...)
	for _, id := range g.rest(old) {
		l.Cut(links.Way{From: id, To: old})
	}
	g.until("it has given up", func() bool { return !g.nodes[old].Node().Leader().Self })
	g.elect(g.rest(old)...)
	l.Heal()
	g.elect(g.members...)
}

// TestRingInPieces: everyone is alone for a while, and elects itself. Healed, all agree, though by the
// rules of these rings nobody may start who has elected someone.
func TestRingInPieces(t *testing.T) {
	for _, name := range []string{"chang-roberts", "hirschberg-sinclair", "lelann"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGroup(t, 3, "-algo="+name)
			g.beat = "100ms" // so that only those are suspected who are cut off
			l := newLinks(g)
			g.all()
			g.elect(g.members...)
			g.quiet() // an election that is cut in two need not end: these rings survive no death in its midst
			for _, id := range g.members {
				for _, other := range g.rest(id) {
					l.Cut(links.Way{From: id, To: other})
				}
			}
			g.until("everyone leads itself", func() bool { return g.agreed(1) == 1 && g.agreed(2) == 2 && g.agreed(3) == 3 })
			l.Heal()
			g.elect(g.members...)
		})
	}
}

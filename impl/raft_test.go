package impl_test

import (
	"testing"

	"interrex/impl"
)

// raftOptions is process 2 of three, with an option or none.
func raftOptions(option string) *impl.Config {
	c := three(2)
	switch option {
	case "pre-vote":
		c.PreVote = true
	case "check-quorum":
		c.CheckQuorum = true
	case "alone":
		c.Members = []impl.ID{2}
	case "alone pre-vote":
		c.Members, c.PreVote = []impl.ID{2}, true
	}
	return c
}

// TestTransferRules: RF16 and RF17, which the model does not have. Refinement shows the other rules.
func TestTransferRules(t *testing.T) {
	const lead = "start; 1 VOTE(1)"
	show(t, "raft", raftOptions, []scene{
		{"RF16", lead + "; transfer 3", "elected ⊥; TIMEOUTNOW(1) to 3; stop H; set T", "let go"},
		{"RF16", lead + "; transfer 2", "ignored", "to itself"},
		{"RF16", "3 LEADER(1); transfer 1", "ignored", "not a leader's to give"},
		{"RF17 pre-vote", "3 LEADER(1); 3 TIMEOUTNOW(1)", "term 2; votedFor 2; role candidate; votes {2}; elected ⊥; keep 2 2; " +
			"TRANSFERVOTE(2,0:0) to 1; TRANSFERVOTE(2,0:0) to 3; set T", "stand without asking"},
		{"RF17", "3 LEADER(2); 3 TIMEOUTNOW(1)", "", "too late"},
		{"RF17 check-quorum", "3 LEADER(1); 1 TRANSFERVOTE(2,0:0)", "term 2; votedFor 1; elected ⊥; keep 2 1; VOTE(2) to 1; set T", "RF15 lets it pass"},
	})
}

// TestRaftDetector: what the failure detector says leads to no rule, only to timers.
func TestRaftDetector(t *testing.T) {
	const lead = "start; 1 VOTE(1)"
	show(t, "raft", raftOptions, []scene{
		{"RF8", "3 LEADER(1); suspect 3", "set T soon after 1", "the leader is given up, and 1 comes first"},
		{"RF8", "suspect 1; 3 LEADER(1); suspect 3", "set T soon", "1 is dead too"},
		{"RF8", "3 LEADER(1); suspect 1", "", "who does not lead is of no account"},
		{"RF8", "3 LEADER(1); suspect 3; 3 LEADER(1)", "set T", "the leader lives"},
		{"RF8", "3 LEADER(1); suspect 3; suspect 3", "ignored", "that is known"},
		{"RF8", "trust 3", "ignored", "so is that"},
		{"RF8", "suspect 2", "ignored", "nobody suspects itself"},
		{"RF8", "start; 1 REQUESTVOTE(1,0:0)", "set T soon after 2", "a rival"},
		{"RF14 check-quorum", lead + "; suspect 1", "", "two of three are left"},
		{"RF14 check-quorum", lead + "; suspect 1; suspect 3", "set Q", "alone"},
		{"RF14 check-quorum", lead + "; suspect 1; suspect 3; trust 1", "stop Q", "again two"},
		{"RF14 check-quorum", "suspect 1; suspect 3; " + lead, "role follower; votes {}; elected 2; " +
			"LEADER(1) to 1; LEADER(1) to 3; stop T; set H; set Q", "elected, but by whom"},
		{"RF14", lead + "; suspect 1; suspect 3", "", "no such option"},
	})
}

// TestRaftTurns: when 3 of five is given up each of the others has a turn. Where one asks first, three
// must have given up the leader before anyone can win: two need not wait for one another.
func TestRaftTurns(t *testing.T) {
	members := []impl.ID{1, 2, 3, 4, 5}
	for _, c := range []struct {
		preVote bool
		turns   map[impl.ID]int
	}{
		{false, map[impl.ID]int{1: 0, 2: 1, 4: 2, 5: 3}},
		{true, map[impl.ID]int{1: 0, 2: 0, 4: 1, 5: 2}},
	} {
		a, err := impl.Find("raft")
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range c.turns {
			s, _ := a.Boot(&impl.Config{Self: id, Members: members, PreVote: c.preVote}, nil, false)
			s, _ = s.Step(impl.Receive{From: 3, Message: impl.Message{Word: "LEADER", Args: []int{1}}})
			_, out := s.Step(impl.Suspect{Peer: 3})
			if len(out.Set) != 1 || !out.Set[0].Soon || out.Set[0].Turn != want {
				t.Errorf("node %v, pre-vote %t: sets %+v, want turn %d", id, c.preVote, out.Set, want)
			}
		}
	}
}

// TestRaftAlone: who is a majority by itself leads at once.
func TestRaftAlone(t *testing.T) {
	const leads = "term 1; votedFor 2; elected 2; keep 1 2; set H"
	show(t, "raft", raftOptions, []scene{
		{"RF1 alone", "start", leads, "without a vote of others"},
		{"RF11 alone pre-vote", "start", leads, "without their leave"},
		{"RF1 alone", "start; restart; timeout T", "term 2; elected 2; keep 2 2; stop T; set H", "a new term"},
	})
}

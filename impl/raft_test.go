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
	case "log":
		c.Log = impl.Log{Term: 2, Length: 3}
	case "alone":
		c.Members = []impl.ID{2}
	case "alone pre-vote":
		c.Members, c.PreVote = []impl.ID{2}, true
	}
	return c
}

// TestRaftRules: process 2 of three, by the page.
func TestRaftRules(t *testing.T) {
	const lead = "start; 1 VOTE(1)" // 2 leads in term 1
	perform(t, "raft", raftOptions, []scene{
		{"RF1", "start", "term 1; votedFor 2; role candidate; votes {2}; keep 1 2; " +
			"REQUESTVOTE(1,0:0) to 1; REQUESTVOTE(1,0:0) to 3; set T", "stand"},
		{"RF1", "start; start", "ignored", "in term 1 nobody starts"},
		{"RF2", "start; 3 REFUSE(4)", "term 4; votedFor ⊥; role follower; votes {}; keep 4 ⊥", "T runs on"},
		{"RF2", lead + "; 3 REFUSE(4)", "term 4; votedFor ⊥; elected ⊥; keep 4 ⊥; stop H; set T", "a leader is deposed"},
		{"RF3", "3 REQUESTVOTE(1,0:0)", "term 1; votedFor 3; keep 1 3; VOTE(1) to 3; set T", "the first vote"},
		{"RF3", "1 REFUSE(4); 3 REQUESTVOTE(4,0:0)", "votedFor 3; keep 4 3; VOTE(4) to 3; set T", "a term is known, a vote is new"},
		{"RF3", "3 REQUESTVOTE(1,0:0); 1 REQUESTVOTE(1,0:0)", "", "one vote a term"},
		{"RF3", "3 REQUESTVOTE(1,0:0); 3 REQUESTVOTE(1,0:0)", "VOTE(1) to 3; set T", "for the same again"},
		{"RF3", "3 REQUESTVOTE(2,0:0); 1 REQUESTVOTE(1,0:0)", "", "an older term"},
		{"RF4", "3 REQUESTVOTE(1,0:9)", "term 1; votedFor 3; keep 1 3; VOTE(1) to 3; set T", "longer"},
		{"RF4 log", "3 REQUESTVOTE(1,1:9)", "term 1; keep 1 ⊥; set T", "an earlier last term"},
		{"RF4 log", "3 REQUESTVOTE(1,2:2)", "term 1; keep 1 ⊥; set T", "shorter"},
		{"RF4 log", "3 REQUESTVOTE(1,3:1)", "term 1; votedFor 3; keep 1 3; VOTE(1) to 3; set T", "a later last term"},
		{"RF5", lead, "role follower; votes {}; elected 2; LEADER(1) to 1; LEADER(1) to 3; stop T; set H", "two of three"},
		{"RF5", lead + "; 3 VOTE(1)", "", "no candidate any more"},
		{"RF5", "start; 1 VOTE(0)", "", "of an older term"},
		{"RF6", "start; 3 LEADER(1)", "role follower; votes {}; elected 3; set T", "another has won"},
		{"RF6", "3 LEADER(2); 1 LEADER(1)", "REFUSE(2) to 1", "an old leader is told"},
		{"RF7", "start; 3 REFUSE(1)", "", "nothing"},
		{"RF8", "3 LEADER(4); timeout T", "term 5; votedFor 2; role candidate; votes {2}; elected ⊥; keep 5 2; " +
			"REQUESTVOTE(5,0:0) to 1; REQUESTVOTE(5,0:0) to 3; set T", "patience ends"},
		{"RF8", "timeout T", "ignored", "in term 0 it does not run"},
		{"RF8", lead + "; timeout T", "ignored", "nor at a leader"},
		{"RF9", lead + "; timeout H", "LEADER(1) to 1; LEADER(1) to 3; set H", "a heartbeat"},
		{"RF9", "3 LEADER(4); timeout H", "ignored", "of a follower"},
		{"RF10", "3 REQUESTVOTE(5,0:0); restart", "set T", "term and vote are as they were"},
		{"RF10", "3 REQUESTVOTE(5,0:0); restart; 1 REQUESTVOTE(5,0:0)", "", "the vote is not given twice"},
		{"RF10", "3 LEADER(4); restart", "elected ⊥; set T", "the rest is as at first"},
		{"RF10", "restart; start", "term 1; votedFor 2; role candidate; votes {2}; keep 1 2; " +
			"REQUESTVOTE(1,0:0) to 1; REQUESTVOTE(1,0:0) to 3; set T", "nothing was kept yet"},
		{"RF11 pre-vote", "3 LEADER(4); timeout T", "role pre-candidate; votes {2}; elected ⊥; " +
			"REQUESTPREVOTE(5,0:0) to 1; REQUESTPREVOTE(5,0:0) to 3; set T", "ask"},
		{"RF12", "1 REQUESTPREVOTE(1,0:0)", "PREVOTE(1) to 1", "no leader, and no less a log"},
		{"RF12", "3 LEADER(4); 1 REQUESTPREVOTE(4,0:0)", "REFUSE(4) to 1", "not a newer term"},
		{"RF12", "3 LEADER(4); 1 REQUESTPREVOTE(5,0:0)", "", "loyal"},
		{"RF12 log", "1 REQUESTPREVOTE(1,2:2)", "", "a lesser log"},
		{"RF13 pre-vote", "start; 1 PREVOTE(1)", "term 1; votedFor 2; role candidate; keep 1 2; " +
			"REQUESTVOTE(1,0:0) to 1; REQUESTVOTE(1,0:0) to 3; set T", "a majority would"},
		{"RF13 pre-vote", "start; 1 PREVOTE(2)", "", "of another term"},
		{"RF14 check-quorum", lead + "; suspect 1; suspect 3; timeout Q", "elected ⊥; stop H; stop Q; set T", "no majority"},
		{"RF14 check-quorum", lead + "; timeout Q", "ignored", "a majority is heard"},
		{"RF15 check-quorum", "3 LEADER(1); 1 REQUESTVOTE(9,0:0)", "", "there is a leader"},
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

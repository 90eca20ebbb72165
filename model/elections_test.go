package model

import "testing"

// elections shows what the budget of elections does to rules.
var elections = []struct {
	algorithm string
	self      ID
	before    Local
	event     Event
	have      int
	after     Local
	sends     string
	left      int
	capped    bool
	why       string
}{
	{"bully", 3, bully{}, starts(), 2,
		bully{mode: waitingForOK}, "ELECTION(3)→4", 1, false, "BU2 takes one off"},
	{"bully", 4, bully{}, starts(), 1,
		bully{elected: 4}, "COORDINATOR(4)→1,2,3", 0, false, "BU1 takes one off"},
	{"bully", 3, bully{}, starts(), 0,
		bully{}, "", 0, true, "a start is disabled"},
	{"bully", 3, bully{elected: 4}, detects(), 0,
		bully{elected: 4}, "", 0, true, "BU8 is disabled"},
	{"bully", 3, bully{}, takes(Election{1}, 1), 0,
		bully{}, "OK→1", 0, true, "BU3 answers, and begins nothing"},
	{"bully", 3, bully{mode: waitingForOK}, takes(Election{1}, 1), 0,
		bully{mode: waitingForOK}, "OK→1", 0, false, "it would not have begun anyway"},
	{"bully", 3, bully{waitingForCoordinator, 4}, fires(timerT2), 0,
		bully{idle, 4}, "", 0, true, "BU6 goes back to idle"},
	{"bully", 3, bully{waitingForCoordinator, 4}, fires(timerT2), 1,
		bully{waitingForOK, 4}, "ELECTION(3)→4", 0, false, "BU6 begins again"},
	{"bully", 3, bully{mode: waitingForOK}, fires(timerT), 0,
		bully{elected: 3}, "COORDINATOR(3)→1,2", 0, false, "BU5 ends an election, and begins none"},
	{"bully-recovery", 3, bullyRecovery{}, takes(Election{1}, 1), 0,
		bullyRecovery{}, "REJECT→1", 0, true, "BR3 answers, and begins nothing"},
	{"bully-recovery", 3, bullyRecovery{}, takes(Coordinator{1}, 1), 0,
		bullyRecovery{}, "", 0, true, "BR8 begins nothing"},
	{"bully-recovery", 3, bullyRecovery{recovering: true}, recovers(), 1,
		bullyRecovery{bully: bully{mode: waitingForOK}}, "ELECTION(3)→4", 0, false, "BR9 takes one off"},
	{"ring", 3, ring{}, starts(), 1,
		ring{}, "ELECTION(3)→next", 0, false, "RI1 takes one off"},
	{"ring", 3, ring{}, starts(), 0,
		ring{}, "", 0, true, "a start is disabled"},
	{"ring", 3, ring{}, takes(Election{1}, 2), 0,
		ring{}, "ELECTION(3)→next", 0, false, "RI3 raises an election, and begins none"},
	{"ring-watch", 2, ringWatch{successor: sight{election: true}}, takes(Election{3}, 1), 0,
		ringWatch{}, "", 0, true, "RW4 drops, forgets and begins nothing"},
	{"ring-detector", 2, ringDetector{seen: of(3)}, reports(3), 0,
		ringDetector{0, of(3), of(3)}, "", 0, true, "RD2 notes the report"},
	{"lelann", 3, leLann{}, starts(), 1,
		leLann{list: of(3)}, "ELECT(3)→next", 0, false, "LL1 takes one off"},
	{"lelann", 3, leLann{}, starts(), 0,
		leLann{}, "", 0, true, "a start is disabled"},
	{"lelann", 3, leLann{}, takes(Elect{1}, 2), 0,
		leLann{list: of(1, 3)}, "ELECT(3)→next ELECT(1)→next", 0, false, "LL2 joins an election, and begins none"},
	{"lelann", 3, leLann{recovering: true}, recovers(), 0,
		leLann{}, "ASK(3,⊥)→next", 0, false, "LL7 asks, and begins none"},
	{"lelann", 3, leLann{}, takes(Ask{3, Nobody}, 2), 0,
		leLann{}, "", 0, true, "LL6 would begin one"},
	{"ring-accept", 3, ringAccept{}, starts(), 0,
		ringAccept{}, "", 0, true, "a start is disabled"},
	{"ring-accept", 3, ringAccept{}, takes(Election{1}, 2), 0,
		ringAccept{}, "ELECTION(3)→next", 0, false, "RA2 raises an election, and begins none"},
	{"chang-roberts", 3, changRoberts{}, starts(), 0,
		changRoberts{}, "", 0, true, "a start is disabled"},
	{"chang-roberts", 3, changRoberts{}, takes(Election{1}, 2), 0,
		changRoberts{participant: true}, "ELECTION(3)→next", 0, false, "CR3 raises an election, and begins none"},
	{"hirschberg-sinclair", 3, hirschbergSinclair{}, takes(Probe{1, 0, 1, Right}, 2), 1,
		standing(0, Nowhere), "PROBE(3,0,1,right)→next PROBE(3,0,1,left)→previous", 0, false, "HS2 begins one"},
	{"hirschberg-sinclair", 3, hirschbergSinclair{}, takes(Probe{1, 0, 1, Right}, 2), 0,
		hirschbergSinclair{}, "", 0, true, "HS2 swallows, and begins nothing"},
	{"hirschberg-sinclair", 3, standing(1, Nowhere), takes(Probe{1, 0, 1, Right}, 2), 0,
		standing(1, Nowhere), "", 0, false, "it would not have begun anyway"},
	{"hirschberg-sinclair", 3, standing(0, Left), takes(Reply{3, 0, Right}, 2), 0,
		standing(1, Nowhere), "PROBE(3,1,1,right)→next PROBE(3,1,1,left)→previous", 0, false, "HS7 goes on, and begins none"},
	{"raft", 3, raft{}, starts(), 1,
		raft{1, 3, asCandidate, of(3), 0}, "REQUESTVOTE(1,0:0)→1,2,4", 0, false, "RF1 takes one off"},
	{"raft", 3, raft{1, 3, asCandidate, of(3), 0}, fires(electionTimeout), 0,
		raft{1, 3, follower, 0, 0}, "", 0, true, "RF8 makes a follower, in the same term"},
}

// TestElections: each election begun takes one off a process's budget, and what a process does
// that has none left is the doing of a bound, which the outcome says.
func TestElections(t *testing.T) {
	for _, test := range elections {
		a, _ := Find(test.algorithm)
		h := a.Make(Variant{Reading: Repaired})
		out := h.Handle(Self{ID: test.self, Group: four, Local: test.before, Elections: test.have}, test.event)
		if out.Local != test.after || spellSends(out.Sends) != test.sends {
			t.Errorf("%s %+v %+v: got %+v, %q, want %+v, %q: %s", test.algorithm, test.before, test.event,
				out.Local, spellSends(out.Sends), test.after, test.sends, test.why)
		}
		if out.Elections != test.left || out.Capped != test.capped {
			t.Errorf("%s %+v %+v: got %d left, capped %v, want %d, %v: %s", test.algorithm, test.before, test.event,
				out.Elections, out.Capped, test.left, test.capped, test.why)
		}
	}
}

// of makes a set of some of the four processes.
func of(ids ...ID) set {
	var s set
	for _, id := range ids {
		s |= 1 << four.Index(id)
	}
	return s
}

// standing is a candidate in a phase.
func standing(phase int, answered Way) hirschbergSinclair {
	return hirschbergSinclair{candidate: true, phase: phase, answered: answered}
}

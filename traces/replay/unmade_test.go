package replay_test

import (
	"strings"
	"testing"

	"interrex/traces"
	"interrex/traces/replay"
)

// killedInAVote is a run by hand: 2 asks for votes, 1 writes the line of its vote, is killed, and comes
// back with what it has kept. The vote may have been taken, and 1 may have come to its end.
func killedInAVote(taken, ended bool, back string) []traces.Source {
	head := func(node, incarnation string) string {
		return `{"interrex":2,"run":"by hand","algorithm":"raft","ids":[1,2,3],"node":` + node + `,"incarnation":` + incarnation + `,"configuration":{"pre-vote":"false","check-quorum":"false"}}` + "\n"
	}
	boot := func(action, clock, kept string) string {
		return `{"seq":1,"clock":[` + clock + `],"action":"` + action + `","after":{` + kept + `,"role":"follower","votes":"{}","elected":"⊥"}}` + "\n"
	}
	nothing := `"term":"0","votedFor":"⊥"`
	voted := head("1", "1") + boot("boot", "10000000001,0,0", nothing) +
		`{"seq":2,"clock":[10000000002,10000000002,0],"action":"deliver","message":{"id":"2.1.1","type":"REQUESTVOTE","from":2,"to":1,"text":"REQUESTVOTE(1,0:0)"},` +
		`"sends":[{"id":"1.1.1","to":2,"message":"VOTE(1)"}],"after":{"term":"1","votedFor":"2","role":"follower","votes":"{}","elected":"⊥"}}` + "\n"
	if ended {
		voted += `{"end":2}` + "\n"
	}
	voted += head("1", "2") + boot("restart", "20000000001,0,0", back)
	asked := head("2", "1") + boot("boot", "0,10000000001,0", nothing) +
		`{"seq":2,"clock":[0,10000000002,0],"action":"start","sends":[{"id":"2.1.1","to":1,"message":"REQUESTVOTE(1,0:0)"},{"id":"2.1.2","to":3,"message":"REQUESTVOTE(1,0:0)"}],` +
		`"after":{"term":"1","votedFor":"2","role":"candidate","votes":"{2}","elected":"⊥"}}` + "\n"
	if taken {
		asked += `{"seq":3,"clock":[10000000002,10000000003,0],"action":"deliver","message":{"id":"1.1.1","type":"VOTE","from":1,"to":2,"text":"VOTE(1)"},` +
			`"sends":[{"id":"2.1.3","to":1,"message":"LEADER(1)"},{"id":"2.1.4","to":3,"message":"LEADER(1)"}],"after":{"term":"1","votedFor":"2","role":"follower","votes":"{}","elected":"2"}}` + "\n"
	}
	idle := head("3", "1") + boot("boot", "0,0,10000000001", nothing)
	return []traces.Source{
		{Name: "1.ndjson", From: strings.NewReader(voted)},
		{Name: "2.ndjson", From: strings.NewReader(asked)},
		{Name: "3.ndjson", From: strings.NewReader(idle)},
	}
}

// TestKilledBeforeItKept: who has written a line and kept nothing of it comes back as it was before, if
// nobody has heard of the step, and it was killed. In whatever order the files are read, the same line
// is to blame.
func TestKilledBeforeItKept(t *testing.T) {
	before, after, newer := `"term":"0","votedFor":"⊥"`, `"term":"1","votedFor":"2"`, `"term":"2","votedFor":"⊥"`
	for _, c := range []struct {
		name         string
		taken, ended bool
		back         string
		unmade       int
		line         int // that diverges; 0: none
	}{
		{"it has kept its vote", true, false, after, 0, 0},
		{"it had not kept it yet", false, false, before, 1, 0},
		{"it had not kept it, and its vote counts", true, false, before, 0, 5},
		{"it had not kept it, and has come to its end", false, true, before, 0, 6},
		{"it has kept more than it has written", false, false, newer, 0, 5},
		{"it has kept another vote", false, false, `"term":"1","votedFor":"3"`, 0, 5},
	} {
		for name, pick := range map[string]func([]int) int{
			"the first first": func(ready []int) int { return ready[0] },
			"the last first":  func(ready []int) int { return ready[len(ready)-1] },
		} {
			o := replay.Options{World: replay.Perfect(), Crashed: func(int) bool { return true }, Pick: pick}
			r, err := replay.Follow(killedInAVote(c.taken, c.ended, c.back), o)
			switch {
			case err != nil:
				t.Errorf("%s, %s: %v", c.name, name, err)
			case c.line == 0 && (r.Verdict != replay.Accepted || r.Counts.Unmade != c.unmade):
				t.Errorf("%s, %s: %s, %d steps not made; %s", c.name, name, r.Verdict, r.Counts.Unmade, told(r))
			case c.line > 0 && (r.Verdict != replay.Diverges || r.Diverged.Line != c.line || r.Diverged.File != "1.ndjson"):
				t.Errorf("%s, %s: %s; %s", c.name, name, r.Verdict, told(r))
			}
		}
	}
}

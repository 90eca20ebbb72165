package explore

import (
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

// findings are what the machine says of what the lectures promise: the properties that are
// violated, and what is said of the others. Where a bound of ours has acted, that is inconclusive.
// Other tests have the worlds of testdata/worlds.jsonl, of the pages and of the ledger.
var findings = []struct {
	reason, args string
	code         int
	violated     string
	others       string
}{
	{"a dead candidate's message goes round for ever", "-algo=ring -ids=4,8,9,3 -crashes=1", 13, "decides ends", "holds"},
	{"to remember the highest id does not help", "-algo=ring-maxid -n=3 -crashes=1", 13, "decides ends", "holds"},

	{"so do timeouts at any time, with no restart", "-algo=bully -n=3 -timeouts=any -restarts=0", 12,
		"one-leader elected-is-max agreement decides", "inconclusive"},
	{"and with no crash", "-algo=bully -n=3 -timeouts=any -crashes=0 -property=one-leader,elected-is-max,agreement", 12,
		"one-leader elected-is-max agreement", "inconclusive"},

	{"as printed it fails without any recovery", "-algo=bully-recovery -n=3 -reading=printed -restarts=0", 12,
		"one-leader elected-is-max agreement decides", "holds"},
	{"and even without any crash", "-algo=bully-recovery -n=3 -reading=printed -crashes=0 -starts=2", 12,
		"one-leader elected-is-max agreement decides", "holds"},

	{"and several in all", "-algo=raft -n=3 -timeouts=any -restarts=0", 12, "one-leader elected-is-max agreement", "inconclusive"},
	{"who does not hear the leader deposes it", "-algo=raft -n=3 -crashes=0 -restarts=0 -initial=leader -cut=3-1 -property=strict-stability,leader-per-term", 12,
		"strict-stability", "holds"},
	{"but not if it asks first", "-algo=raft -n=3 -crashes=0 -restarts=0 -initial=leader -cut=3-1 -pre-vote -property=strict-stability,leader-per-term", 0,
		"", "holds"},
	{"then it asks for ever", "-algo=raft -n=3 -crashes=0 -restarts=0 -initial=leader -cut=3-1 -pre-vote -property=decides,ends", 13,
		"decides ends", "holds"},
	{"loyal to a leader without a majority",
		"-algo=raft -n=4 -crashes=0 -restarts=0 -initial=leader -cut=2-3,3-2,2-4,4-2,3-4,4-3 -pre-vote -property=decides,ends,eventual-leadership", 13,
		"decides ends eventual-leadership", "holds"},
	{"who gives up if it looks",
		"-algo=raft -n=4 -crashes=0 -restarts=0 -initial=leader -cut=2-3,3-2,2-4,4-2,3-4,4-3 -pre-vote -check-quorum -property=decides,ends,eventual-leadership", 0,
		"", "holds"},
	{"the only one who could win may not", "-algo=raft -n=4 -crashes=0 -restarts=0 -initial=leader -cut=2-3,3-2,2-4,4-2,3-4,4-3 -pre-vote -check-quorum " +
		"-logs=1:1,1:2,1:2,1:2 -property=decides,ends,eventual-leadership", 13,
		"decides ends eventual-leadership", "holds"},
	{"but twice", "-algo=omega-timely -n=3 -tm=2 -counters=1 -property=eventual-leadership", 152, "", "inconclusive"},
	{"as printed all counts grow", "-algo=omega-minimal -n=2 -crashes=0 -reading=printed -property=eventual-leadership", 152, "", "inconclusive"},

	{"option 1 mends one crash if messages are sent on", "-algo=ring-watch -n=4 -crashes=1 -repair=resent", 0, "", "holds"},
	{"one watcher is enough: the predecessor", "-algo=ring-watch -n=4 -crashes=1 -repair=resent -watchers=predecessor", 0, "", "holds"},
	{"one watcher is enough: the successor", "-algo=ring-watch -n=4 -crashes=1 -repair=resent -watchers=successor", 0, "", "holds"},
	{"not if they are lost", "-algo=ring-watch -n=4 -crashes=1 -repair=lost", 11, "not-stuck decides ends", "holds"},
	{"and not two crashes", "-algo=ring-watch -n=4 -crashes=2 -repair=resent -capacity=2 -max-states=30000", 13, "decides ends", "inconclusive"},
	{"two crashes and lost messages", "-algo=ring-watch -n=4 -crashes=2 -repair=lost -capacity=2 -max-states=30000", 11,
		"not-stuck decides ends", "inconclusive"},
	{"as printed it does not work", "-algo=ring-watch -n=3 -crashes=1 -reading=printed -repair=resent", 11, "not-stuck ends", "inconclusive"},
	{"as printed it does not work, the less if messages are lost", "-algo=ring-watch -n=3 -crashes=1 -reading=printed -repair=lost", 11,
		"not-stuck decides ends", "inconclusive"},

	{"option 2 mends one crash with a perfect detector, if messages are sent on",
		"-algo=ring-detector -n=3 -crashes=1 -repair=resent -detector=perfect", 0, "", "holds"},
	{"if they are lost the election ends, but not all have heard", "-algo=ring-detector -n=3 -crashes=1 -repair=lost", 13, "decides", "holds"},
	{"as printed it does not work", "-algo=ring-detector -n=3 -crashes=1 -reading=printed -repair=resent", 13, "decides ends", "holds"},
	{"as printed it does not work if messages are lost", "-algo=ring-detector -n=3 -crashes=1 -reading=printed -repair=lost", 13, "decides ends", "holds"},
	{"an incomplete detector leaves the system without a leader",
		"-algo=ring-detector -n=3 -crashes=1 -repair=resent -detector=incomplete", 13, "decides ends", "holds"},
	{"an inaccurate one makes it elect for ever", "-algo=ring-detector -n=2 -crashes=1 -repair=resent -detector=inaccurate", 13,
		"decides ends", "inconclusive"},
	{"even if nobody dies", "-algo=ring-detector -n=2 -crashes=0 -detector=inaccurate", 13, "decides ends", "inconclusive"},
	{"one mistake costs the decision", "-algo=ring-detector -n=3 -crashes=0 -detector=inaccurate -mistakes=1", 13, "decides", "holds"},
	{"if mistakes end, so do elections", "-algo=ring-detector -n=3 -crashes=0 -initial=leader -starts=0 -detector=eventually-perfect", 13,
		"decides", "inconclusive"},
	{"however many there were", "-algo=ring-detector -n=3 -crashes=0 -detector=eventually-perfect -mistakes=3", 13, "decides", "holds"},
	{"also if one dies", "-algo=ring-detector -n=2 -repair=resent -detector=eventually-perfect -mistakes=3", 13, "decides", "holds"},

	{"a repeated message does no harm", "-algo=chang-roberts -n=4 -channels=duplicating", 0, "", "holds"},
	{"a lost one does", "-algo=chang-roberts -n=4 -channels=lossy", 11, "not-stuck decides ends", "holds"},

	{"a repeated message does no harm", "-algo=lelann -n=4 -channels=duplicating", 0, "", "holds"},
	{"the leader may die", "-algo=lelann -n=4 -crashes=1 -initial=leader", 0, "", "holds"},

	{"to accept too early is no harm on an ascending ring", "-algo=ring-accept -n=4 -crashes=0", 0, "", "holds"},
	{"on others it is", "-algo=ring-accept -ids=2,1,3 -crashes=0", 12, "elected-is-max agreement", "holds"},
	{"an election without need unsettles", "-algo=ring-accept -ids=2,1,3 -crashes=0 -initial=leader -property=irrevocable", 12, "irrevocable", "holds"},
}

func TestFindings(t *testing.T) {
	for i, f := range findings {
		if !testlevel.OneOf(4, i) {
			continue
		}
		d := decode(t, f.args)
		violated := strings.Fields(f.violated)
		for _, p := range d.Properties {
			want := f.others
			if slices.Contains(violated, p.Name) {
				want = "violated"
			}
			if p.Verdict != want {
				t.Errorf("%s: explore %s: %s is %s, want %s", f.reason, f.args, p.Name, p.Verdict, want)
			}
		}
		for _, name := range violated {
			d.find(t, name)
		}
		if d.Exit != f.code || d.Complete == (f.others == "inconclusive") {
			t.Errorf("%s: explore %s: exit code %d, want %d; complete is %v", f.reason, f.args, d.Exit, f.code, d.Complete)
		}
	}
}

// TestTwoLeaders: the story of one-leader, to its last state.
func TestTwoLeaders(t *testing.T) {
	for _, args := range []string{"-algo=bully -n=3 -restarts=1", "-algo=bully -n=3 -timeouts=any", "-algo=bully-recovery -n=3 -restarts=1",
		"-algo=bully-recovery -n=3 -reading=printed"} {
		c := decode(t, args).find(t, "one-leader").Counterexample
		s := newStage(c)
		for _, o := range c.Stem {
			s.step(o, false, false)
		}
		leaders := 0
		for _, id := range s.ids {
			if mine := s.variables[id]["elected"]; s.live[id] && mine == text(id) {
				leaders++
			}
		}
		if leaders != 2 {
			t.Errorf("explore %s: %d leaders in the end, in %s", args, leaders, s.picture())
		}
	}
}

// TestEveryRing: exactly the maximum wins in every arrangement of the ids, whoever starts.
func TestEveryRing(t *testing.T) {
	arrangements := map[string]int{"1": 1, "2": 1, "3": 2, "4": 6, "5": 24, "6": 120} // (N-1)!
	if testlevel.Quick() {
		delete(arrangements, "6")
	}
	for n, want := range arrangements {
		for _, args := range []string{"-orders=all -algo=chang-roberts -n=" + n, "-orders=all -algo=ring-maxid -crashes=0 -starts=2 -n=" + n} {
			all := decodeRings(t, args)
			if all.Exit != 0 || !all.Complete || len(all.Arrangements) != want {
				t.Errorf("explore %s: exit code %d, complete %v, %d arrangements", args, all.Exit, all.Complete, len(all.Arrangements))
			}
			seen := map[string]bool{}
			for _, a := range all.Arrangements {
				seen[text(a.IDs...)] = true
				if len(a.Verdicts) != 7 || a.Exit != 0 || !a.Complete || a.IDs[0] != 1 {
					t.Errorf("explore %s: %+v", args, a)
				}
				for property, verdict := range a.Verdicts {
					if verdict != "holds" {
						t.Errorf("explore %s: %s %s on the ring %v", args, property, verdict, a.IDs)
					}
				}
			}
			if len(seen) != want {
				t.Errorf("explore %s: only %d arrangements differ", args, len(seen))
			}
		}
	}
}

// TestDescending: the report has the ids in that order.
func TestDescending(t *testing.T) {
	if got, want := decode(t, "-algo=chang-roberts -n=3 -orders=descending").IDs, []int{3, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("the ring is %v, want %v", got, want)
	}
}

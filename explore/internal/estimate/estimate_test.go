package estimate

import (
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/commandtest"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/spec"
)

func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

// worlds are of all kinds of growth.
var worlds = []string{
	"-algo=bully -n=4", "-algo=bully -n=3 -restarts=1", "-algo=bully -n=3 -starts=3", "-algo=bully -n=3 -channels=duplicating",
	"-algo=bully -n=3 -timeouts=clock", "-algo=bully-recovery -n=3 -restarts=1", "-algo=chang-roberts -n=13 -crashes=0",
	"-algo=chang-roberts -n=4 -crashes=2", "-algo=chang-roberts -ids=8,7,6,5,4,3,2,1 -crashes=0", "-algo=hirschberg-sinclair -n=6",
	"-algo=lelann -n=6", "-algo=lelann -n=4 -crashes=1", "-algo=ring -n=4", "-algo=ring -n=3 -starts=2", "-algo=ring-maxid -n=4",
	"-algo=ring-accept -n=4", "-algo=ring-watch -n=4", "-algo=itai-rodeh -n=5", "-algo=raft -n=3", "-algo=raft -n=4",
	"-algo=omega-timely -n=3",
}

// A tally counts guesses, and how near they were to the truth.
type tally struct{ guesses, between, near, half int }

func (c *tally) add(g *guess, truth float64) {
	off := math.Abs(math.Log(g.About / truth))
	c.guesses++
	c.between += bit(g.Least <= truth && truth <= g.Most)
	c.near += bit(off < math.Log(1.2))
	c.half += bit(off < math.Log(2))
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (c *tally) String() string {
	return fmt.Sprintf("of %d in %d the truth is between the least and the most, in %d within a fifth, in %d within the double and the half",
		c.guesses, c.between, c.near, c.half)
}

// wholes are the worlds explored to their end, each once.
var wholes = map[string]*checker.Report{}

func wholeOf(t *testing.T, line string) *checker.Report {
	if wholes[line] == nil {
		wholes[line] = look(t, line, false).Counts
	}
	return wholes[line]
}

// look explores a world, as estimate does, or with the properties that check asks for.
func look(t *testing.T, line string, whole bool) *check.Findings {
	program := &command.Program{Name: "explore", Elections: model.Catalogue(), Commands: []*command.Command{Command()}}
	call, err := program.Line(append([]string{"estimate"}, strings.Fields(line+" -quiet -max-time=1h -workers=1")...))
	if err != nil {
		t.Fatal(err)
	}
	q := *call.Asking.Of()
	if whole {
		q.Properties = q.World.Algorithm.Usual()
	}
	debug.FreeOSMemory() // what others have left is no memory of this one
	found, err := check.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestForesee: of all moments in the exploration of a world, levels ended, at which something is foreseen, nine in ten have the truth
// between the least and the most; and in half of them it is off by less than a fifth.
func TestForesee(t *testing.T) {
	moments, states := 0, &tally{}
	for _, line := range worlds {
		counts := wholeOf(t, line)
		widths, known := counts.Widths, 0
		for l, width := range widths {
			if known += width; known < 300 || l == len(widths)-1 {
				continue
			}
			moments++
			if f, ok := checker.Foresee(widths[:l+1]); ok {
				states.add(&guess{f.States, f.Least, f.Most}, float64(counts.States))
			}
		}
	}
	t.Logf("of %d moments %d have a forecast; %s", moments, states.guesses, states)
	if 10*states.guesses < 6*moments || 100*states.between < 88*states.guesses || 2*states.near < states.guesses {
		t.Errorf("of %d moments %d have a forecast; %s", moments, states.guesses, states)
	}
}

// TestForeseeCost: time and memory are guessed in proportion to the states of a probe. So are steps, of which time is made, and the
// store, of which memory is: in eight of ten probes the truth is between the least and the most. What is logged of time and memory
// themselves depends on what else the machine and this process do; docs/performance.md has them of processes of their own.
func TestForeseeCost(t *testing.T) {
	parts, least := []int{3, 4, 8}, 20_000 // of smaller worlds, what is there once is most of it
	if testlevel.All() {
		parts = []int{2, 3, 4, 6, 8, 12, 16}
	}
	var states, steps, store, seconds, bytes tally
	for _, line := range worlds {
		whole := wholeOf(t, line)
		if whole.States < least {
			continue
		}
		if testlevel.All() {
			lively := look(t, line, true).Counts
			t.Logf("%s: with liveness %.1f times as long", line, (lively.Seconds+lively.LivenessSeconds)/whole.Seconds)
		}
		for _, part := range parts {
			found := look(t, fmt.Sprint(line, " -max-states=", whole.States/part), false)
			d, probe := foresee(found), found.Counts
			if d.States == nil {
				continue
			}
			stored := func(r *checker.Report) float64 { return float64(r.RowBytes) + r.Overhead }
			states.add(d.States, float64(whole.States))
			steps.add(d.States.times(float64(probe.Steps)/float64(probe.States), 0), float64(whole.Steps))
			store.add(d.States.times(stored(probe), 0), stored(whole)*float64(whole.States))
			seconds.add(d.Seconds, whole.Seconds)
			bytes.add(d.Bytes, float64(whole.PeakBytes))
		}
	}
	t.Logf("states: %v\nsteps: %v\nstore: %v\nseconds: %v\nbytes: %v", &states, &steps, &store, &seconds, &bytes)
	for what, c := range map[string]tally{"states": states, "steps": steps, "store": store} {
		if c.guesses < 20 || 10*c.between < 8*c.guesses || 2*c.half < c.guesses {
			t.Errorf("%s: %v", what, &c)
		}
	}
}

// TestForeseeUnlessExhausted: whatever has cut an exploration, there is a forecast; none is needed only where there are no more states.
func TestForeseeUnlessExhausted(t *testing.T) {
	found := look(t, "-algo=bully -n=4", false)
	found.Counts.Widths = found.Counts.Widths[:len(found.Counts.Widths)*2/3]
	for bound, want := range map[string]bool{
		"": false, "elections": false, "elections, counters": false,
		"time": true, "states": true, "memory": true, "interrupted": true, "disk": true, "contents of channels": true, "overflow": true,
	} {
		found.Counts.Bound, found.Counts.Complete = bound, bound == ""
		if s := foresee(found).States; s == nil || (s.Least < s.Most) != want {
			t.Errorf("ended by %q: %+v; is a forecast wanted: %t", bound, s, want)
		}
	}
}

// TestForeseeNoLessThanIsKnown: the states of a level that is not complete are known too. A forecast without them is no less than they are,
// and is none if it is refuted by them; with most of a world it is never refused.
func TestForeseeNoLessThanIsKnown(t *testing.T) {
	found := look(t, "-algo=bully -n=4", false)
	all := found.Counts.Widths
	for end := 1; end < len(all); end++ {
		for part := 1; part <= 4; part++ {
			widths, known := append(slices.Clone(all[:end]), all[end]*part/4), 0
			for _, width := range widths {
				known += width
			}
			found.Counts.Widths, found.Counts.States, found.Counts.Bound, found.Counts.Complete = widths, known, "states", false
			s := foresee(found).States
			if s != nil && (s.About < float64(known) || s.Least < float64(known) || s.Most <= s.About) {
				t.Errorf("levels of %v: %+v, and %d are known", widths, s, known)
			}
			if s == nil && end > len(all)/3 {
				t.Errorf("levels of %v: %+v", widths, s)
			}
		}
	}
	found.Counts.Widths, found.Counts.States = []int{1, 13, 43, 108, 271, 564}, 1000
	if s := foresee(found).States; s != nil {
		t.Errorf("1,000 of 252,718 states: %+v", s)
	}
	found.Counts.Widths, found.Counts.States = []int{1, 10000, 610, 600, 620, 600, 650}, 13081
	if s := foresee(found).States; s != nil {
		t.Errorf("more states are known than are foreseen at most: %+v", s)
	}
}

// TestAsksSafety: the time that is said is that of an exploration with the safety properties that check asks for, so these are asked.
func TestAsksSafety(t *testing.T) {
	found := look(t, "-algo=bully -n=3", false)
	for _, p := range found.World.Config().Algorithm.Usual() {
		is := slices.ContainsFunc(found.Question.Properties, func(q spec.Property) bool { return q.Name == p.Name })
		if is == p.IsLiveness() {
			t.Errorf("%s is asked: %t", p.Name, is)
		}
	}
}

func TestEstimate(t *testing.T) {
	for args, want := range map[string]string{
		"-algo=bully -n=3":                                         "estimate: none is needed, all 478 states were found (exit 0)",
		"-algo=bully -n=4 -max-states=200000":                      " states, and nine times in ten from ",
		"-algo=bully -n=4 -max-states=1000 -timeouts=any":          "estimate: more than 998 states; -max-states ended the look too early to tell how many: raise it (exit 0)",
		"-algo=bully -n=4 -max-states=1000":                        "estimate: more than 1,000 states; -max-states ended the look too early to tell how many: raise it (exit 0)",
		"-algo=bully -n=4 -max-states=154001":                      ", and nine times in ten from 154,001 to ",
		"-algo=bully -n=4 -max-memory=10B":                         "estimate: more than 1 state; -max-memory ended the look too early to tell how many: raise it (exit 0)",
		"-algo=bully -n=4 -max-time=1ns":                           "estimate: more than 1 state; -max-time ended the look too early to tell how many: raise it (exit 0)",
		"-algo=chang-roberts -n=3 -crashes=1 -starts=1 -workers=2": "estimate: none is needed",
	} {
		text := commandtest.Call(t.Context(), Command(), strings.Fields("estimate "+args+" -quiet")...)
		if text.Code != 0 || !strings.Contains(text.LastLine(), want) {
			t.Errorf("estimate %s: %d, %s%s", args, text.Code, text.Stdout, text.Stderr)
		}
	}
}

package explore

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// A stage is what a reader of a counterexample in JSON knows of the world after some steps: who
// lives, the variables, and what is in the channels.
type stage struct {
	ids       []int
	live      map[int]bool
	variables map[int]map[string]string // of a process that has come back: what has changed since
	channels  map[[2]int][]string       // by sender and receiver
}

func newStage(c *counterexample) *stage {
	s := &stage{live: map[int]bool{}, variables: map[int]map[string]string{}, channels: map[[2]int][]string{}}
	for _, p := range c.Initial {
		s.ids = append(s.ids, p.Process)
		s.live[p.Process], s.variables[p.Process] = p.Live, maps.Clone(p.Variables)
	}
	return s
}

// step does what a step says, and complains where it does not fit what was before. Bag says
// that messages may overtake one another, resent that those of the dead find another way: then
// nothing is known of the channels.
func (s *stage) step(o occurrence, bag, resent bool) (complaints []string) {
	complain := func(format string, args ...any) {
		complaints = append(complaints, fmt.Sprintf(format, args...))
	}
	if isEveryones := o.Action == "tick" || o.Action == "bounds hold" || o.Action == "mistakes end"; isEveryones != (o.Process == 0) {
		complain("%s of P%d", o.Action, o.Process)
	} else if isEveryones && (o.Message != nil || len(o.Sends)+len(o.Changes) > 0) {
		complain("%s, and more than that", o.Action)
	}
	if o.Action != "restart" && o.Process != 0 && !s.live[o.Process] {
		complain("%s of P%d, which is dead", o.Action, o.Process)
	}
	if o.Message != nil && !resent {
		channel := [2]int{*o.Peer, o.Process}
		waiting := s.channels[channel]
		i := slices.Index(waiting, *o.Message)
		if i < 0 || i > 0 && !bag && o.Action != "lose" {
			complain("%s of %s from P%d to P%d, where %v is on its way", o.Action, *o.Message, *o.Peer, o.Process, waiting)
		} else if o.Action != "deliver and keep" {
			s.channels[channel] = slices.Delete(slices.Clone(waiting), i, i+1)
		}
	}
	for _, sent := range o.Sends {
		if sent.Lost == s.live[sent.To] {
			complain("%s to P%d: lost is %v, and live %v", sent.Message, sent.To, sent.Lost, s.live[sent.To])
		}
		if !sent.Lost && !resent {
			channel := [2]int{o.Process, sent.To}
			s.channels[channel] = append(slices.Clone(s.channels[channel]), sent.Message)
		}
	}
	if o.CrashAfter != nil && *o.CrashAfter != len(o.Sends) {
		complain("it dies after %d messages, and sends %d", *o.CrashAfter, len(o.Sends))
	}
	died := false
	for _, c := range o.Changes {
		if c.From == c.To {
			complain("%s of P%d changes from %s to itself", c.Variable, c.Process, c.From)
		}
		if c.Process != o.Process {
			complain("P%d acts, and P%d changes", o.Process, c.Process)
		}
		if c.Variable != "live" {
			if now, known := s.variables[c.Process][c.Variable]; known && now != c.From {
				complain("%s of P%d changes from %s, and was %s", c.Variable, c.Process, c.From, now)
			}
			s.variables[c.Process][c.Variable] = c.To
			continue
		}
		if now := map[bool]string{true: "yes", false: "no"}[s.live[c.Process]]; now != c.From {
			complain("live of P%d changes from %s, and was %s", c.Process, c.From, now)
		}
		s.live[c.Process], s.variables[c.Process] = c.To == "yes", map[string]string{}
		died = died || c.To == "no"
	}
	if died != (o.Action == "crash" || o.CrashAfter != nil) {
		complain("%s: whether the process dies does not agree with the changes", o.Action)
	}
	if died {
		for _, from := range s.ids {
			delete(s.channels, [2]int{from, o.Process})
		}
	}
	return complaints
}

// picture is all of it in words.
func (s *stage) picture() string {
	waiting := map[[2]int][]string{}
	for channel, messages := range s.channels {
		if len(messages) > 0 {
			waiting[channel] = messages
		}
	}
	return fmt.Sprint(s.live, s.variables, waiting) // fmt orders the keys
}

// TestCounterexamplesCanBeReplayed follows every step of every counterexample: what is delivered
// was sent, what changes was so before, the dead do nothing, and a cycle ends where it began.
func TestCounterexamplesCanBeReplayed(t *testing.T) {
	replayed := map[string]int{}
	for _, args := range variety {
		d := decode(t, args)
		bag, resent := d.World["channels"] == "bag", d.World["repair"] == "resent"
		for _, p := range d.Properties {
			c := p.Counterexample
			if (p.Verdict == "violated") != (c != nil) {
				t.Errorf("explore %s: %s is %s, and its counterexample %v", args, p.Name, p.Verdict, c)
			}
			if c == nil {
				continue
			}
			if c.Lasso != (p.Kind == "liveness") || !c.Lasso && len(c.Cycle) > 0 {
				t.Errorf("explore %s: %s of %s, to refute %s", args, c.shape(), p.Kind, p.Name)
			}
			replayed[c.shape()]++
			s := newStage(c)
			if !slices.Equal(s.ids, d.IDs) {
				t.Errorf("explore %s: the processes are %v, not %v", args, s.ids, d.IDs)
			}
			began := ""
			for i, o := range slices.Concat(c.Stem, c.Cycle) {
				if i == len(c.Stem) {
					began = s.picture()
				}
				for _, complaint := range s.step(o, bag, resent) {
					t.Errorf("explore %s: %s: step %d: %s", args, p.Name, i+1, complaint)
				}
			}
			if ended := s.picture(); len(c.Cycle) > 0 && ended != began {
				t.Errorf("explore %s: %s: the cycle begins in\n%s\nand ends in\n%s", args, p.Name, began, ended)
			}
		}
	}
	if len(replayed) != 3 {
		t.Errorf("replayed were only %v", replayed)
	}
}

// TestReplayComplains wounds a good counterexample in each of its parts.
func TestReplayComplains(t *testing.T) {
	good := func() *counterexample {
		return decode(t, "-algo=ring -ids=4,8,3 -crashes=1 -property=ends").Properties[0].Counterexample
	}
	complaints := func(c *counterexample) (n int) {
		s, began := newStage(c), ""
		for i, o := range slices.Concat(c.Stem, c.Cycle) {
			if i == len(c.Stem) {
				began = s.picture()
			}
			n += len(s.step(o, false, false))
		}
		if s.picture() != began {
			n++
		}
		return n
	}
	if n := complaints(good()); n != 0 {
		t.Fatalf("%d complaints about a good one", n)
	}
	for reason, wound := range map[string]func(c *counterexample){
		"a step left out of the stem": func(c *counterexample) { c.Stem = c.Stem[1:] },
		"another message": func(c *counterexample) {
			message := "ELECTION(3)"
			c.Cycle[0].Message = &message
		},
		"a lost message": func(c *counterexample) { c.Cycle[0].Sends[0].Lost = true },
		"nobody dies": func(c *counterexample) {
			c.Stem[slices.IndexFunc(c.Stem, func(o occurrence) bool { return o.Action == "crash" })].Changes = nil
		},
		"a dead one acts": func(c *counterexample) { c.Initial[2].Live = false },
	} {
		c := good()
		if wound(c); complaints(c) == 0 {
			t.Errorf("no complaint about %s", reason)
		}
	}
}

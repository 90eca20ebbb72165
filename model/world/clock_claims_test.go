package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// What lectures 000 and 004 claim of the time that bully takes, by the clock.

// verdicts explores a world and says which properties are violated; nothing may be left open.
func verdicts(t *testing.T, c world.Config, s func(*world.World) checker.System) map[string]bool {
	t.Helper()
	w := world.New(c)
	report, err := checker.Check(t.Context(), s(w), w.Properties(everyProperty(c)), checker.Options{})
	if err != nil || !report.Complete {
		t.Fatalf("%s: %v, bounded by %q", told(c), err, report.Bound)
	}
	violated := map[string]bool{}
	for i, p := range everyProperty(c) {
		violated[p.Name] = report.Results[i].Verdict == checker.Violated
	}
	return violated
}

func itself(w *world.World) checker.System { return w }

// TestShortestSafeT: T = 2 Tm + Tp is a reliable detector, and one tick less is not (C30; lecture
// 004). Where a timer may come before a delivery it takes one tick more.
func TestShortestSafeT(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other worlds are explored by as many workers, and this one is large")
		return
	}
	for i, bounds := range [][2]int{{1, 0}, {2, 0}, {3, 0}, {1, 1}, {1, 2}, {2, 1}} {
		if !testlevel.OneOf(3, i) {
			continue
		}
		tm, tp := bounds[0], bounds[1]
		for _, n := range []int{2, 3} {
			for _, ties := range []world.Ties{world.DeliveryFirst, world.TimerFirst} {
				safe := 2*tm + tp
				if ties == world.TimerFirst {
					safe++
				}
				for _, T := range []int{safe - 1, safe} {
					c := config(t, "bully", ids(n), func(c *world.Config) {
						clocked(c, tm, tp, T, 2*T)
						c.Ties = ties
					})
					if got := verdicts(t, c, itself)["one-leader"]; got != (T < safe) {
						t.Errorf("n=%d tm=%d tp=%d T=%d %s: two leaders: %v", n, tm, tp, T, ties, got)
					}
				}
			}
		}
	}
}

// TestPromisesByTheClock: with the shortest safe timers bully keeps all that its authors promise of
// a synchronous system, also when two die (C13).
func TestPromisesByTheClock(t *testing.T) {
	for _, crashes := range []int{0, 1, 2} {
		c := config(t, "bully", ids(3), func(c *world.Config) {
			clocked(c, 1, 0, 2, 4)
			c.Crashes = crashes
		})
		violated := verdicts(t, c, itself)
		for _, p := range spec.Default() {
			if violated[p.Name] {
				t.Errorf("%d crashes: %s is violated", crashes, p.Name)
			}
		}
	}
}

// resumed is a world that begins in some of its quiet states.
type resumed struct {
	*world.World
	first []checker.State
}

func (r resumed) Init(emit func(checker.State)) {
	for _, s := range r.first {
		emit(slices.Clone(s))
	}
}

// TestPartialSynchrony: an election begun before the bounds hold ends, and may end with two leaders
// for ever; one begun after that, from whatever the former has left behind, decides (C13).
func TestPartialSynchrony(t *testing.T) {
	testlevel.Slow(t, "a large world; TestPromisesByTheClock has a small one")
	if testlevel.Race {
		t.Log("left to the run without the race detector: other worlds are explored by as many workers, and this one is large")
		return
	}
	c := config(t, "bully", ids(3), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Crashes, c.Starts, c.GST = 0, 2, 2
	})
	before := verdicts(t, c, itself)
	if before["ends"] || !before["decides"] || !before["one-leader"] {
		t.Errorf("before the bounds hold: %v", before)
	}
	w := world.New(c)
	_, states := explored(t, t, w, checker.Options{})
	var split int
	after := verdicts(t, c, func(other *world.World) checker.System {
		r := resumed{World: other}
		_, states = explored(t, t, other, checker.Options{}) // its own numbers
		for _, s := range states {
			snapshot, v := other.Snapshot(s), other.View(s)
			if snapshot.Settles == 0 && !isUnderWay(v) && snapshot.Budgets[2].Left == 1 {
				r.first = append(r.first, s)
				split += map[bool]int{true: 1}[!spec.Agreement.Always(v)]
			}
		}
		return r
	})
	if after["strict-decides"] || after["ends"] || split == 0 {
		t.Errorf("after the bounds hold, from %d quiet states of disagreement too: %v", split, after)
	}
}

func isUnderWay(v spec.View) bool {
	return v.OnTheWay || slices.ContainsFunc(v.Processes, func(p spec.Process) bool { return p.Live && p.TakesPart })
}

// A weight is what a step costs.
type weight func(w *world.World, from checker.State, step checker.Step, to checker.State) int

// greatest is the most that any run costs, in all or, of those stretches in which an election is
// under way without a break, each. It goes all ways there are, and there must be no cycle.
func greatest(t *testing.T, c world.Config, each bool, cost weight) (most int) {
	t.Helper()
	w := world.New(c)
	known, isOpen := map[string]int{}, map[string]bool{}
	var from func(s checker.State) int
	from = func(s checker.State) int {
		key := fmt.Sprint(s)
		if sum, ok := known[key]; ok {
			return sum
		}
		if isOpen[key] {
			t.Fatalf("%s: a cycle", told(c))
		}
		isOpen[key] = true
		var steps []checker.Transition
		w.Steps(s, func(step checker.Step, to checker.State) {
			steps = append(steps, checker.Transition{Step: step, To: slices.Clone(to)})
		})
		sum := 0
		for _, next := range steps {
			sum = max(sum, from(next.To)+cost(w, s, next.Step, next.To))
		}
		if each && !isUnderWay(w.View(s)) {
			sum = 0
		}
		known[key], most = sum, max(most, sum)
		return sum
	}
	w.Init(func(s checker.State) { from(slices.Clone(s)) })
	return most
}

func one(is bool) int { return map[bool]int{true: 1}[is] }

func isTick(w *world.World, from checker.State, step checker.Step, _ checker.State) int {
	return one(w.PlainStep(from, step) == "tick")
}

func isSent(kind string) weight {
	return func(w *world.World, from checker.State, step checker.Step, to checker.State) (n int) {
		for _, s := range w.Sendings(from, step, to) {
			n += one(strings.HasPrefix(s.Message, kind))
		}
		return n
	}
}

// TestTimeOfBully: how long an election takes, in message delays (Tm = 1, Tp = 0, T = 2), and how
// many messages, where the leader dies and some may find it out. With nobody else dying the
// lowest's call takes one delay, the second highest waits T for the dead leader, and its
// announcement takes one more: 4 (C08). If the second highest itself finds out it is T and one
// delay: 3, and not 1 (C10). N(N-1)/2 calls are the claim for the lowest (C09), N-2 announcements
// for the second highest (C10), which calls the dead leader all the same.
func TestTimeOfBully(t *testing.T) {
	for _, n := range []int{3, 4} {
		lowest, second := some(1), some(model.ID(n-1))
		for _, m := range []struct {
			what       string
			initiators []model.ID
			each       bool
			cost       weight
			want       int
		}{
			{"delays, the lowest finds out", lowest, true, isTick, 4},
			{"delays, the second highest finds out", second, true, isTick, 3},
			{"calls, the lowest finds out", lowest, false, isSent("ELECTION"), n * (n - 1) / 2},
			{"calls, the second highest finds out", second, false, isSent("ELECTION"), 1},
			{"announcements, the second highest finds out", second, false, isSent("COORDINATOR"), n - 2},
		} {
			c := config(t, "bully", ids(n), func(c *world.Config) {
				clocked(c, 1, 0, 2, 4)
				c.Initial, c.Starts, c.Initiators = world.LeaderElected, 0, m.initiators
			})
			if got := greatest(t, c, m.each, m.cost); got != m.want {
				t.Errorf("n=%d: %s: %d, want %d", n, m.what, got, m.want)
			}
		}
	}
}

// TestLongerThanFour: four delays are not the worst case of all. By hand: N = 3, the
// leader 3 dies at 0, 2 finds out at 2 and announces itself at 4, when 1, which has not heard of it,
// finds out too; its call makes 2 begin again at 5, announce itself at 7 and be heard at 8: 6 delays.
// And a process that dies after its answer makes another wait for T': 2 calls, 3 answers at 1 and
// dies, 2 hears it at 2, calls again at 6, announces itself at 8 and is heard at 9.
func TestLongerThanFour(t *testing.T) {
	c := config(t, "bully", ids(3), func(c *world.Config) {
		clocked(c, 1, 0, 2, 4)
		c.Initial, c.Starts = world.LeaderElected, 0
	})
	if got := greatest(t, c, true, isTick); got < 6 {
		t.Errorf("two find out: %d delays", got)
	}
	begin(t, c).take("3 crash; tick; tick; 2 detect 3; tick; tick; 2 timeout T; 1 detect 3; tick; " +
		"1 takes COORDINATOR(2) of 2; 2 takes ELECTION(1) of 1; 1 takes OK of 2; tick; tick; 2 timeout T; tick; 1 takes COORDINATOR(2) of 2")
	c = config(t, "bully", ids(3), func(c *world.Config) { clocked(c, 1, 0, 2, 4) })
	if got := greatest(t, c, true, isTick); got < 9 {
		t.Errorf("one that has answered dies: %d delays", got)
	}
	begin(t, c).take("2 start; tick; 3 takes ELECTION(2) of 2, dead after 1; tick; 2 takes OK of 3; " +
		"tick; tick; tick; tick; 2 timeout T'; tick; tick; 2 timeout T; tick; 1 takes COORDINATOR(2) of 2")
}

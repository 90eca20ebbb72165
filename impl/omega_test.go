package impl_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"interrex/impl"
)

// TestOmegaTimelyRules: process 2 of three, by the page. It trusts nobody, then 1, 2, 3, then nobody.
func TestOmegaTimelyRules(t *testing.T) {
	const fire = "; timeout timer"
	second := func(string) *impl.Config { return three(2) }
	perform(t, "omega-timely", second, []scene{
		{"OT1", "timeout heartbeat", "ALIVE to 1; ALIVE to 3; set heartbeat", "its own is above 0"},
		{"OT1", "timeout timer; timeout timer; timeout heartbeat", "ALIVE to 1; ALIVE to 3; set heartbeat; set timer", "it trusts itself (OT2)"},
		{"OT1", "timeout timer" + fire + fire + "; timeout heartbeat",
			"elected 2; raised 1; ALIVE to 1; ALIVE to 3; set heartbeat; set timer+1", "it returns to itself (OT3)"},
		{"OT2", "timeout timer; 1 ALIVE", "set timer", "the leader lives"},
		{"OT3", "timeout timer" + fire + "; 1 ALIVE", "elected 1; raised 1; set timer+1", "it has been wrong"},
		{"OT3", "timeout timer" + fire + fire + fire + "; 3 ALIVE", "elected 3; past no; raised 1; set timer+1", "back from past all"},
		{"OT3", "1 ALIVE", "", "from above the leader"},
		{"OT4", "timeout timer", "elected 1; set timer", "nobody at first (OT-D2)"},
		{"OT4", "timeout timer" + fire + fire + fire, "elected ⊥; past yes", "nobody is left, and the timer rests"},
		{"OT4", "timeout timer" + fire + fire + fire + fire, "ignored", "it does not run"},
	})
}

// TestOmegaMinimalRules: process 2 of three, by the page.
func TestOmegaMinimalRules(t *testing.T) {
	second := func(option string) *impl.Config {
		c := three(2)
		if option == "again" {
			c.FirstBeat = 100
		}
		return c
	}
	perform(t, "omega-minimal", second, []scene{
		{"OM1", "timeout heartbeat", "beats 1; ALIVE(2,#1,[0 0 0]) to 1; ALIVE(2,#1,[0 0 0]) to 3; set heartbeat", "the first"},
		{"OM1 again", "timeout heartbeat", "beats 101; ALIVE(2,#101,[0 0 0]) to 1; ALIVE(2,#101,[0 0 0]) to 3; set heartbeat", "in another life"},
		{"OM2", "1 ALIVE(1,#1,[0 0 0])", "elected 1; seen {1} {} {}; ALIVE(1,#1,[0 0 0]) to 3; set timer(1)", "sent on"},
		{"OM2", "3 ALIVE(1,#1,[0 0 0])", "elected 1; seen {1} {} {}; set timer(1)", "1 and 3 have it"},
		{"OM2", "1 ALIVE(1,#1,[0 0 0]); 3 ALIVE(1,#1,[0 0 0])", "", "not for the first time"},
		{"OM2", "1 ALIVE(2,#1,[0 0 0])", "", "its own"},
		{"OM2", "1 ALIVE(1,#5,[0 0 0]); 1 ALIVE(1,#101,[0 0 0])", "seen {5,101} {} {}; ALIVE(1,#101,[0 0 0]) to 3; set timer(1)",
			"1 has come back, and begins above what it has used"},
		{"OM3", "3 ALIVE(3,#4,[2 1 0])", "elected 3; suspect [2 1 0]; seen {} {} {4}; ALIVE(3,#4,[2 1 0]) to 1; set timer(3)", "the least suspected"},
		{"OM3", "1 ALIVE(1,#4,[2 1 3]); 3 ALIVE(3,#1,[3 0 0])", "suspect [3 1 3]; seen {4} {} {1}; " +
			"ALIVE(3,#1,[3 0 0]) to 1; set timer(3)+3", "the greater number of each"},
		{"OM4", "timeout timer(1)", "suspect [1 0 0]; set timer(1)+1", "1 is late"},
		{"OM4", "timeout timer(3); timeout timer(3)", "suspect [0 0 2]; set timer(3)+2", "3 is later"},
		{"OM4", "timeout timer(2)", "ignored", "nobody waits for itself (OM-D1)"},
	})
}

// TestOmegaMinimalFirst: spans of numbers say the same as a set of all that has been taken.
func TestOmegaMinimalFirst(t *testing.T) {
	a := algorithm(t, "omega-minimal")
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		state, _ := a.Boot(three(2), nil, false)
		taken := map[int]bool{}
		for range 30 {
			s := random.IntN(20)
			next, out := state.Step(impl.Receive{From: 1, Message: impl.Message{Word: "ALIVE", Args: []int{1, s, 0, 0, 0}}})
			if first := len(out.Sends) > 0; first == taken[s] {
				t.Fatalf("seed %d: number %d after %v: first %t", seed, s, taken, first)
			}
			state, taken[s] = next, true
		}
		if got, want := state.Variables()[3].Value, spans(taken)+" {} {}"; got != want {
			t.Errorf("seed %d: seen %s, want %s", seed, got, want)
		}
	}
}

// spans prints a set of numbers less than 100, neighbours together.
func spans(set map[int]bool) string {
	var list []string
	for n := 0; n < 100; n++ {
		first := n
		for set[n+1] && set[n] {
			n++
		}
		if set[n] && n == first {
			list = append(list, fmt.Sprint(n))
		} else if set[n] {
			list = append(list, fmt.Sprintf("%d-%d", first, n))
		}
	}
	return "{" + strings.Join(list, ",") + "}"
}

// A trial is a group in discrete time: in each tick heartbeats are sent, then what is due is
// delivered, then the other timers fire. η is one tick.
type trial struct {
	fatal
	algorithm impl.Algorithm
	states    []impl.State // nil: dead
	due       []map[impl.Timer]int
	onTheWay  []parcel
	now       int

	// delay is how many ticks a message takes; negative: it is lost.
	delay func(now int, l letter) int
}

type parcel struct {
	letter
	at int
}

func newTrial(t *testing.T, name string, n int, delay func(int, letter) int) *trial {
	tr := &trial{fatal: t, algorithm: algorithm(t, name), delay: delay}
	var all []impl.ID
	for i := range n {
		all = append(all, impl.ID(i+1))
	}
	for _, id := range all {
		state, out := tr.algorithm.Boot(&impl.Config{Self: id, Members: all}, nil, false)
		tr.states, tr.due = append(tr.states, state), append(tr.due, map[impl.Timer]int{})
		tr.obey(id, out)
	}
	return tr
}

func (tr *trial) obey(id impl.ID, out impl.Outputs) {
	for _, s := range out.Set {
		tr.due[id-1][s.Timer] = tr.now + 1 + s.Extra
	}
	for _, s := range out.Sends {
		l := letter{id, s.To, s.Message}
		if d := tr.delay(tr.now, l); d >= 0 {
			tr.onTheWay = append(tr.onTheWay, parcel{l, tr.now + d})
		}
	}
}

// step also sees to it that steps are pure.
func (tr *trial) step(id impl.ID, in impl.Input) {
	was := tr.states[id-1]
	if was == nil {
		return
	}
	state, out, err := pure(was, in)
	if err != nil {
		panic(err)
	}
	tr.states[id-1] = state
	tr.obey(id, out)
}

func (tr *trial) tick() {
	tr.now++
	tr.fire(func(timer impl.Timer) bool { return timer.Name == "heartbeat" })
	for steps := 0; ; steps++ {
		if steps > mostSteps {
			tr.Fatalf("in a moment %d messages have come, and there is no end", mostSteps)
		}
		i := slices.IndexFunc(tr.onTheWay, func(p parcel) bool { return p.at <= tr.now })
		if i < 0 {
			break
		}
		p := tr.onTheWay[i]
		tr.onTheWay = slices.Delete(tr.onTheWay, i, i+1)
		tr.step(p.to, impl.Receive{From: p.from, Message: p.message})
	}
	tr.fire(func(timer impl.Timer) bool { return timer.Name != "heartbeat" })
}

// fire lets timers of a kind run out, of each member in the order of whom they wait for.
func (tr *trial) fire(kind func(impl.Timer) bool) {
	for i := range tr.states {
		for of := range impl.ID(len(tr.states) + 1) {
			for _, name := range []string{"heartbeat", "timer"} {
				timer := impl.Timer{Name: name, Of: of}
				if at, set := tr.due[i][timer]; set && at <= tr.now && kind(timer) {
					delete(tr.due[i], timer)
					tr.step(impl.ID(i+1), impl.Timeout{Timer: timer})
				}
			}
		}
	}
}

// settled runs ticks, and then as many more in which nobody changes its mind: it is whom each trusts,
// or nil. The dead trust nobody.
func (tr *trial) settled(ticks int) []impl.ID {
	for range ticks {
		tr.tick()
	}
	want := tr.trust()
	for range ticks {
		if tr.tick(); !slices.Equal(tr.trust(), want) {
			return nil
		}
	}
	return want
}

func (tr *trial) trust() []impl.ID {
	list := make([]impl.ID, len(tr.states))
	for i, s := range tr.states {
		if s != nil {
			list[i] = s.Elected()
		}
	}
	return list
}

// TestOmegasSettle: with all links eventually timely everyone comes to trust one who lives, whatever
// was lost before; with omega-timely the lowest.
func TestOmegasSettle(t *testing.T) {
	for _, name := range []string{"omega-timely", "omega-minimal"} {
		for seed := range uint64(12) {
			random := rand.New(rand.NewPCG(seed, 0))
			n := 1 + int(seed%4)
			const from, longest = 30, 3
			tr := newTrial(t, name, n, func(now int, l letter) int {
				if now < from && random.IntN(2) == 0 {
					return -1
				}
				return (3*now + int(l.from) + 2*int(l.to)) % (longest + 1) // each gap there can be, before long
			})
			lowest := impl.ID(1)
			for range random.IntN(60) {
				tr.tick()
			}
			for ; int(lowest) < n && random.IntN(2) == 0; lowest++ {
				tr.states[lowest-1] = nil
			}
			got := tr.settled(80)
			for i := int(lowest) - 1; got != nil && i < n; i++ {
				if leader := got[i]; leader != got[n-1] || leader < lowest || name == "omega-timely" && leader != lowest {
					t.Errorf("%s, seed %d: %v trusts %v of %v", name, seed, i+1, leader, got)
				}
			}
			if got == nil {
				t.Errorf("%s, seed %d: no end of changes", name, seed)
			}
		}
	}
}

// TestOmegasOnFewLinks: who settles where all links lose everything, but for some. Timely links carry
// a message within its tick; only the first copy of an ALIVE of 1 from 2 to 3 takes one more, so that
// 3 suspects 1 once. A link that sleeps loses all but what is sent in ticks 1, 2, 4, 8 and so on.
func TestOmegasOnFewLinks(t *testing.T) {
	for _, test := range []struct {
		name, timely, sleeps string
		want                 []impl.ID // nil: minds change for ever
		why                  string
	}{
		{"omega-minimal", "1-2 2-1 2-3", "", []impl.ID{1, 1, 2}, "remark 1: 3 suspects 1, and nobody ever hears of it"},
		{"omega-minimal", "1-2 2-3", "", []impl.ID{1, 1, 1}, "1 hears nobody, and tells 2 and 3 how it suspects 2"},
		{"omega-minimal", "1-2 2-1 2-3 3-2", "", []impl.ID{2, 2, 2}, "remark 2: both ways, all hear of the suspicion"},
		{"omega-minimal", "1-2 2-3 3-1", "", []impl.ID{2, 2, 2}, "remark 2: on a ring too"},
		{"omega-timely", "1-2 2-3 3-1", "", []impl.ID{1, 1, 2}, "remark 2: no direct link from 1 to 3"},
		{"omega-timely", "1-2 1-3", "", []impl.ID{1, 1, 1}, "the links of the lowest are enough"},
		{"omega-timely", "1-2 2-3 3-1", "1-3", nil, "each time 1 is heard again 3 waits a little longer, and not long enough"},
		{"omega-minimal", "1-2 2-3 3-1", "1-3", []impl.ID{1, 1, 1}, "1 is heard by way of 2 in the meantime"},
		{"omega-minimal", "2-1 2-3", "1-3", []impl.ID{2, 2, 2}, "1 is suspected more and more, 2 is not"},
	} {
		timely, sleeps := strings.Fields(test.timely), strings.Fields(test.sleeps)
		late := true
		tr := newTrial(t, test.name, 3, func(now int, l letter) int {
			link := fmt.Sprintf("%v-%v", l.from, l.to)
			switch {
			case slices.Contains(sleeps, link) && bits.OnesCount(uint(now)) == 1:
				return 0
			case !slices.Contains(timely, link):
				return -1
			case late && link == "2-3" && len(l.message.Args) > 0 && l.message.Args[0] == 1:
				late = false
				return 1
			}
			return 0
		})
		if got := tr.settled(100); !slices.Equal(got, test.want) {
			t.Errorf("%s, timely %s, asleep %q: settled %v, want %v: %s", test.name, test.timely, test.sleeps, got, test.want, test.why)
		}
	}
}

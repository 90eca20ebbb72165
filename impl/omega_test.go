package impl_test

import (
	"fmt"
	"math/rand/v2"
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
	a := find(t, "omega-minimal")
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

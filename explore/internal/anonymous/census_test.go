package anonymous

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"interrex/internal/testlevel"
)

// small are classes that are tried in full in a moment.
var small = []Class{
	{Processes: 2, States: 2, Messages: 1},
	{Processes: 3, States: 2, Messages: 1},
	{Processes: 2, States: 3, Messages: 1},
	{Processes: 2, States: 2, Messages: 1, Bidirectional: true},
	{Processes: 2, States: 2, Messages: 1, Distinguished: true},
	{Processes: 3, States: 2, Messages: 1, Distinguished: true},
}

func take(t *testing.T, c Class) *Census {
	t.Helper()
	census, err := Take(t.Context(), c)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return census
}

// TestNoneElects: no protocol of these classes elects, and the whole class has been tried.
func TestNoneElects(t *testing.T) {
	testlevel.Alone(t)
	classes := slices.Clone(small)
	if !testlevel.Quick() {
		classes = append(classes, Class{Processes: 3, States: 3, Messages: 1}, Class{Processes: 4, States: 2, Messages: 1},
			Class{Processes: 2, States: 2, Messages: 2}, Class{Processes: 3, States: 2, Messages: 1, Bidirectional: true})
	}
	for _, c := range classes {
		census := take(t, c)
		if elects := census.Elect > 0; elects != c.Distinguished {
			t.Errorf("%+v: %d protocols elect", c, census.Elect)
		}
		if size := c.Protocols(); !census.Complete || size.Cmp(big.NewInt(int64(census.Protocols))) != 0 {
			t.Errorf("%+v: %d protocols of %v were tried", c, census.Protocols, size)
		}
	}
}

// TestByHand: classes that one can go through by hand.
func TestByHand(t *testing.T) {
	for _, test := range []struct {
		class                Class
		protocols, elect, of int
		why                  string
	}{
		{Class{Processes: 1, States: 1}, 2, 1, 2, "one process alone leads if its only state is marked"},
		{Class{Processes: 2, States: 1}, 2, 0, 2, "two lead or none"},
		{Class{Processes: 2, States: 2}, 8, 0, 8, "two starting points and four markings; both go to the same"},
		{Class{Processes: 2, States: 2, Distinguished: true}, 16, 4, 16, "the two start in different states, and either of these is marked"},
		{Class{Processes: 3, States: 2, Messages: 0, Distinguished: true}, 16, 2, 16, "the one starts in the state that is marked, the two others in the other"},
		{Class{Processes: 2, States: 1, Messages: 1, Distinguished: true}, 16, 0, 16, "in the only state both lead or none"},
	} {
		census := take(t, test.class)
		if census.Protocols != test.protocols || census.Elect != test.elect {
			t.Errorf("%+v: %d of %d protocols elect, want %d of %d: %s", test.class,
				census.Elect, census.Protocols, test.elect, test.protocols, test.why)
		}
	}
}

// TestTwin: on a unidirectional ring every fair run comes to what one run comes to. The twin
// follows that one by its own means, with queues that are slices, and processes served in turn
// until they have repeated themselves often enough.
func TestTwin(t *testing.T) {
	testlevel.Alone(t)
	for _, c := range small {
		if c.Bidirectional {
			continue
		}
		elect := 0
		for table := range c.EveryTable {
			for marks := range 1 << c.States {
				if plays(c, table, marks) {
					elect++
				}
			}
		}
		got := take(t, c).Elect
		if got != elect {
			t.Errorf("%+v: %d, and the twin finds that %d elect", c, got, elect)
		}
	}
}

// plays reports whether a table with marks elects in the run that serves one process after the
// other.
func plays(c Class, table Table, marks int) bool {
	states, queues := make([]int, c.Processes), make([][]int, c.Processes)
	act := func(p int, m move) {
		states[p] = m[0]
		if message := m[1]; message > 0 {
			next := (p + 1) % c.Processes
			queues[next] = append(queues[next], message)
		}
	}
	own := 0
	for p := range c.Processes {
		if c.Distinguished && p > 0 {
			own = 1
		}
		act(p, table[own])
	}
	rules := table[own+1:]
	if c.Distinguished {
		rules = table[2:]
	}
	leaders := map[string]bool{}
	const settled, enough = 300, 600 // far more turns than there are states
	for turn := range enough {
		if p := turn % c.Processes; len(queues[p]) > 0 {
			message := queues[p][0]
			queues[p] = queues[p][1:]
			act(p, rules[states[p]*c.Messages+message-1])
		}
		if turn > settled {
			who := ""
			for p, s := range states {
				if marks>>s&1 == 1 {
					who += fmt.Sprint(p)
				}
			}
			leaders[who] = true
		}
	}
	if len(leaders) != 1 {
		return false
	}
	for who := range leaders {
		return len(who) == 1
	}
	return false
}

package impl_test

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"interrex/impl"
	"pgregory.net/rapid"
)

// ring lists 1 to n in ring order: ascending in the direction of travel, so that n is followed by 1.
func ring(n int) (members []impl.ID) {
	for id := 1; id <= n; id++ {
		members = append(members, impl.ID(id))
	}
	return members
}

func descending(n int) []impl.ID {
	members := ring(n)
	slices.Reverse(members)
	return members
}

func find(t *testing.T, name string) impl.Algorithm {
	a, err := impl.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// count is how many messages of a word have been sent, of all words if it is empty.
func (w *world) count(word string) (n int) {
	for _, s := range w.sent {
		if word == "" || s.Message.Word == word {
			n++
		}
	}
	return n
}

// TestCounts: messages of one election, by the formulas of the lectures. All who start do so before
// any takes a message.
func TestCounts(t *testing.T) {
	first := func(n int) []impl.ID { return []impl.ID{1} }
	last := func(n int) []impl.ID { return []impl.ID{impl.ID(n)} }
	worst := func(n int) int { return 3*n - 1 }
	best := func(n int) int { return 2 * n }
	square := func(n int) int { return n * n }
	for _, test := range []struct {
		name      string
		algorithm string
		members   func(n int) []impl.ID
		starters  func(n int) []impl.ID
		want      func(n int) int
	}{
		{"000: the starter is the future leader's successor", "ring", ring, first, worst},
		{"000: the starter is the future leader", "ring", ring, last, best},
		{"004: as ring", "ring-accept", ring, first, worst},
		{"004: as ring", "ring-accept", ring, last, best},
		{"000: as ring", "ring-maxid", ring, first, worst},
		{"000: as ring", "ring-maxid", ring, last, best},
		{"000: as ring", "ring-watch", ring, first, worst},
		{"000: as ring", "ring-watch", ring, last, best},
		{"000: as ring", "ring-detector", ring, first, worst},
		{"000: as ring", "ring-detector", ring, last, best},
		{"001, 003: the starter is the future leader's successor", "chang-roberts", ring, first, worst},
		{"000: the starter is the future leader", "chang-roberts", ring, last, best},
		{"001: all start, ids descend", "chang-roberts", descending, ring, func(n int) int { return n*(n+1)/2 + n }},
		{"001: each id goes round", "lelann", ring, first, square},
		{"001: whoever starts", "lelann", descending, last, square},
		{"001: all start", "lelann", ring, ring, square},
	} {
		for n := 1; n <= 9; n++ {
			w := newWorld(t, find(t, test.algorithm), nil, test.members(n)...)
			w.callers = test.starters(n)
			w.run()
			w.mustHaveElected(impl.ID(n))
			if got, want := w.count(""), test.want(n); got != want {
				t.Errorf("%s, n=%d, %s: %d messages, want %d", test.algorithm, n, test.name, got, want)
			}
		}
	}
}

// TestSquare: LeLann costs N messages for each of the N members, whoever starts (001).
func TestSquare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, _ := impl.Find("lelann")
		w := drawn(t, a)
		w.run()
		if n := len(w.members); w.count("") != n*n {
			t.Fatalf("%d messages among %d members", w.count(""), n)
		}
	})
}

// TestDoubling: Hirschberg and Sinclair, in any order of events. Whoever stands costs at most 4·2^k
// messages in phase k; whoever wins a phase before the last, exactly so many, and in the last its two
// probes go all the way round (spec/hirschberg-sinclair.md, remark 1); the announcement costs N. In
// all there are less than 8n(log n + 2) + 5n, the bound of Hirschberg and Sinclair (1980).
func TestDoubling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, _ := impl.Find("hirschberg-sinclair")
		w := drawn(t, a)
		w.run()
		n, last := len(w.members), bits.Len(uint(len(w.members)-1)) // the first r with 2^r ≥ N
		cost := map[[2]int]int{}                                    // by id and phase
		for _, s := range w.sent {
			if s.Message.Word != "ELECTED" {
				cost[[2]int{s.Message.Args[0], s.Message.Args[1]}]++
			}
		}
		for of, messages := range cost {
			switch id, phase := impl.ID(of[0]), of[1]; {
			case phase > last || messages > 4<<phase:
				t.Fatalf("%d costs %d messages in phase %d", id, messages, phase)
			case id == w.best() && phase < last && messages != 4<<phase:
				t.Fatalf("the winner costs %d messages in phase %d", messages, phase)
			case id == w.best() && phase == last && messages != 2*n:
				t.Fatalf("the winner costs %d messages in the last phase, want %d", messages, 2*n)
			}
		}
		if got := w.count("ELECTED"); got != n {
			t.Fatalf("%d announcements, want %d", got, n)
		}
		if got, bound := float64(w.count("")), 8*float64(n)*(math.Log2(float64(n))+2)+5*float64(n); got >= bound {
			t.Fatalf("%v messages, and the bound is %v", got, bound)
		}
	})
}

// TestBullyCounts: the leader is dead, and that member is the first to find out (000, 001).
func TestBullyCounts(t *testing.T) {
	for n := 3; n <= 9; n++ {
		for _, test := range []struct {
			algorithm string
			finder    int
			word      string
			want      int
			source    string
		}{
			{"bully", 1, "ELECTION", n * (n - 1) / 2, "000, 001: the lowest"},
			{"bully-recovery", 1, "ELECTION", n * (n - 1) / 2, "000, 001: the lowest"},
			{"bully", n - 1, "COORDINATOR", n - 2, "000: the second highest"},
			{"bully-recovery", n - 1, "COORDINATOR", n - 1, "by hand: BR5 tells the dead one too"},
		} {
			w := newWorld(t, find(t, test.algorithm), nil, ring(n)...)
			w.callers = []impl.ID{impl.ID(n)}
			w.run()
			w.kill(impl.ID(n))
			w.sent = nil
			w.give(event{impl.ID(test.finder), impl.Detect{Peer: impl.ID(n)}})
			w.run()
			w.mustHaveElected(impl.ID(n - 1))
			if got := w.count(test.word); got != test.want {
				t.Errorf("%s, n=%d: %d of %s, want %d (%s)", test.algorithm, n, got, test.word, test.want, test.source)
			}
		}
	}
}

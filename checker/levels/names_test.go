package levels

import (
	"cmp"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// Two processes have been asked for everything in other orders, so that their numbers differ. Their canonical numbers do not:
// each reads what the other has written as the same state.
func TestNames(t *testing.T) {
	differ := 0
	for i, q := range append(elections(), numbers(3000, 1)) {
		if !testlevel.OneOf(3, i) && q.name != "numbers" {
			continue
		}
		o := small(newMemory())
		o.rows, o.words, o.Alone, o.Check.MaxStates = 1000, 50_000, 1<<20, 4000
		inStore(t, q, o)
		var hands []*Worker
		for other := range 2 {
			system, properties := q.ask()
			h := NewWorker(o.Store, system, properties)
			if other == 1 { // it has gone elsewhere first
				astray(system)
			}
			if err := h.readLessons(); err != nil {
				t.Fatalf("%s: %v", q.name, err)
			}
			hands = append(hands, h)
		}
		chunks, err := o.Store.List("states/")
		if err != nil || len(chunks) < 3 {
			t.Fatal(q.name, err, chunks)
		}
		describe := func(h *Worker, s checker.State) string {
			return h.system.(interface{ DescribeState(checker.State) string }).DescribeState(s)
		}
		for _, chunk := range chunks {
			x, err := readRows(o.Store, chunk, 0, hands[0].names.words+1)
			if err != nil {
				t.Fatal(err)
			}
			for x.next() {
				one, two := make(checker.State, hands[0].system.Width()), make(checker.State, hands[1].system.Width())
				if err := cmp.Or(hands[0].names.state(x.record[1:], one), hands[1].names.state(x.record[1:], two)); err != nil {
					t.Fatal(err)
				}
				if describe(hands[0], one) != describe(hands[1], two) {
					t.Fatalf("%s: one reads\n%s\nand the other\n%s", q.name, describe(hands[0], one), describe(hands[1], two))
				}
				if !slices.Equal(one, two) {
					differ++
				}
				back := make([]uint64, hands[1].names.words)
				if isKnown, err := hands[1].names.rowOf(two, back); err != nil || !isKnown || !slices.Equal(back, x.record[1:]) {
					t.Fatalf("%s: %x is %x again, %v, %v", q.name, x.record[1:], back, isKnown, err)
				}
			}
			x.close()
		}
	}
	if differ == 0 {
		t.Error("no state has other numbers in another process")
	}
}

// astray goes on with the last step of each state, for a while.
func astray(system checker.System) {
	var at checker.State
	system.Init(func(s checker.State) { at = slices.Clone(s) })
	for range 300 {
		next := at
		system.Steps(at, func(_ checker.Step, to checker.State) {
			if to != nil {
				next = slices.Clone(to)
			}
		})
		if slices.Equal(next, at) {
			return
		}
		at = next
	}
}

// Values are spelt alike if they are equal, and only then.
func TestSpell(t *testing.T) {
	type inner struct {
		a int8
		b string
	}
	type value struct {
		any  any
		list [2]inner
		f    float64
		flag bool
	}
	zero := 0.0
	values := []any{
		nil, 0, 1, -1, int8(1), uint(1), "", "a", "ab", true, false, inner{}, inner{1, ""}, inner{0, "\x01"}, struct{ a int8 }{1},
		value{}, value{any: 1}, value{any: int64(1)}, value{any: inner{}}, value{any: "1"}, value{list: [2]inner{{}, {0, "x"}}},
		value{list: [2]inner{{0, "x"}, {}}}, value{f: 1}, value{f: -zero}, value{f: zero * -1}, value{flag: true}, 0.0, -1 / (1 / zero), complex(1, 2), complex(2, 1),
	}
	for _, a := range values {
		for _, b := range values {
			one, err := checker.Spell(struct{ any }{a})
			other, err2 := checker.Spell(struct{ any }{b})
			if err != nil || err2 != nil || (one == other) != (a == b) {
				t.Errorf("%#v is %q and %#v is %q; %v, %v", a, one, b, other, err, err2)
			}
		}
	}
	if text, err := checker.Spell(&zero); err == nil {
		t.Errorf("a pointer is %q", text)
	}
}

package levels

import (
	"cmp"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// Two processes number values in different orders. Their canonical numbers are equal, so both read the same states.
func TestCanonicalNumbers(t *testing.T) {
	differ := 0
	for i, q := range append(elections(), numberGraph(3000, 1)) {
		if !testlevel.OneOf(3, i) && q.name != "numbers" {
			continue
		}
		o := inSmallPieces(newMemoryStore())
		o.rows, o.words, o.Alone, o.Check.MaxStates = 1000, 50_000, 1<<20, 4000
		inStore(t, q, o)
		var workers []*Worker
		for other := range 2 {
			system, properties := q.ask()
			w := NewWorker(o.Store, system, properties)
			if other == 1 { // other values come first
				walkElsewhere(system)
			}
			if err := w.readLessons(); err != nil {
				t.Fatalf("%s: %v", q.name, err)
			}
			workers = append(workers, w)
		}
		chunks, err := o.Store.List("states/")
		if err != nil || len(chunks) < 3 {
			t.Fatal(q.name, err, chunks)
		}
		describe := func(w *Worker, s checker.State) string {
			return w.system.(interface{ DescribeState(checker.State) string }).DescribeState(s)
		}
		for _, chunk := range chunks {
			x, err := readRows(o.Store, chunk, 0, workers[0].names.words+1)
			if err != nil {
				t.Fatal(err)
			}
			for x.next() {
				one, two := make(checker.State, workers[0].system.Width()), make(checker.State, workers[1].system.Width())
				if err := cmp.Or(workers[0].names.state(x.record[1:], one), workers[1].names.state(x.record[1:], two)); err != nil {
					t.Fatal(err)
				}
				if describe(workers[0], one) != describe(workers[1], two) {
					t.Fatalf("%s: the first process reads\n%s\nand the second\n%s", q.name, describe(workers[0], one), describe(workers[1], two))
				}
				if !slices.Equal(one, two) {
					differ++
				}
				back := make([]uint64, workers[1].names.words)
				if isKnown, err := workers[1].names.rowOf(two, back); err != nil || !isKnown || !slices.Equal(back, x.record[1:]) {
					t.Fatalf("%s: row %x is written again as %x (known: %v, error %v)", q.name, x.record[1:], back, isKnown, err)
				}
			}
			x.close()
		}
	}
	if differ == 0 {
		t.Error("all states have the same numbers in both processes")
	}
}

// walkElsewhere makes a system number values along 300 last steps.
func walkElsewhere(system checker.System) {
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

// Two values have equal spellings if and only if they are equal.
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
				t.Errorf("%#v has the spelling %q, and %#v has %q; errors %v, %v", a, one, b, other, err, err2)
			}
		}
	}
	if text, err := checker.Spell(&zero); err == nil {
		t.Errorf("a pointer has the spelling %q, want an error", text)
	}
}

package levels

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// Two processes have been asked for everything in other orders, so that their numbers differ. Their canonical numbers do not:
// each reads what the other has written as the same state.
func TestNames(t *testing.T) {
	differ := 0
	for i, q := range append(elections(), numbers(3000, 1)) {
		if !testlevel.OneOf(3, i) && q.name != "numbers" {
			continue
		}
		o := small(newMemory(nil))
		o.rows, o.words, o.Alone, o.Check.MaxStates = 1000, 50_000, 1<<20, 4000
		inStore(t, q, o)
		var hands []*Hands
		for other := range 2 {
			system, properties := q.ask()
			h := NewHands(o.Store, system, properties)
			if other == 1 { // it has gone elsewhere first
				astray(system)
			}
			lessons, err := o.Store.List("lessons/")
			if err != nil {
				t.Fatal(err)
			}
			if err := h.catchUp(len(lessons)); err != nil {
				t.Fatalf("%s: %v", q.name, err)
			}
			hands = append(hands, h)
		}
		chunks, err := o.Store.List("states/")
		if err != nil || len(chunks) < 3 {
			t.Fatal(q.name, err, chunks)
		}
		describe := func(h *Hands, s checker.State) string {
			return h.system.(interface{ DescribeState(checker.State) string }).DescribeState(s)
		}
		for _, chunk := range chunks {
			x, err := readRows(o.Store, chunk, 0, 1, hands[0].names.words)
			if err != nil {
				t.Fatal(err)
			}
			for x.next() {
				one, two := make(checker.State, hands[0].system.Width()), make(checker.State, hands[1].system.Width())
				if err := cmpErr(hands[0].names.state(x.row(), one), hands[1].names.state(x.row(), two)); err != nil {
					t.Fatal(err)
				}
				if describe(hands[0], one) != describe(hands[1], two) {
					t.Fatalf("%s: one reads\n%s\nand the other\n%s", q.name, describe(hands[0], one), describe(hands[1], two))
				}
				if !slices.Equal(one, two) {
					differ++
				}
				back := make([]uint64, hands[1].names.words)
				if isKnown, err := hands[1].names.rowOf(two, back); err != nil || !isKnown || !slices.Equal(back, x.row()) {
					t.Fatalf("%s: %x is %x again, %v, %v", q.name, x.row(), back, isKnown, err)
				}
			}
			x.close()
		}
	}
	if differ == 0 {
		t.Error("no state has other numbers in another process")
	}
}

func cmpErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
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

// A crowded system has a limit on the names that one process may meet.
type crowded struct {
	vectors
	most int
	mu   sync.Mutex
	met  map[string]bool
}

// Vectors is what a world is without its components.
type vectors interface {
	checker.System
	checker.Spelling
	Lasts(checker.State, func(checker.Duty))
	Actions() []checker.NamedAction
	Bounds() []string
	Actor(checker.Step) int
	DescribeState(checker.State) string
	DescribeStep(checker.State, checker.Step) string
}

// Steps is part of checker.System.
func (c *crowded) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	c.vectors.Steps(s, func(step checker.Step, to checker.State) {
		if to != nil {
			c.meet(to)
		}
		emit(step, to)
	})
}

func (c *crowded) meet(s checker.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for cell, kind := range checker.KindsOf(c) {
		if kind != 0 {
			name, err := c.Spell(kind, s[cell])
			if err != nil {
				panic(err)
			}
			if name = fmt.Sprint(kind, name); !c.met[name] && len(c.met) == c.most {
				panic(checker.Overflow{What: "names"})
			}
			c.met[name] = true
		}
	}
}

// Several are a Runner that gives tasks to its hands in turn.
type several []*Hands

func (s several) Run(ctx context.Context, tasks []Task) error {
	var errs []error
	for i, t := range tasks {
		errs = append(errs, s[i%len(s)].Do(ctx, t))
	}
	return errors.Join(errs...)
}

// TestCrowded: several processes may meet too many names together, and each only a few. The check then ends as one in memory does.
func TestCrowded(t *testing.T) {
	c := world.Faulty(model.Catalogue()[0], ids(3))
	ended := map[bool]int{}
	for _, most := range []int{10, 23, 40, 77, 120, 200, 300, 400, 1 << 20} {
		q := question{"crowded", func() (checker.System, []checker.Property) {
			w := world.New(c)
			return &crowded{vectors: w, most: most, met: map[string]bool{}}, w.Ask(spec.All()[:3])
		}}
		o := small(newMemory(nil))
		o.rows, o.Alone = 7, 1
		var hands several
		for range 3 {
			system, properties := q.ask()
			h := NewHands(o.Store, system, properties)
			hands = append(hands, h)
		}
		o.Runner = hands
		got, err := try(q, o)
		if want := inMemory(t, q, checker.Options{Workers: 1}); err != nil || got != want {
			t.Fatalf("with %d names: %v, the report is\n%sand in memory\n%s", most, err, got, want)
		}
		ended[strings.Contains(got, "names")]++
	}
	if len(ended) != 2 {
		t.Errorf("%v: some are to end early, and some are not", ended)
	}
}

package checker_test

import (
	"errors"
	"fmt"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"reflect"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// Philosophers take the fork at their left, then the one at their right, eat, and put both back. The first of them eats only meals
// times; 0 means no bound. The components are the philosophers, with the forks in their hands as values, and then the forks, with
// 1 for one that is taken; the first philosopher counts its meals above bit 2.
type philosophers struct {
	n, meals int
	isStrong bool
}

const (
	takeLeft = iota
	takeRight
	putBack
)

var deeds = []string{"take left", "take right", "put back"}

type isFree struct{}

func (isFree) Holds(v component.Value) bool { return v == 0 }

func (p philosophers) Initial() (values []component.Value) {
	for range 2 * p.n {
		values = append(values, 0)
	}
	return values
}

func (p philosophers) Classes() (classes []component.Class) {
	for i := range p.n {
		classes = append(classes, component.Class{Component: i})
	}
	return classes
}

func (p philosophers) Steps(class component.Class, v component.Value, ask component.Ask) []component.Step {
	i := class.Component
	left, right, hands, meals := p.n+i, p.n+(i+1)%p.n, v.(int)&3, v.(int)>>2
	step := component.Step{Code: uint64(i)<<16 | uint64(hands), Action: deeds[hands], Fairness: component.Fairness{Class: i, Strong: p.isStrong}}
	take := func(fork int) []component.Step {
		if !ask.Is(fork, isFree{}) {
			return nil
		}
		step.Next, step.Sends = v.(int)+1, []component.Send{{To: fork, Message: 1}}
		return []component.Step{step}
	}
	switch hands {
	case takeLeft:
		return take(left)
	case takeRight:
		return take(right)
	}
	if step.Next = 0; i == 0 && p.meals > 0 {
		step.Next = (meals + 1) << 2
		if meals+1 == p.meals {
			step.Bound, step.Disabled = 1, true
		}
	}
	step.Sends = []component.Send{{To: left, Message: 0}, {To: right, Message: 0}}
	return []component.Step{step}
}

func (p philosophers) Receive(_ int, _ component.Value, m component.Message) component.Value {
	return m
}

// Lasting: hunger lasts while a philosopher holds a fork.
func (p philosophers) Lasting(i int, v component.Value) []component.Fairness {
	if i < p.n && v.(int)&3 == takeRight && !p.isStrong {
		return []component.Fairness{{Class: i}}
	}
	return nil
}

// Shown shows the hands of the philosophers, and whether any fork is taken.
func (p philosophers) Shown(c int, v component.Value) (any, uint8) {
	if c < p.n {
		return v.(int) & 3, 0
	}
	return nil, uint8(v.(int))
}

// A vectors is a system of components as a System over vectors: a cell is a value, which is an int.
type vectors struct{ component.System }

func (t vectors) Width() int                     { return len(t.Initial()) }
func (t vectors) Init(emit func(checker.State))  { emit(t.StateOf(t.Initial())) }
func (t vectors) Bounds() []string               { return []string{"meals", "time"} }
func (t vectors) Actions() []checker.NamedAction { return actions(deeds...) }
func (t vectors) Actor(step checker.Step) int    { return int(step.Code >> 16) }

func (t vectors) ValuesOf(s checker.State) (values []component.Value) {
	for _, cell := range s {
		values = append(values, int(cell))
	}
	return values
}

func (t vectors) StateOf(values []component.Value) (s checker.State) {
	for _, v := range values {
		s = append(s, checker.Cell(v.(int)))
	}
	return s
}

func (t vectors) class(f component.Fairness) checker.FairnessClass {
	switch {
	case f.Class == nil:
		return checker.None
	case f.Strong:
		return checker.Strong(f.Class.(int))
	}
	return checker.Weak(f.Class.(int))
}

func (t vectors) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	for _, p := range component.Plain(t.System, t.ValuesOf(s)) {
		step := checker.Step{Code: p.Code, Fairness: t.class(p.Fairness), Bound: checker.Bound(p.Bound), Action: checker.Action(slices.Index(deeds, p.Action) + 1)}
		if p.To == nil {
			emit(step, nil)
		} else {
			emit(step, t.StateOf(p.To))
		}
	}
}

func (t vectors) Lasts(s checker.State, emit func(checker.FairnessClass)) {
	for i, v := range t.ValuesOf(s) {
		for _, f := range t.Lasting(i, v) {
			emit(t.class(f))
		}
	}
}

// A composedVectors is the same as a Composed system.
type composedVectors struct{ vectors }

func (t composedVectors) Components(checker.System) component.System { return t.System }

func compose(s component.System) composedVectors { return composedVectors{vectors{s}} }

// Masks are predicates of hands: a predicate for each mask of pairs (philosopher, hands). The last one is whether a fork is taken.
type masks []uint16

func (b masks) judge(hands func(i int) int, n int, isTaken bool) (found uint64) {
	for bit, mask := range b {
		for i := range n {
			if mask>>(3*i+hands(i))&1 == 1 {
				found |= 1 << bit
			}
		}
	}
	if isTaken {
		found |= 1 << len(b)
	}
	return found
}

// ask returns a property of each kind, once of what components show and once of closures.
func (b masks) ask(p philosophers) (judged, closed []checker.Property) {
	j := checker.NewShownFacts(compose(p), func(v component.View) uint64 {
		return b.judge(func(i int) int { return v.Own[i].(int) }, p.n, v.Common == 1)
	})
	f := checker.NewFacts(func(s checker.State) uint64 {
		taken := false
		for _, cell := range s[p.n:] {
			taken = taken || cell == 1
		}
		return b.judge(func(i int) int { return int(s[i] & 3) }, p.n, taken)
	})
	return ofEachKind(j, f)
}

// ofEachKind returns a property of each kind, of what components show and of closures.
func ofEachKind(j, f *checker.Facts) (judged, closed []checker.Property) {
	all := func(f *checker.Facts, step checker.Property) []checker.Property {
		return []checker.Property{
			f.Property(checker.Invariant, "invariant", 0), f.Property(checker.AtRest, "at rest", 1),
			f.Property(checker.Counted, "counted", 2), f.Property(checker.Eventually, "eventually", 1),
			f.Property(checker.EventuallyAlways, "lasts", 2), f.Pair(checker.LeadsTo, "leads to", 3, 4),
			f.Pair(checker.Recurs, "recurs", 5, 3), f.Settles("settles", 0, 1), step,
			f.Pair(checker.Recurs, "aside", 2, 1).Aside(), f.Property(checker.Invariant, "unasked", 3).Unasked(),
		}
	}
	judged = all(j, j.StepInvariant("step", func(before, after component.View) bool { return before.Own[0] != 1 || after.Own[0] != 2 }))
	closed = all(f, checker.StepInvariant("step", func(before, after checker.State) bool { return before[0]&3 != 1 || after[0]&3 != 2 }))
	return judged, closed
}

// A Composed system is reported as the same system over vectors is: with predicates of what components show, with closures, and with both.
func TestComposedAgreesWithVectors(t *testing.T) {
	onlyVectors(t)
	rapid.Check(t, func(t *rapid.T) {
		s := philosophers{rapid.IntRange(2, 4).Draw(t, "philosophers"), rapid.IntRange(0, 2).Draw(t, "meals"), rapid.Bool().Draw(t, "strong")}
		judged, closed := masks(rapid.SliceOfN(rapid.Uint16(), 5, 5).Draw(t, "masks")).ask(s)
		o := checker.Options{Workers: 1, StopFirst: rapid.Bool().Draw(t, "stop"),
			MaxDepth: rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "depth"), Deepest: true}
		want, err := checker.Check(t.Context(), vectors{s}, closed, o)
		if err != nil {
			t.Fatal(err)
		}
		mixed := append(append([]checker.Property{}, judged[:5]...), closed[5:]...)
		for i, asked := range [][]checker.Property{judged, closed, mixed} {
			o.Workers = 1 + i
			got, err := checker.Check(t.Context(), compose(s), asked, o)
			if err != nil {
				t.Fatal(err)
			}
			if d := difference(got, want); d != "" {
				t.Fatalf("%+v, %+v: with components, %d, and then with vectors:\n%s", s, o, i, d)
			}
		}
		got, err := checker.CheckVectors(t.Context(), compose(s), judged, o)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(got, want); d != "" {
			t.Fatalf("%+v, %+v: with Facts of vectors, and then with closures:\n%s", s, o, d)
		}
	})
}

func TestTwoFacts(t *testing.T) {
	s, none := compose(philosophers{n: 2}), func(component.View) uint64 { return 0 }
	var asked []checker.Property
	for range 2 {
		asked = append(asked, checker.NewShownFacts(s, none).Property(checker.Invariant, "a", 0))
	}
	_, err := checker.Check(t.Context(), s, asked, checker.Options{})
	if limit := (component.Limit{}); !errors.As(err, &limit) || limit.Error() != "too many Facts of what components show in one check: one is possible" {
		t.Errorf("two Facts: %v", err)
	}
}

// A panic of Facts is one of the first property that they decide.
func TestFactsPanic(t *testing.T) {
	s := compose(philosophers{n: 3})
	j := checker.NewShownFacts(s, func(v component.View) uint64 {
		if v.Own[2] == putBack {
			panic("cannot judge")
		}
		return 3
	})
	for _, workers := range []int{1, 3} {
		_, err := checker.Check(t.Context(), s, []checker.Property{j.Property(checker.Invariant, "first", 0), j.Property(checker.Invariant, "second", 1)}, checker.Options{Workers: workers})
		if p := new(checker.ModelPanic); !errors.As(err, &p) || p.During != "first" || p.Value != "cannot judge" || len(p.Stack) == 0 {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}

// TestShuffled: the report of a world does not depend on the order in which values, questions and messages are numbered.
func TestShuffled(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, []model.ID{2, 1})
		c.Suspicions = true
		check := func() (report []string, numbers [][]uint32) {
			w, r, err := world.Explore(t.Context(), c, func(w *world.World) []checker.Property { return w.Ask(a.Meaningful(), spec.LeaderForEver) }, checker.Options{Workers: 2})
			if err != nil {
				t.Fatal(a.Name, err)
			}
			g, _, err := checker.Explore(t.Context(), w, checker.Options{Workers: 2})
			if err != nil {
				t.Fatal(a.Name, err)
			}
			for _, result := range r.Results {
				report = append(report, fmt.Sprint(result.Property.Name, result.Verdict, result.Count))
				if result.Path != nil {
					report = append(report, fmt.Sprintf("%+v", w.Tell(result.Path)))
				}
			}
			rest := *r
			rest.Results, rest.Seconds, rest.LivenessSeconds, rest.PeakBytes, rest.NumberBytes, rest.Overhead = nil, 0, 0, 0, 0, 0
			return append(report, fmt.Sprintf("%+v", rest)), g.Numbers(1000)
		}
		want, before := check()
		hasChanged := false
		for seed := range uint64(3) {
			end := checker.Shuffle(seed)
			got, now := check()
			end()
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s, seed %d:\n%s", a.Name, seed, d)
			}
			hasChanged = hasChanged || !reflect.DeepEqual(now, before)
		}
		if !hasChanged {
			t.Errorf("%s: the values have the same numbers as before", a.Name)
		}
	}
}

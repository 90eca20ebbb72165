package mutants

import (
	"fmt"
	"reflect"
	"slices"

	"interrex/checker"
	"interrex/model/world"
)

// A Likeness is whether two worlds are equal to an observer of steps and views.
type Likeness struct {
	Alike      bool
	Pairs      int    // pairs of states, one of each world, that the same steps have led to
	Difference string // the first one found, in a shortest run; "": none
}

// Lockstep walks through two worlds at once, up to a number of pairs of states. In each pair both states must
// have the same steps, of the same fairness classes and altered by the same bounds, and equal views; then it
// follows each step in both. If it finishes, the pairs are a bisimulation. Every run of one world has a run of
// the other with the same views and fairness classes. So both keep the same properties, including future ones.
//
// The converse is false: different worlds may keep the same properties.
func Lockstep(one, other *world.World, most int) Likeness {
	w := &walk{known: map[string]bool{}}
	one.Init(func(s checker.State) {
		other.Init(func(t checker.State) { w.meet(twin{slices.Clone(s), slices.Clone(t)}) })
	})
	for i := 0; i < len(w.queue); i++ {
		at := w.queue[i]
		if difference := w.compare(one, other, at); difference != "" {
			return Likeness{Pairs: len(w.queue), Difference: difference}
		}
		if len(w.queue) > most {
			return Likeness{Pairs: len(w.queue), Difference: fmt.Sprintf("none in %d pairs of states, and there are more", most)}
		}
	}
	return Likeness{Alike: true, Pairs: len(w.queue)}
}

// A twin is a state of each world.
type twin struct{ one, other checker.State }

type walk struct {
	known map[string]bool
	queue []twin
}

// meet queues a new pair.
func (w *walk) meet(t twin) {
	if key := fmt.Sprint(t.one, t.other); !w.known[key] {
		w.known[key] = true
		w.queue = append(w.queue, t)
	}
}

// successors lists the steps out of a state; the To of a step that a bound disables is nil.
func successors(system checker.System, s checker.State) (list []checker.Transition) {
	system.Steps(s, func(step checker.Step, to checker.State) {
		list = append(list, checker.Transition{Step: step, To: slices.Clone(to)})
	})
	return list
}

// compare returns the difference of a pair of states, and meets the following pairs.
func (w *walk) compare(one, other *world.World, at twin) string {
	if a, b := one.View(at.one), other.View(at.other); !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("the properties see %+v, and %+v", a, b)
	}
	left, right := successors(one, at.one), successors(other, at.other)
	isSame := func(a, b checker.Transition) bool { return a.Step == b.Step && (a.To == nil) == (b.To == nil) }
	if !slices.EqualFunc(left, right, isSame) {
		return fmt.Sprintf("the first can %s, the second %s", described(one, at.one, left), described(other, at.other, right))
	}
	for i := range left {
		if left[i].To != nil {
			w.meet(twin{left[i].To, right[i].To})
		}
	}
	return ""
}

// described lists steps in words.
func described(w *world.World, at checker.State, steps []checker.Transition) (words []string) {
	for _, t := range steps {
		words = append(words, w.DescribeStep(at, t.Step))
	}
	return words
}

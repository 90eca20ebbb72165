package museum

import (
	"fmt"
	"reflect"
	"slices"

	"interrex/checker"
	"interrex/model/world"
)

// A Likeness says whether two worlds are the same to whoever sees only steps and views.
type Likeness struct {
	Alike      bool
	Pairs      int    // of states, one of each world, that the same steps have led to
	Difference string // the first one found, in a shortest run; "" if there is none
}

// Lockstep walks through two worlds at once, and gives up after so many pairs of states. From each pair of states it asks that both have the
// same steps, owed to the same duties and altered by the same bounds, and that the properties see
// the same of both; then it follows each step in both. If it comes to an end, the pairs are a
// bisimulation: to every run of one world there is a run of the other with the same views and the
// same duties, fair if it is fair. So they keep the same properties, those not written yet too.
//
// The converse is not claimed: worlds that differ may still keep the same properties.
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

// meet notes a pair that was not met before.
func (w *walk) meet(t twin) {
	if key := fmt.Sprint(t.one, t.other); !w.known[key] {
		w.known[key] = true
		w.queue = append(w.queue, t)
	}
}

// successors lists the steps out of a state; where a bound has switched one off, its To is nil.
func successors(system checker.System, s checker.State) (list []checker.Transition) {
	system.Steps(s, func(step checker.Step, to checker.State) {
		list = append(list, checker.Transition{Step: step, To: slices.Clone(to)})
	})
	return list
}

// compare says what is different in a pair of states, and meets the pairs that follow.
func (w *walk) compare(one, other *world.World, at twin) string {
	if a, b := one.View(at.one), other.View(at.other); !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("the properties see %+v, and %+v", a, b)
	}
	left, right := successors(one, at.one), successors(other, at.other)
	for i := range max(len(left), len(right)) {
		switch {
		case i >= len(right):
			return "only the first can " + one.DescribeStep(at.one, left[i].Step)
		case i >= len(left):
			return "only the second can " + other.DescribeStep(at.other, right[i].Step)
		case left[i].Step != right[i].Step || (left[i].To == nil) != (right[i].To == nil):
			return fmt.Sprintf("%s in the first, %s in the second",
				one.DescribeStep(at.one, left[i].Step), other.DescribeStep(at.other, right[i].Step))
		case left[i].To != nil:
			w.meet(twin{left[i].To, right[i].To})
		}
	}
	return ""
}

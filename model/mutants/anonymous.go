package mutants

import (
	"fmt"
	"reflect"
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// anonymous are the mutants of anonymous. On a ring of two or more it elects no process, so few properties can
// be violated; on a ring of one it keeps all properties of an election.
var anonymous = []Mutant{
	{Name: "silent-start", Of: "anonymous", Rule: "AN1", Breaks: "not-stuck",
		Wound: "becomes a participant, and sends nothing",
		World: alone, wound: withholding(at(model.Start), everything)},
	{Name: "not-strictly", Of: "anonymous", Rule: "AN2", Breaks: "ends",
		Wound: "forwards ELECTION(1), as if another's",
		World: alone, wound: instead(on(model.ELECTION), forward)},
	{Name: "name-for-a-place", Of: "anonymous", Rule: "AN2", Breaks: "validity",
		Wound: "takes the id for a place, and elects a process that there is not",
		World: alone,
		wound: setting(on(model.ELECTION), "elected", func(model.Self, model.Event) int { return 2 })},
	{Name: "deposed", Of: "anonymous", Rule: "AN3", Breaks: "irrevocable",
		Wound: "forgets, on its own ELECTED(1), that it leads",
		World: alone,
		wound: setting(on(model.ELECTED), "elected", func(model.Self, model.Event) int { return int(model.Nobody) })},
}

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

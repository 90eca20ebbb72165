// Package knowledge decides what the rules of an algorithm use of the group. If a rule acts the same in every
// situation although a process is shown only a part of the group, then it needs no more than that part. An
// algorithm whose processes need to know only themselves is uniform, as lecture 001 calls it. So is one that acts
// the same in a larger group.
package knowledge

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// A Part is what a process is shown of the group.
type Part string

const (
	Itself Part = "itself" // only itself
	Higher Part = "higher" // itself and those above it
	Larger Part = "larger" // all, and two more at the end: rules that act the same do not use the size of the group
)

// A Finding is the result for one world.
type Finding struct {
	World      world.Config
	Part       Part
	Counts     *checker.Report
	Situations int // each a process, its local state, and an event or a question to it
	Differ     []Difference
}

// A Difference is a situation in which a process acts differently if it is shown only the part.
type Difference struct{ Situation, Whole, Part string }

// Find explores a world and applies the rules twice in each situation: with the whole group, and with the part.
// The run continues with the outcome for the whole group.
func Find(ctx context.Context, c world.Config, part Part, options checker.Options) (*Finding, error) {
	if err := c.Validate(); err != nil { // of the unchanged rules
		return nil, err
	}
	w := &witness{part: part, seen: map[string]Difference{}}
	make := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return watched{make(v), w} }
	_, counts, err := world.Explore(ctx, c, func(*world.World) []checker.Property { return nil }, options)
	if err != nil {
		return nil, err
	}
	f := &Finding{World: c, Part: part, Counts: counts, Situations: len(w.seen)}
	for _, situation := range slices.Sorted(maps.Keys(w.seen)) {
		if d := w.seen[situation]; d.Whole != d.Part {
			f.Differ = append(f.Differ, d)
		}
	}
	return f, nil
}

// A witness remembers every situation, for workers that reach it in any order.
type witness struct {
	part Part
	sync.Mutex
	seen map[string]Difference
}

// shown is the part of the group that process id sees.
func (w *witness) shown(id model.ID, group *model.Group) *model.Group {
	if w.part == Larger {
		next := slices.Max(group.Ring) + 1
		return model.NewGroup(append(slices.Clone(group.Ring), next, next+1))
	}
	return model.NewGroup(slices.DeleteFunc(slices.Clone(group.Ring), func(other model.ID) bool {
		return other != id && (w.part == Itself || other < id)
	}))
}

// cut applies a rule to the part. A rule that panics because a process is missing needs more than the part.
func cut(rule func() any) (does any) {
	defer func() {
		if recover() != nil {
			does = "it cannot be followed"
		}
	}()
	return rule()
}

// A situation is a process in a local state with the event it handles or the question it answers.
type situation struct {
	id    model.ID
	group *model.Group
	local model.Local
	what  string

	elections int // how many it may still begin
}

// note remembers the outcomes of a situation with the whole group and with the part.
func (w *witness) note(s situation, whole, part any) {
	var d Difference
	if !reflect.DeepEqual(whole, part) {
		d = Difference{s.String(), s.told(whole), s.told(part)}
		if d.Whole == d.Part {
			d.Part += ", and something that no variable shows is different"
		}
	}
	w.Lock()
	w.seen[fmt.Sprintf("P%d, %+v, %s", s.id, s.local, s.what)] = d
	w.Unlock()
}

// watched is a handler that answers everything twice.
type watched struct {
	model.Handler
	*witness
}

func (h watched) Handle(self model.Self, e model.Event) model.Outcome {
	whole := h.Handler.Handle(self, e)
	less := self
	less.Group = h.shown(self.ID, self.Group)
	h.note(situation{self.ID, self.Group, self.Local, happens(e), self.Elections}, whole, cut(func() any { return h.Handler.Handle(less, e) }))
	return whole
}

func (h watched) Timers(id model.ID, group *model.Group, local model.Local) []model.Timer {
	whole := h.Handler.Timers(id, group, local)
	h.note(situation{id, group, local, "is asked which timers run", 0}, whole,
		cut(func() any { return h.Handler.Timers(id, h.shown(id, group), local) }))
	return whole
}

func (h watched) Suspects(id model.ID, group *model.Group, local model.Local) (report, withdraw []model.ID) {
	report, withdraw = h.Handler.Suspects(id, group, local)
	h.note(situation{id, group, local, "is asked whom it may suspect", 0}, suspicions{report, withdraw}, cut(func() any {
		report, withdraw := h.Handler.Suspects(id, h.shown(id, group), local)
		return suspicions{report, withdraw}
	}))
	return report, withdraw
}

// Package knowledge decides what the rules of an algorithm use of the group. If a rule acts the same in every
// situation although a process is shown only a part of the group, then it needs no more than that part. An
// algorithm whose processes need to know only themselves is uniform, as lecture 001 calls it. So is one that acts
// the same in a larger group.
package knowledge

import (
	"context"
	"fmt"
	"reflect"
	"slices"

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
	Part       Part
	Counts     *checker.Report
	Situations int // each a process, its local state, and an event or a question to it
	Differ     int // situations in which a process acts differently if it is shown only the part
}

// Find explores a world and applies the rules twice in each situation: with the whole group, and with the part.
// The run continues with the outcome for the whole group.
func Find(ctx context.Context, c world.Config, part Part, options checker.Options) (*Finding, error) {
	if err := c.Validate(); err != nil { // of the unchanged rules
		return nil, err
	}
	w := &witness{part: part, seen: map[string]bool{}}
	make := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return watched{make(v), w} }
	options.Workers = 1 // a witness is for one
	_, counts, err := world.Explore(ctx, c, func(*world.World) []checker.Property { return nil }, options)
	if err != nil {
		return nil, err
	}
	f := &Finding{Part: part, Counts: counts, Situations: len(w.seen)}
	for _, differs := range w.seen {
		if differs {
			f.Differ++
		}
	}
	return f, nil
}

// A witness remembers every situation.
type witness struct {
	part Part
	seen map[string]bool // whether it differs
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

// twice applies a rule to the whole group and to the part, for a process in a local state that handles an event or answers a
// question. It remembers whether the rule does the same, and returns what it does with the whole group.
func (w *witness) twice(id model.ID, group *model.Group, local model.Local, what any, rule func(*model.Group) any) any {
	does := rule(group)
	w.seen[fmt.Sprintf("P%d, %+v, %+v", id, local, what)] = !reflect.DeepEqual(does, cut(func() any { return rule(w.shown(id, group)) }))
	return does
}

// watched is a handler that tries its rules twice before it follows them.
type watched struct {
	model.Handler
	*witness
}

func (h watched) Handle(self model.Self, e model.Event) model.Outcome {
	return h.twice(self.ID, self.Group, self.Local, e, func(group *model.Group) any {
		self.Group = group
		return h.Handler.Handle(self, e)
	}).(model.Outcome)
}

func (h watched) Timers(id model.ID, group *model.Group, local model.Local) []model.Timer {
	return h.twice(id, group, local, "timers", func(group *model.Group) any {
		return h.Handler.Timers(id, group, local)
	}).([]model.Timer)
}

func (h watched) Suspects(id model.ID, group *model.Group, local model.Local) (report, withdraw []model.ID) {
	both := h.twice(id, group, local, "suspicions", func(group *model.Group) any {
		report, withdraw := h.Handler.Suspects(id, group, local)
		return [2][]model.ID{report, withdraw}
	}).([2][]model.ID)
	return both[0], both[1]
}

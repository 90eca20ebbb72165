package ledger

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// A view is what a process is shown of the group. A rule that acts the same in every situation although a process is shown
// only a part needs no more than that part. If that is the process itself, the algorithm is uniform, as lecture 001 calls it.
type view string

const (
	itself view = "itself" // only itself
	higher view = "higher" // itself and those above it
	larger view = "larger" // all, and two more at the end: rules that act the same do not use the size of the group
)

// watch explores a world and applies the rules twice in each situation: with the whole group, and with the view of it.
// The run continues with the outcome for the whole group.
func watch(ctx context.Context, c world.Config, v view, options checker.Options) (*witness, *checker.Report, error) {
	if err := c.Validate(); err != nil { // of the unchanged rules
		return nil, nil, err
	}
	w := &witness{view: v, seen: map[string]bool{}}
	make := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return watched{make(v), w} }
	_, counts, err := world.Explore(ctx, c, func(*world.World) []checker.Property { return nil }, options)
	return w, counts, err
}

// A witness remembers every situation, for workers that reach it in any order.
type witness struct {
	view view
	sync.Mutex
	seen map[string]bool // whether it differs
}

// different counts the situations in which a process acts differently if it is shown only the view.
func (w *witness) different() (n int) {
	for _, differs := range w.seen {
		if differs {
			n++
		}
	}
	return n
}

// shown is the part of the group that process id sees.
func (w *witness) shown(id model.ID, group *model.Group) *model.Group {
	if w.view == larger {
		next := slices.Max(group.Ring) + 1
		return model.NewGroup(append(slices.Clone(group.Ring), next, next+1))
	}
	return model.NewGroup(slices.DeleteFunc(slices.Clone(group.Ring), func(other model.ID) bool {
		return other != id && (w.view == itself || other < id)
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

// twice remembers whether a rule does the same with the whole group and with the part, for a process in a local state
// that handles an event or answers a question.
func (w *witness) twice(id model.ID, group *model.Group, local model.Local, what any, rule func(*model.Group) any) {
	differs := !reflect.DeepEqual(rule(group), cut(func() any { return rule(w.shown(id, group)) }))
	w.Lock()
	w.seen[fmt.Sprintf("P%d, %+v, %+v", id, local, what)] = differs
	w.Unlock()
}

// watched is a handler that tries its rules twice before it follows them.
type watched struct {
	model.Handler
	*witness
}

func (h watched) Handle(self model.Self, e model.Event) model.Outcome {
	h.twice(self.ID, self.Group, self.Local, e, func(group *model.Group) any {
		shown := self
		shown.Group = group
		return h.Handler.Handle(shown, e)
	})
	return h.Handler.Handle(self, e)
}

func (h watched) Timers(id model.ID, group *model.Group, local model.Local) []model.Timer {
	h.twice(id, group, local, "timers", func(group *model.Group) any { return h.Handler.Timers(id, group, local) })
	return h.Handler.Timers(id, group, local)
}

func (h watched) Suspects(id model.ID, group *model.Group, local model.Local) (report, withdraw []model.ID) {
	h.twice(id, group, local, "suspicions", func(group *model.Group) any {
		report, withdraw := h.Handler.Suspects(id, group, local)
		return [2][]model.ID{report, withdraw}
	})
	return h.Handler.Suspects(id, group, local)
}

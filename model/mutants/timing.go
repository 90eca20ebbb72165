package mutants

import (
	"slices"

	"interrex/model"
)

// seeming falsifies a process's view of its own local state.
func seeming(judge func(model.Status) model.Status) wound {
	return func(healthy model.Handler) model.Handler { return seemer{healthy, judge} }
}

type seemer struct {
	model.Handler
	judge func(model.Status) model.Status
}

func (s seemer) Status(local model.Local) model.Status { return s.judge(s.Handler.Status(local)) }

// unarmed removes the timers of these names.
func unarmed(names ...string) wound {
	return func(healthy model.Handler) model.Handler { return stopped{healthy, names} }
}

type stopped struct {
	model.Handler
	names []string
}

func (s stopped) Timers(id model.ID, group *model.Group, local model.Local) []model.Timer {
	return slices.DeleteFunc(s.Handler.Timers(id, group, local), func(t model.Timer) bool {
		return slices.Contains(s.names, t.Name)
	})
}

// hasty makes a timer too short for its wait, so that it fires at any time.
func hasty(name string) wound {
	return func(healthy model.Handler) model.Handler { return impatient{healthy, name} }
}

type impatient struct {
	model.Handler
	name string
}

func (i impatient) CanCome(s model.Situation, group *model.Group, id model.ID, t model.Timer) bool {
	return t.Name != i.name && i.Handler.CanCome(s, group, id, t)
}

func (i impatient) Concerns(group *model.Group, id model.ID, t model.Timer, dead model.ID) bool {
	return t.Name != i.name && i.Handler.Concerns(group, id, t, dead)
}

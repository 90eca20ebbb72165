package alike

import (
	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// A silence is a world in which nobody dies, and every link that may lose messages loses them all.
type silence struct{ *world.World }

func (s silence) Steps(from checker.State, emit func(checker.Step, checker.State)) {
	s.World.Steps(from, func(step checker.Step, to checker.State) {
		if s.Dies(step) == model.Nobody && !s.Hears(step) {
			emit(step, to)
		}
	})
}

// An echo is a world in which one process may die, and another must see what it saw in a given run. One more cell
// counts how much of that it has seen. An owed step in which it would see something else ends the run, so a run
// that is fair here is also fair in the world.
type echo struct {
	*world.World
	to, dead model.ID
	view     Run
}

func (e echo) Width() int { return e.World.Width() + 1 }

func (e echo) Init(emit func(checker.State)) {
	e.World.Init(func(s checker.State) { emit(append(s, 0)) })
}

// over is the value of the cell when the run has ended.
const over = 1<<16 - 1

func (e echo) isOver(s checker.State) bool { return s[len(s)-1] == over }

func (e echo) Steps(from checker.State, emit func(checker.Step, checker.State)) {
	if e.isOver(from) {
		return
	}
	at := int(from[len(from)-1])
	next := make(checker.State, len(from))
	e.World.Steps(from[:len(from)-1], func(step checker.Step, to checker.State) {
		if dies := e.Dies(step); dies != model.Nobody && dies != e.dead {
			return
		}
		if to == nil { // a bound has disabled it, but it is still owed
			emit(step, nil)
			return
		}
		copy(next, to)
		next[len(next)-1] = checker.Cell(at)
		if seen := e.Sees(e.to, from, step); seen != "" {
			switch {
			case seen == e.view.at(at).Seen:
				next[len(next)-1] = checker.Cell(e.view.after(at))
			case step.Owed != checker.None:
				next[len(next)-1] = over
			default:
				return
			}
		}
		emit(step, next)
	})
}

// after is the place that follows place i.
func (r Run) after(i int) int {
	if i+1 < len(r.Stem)+len(r.Cycle) {
		return i + 1
	}
	return len(r.Stem)
}

// without removes the extra cell from the states of a path.
func (e echo) without(path *checker.Path) *checker.Path {
	strip := func(transitions []checker.Transition) (stripped []checker.Transition) {
		for _, t := range transitions {
			stripped = append(stripped, checker.Transition{Step: t.Step, To: t.To[:e.World.Width()]})
		}
		return stripped
	}
	return &checker.Path{
		Initial: path.Initial[:e.World.Width()], Lasso: path.Lasso, Stem: strip(path.Stem), Cycle: strip(path.Cycle),
	}
}

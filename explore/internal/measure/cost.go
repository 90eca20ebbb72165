package measure

import (
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// The names of costs other than kinds of messages.
const (
	Messages  = "messages"
	ToTheDead = "of them to the dead"
	Delays    = "message delays"
	Ticks     = "ticks" // of the clock, if the world has one
)

// A Cost is one cost of runs, such as the messages of one kind.
type Cost struct {
	Name            string
	Exact           bool // the whole graph was explored; otherwise Least and Greatest mean nothing
	Least, Greatest Extreme
	Random          Spread
}

// An Extreme is a least or greatest cost, with a run that attains it in a world.
type Extreme struct {
	Cost      int
	Unbounded bool // Story is a lasso, and each round of its cycle costs more
	Reached   bool // some run reaches the moment
	World     world.Config
	Story     *world.Story // told when a Point shows it

	path func() *checker.Path
	tell func() *world.Story
}

// told is the extreme with its run told.
func (e Extreme) told() Extreme {
	e.Story, e.tell, e.path = e.tell(), nil, nil
	return e
}

// respects names the costs of a step in a world.
func respects(c world.Config) []string {
	var names []string
	for _, kind := range c.Algorithm.Kinds {
		names = append(names, kind.String())
	}
	names = append(names, Messages)
	if c.Crashes != 0 {
		names = append(names, ToTheDead)
	}
	if c.IsClocked() {
		names = append(names, Ticks)
	}
	return names
}

// A payment adds the cost of a step to what the run has cost so far.
type payment func(from checker.State, step checker.Step, spent []int)

// paying returns the payment for the named costs of a world.
func paying(w *world.World, c world.Config, names []string) payment {
	place := map[model.Kind]int{}
	for i, kind := range c.Algorithm.Kinds {
		place[kind] = i
	}
	at := func(name string) int { return slices.Index(names, name) }
	all, toTheDead, ticks, delays := at(Messages), at(ToTheDead), at(Ticks), at(Delays)
	return func(from checker.State, step checker.Step, spent []int) {
		if ticks >= 0 && w.IsTick(step) {
			spent[ticks]++
		}
		if delays >= 0 {
			if taken, isChained := w.Taken(from, step).(model.Chained); isChained {
				spent[delays] = max(spent[delays], taken.Length)
			}
		}
		if all < 0 {
			return
		}
		w.Sent(from, step, func(message model.Message, lost bool) {
			if i, declared := place[model.KindOf(message)]; declared {
				spent[i]++
			}
			spent[all]++
			if lost {
				spent[toTheDead]++
			}
		})
	}
}

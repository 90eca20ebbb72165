package measure

import (
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Moment is the point up to which a run is measured.
type Moment int

const (
	Decided Moment = iota // everyone has elected the same live process
	Over                  // moreover no message is in transit, and no process takes part any more
	moments

	// Ended is the terminal state, with all starts used up. If processes start several times, Over may come
	// before the last election.
	Ended = moments
)

func (m Moment) String() string {
	return [...]string{"everyone has decided", "the election is over", "nothing more can happen"}[m]
}

// MarshalText is the moment's name in JSON.
func (m Moment) MarshalText() ([]byte, error) {
	return []byte([...]string{"decided", "over", "ended"}[m]), nil
}

// isTrue reports whether the moment has come. It is not decidable from a view for Ended.
func (m Moment) isTrue(v spec.View) bool {
	return v.Trusted() != spec.Nobody && (m == Decided || !v.UnderWay())
}

// The names of the costs that are not kinds of messages.
const (
	Messages  = "messages"
	ToTheDead = "of them to the dead"
	Delays    = "message delays"
	Ticks     = "ticks" // of the clock, if the world has one
)

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

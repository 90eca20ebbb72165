package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"

	"interrex/checker"
	"interrex/checker/measure"
	"interrex/model"
	"interrex/model/world"
)

// A Phase is the greatest cost of one phase, for elections that proceed in phases, up to their end. An unreached
// phase costs 0.
type Phase struct {
	Name     string `json:"name"`
	Starters Most   `json:"starters"` // how many processes begin it: the winners of the phase before
	OfOne    Most   `json:"of_one"`   // messages of one of them in this phase, there and back
}

// A Most is a greatest cost, which may not exist.
type Most struct {
	Cost      int
	Unbounded bool
}

// MarshalJSON is the cost; null: unbounded.
func (m Most) MarshalJSON() ([]byte, error) {
	if m.Unbounded {
		return []byte("null"), nil
	}
	return json.Marshal(m.Cost)
}

// raise makes m the greater of the two.
func (m *Most) raise(more measure.Extreme) {
	m.Cost, m.Unbounded = max(m.Cost, more.Cost), m.Unbounded || more.Unbounded
}

// phases measures each phase of the elections, if they have any. The costs of a phase are the number of processes
// that begin it and then the messages of each process.
func (m *Point) phases(ctx context.Context, w *world.World, g *checker.Graph) error {
	last := w.LastPhase()
	if last < 0 {
		return nil
	}
	group, n := w.Config().Group(), m.N
	last = max(last, bits.Len(uint(n-1))) // the phases of doubled distances needed to get round
	weighing, err := measure.Weigh(ctx, g, (last+1)*(n+1), func(from checker.State, step checker.Step, spent []int) {
		w.Sent(from, step, func(message model.Message, _ bool) {
			phased, is := message.(model.Phased)
			if !is {
				return
			}
			of, phase, begins := phased.InPhase()
			spent[phase*(n+1)+1+group.Index(of)]++
			if begins {
				spent[phase*(n+1)]++
			}
		})
	})
	if err != nil {
		return err
	}
	runs := weighing.Until(func(s checker.State) bool { return Over.isTrue(w.View(s)) })
	for k := len(m.Phases); k <= last; k++ {
		m.Phases = append(m.Phases, Phase{Name: fmt.Sprint("phase ", k)})
	}
	for respect := range (last + 1) * (n + 1) {
		found, k := runs.Greatest(measure.Cost{Respect: respect}), respect/(n+1)
		if respect%(n+1) == 0 {
			m.Phases[k].Starters.raise(found)
		} else if m.Phases[k].OfOne.raise(found); (found.Unbounded || found.Cost > 0) && (m.LastPhase == nil || k > *m.LastPhase) {
			m.LastPhase = &k
		}
	}
	return nil
}

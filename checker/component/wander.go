package component

import "math/rand/v2"

// In tests the tables learn on random walks before an exploration. These are the number of walks and their steps.
const (
	walks    = 40
	walkLong = 30
)

// wander learns on random walks from a state.
func (t *tables) wander(initial []uint32, seed uint64) {
	source := rand.New(rand.NewPCG(seed, 0))
	l := newLearner(t)
	for range walks {
		from := l.valuesOf(initial)
		for range walkLong {
			state := make([]uint32, len(from))
			for _, c := range source.Perm(len(from)) {
				state[c] = t.intern(c, from[c])
			}
			if l.learn(state) != nil {
				return
			}
			steps := Plain(t.system, from)
			if len(steps) == 0 {
				break
			}
			if step := steps[source.IntN(len(steps))]; step.To != nil {
				from = step.To
			}
		}
	}
}

// valuesOf returns the values of a state.
func (t *tables) valuesOf(state []uint32) []Value {
	values := make([]Value, len(state))
	for c, n := range state {
		values[c] = t.components[c].values[n]
	}
	return values
}

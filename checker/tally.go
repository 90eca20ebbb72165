package checker

import (
	"cmp"
	"maps"
	"slices"

	"interrex/checker/component"
)

// A Tally is what was counted of some states.
type Tally struct {
	Steps    int                           `json:",omitempty"`
	Terminal int                           `json:",omitempty"`
	Met      []int                         `json:",omitempty"` // bounds that altered or disabled a step, in their order
	Actions  map[string]component.Activity `json:",omitempty"` // that were enabled, by name
	Counts   []int                         `json:",omitempty"` // of each property that is Counted, the states in which it is true
	Found    []Found                       `json:",omitempty"` // of each property that has one, the first violation or witness
	Rests    []int                         `json:",omitempty"` // the liveness properties that a run violates that stays in a state that may stutter state
}

// A Found is the place of the first violation of a property, or of its witness: a state or, if Step is not -1, a step out of it,
// by its place among those that lead somewhere.
type Found struct{ Property, Rank, Step int }

func newTally(properties []Property) Tally {
	return Tally{Counts: make([]int, len(properties)), Actions: map[string]component.Activity{}}
}

// first returns what was found of a property, or nil.
func (t *Tally) first(property int) *Found {
	for i := range t.Found {
		if t.Found[i].Property == property {
			return &t.Found[i]
		}
	}
	return nil
}

// find notes the first violation of a property. Ranks are ascending.
func (t *Tally) find(f Found) {
	if t.first(f.Property) == nil {
		t.Found = append(t.Found, f)
	}
}

// judge notes what the word of a group of predicates is in a state.
func (t *Tally) judge(q *predicateGroup, rank int, word uint64) {
	for _, n := range q.members {
		p := &q.properties[n]
		is := word&p.bit != 0
		if is == (p.kind == reachable) {
			t.find(Found{n, rank, -1})
		}
		if is && p.counted {
			t.Counts[n]++
		}
	}
}

// Add adds what was counted of other states. Of a property, what was found first is what has the least rank.
func (t *Tally) Add(other Tally) {
	sum := Tally{Steps: t.Steps + other.Steps, Terminal: t.Terminal + other.Terminal, Met: unite(t.Met, other.Met),
		Actions: map[string]component.Activity{}, Rests: unite(t.Rests, other.Rests)}
	maps.Copy(sum.Actions, t.Actions)
	for name, a := range other.Actions {
		before := sum.Actions[name]
		sum.Actions[name] = component.Activity{Enabled: before.Enabled + a.Enabled, Taken: before.Taken + a.Taken}
	}
	sum.Counts = make([]int, max(len(t.Counts), len(other.Counts)))
	for _, counts := range [][]int{t.Counts, other.Counts} {
		for i, n := range counts {
			sum.Counts[i] += n
		}
	}
	all := slices.Concat(t.Found, other.Found)
	slices.SortStableFunc(all, func(a, b Found) int { return cmp.Or(a.Property-b.Property, a.Rank-b.Rank) })
	sum.Found = slices.CompactFunc(all, func(a, b Found) bool { return a.Property == b.Property })
	*t = sum
}

func unite(a, b []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

// Violates reports whether a safety property that stops the exploration is violated.
func (t *Tally) Violates(properties []Property) bool {
	return slices.ContainsFunc(t.Found, func(f Found) bool { return properties[f.Property].stops() })
}

// Violations lists the safety properties that are violated. The ranks are those of states in levels of such widths.
func (t *Tally) Violations(properties []Property, widths []int) (all []Violation) {
	for _, f := range t.Found {
		if properties[f.Property].stops() {
			all = append(all, Violation{properties[f.Property], levelOf(widths, f.Rank) + btoi(f.Step >= 0)})
		}
	}
	return all
}

// levelOf is the level of a rank.
func levelOf(widths []int, rank int) (level int) {
	for begin := 0; level < len(widths)-1 && rank >= begin+widths[level]; level++ {
		begin += widths[level]
	}
	return level
}

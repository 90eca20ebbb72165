package checker

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"interrex/checker/component"
)

// A counts counts states that have been expanded, their steps and their actions.
type counts struct {
	steps, terminal int
	bounds          [4]uint64    // a bit for each that has altered or disabled a step
	classes         int          // the largest class of fairness
	mayStutter      []uint32     // states without a step of a class
	actions         []activation // by action

	isFair  bool         // a class has a step in the state under way
	enabled []occurrence // in that state
}

// An activation is how often an action was enabled and taken. last is one more than the last state in which it was enabled.
type activation struct {
	component.Activity
	last int
}

// An occurrence is an action with a step, which leads somewhere (1) or not (0).
type occurrence struct {
	action Action
	taken  int
}

// begin begins a state.
func (c *counts) begin() { c.isFair, c.enabled = false, c.enabled[:0] }

// step notes a step of the state.
func (c *counts) step(step Step, leads bool) {
	if step.Fairness != None {
		c.isFair = true
		c.classes = max(c.classes, int(step.Fairness))
	}
	if step.Bound != 0 {
		c.bounds[step.Bound/64] |= 1 << (step.Bound % 64)
	}
	if step.Action != 0 {
		c.enabled = append(c.enabled, occurrence{step.Action, btoi(leads)})
	}
}

// end counts the state, from which a number of steps lead somewhere.
func (c *counts) end(id, steps int) {
	c.steps += steps
	c.terminal += btoi(steps == 0)
	if !c.isFair {
		c.mayStutter = append(c.mayStutter, uint32(id))
	}
	for _, o := range c.enabled {
		a := c.activation(o.action)
		a.Taken += o.taken
		a.Enabled += btoi(a.last != id+1)
		a.last = id + 1
	}
}

// mostActions is the largest number of an action: counts have a place for each smaller one.
const mostActions = 65535

func (c *counts) activation(a Action) *activation {
	if a > mostActions {
		panic(component.Limit{What: "actions: numbers from 1 to 65535 are possible"})
	}
	if more := int(a) + 1 - len(c.actions); more > 0 {
		c.actions = append(c.actions, make([]activation, more)...)
	}
	return &c.actions[a]
}

// add adds what was counted of states behind, and resets it.
func (c *counts) add(other *counts) {
	c.steps += other.steps
	c.terminal += other.terminal
	c.classes = max(c.classes, other.classes)
	c.mayStutter = append(c.mayStutter, other.mayStutter...)
	for i, bits := range other.bounds {
		c.bounds[i] |= bits
	}
	for i, a := range other.actions {
		if a.Enabled > 0 {
			all := c.activation(Action(i))
			all.Enabled += a.Enabled
			all.Taken += a.Taken
		}
	}
	other.reset()
}

// reset empties the counts and keeps their memory.
func (c *counts) reset() {
	clear(c.actions)
	*c = counts{mayStutter: c.mayStutter[:0], actions: c.actions, enabled: c.enabled}
}

// boundsHit lists the bounds that have altered or disabled a step.
func (c *counts) boundsHit() (hit []int) {
	for b := range 64 * len(c.bounds) {
		if c.bounds[b/64]>>(b%64)&1 == 1 {
			hit = append(hit, b)
		}
	}
	return hit
}

// byName returns the actions that were enabled. One that the system has not named has its number as a name: activities refuses it.
func (c *counts) byName(system System) map[string]component.Activity {
	names, all := map[Action]string{}, map[string]component.Activity{}
	for _, a := range namedActions(system) {
		names[a.Action] = a.Name
	}
	for i, a := range c.actions {
		if a.Enabled > 0 {
			all[cmp.Or(names[Action(i)], fmt.Sprint(i))] = a.Activity
		}
	}
	return all
}

// A Tally is what was counted of some states.
type Tally struct {
	Steps    int                           `json:",omitempty"`
	Terminal int                           `json:",omitempty"`
	Met      []int                         `json:",omitempty"` // bounds that altered or disabled a step, in their order
	Actions  map[string]component.Activity `json:",omitempty"` // that were enabled, by name
	Counts   []int                         `json:",omitempty"` // of each property that is Counted, the states in which it is true
	Found    []Found                       `json:",omitempty"` // of each property that has one, the first violation or witness
	Rests    []int                         `json:",omitempty"` // the liveness properties that a run violates that stays in a state that may stutter
}

// A Found is the place of the first violation of a property, or of its witness: a state or, if Step is not -1, a step out of it,
// by its place among those that lead somewhere.
type Found struct{ Property, Rank, Step int }

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

package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/model/world"
)

// MostSteps is the greatest length of a walk.
const MostSteps = 4096

// A Walk is a path from an initial state of a world, and a position on it: the number of its steps taken so far.
// It is immutable. Several goroutines may use it, together with other walks of the same World.
type Walk struct {
	world   *world.World
	states  []checker.State // one more than steps
	steps   []checker.Transition
	numbers []int // of each step, its number among the steps of the state in which it was taken
	cycle   int   // steps before the part that repeats for ever; or NoCycle
	at      int
}

// NoCycle is the Cycle of a walk without a known cycle.
const NoCycle = -1

// Begin is a walk at the initial state of a world.
func Begin(w *world.World) *Walk {
	return &Walk{world: w, states: []checker.State{w.StateOf(w.Initial())}, cycle: NoCycle}
}

// Along is a walk at the beginning of a path, which must have been found in this very World.
func Along(w *world.World, p *checker.Path) *Walk {
	walk := &Walk{world: w, states: []checker.State{p.Initial}, cycle: NoCycle}
	for _, t := range slices.Concat(p.Stem, p.Cycle) {
		i := slices.IndexFunc(walk.choices(), func(c checker.Transition) bool {
			return c.Step.Code == t.Step.Code && slices.Equal(c.To, t.To)
		})
		if i < 0 {
			panic("study: the path is none of this world")
		}
		walk.add(i, t)
	}
	if walk.at = 0; p.Lasso {
		walk.cycle = len(p.Stem)
	}
	return walk
}

// add appends a step to a walk whose position is its end. No other goroutine may have the walk yet.
func (w *Walk) add(number int, t checker.Transition) {
	t.To = slices.Clone(t.To)
	w.states, w.steps, w.numbers = append(w.states, t.To), append(w.steps, t), append(w.numbers, number)
	w.at++
}

// upTo is a copy of the walk up to its position, for appending.
func (w *Walk) upTo() *Walk {
	return &Walk{world: w.world, cycle: NoCycle, at: w.at,
		states: slices.Clone(w.states[:w.at+1]), steps: slices.Clone(w.steps[:w.at]), numbers: slices.Clone(w.numbers[:w.at])}
}

// choices are the steps from the present state and where they lead, in the world's order, without those that a
// bound has disabled. There are none if the election panics in one of them.
func (w *Walk) choices() (all []checker.Transition) {
	fault := w.world.Try(w.State(), func(step checker.Step, to checker.State) {
		if to != nil {
			all = append(all, checker.Transition{Step: step, To: slices.Clone(to)})
		}
	})
	if fault != nil {
		return nil
	}
	return all
}

// World is the world of the walk.
func (w *Walk) World() *world.World { return w.world }

// At is the position: the number of steps taken to get here.
func (w *Walk) At() int { return w.at }

// Length is the number of steps of the whole path, including those after the position.
func (w *Walk) Length() int { return len(w.steps) }

// Cycle is the number of steps before the part that repeats for ever, or NoCycle if none is known. If it
// equals Length, the last state lasts for ever.
func (w *Walk) Cycle() int { return w.cycle }

// State is the present state. The caller must not change it.
func (w *Walk) State() checker.State { return w.states[w.at] }

// Go is the walk at another position of its path.
func (w *Walk) Go(to int) (*Walk, error) {
	if to < 0 || to > len(w.steps) {
		return nil, fmt.Errorf("position %d: the path has positions 0 to %d", to, len(w.steps))
	}
	other := *w
	other.at = to
	return &other, nil
}

// Next is the position after this one. At the end of a cycle, it is the position after the first step of the
// cycle. ok is false at the end of a path.
func (w *Walk) Next() (to int, ok bool) {
	switch {
	case w.at < len(w.steps):
		return w.at + 1, true
	case w.cycle != NoCycle && w.cycle < len(w.steps):
		return w.cycle + 1, true
	}
	return w.at, false
}

// Take takes the step with that number in Steps. If it is the next step of the path, the path stays the same.
// Otherwise the rest of the path is dropped, and the walk branches off.
func (w *Walk) Take(number int) (*Walk, error) {
	if next, ok := w.Next(); ok && w.numbers[next-1] == number {
		return w.Go(next)
	}
	branch := w.upTo()
	if err := branch.take(number); err != nil {
		return nil, err
	}
	return branch, nil
}

// take is Take at the end of a walk that no other goroutine has yet.
func (w *Walk) take(number int) error {
	choices := w.choices()
	switch {
	case number < 0 || number >= len(choices):
		return fmt.Errorf("step %d after %d steps: %s", number, w.at, numbered(len(choices)))
	case w.at == MostSteps:
		return fmt.Errorf("a walk has at most %d steps", MostSteps)
	}
	w.add(number, choices[number])
	return nil
}

// numbered lists the allowed numbers.
func numbered(steps int) string {
	switch steps {
	case 0:
		return "no step is possible here"
	case 1:
		return "the only step possible here is 0"
	}
	return fmt.Sprintf("%d steps are possible here, 0 to %d", steps, steps-1)
}

// Path is the whole path.
func (w *Walk) Path() *checker.Path {
	p := &checker.Path{Initial: w.states[0], Stem: slices.Clone(w.steps)}
	if w.cycle != NoCycle {
		p.Stem, p.Cycle, p.Lasso = p.Stem[:w.cycle:w.cycle], p.Stem[w.cycle:], true
	}
	return p
}

// SoFar is the path up to the position, without a cycle.
func (w *Walk) SoFar() *checker.Path {
	return &checker.Path{Initial: w.states[0], Stem: slices.Clone(w.steps[:w.at])}
}

// longest is the greatest length of a walk in writing: the most steps, at four letters and a separator each.
const longest = 5 * MostSteps

// String writes the walk in letters that need no escaping in a URL: 0 for the initial state, then the number of
// each step; if it goes on for ever, "~" and the steps that repeat; "_" and the position, unless it is the end.
// Example: "0.3.1~0.0.2_1".
func (w *Walk) String() string {
	var b strings.Builder
	b.WriteString("0") // the initial state: a world has one
	for i, number := range w.numbers {
		separator := "."
		if i == w.cycle {
			separator = "~"
		}
		b.WriteString(separator + strconv.Itoa(number))
	}
	if w.cycle == len(w.numbers) {
		b.WriteString("~")
	}
	if w.at < len(w.steps) {
		b.WriteString("_" + strconv.Itoa(w.at))
	}
	return b.String()
}

// Decode reads a walk written by String, in a world with the same Config. The error is one line: the problem,
// and what is allowed.
func Decode(w *world.World, text string) (*Walk, error) {
	if len(text) > longest {
		return nil, fmt.Errorf("a walk of %d letters is too long; it has at most %d", len(text), longest)
	}
	path, position, isBefore := strings.Cut(text, "_")
	stem, cycle, isLasso := strings.Cut(path, "~")
	numbers, err := readNumbers(stem)
	if err != nil {
		return nil, err
	}
	if numbers[0] != 0 {
		return nil, fmt.Errorf("a walk begins with 0, the initial state, and not with %d", numbers[0])
	}
	stemLength := len(numbers) - 1
	if cycle != "" {
		repeated, err := readNumbers(cycle)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, repeated...)
	}
	walk := Begin(w)
	for _, number := range numbers[1:] {
		if err := walk.take(number); err != nil {
			return nil, err
		}
	}
	if isLasso {
		walk.cycle = stemLength
		switch {
		case cycle == "" && !walk.lacks(func(step checker.Step) bool { return step.Fairness != checker.None }):
			return nil, fmt.Errorf("the walk ends with ~, and after %d steps a step is required: no run rests there", walk.at)
		case cycle != "" && !slices.Equal(walk.State(), walk.states[walk.cycle]):
			return nil, fmt.Errorf("the steps after ~ do not lead back to where they begin")
		}
	}
	if !isBefore {
		return walk, nil
	}
	at, err := readNumber(position)
	if err == nil && at == walk.Length() {
		err = fmt.Errorf("position %d is the end of the walk, and is left out", at)
	}
	if err != nil {
		return nil, err
	}
	return walk.Go(at)
}

// readNumbers reads numbers separated by dots, at least one.
func readNumbers(text string) ([]int, error) {
	var numbers []int
	for word := range strings.SplitSeq(text, ".") {
		n, err := readNumber(word)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// readNumber reads a number as String writes it.
func readNumber(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 1<<20 || strconv.Itoa(n) != word {
		return 0, fmt.Errorf("%q is not the number of a step; a walk is written as in 0.3.1~0.2_1: the initial state, the steps, ~ and those that repeat, _ and the position", word)
	}
	return n, nil
}

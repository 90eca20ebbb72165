package report

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model/world"
)

// longRun is the number of steps beyond which the words tell no step by step: the drawing does.
const longRun = 40

// explain says in words what a counterexample shows: who did what, where the property began to
// speak of the run and where it broke and, if the run is infinite, what was possible all the time and
// never happened.
func (f *Findings) explain(d Decision) []string {
	var paragraphs []string
	if n := len(d.Story.Stem) + len(d.Story.Cycle); n > 0 && n <= longRun {
		words := f.narrative(d.Story.Stem)
		if len(d.Story.Cycle) > 0 {
			words = strings.TrimSpace(words + " Then, again and again: " + f.narrative(d.Story.Cycle))
		}
		paragraphs = append(paragraphs, words)
	}
	if f.World == nil { // what is left of it is the story
		return paragraphs
	}
	paragraphs = append(paragraphs, f.turningPoints(d))
	if d.Path.Lasso {
		paragraphs = append(paragraphs, f.untaken(d.Path))
	}
	return paragraphs
}

// statesOf are those of a path, the first one included.
func statesOf(p *checker.Path) []checker.State {
	all := []checker.State{p.Initial}
	for _, t := range slices.Concat(p.Stem, p.Cycle) {
		all = append(all, t.To)
	}
	return all
}

// turningPoints says since when the property speaks of the run, and when it broke.
func (f *Findings) turningPoints(d Decision) string {
	all := statesOf(d.Path)
	if d.Property.Premise != nil {
		return f.neverReached(d, all)
	}
	if d.Settles != nil {
		return f.neverSettled(d, all)
	}
	began := 0
	for began < len(all)-1 && !d.Witness(f.World.View(all[began])) {
		began++
	}
	last := len(all) - 1
	broken := fmt.Sprintf("step %d breaks it: %s", last, d.Violation)
	switch {
	case last == 0:
		return fmt.Sprintf("An initial state breaks %s: %s.", d.Name, d.Violation)
	case d.Rest != nil:
		return fmt.Sprintf("The premise of %s is true from %s on; after step %d nothing more can happen: %s.", d.Name, moment(began), last, d.Violation)
	case began == last:
		return fmt.Sprintf("The premise of %s becomes true with step %d, and at once it is broken: %s.", d.Name, last, d.Violation)
	}
	return fmt.Sprintf("The premise of %s is true from %s on; %s.", d.Name, moment(began), broken)
}

// moment names the state after so many steps.
func moment(steps int) string {
	if steps == 0 {
		return "the first state"
	}
	return fmt.Sprintf("step %d", steps)
}

// neverReached says since when the premise of a liveness property has been true with no way to its
// goal.
func (f *Findings) neverReached(d Decision, all []checker.State) string {
	since := len(all) - 1
	for i := len(all) - 1; i >= 0 && !d.Goal(f.World.View(all[i])); i-- {
		if d.Property.Premise(f.World.View(all[i])) {
			since = i
		}
	}
	return fmt.Sprintf("The premise of %s is true from %s on, and its goal is never reached: %s.", d.Name, moment(since), d.Violation)
}

// neverSettled says between whom the run goes to and fro.
func (f *Findings) neverSettled(d Decision, all []checker.State) string {
	var trusted []string
	for _, s := range all[len(d.Path.Stem):] {
		name := "nobody in common"
		if id := d.Settles(f.World.View(s)); id > 0 {
			name = fmt.Sprintf("P%d", id)
		}
		if !slices.Contains(trusted, name) {
			trusted = append(trusted, name)
		}
	}
	return fmt.Sprintf("In the part that lasts for ever the live processes trust %s: %s.", strings.Join(trusted, ", then "), d.Violation)
}

// An option is a step that was possible in the part of a run that lasts for ever.
type option struct {
	words  string
	states int // in how many of the states
	duty   checker.Duty
	harm   bool // the adversary's, who owes nothing and never will
}

// untaken says what is enabled in the part that lasts for ever and never taken there, and which
// assumption of fairness would exclude the run.
func (f *Findings) untaken(p *checker.Path) string {
	cycle, taken, met := f.cycleOf(p)
	options := f.options(cycle, taken)
	where := "in the cycle"
	if len(p.Cycle) == 0 {
		where = "there"
	}
	if len(options) == 0 {
		return fmt.Sprintf("Whatever is possible %s happens, too: no assumption of fairness excludes this run.", where)
	}
	var always, sometimes, owed, harm []string
	for _, o := range options {
		switch {
		case o.harm:
			harm = append(harm, o.words)
		case o.duty != checker.None && !met[o.duty]:
			owed = append(owed, o.words)
		case o.duty != checker.None: // another step of the same duty was taken
		case o.states == len(cycle):
			always = append(always, o.words)
		default:
			sometimes = append(sometimes, o.words)
		}
	}
	var said []string
	for _, part := range []struct {
		steps []string
		says  string
	}{
		{owed, "Possible now and then %s, and never taken: %s. Weak fairness does not ask for it, since it is not possible all the time; strong fairness would, and would exclude this run."},
		{always, "Possible all the time %s, and never taken: %s. Nobody owes it; if it were owed, weak fairness would exclude this run."},
		{sometimes, "Possible now and then %s, and never taken: %s. Nobody owes it; if it were owed, strong fairness would exclude this run, and weak fairness would not."},
		{harm, "What the adversary, who owes nothing, could have done %s: %s."},
	} {
		if len(part.steps) > 0 {
			said = append(said, fmt.Sprintf(part.says, where, several(part.steps)))
		}
	}
	if len(owed)+len(always)+len(sometimes) == 0 && len(harm) > 0 {
		said = append([]string{fmt.Sprintf("Whatever is owed %s is done: no assumption of fairness excludes this run.", where)}, said...)
	}
	if len(said) == 0 {
		return fmt.Sprintf("Every duty that is possible %s is discharged there: no assumption of fairness about them excludes this run.", where)
	}
	return strings.Join(said, " ")
}

// cycleOf lists the states of the part that lasts for ever, and what is done there: by state and
// step, and by duty.
func (f *Findings) cycleOf(p *checker.Path) (cycle []checker.State, taken map[string]bool, met map[checker.Duty]bool) {
	at := statesOf(p)[len(p.Stem)]
	taken, met = map[string]bool{}, map[checker.Duty]bool{}
	cycle = []checker.State{at}
	for i, t := range p.Cycle {
		taken[f.World.DescribeStep(at, t.Step)] = true
		met[t.Step.Owed] = true
		at = t.To
		if i < len(p.Cycle)-1 {
			cycle = append(cycle, at)
		}
	}
	return cycle, taken, met
}

// options lists what is possible in some states and not among the taken, in the order of the steps.
func (f *Findings) options(in []checker.State, taken map[string]bool) (options []option) {
	for _, s := range in {
		seen := map[string]bool{} // several steps may be told in the same words
		f.World.Steps(s, func(step checker.Step, to checker.State) {
			if to == nil || taken[f.World.DescribeStep(s, step)] || step.Bound != 0 {
				return
			}
			o := f.occurrence(s, step, to)
			words := f.deed(o)
			i := slices.IndexFunc(options, func(o option) bool { return o.words == words })
			if i < 0 {
				i = len(options)
				options = append(options, option{words, 0, step.Owed, isHarm(o)})
			}
			if !seen[words] {
				seen[words] = true
				options[i].states++
			}
		})
	}
	return options
}

// occurrence puts one step into words.
func (f *Findings) occurrence(from checker.State, step checker.Step, to checker.State) world.Occurrence {
	path := &checker.Path{Initial: from, Stem: []checker.Transition{{Step: step, To: slices.Clone(to)}}}
	return f.World.Tell(path).Stem[0]
}

// isHarm reports whether a step is one that the adversary has for doing harm.
func isHarm(o world.Occurrence) bool {
	switch o.Action {
	case "crash", "restart", "lose", "deliver and keep", "suspect":
		return true
	}
	return o.CrashAfter > 0
}

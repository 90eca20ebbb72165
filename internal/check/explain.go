package check

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/stage"
)

// longRun is the most steps of a run that is told in words; longer runs are only drawn.
const longRun = 40

// Explain describes a counterexample in words: the steps, where the premise became true and where the property
// broke. For an infinite run it lists the steps that were enabled and never taken. At the end it names the
// processes and values of the violation.
func (f *Findings) Explain(d Decision) []string {
	var paragraphs []string
	if n := len(d.Story.Stem) + len(d.Story.Cycle); n > 0 && n <= longRun {
		words := f.narrative(d.Story.Stem)
		if len(d.Story.Cycle) > 0 {
			words = strings.TrimSpace(words + " Then, again and again: " + f.narrative(d.Story.Cycle))
		}
		paragraphs = append(paragraphs, words)
	}
	if f.Mishap != nil {
		return append(paragraphs, f.Mishap.Text)
	}
	if f.World == nil {
		return paragraphs
	}
	paragraphs = append(paragraphs, f.turningPoints(d))
	if d.Path.Lasso {
		paragraphs = append(paragraphs, f.untaken(d.Path))
	}
	if because := f.because(d); because != "" {
		paragraphs = append(paragraphs, fmt.Sprintf("So %s is violated: %s.", d.Name, because))
	}
	return paragraphs
}

// because names the processes and values by which a counterexample violates its property; "" if there is none.
func (f *Findings) because(d Decision) string {
	if f.Mishap != nil {
		return f.Mishap.Text
	}
	if d.Path == nil || d.Because == nil || f.World == nil {
		return ""
	}
	return d.Because(f.World.Account(d.Path))
}

// turningPoints describes when the premise became true, and when the property broke.
func (f *Findings) turningPoints(d Decision) string {
	all := d.Path.States()
	last := len(all) - 1
	began := 0 // the first state in which the premise is true, or else the last one
	for began < last && !d.Witness(f.World.View(all[began])) {
		began++
	}
	since := fmt.Sprintf("The premise of %s is true from %s on", d.Name, moment(began))
	switch {
	case d.Property.Premise != nil:
		return fmt.Sprintf("The premise of %s is true from %s on, and its goal is never reached: %s.", d.Name, moment(f.pendingSince(d, all)), d.Violation)
	case d.Settles != nil:
		return fmt.Sprintf("In the part that lasts for ever the live processes trust %s: %s.", f.trusted(d, all[len(d.Path.Stem):]), d.Violation)
	case d.IsLiveness():
		return fmt.Sprintf("%s; in the part that lasts for ever, %s.", since, d.Violation)
	case last == 0:
		return fmt.Sprintf("An initial state breaks %s: %s.", d.Name, d.Violation)
	case d.Rest != nil:
		return fmt.Sprintf("%s; after step %d nothing more can happen: %s.", since, last, d.Violation)
	case began == last:
		return fmt.Sprintf("The premise of %s becomes true with step %d, and at once it is broken: %s.", d.Name, last, d.Violation)
	}
	return fmt.Sprintf("%s; step %d breaks it: %s.", since, last, d.Violation)
}

func moment(steps int) string {
	if steps == 0 {
		return "the first state"
	}
	return fmt.Sprintf("step %d", steps)
}

// pendingSince is the state from which on the premise of a liveness property has been true without its goal.
func (f *Findings) pendingSince(d Decision, all []checker.State) int {
	since := len(all) - 1
	for i := since; i >= 0 && !d.Goal(f.World.View(all[i])); i-- {
		if d.Property.Premise(f.World.View(all[i])) {
			since = i
		}
	}
	return since
}

func (f *Findings) trusted(d Decision, cycle []checker.State) string {
	var names []string
	for _, s := range cycle {
		if id := d.Settles(f.World.View(s)); id > 0 {
			names = append(names, fmt.Sprintf("P%d", id))
		} else {
			names = append(names, "nobody in common")
		}
	}
	return strings.Join(once(names), ", then ")
}

func once(words []string) (all []string) {
	for _, w := range words {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// An option is an enabled step in the part of a run that lasts for ever.
type option struct {
	words  string
	states int // in how many of the states
	class  checker.FairnessClass
	harm   bool // a move of the adversary
}

// untaken lists the steps that are enabled and never taken in the part that lasts for ever, and the fairness
// assumption that would exclude the run.
func (f *Findings) untaken(p *checker.Path) string {
	states := p.States()[len(p.Stem):]
	cycle := states[:max(len(p.Cycle), 1)] // the part that lasts for ever
	taken, met := map[string]bool{}, map[checker.FairnessClass]bool{}
	for i, t := range p.Cycle {
		taken[f.World.DescribeStep(states[i], t.Step)], met[t.Step.Fairness] = true, true
	}
	options := f.options(cycle, taken)
	where := "in the cycle"
	if len(p.Cycle) == 0 {
		where = "there"
	}
	if len(options) == 0 {
		return fmt.Sprintf("Every step that is enabled %s is taken: no assumption of fairness excludes this run.", where)
	}
	lasting := map[checker.FairnessClass]bool{} // in some state, and not in all, or it would be discharged
	for _, s := range cycle {
		f.World.Lasts(s, func(d checker.FairnessClass) { lasting[d] = true })
	}
	const owed, unarmed, always, sometimes, harm = 0, 1, 2, 3, 4
	steps := make([][]string, 5)
	for _, o := range options {
		kind := sometimes
		switch {
		case o.harm:
			kind = harm
		case lasting[o.class] && !met[o.class]:
			kind = unarmed
		case o.class != checker.None && !met[o.class]:
			kind = owed
		case o.class != checker.None: // another step of the same class was taken
			continue
		case o.states == len(cycle):
			kind = always
		}
		steps[kind] = append(steps[kind], o.words)
	}
	var said []string
	for kind, says := range []string{
		"Enabled now and then %s, and never taken: %s. Weak fairness does not require it, since it is not enabled all the time. Strong fairness would exclude this run.",
		"Enabled now and then %s, and never taken: %s. A timer must fire only if it stays armed, and here it does not. Strong fairness would exclude this run.",
		"Enabled all the time %s, and never taken: %s. It is optional. Weak fairness of it would exclude this run.",
		"Enabled now and then %s, and never taken: %s. It is optional. Strong fairness of it would exclude this run, and weak fairness would not.",
		"Optional steps of the adversary %s: %s.",
	} {
		if kind == harm && len(said) == 0 && steps[harm] != nil {
			said = []string{fmt.Sprintf("Every required step %s is taken: no assumption of fairness excludes this run.", where)}
		}
		if steps[kind] != nil {
			said = append(said, fmt.Sprintf(says, where, strings.Join(once(steps[kind]), ", ")))
		}
	}
	if len(said) == 0 {
		return fmt.Sprintf("Every fairness class that is enabled %s is taken: no assumption of fairness excludes this run.", where)
	}
	return strings.Join(said, " ")
}

// options lists the enabled steps of some states that are not taken.
func (f *Findings) options(in []checker.State, taken map[string]bool) (options []option) {
	for _, s := range in {
		seen := map[string]bool{} // several steps may be told in the same words
		f.World.Steps(s, func(step checker.Step, to checker.State) {
			if to == nil || taken[f.World.DescribeStep(s, step)] || step.Bound != 0 {
				return
			}
			words := f.World.Occurrence(s, step).Words()
			i := slices.IndexFunc(options, func(o option) bool { return o.words == words })
			if i < 0 {
				i = len(options)
				options = append(options, option{words, 0, step.Fairness, f.World.IsFault(s, step)})
			}
			if !seen[words] {
				seen[words] = true
				options[i].states++
			}
		})
	}
	return options
}

// sentence is a step in the lectures' terms, with the rules that the process follows in it.
func (f *Findings) sentence(o world.Occurrence) string {
	text := o.Words()
	if len(o.Rules) > 0 {
		text += " (" + strings.Join(each(o.Rules, func(r model.Fired) string { return r.ID }), ", ") + ")"
	}
	for _, c := range o.Changes {
		text += stage.Consequence(o, c)
	}
	if len(o.Sends) > 0 {
		text += " and sends " + stage.Messages(o, " (lost)")
	}
	if o.CrashAfter > 0 {
		text += fmt.Sprintf(", and dies after %d of its %d messages", o.CrashAfter, o.Of)
	}
	wreck := "; with it is lost"
	if resends(f.Question.World) {
		wreck = "; the ring sends on"
	}
	for _, m := range o.Wreck {
		text += fmt.Sprintf("%s %s from P%d", wreck, m.Message, m.From)
		wreck = ","
	}
	return text
}

// narrative describes steps in order; consecutive ticks of the clock are one sentence.
func (f *Findings) narrative(occurrences []world.Occurrence) string {
	var told []string
	for i := 0; i < len(occurrences); i++ {
		n := 0
		for i+n < len(occurrences) && occurrences[i+n].Action == "tick" && len(occurrences[i+n].Changes) == 0 {
			n++
		}
		if n > 1 {
			told = append(told, fmt.Sprintf("%d ticks of the clock pass", n))
			i += n - 1
			continue
		}
		told = append(told, f.sentence(occurrences[i]))
	}
	for i, words := range told {
		told[i] = strings.ToUpper(words[:1]) + words[1:] + "."
	}
	return strings.Join(told, " ")
}

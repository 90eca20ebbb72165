package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/model/world"
	"interrex/traces/draw"
)

// Details writes all findings for people: premises, actions, every counterexample with its explanation. All but the line that
// begins with "took" is the same for any number of workers. The last line is the verdict.
func (f *Findings) Details(out io.Writer) error {
	w := &prose.Writer{Out: out}
	a, c := f.Question.World.Algorithm, f.Counts
	w.Line("interrex %s   %s: %s (%s)", Version, a.Name, a.Title, a.Source)
	w.Line("world: %s", f.Question.WorldLine())
	if f.Mishap != nil {
		f.drawMishap(w)
		return f.end(w)
	}
	w.Line("")
	w.Line("%s", f.Size())
	w.Line("%s", f.Took())
	if c.Left > 0 {
		w.Line("liveness is not decided: %s may be part of a cycle, and -max-memory has no room for them", prose.Plural(c.Left, "state"))
	}
	w.Line("")
	f.verdicts(w)
	if err := f.Question.Advised(); err != nil {
		w.Line("%s", err)
	}
	if f.NoLeader != nil {
		w.Line("%s", f.NoLeader.Text)
	}
	f.Draw(w)
	f.activities(w)
	f.Alarm(w)
	return f.end(w)
}

// verdicts is the table of properties.
func (f *Findings) verdicts(w *prose.Writer) {
	width := 20
	for _, d := range f.Decided {
		width = max(width, len(d.Name))
	}
	w.Line("  %-*s %-13s %19s", 10+width, "property", "verdict", "premise true in")
	for _, d := range f.Decided {
		verdict, remarks := d.Verdict.String(), d.Promise()
		if d.Verdict == checker.Violated {
			verdict = strings.ToUpper(verdict)
		}
		if d.Vacuous {
			remarks += ", vacuous"
		}
		line := fmt.Sprintf("  %-9s %-*s %-13s %19s   %s", d.Kind(), width, d.Name, verdict, f.PremiseIn(d), remarks)
		if d.Unasked {
			line = w.Grey(line)
		}
		w.Line("%s", line)
	}
}

// end is the last lines of a report with all details, or of one of a panic.
func (f *Findings) end(w *prose.Writer) error {
	w.Line("")
	w.Line("reproduce: %s", f.Question.Reproduce())
	w.Line("%s", f.Verdict())
	return w.Err
}

// Size is the amount explored, and whether it is complete.
func (f *Findings) Size() string {
	c := f.Counts
	return fmt.Sprintf("%s, %s, %s terminal, depth %s; exact, %s",
		prose.Plural(c.States, "state"), prose.Plural(c.Steps, "step"), prose.Grouped(c.Terminal), prose.Grouped(c.Depth), f.Completeness())
}

// Took is the duration, which differs between machines.
func (f *Findings) Took() string {
	c := f.Counts
	each := ""
	if c.RowBytes > 0 { // else the states are in a store
		each = fmt.Sprintf(" %.1f bytes a state,", float64(c.RowBytes)+c.Overhead)
		if c.NumberBytes >= 1<<20 {
			each += " " + prose.Memory(uint64(c.NumberBytes)) + " of component tables,"
		}
	}
	return fmt.Sprintf("took %s and %s for liveness, %s states/s, %s steps/s, %s at most,%s %s",
		prose.Seconds(c.Seconds), prose.Seconds(c.LivenessSeconds), prose.Grouped(rate(c.States, c)), prose.Grouped(rate(c.Steps, c)), prose.Memory(c.PeakBytes),
		each, prose.Plural(f.Question.Options.Workers, "worker"))
}

func (q Question) usual() map[string]string {
	usual := map[string]string{}
	for _, flag := range InForce(q.defaultWorld(numbered(len(q.World.IDs))).Bounded()) {
		usual[flag.Name] = flag.Text()
	}
	return usual
}

// WorldLine is the world in one line: every flag in force, starting with those that differ from the algorithm's
// default world.
func (q Question) WorldLine() string {
	usual := q.usual()
	var own, others []string
	for _, flag := range InForce(q.World) {
		words := flag.Name + "=" + flag.Text()
		if flag.Name == "n" || usual[flag.Name] != flag.Text() {
			own = append(own, words)
		} else {
			others = append(others, words)
		}
	}
	return strings.Join(own, " ") + "; by default: " + strings.Join(others, " ")
}

// Completeness is whether the exploration is complete or, if not, what stopped or altered it.
func (f *Findings) Completeness() string {
	if f.Counts.Complete {
		return "complete"
	}
	return "bounded by " + f.Question.BoundNamed(f.Counts.Bound)
}

// BoundNamed is a bound as the flag that sets it.
func (q Question) BoundNamed(b string) string {
	c := q.World
	named, is := map[string]string{
		"states": "-max-states", "depth": "-max-depth", "memory": "-max-memory", "time": "-max-time",
		"stop": "-stop=first", "disk": "a full disk", "interrupted": "an interrupt",
		"elections": fmt.Sprintf("-elections=%d", c.Elections), "capacity": fmt.Sprintf("-capacity=%d", c.Capacity),
		"elections, capacity": fmt.Sprintf("-elections=%d and -capacity=%d", c.Elections, c.Capacity),
		"counters":            fmt.Sprintf("-counters=%d", c.Counters),
	}[b]
	if !is {
		return "the numbering: too many different " + b
	}
	return named
}

// Promise is whether the author promises the property in such a world.
func (d Decision) Promise() string {
	switch {
	case d.Unasked:
		return "not asked"
	case d.Promised:
		return "promised"
	}
	return "not promised here"
}

// BrokenOf names the violated properties: broken promises first, then those without a promise. "": none is
// violated.
func BrokenOf(decided []Decision, name func(Decision) string) string {
	var promised, others, said []string
	for _, d := range decided {
		switch {
		case d.Verdict != checker.Violated || d.Unasked:
		case d.Promised:
			promised = append(promised, name(d))
		default:
			others = append(others, name(d))
		}
	}
	if promised != nil {
		said = append(said, "breaks its author's promise: "+strings.Join(promised, ", "))
	}
	if others != nil {
		said = append(said, "not promised here: "+strings.Join(others, ", "))
	}
	if promised == nil && others != nil {
		said[0] = "violated, " + said[0]
	}
	return strings.Join(said, "; ")
}

// kept adds that the promises asked for are kept, if there are any and all are kept.
func (f *Findings) kept() string {
	promised := slices.DeleteFunc(f.asked(), func(d Decision) bool { return !d.Promised })
	if len(promised) == 0 || slices.ContainsFunc(promised, func(d Decision) bool { return d.Verdict != checker.Holds }) {
		return ""
	}
	return "; what is promised holds"
}

// Reproduce is the command that asks the same.
func (q Question) Reproduce() string {
	without := append([]string{"o", "format", "quiet", "v", "workers", "store"}, q.engine.flags...)
	return q.command(q.Called, func(flag string) bool { return !slices.Contains(without, flag) })
}

// command is a command of the program, with some of the flags given.
func (q Question) command(name string, has func(flag string) bool) string {
	words := []string{q.Program}
	if name != "" {
		words = append(words, name)
	}
	for _, flag := range q.Given {
		if has(nameOf(flag)) {
			words = append(words, flag)
		}
	}
	return strings.Join(words, " ")
}

// Verdict is the last line: the worst that was found, and the exit code.
func (f *Findings) Verdict() string {
	broken := BrokenOf(f.Decided, func(d Decision) string { return d.Name })
	incomplete := ""
	if !f.Counts.Complete {
		incomplete = "; incomplete, " + f.Completeness()
	}
	var verdict string
	switch {
	case f.Mishap != nil:
		verdict = "error: the election panicked"
	case broken != "":
		verdict = broken + f.kept() + incomplete
	case f.Exit == ExitError:
		verdict = "error: " + Reproach(f.Warnings) + ", and -fail-on=vacuous" + incomplete
	case f.Exit == ExitInconclusive:
		verdict = "inconclusive: " + f.Completeness()
	default:
		where := "all " + prose.Plural(f.Counts.States, "state")
		if f.Counts.States == 1 {
			where = "its one state"
		}
		verdict = "holds: everything asked for, in " + where
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, f.Exit)
}

// Draw draws what violates the properties, the same run only once.
func (f *Findings) Draw(w *prose.Writer) {
	drawn := map[string]string{}
	for _, d := range f.asked() {
		if d.Story == nil {
			continue
		}
		w.Line("")
		w.Line("%s is violated: %s.", d.Name, d.Violation)
		picture := f.picture(d, prose.Width(w))
		if first, again := drawn[picture]; again {
			w.Line("The run is the one shown for %s.", first)
			if because := f.because(d); because != "" {
				w.Paragraph(fmt.Sprintf("So %s is violated: %s.", d.Name, because))
			}
			continue
		}
		drawn[picture] = d.Name
		w.Line("%s", f.Shape(d))
		drawRun(w, picture)
		w.Line("%s", d.Outcome())
		for _, paragraph := range f.Explain(d) {
			w.Line("")
			w.Paragraph(paragraph)
		}
	}
}

func (f *Findings) picture(d Decision, width int) string {
	run := Told(f.Question.World, d)
	run.Width = width
	var picture strings.Builder
	if err := draw.Text(&picture, run); err != nil {
		panic(err) // a strings.Builder takes all
	}
	return picture.String()
}

func drawRun(w *prose.Writer, picture string) {
	w.Line("")
	_, _ = io.WriteString(w, picture)
	w.Line("")
}

// Shape names the kind of run that the counterexample is.
func (f *Findings) Shape(d Decision) string {
	run, way := "A shortest such run", "A shortest way in"
	stem, cycle := prose.Plural(len(d.Story.Stem), "step"), prose.Plural(len(d.Story.Cycle), "step")
	switch {
	case !d.Story.Lasso:
		return run + " has " + stem + ":"
	case len(d.Story.Cycle) == 0:
		return run + " has " + stem + ". After them no step is required " +
			"(no message to deliver, no timer due), so the run may stay there for ever:"
	case len(d.Story.Cycle) == 1:
		cycle += " repeats"
	default:
		cycle += " repeat"
	}
	return way + " has " + stem + "; then " + cycle + " for ever. " +
		"The run is fair: every fairness constraint is met:"
}

// Outcome describes the end of a run, or the beginning of its cycle.
func (d Decision) Outcome() string {
	when := "In the end"
	if len(d.Story.Cycle) > 0 {
		when = "Where the cycle begins"
	}
	var parts []string
	for _, p := range d.Story.Final {
		what := note(p)
		if !p.Live {
			what = "is dead"
		}
		var timers []string
		for _, t := range p.Running() {
			timers = append(timers, t.Text())
		}
		if len(timers) > 0 {
			what += " (" + strings.Join(timers, ", ") + ")"
		}
		parts = append(parts, strings.TrimRight(fmt.Sprintf("P%d %s", p.ID, what), " "))
	}
	text := when + ": " + strings.Join(parts, ", ")
	if flights := inFlight(d.Story.InFlight); flights != "" {
		text += "; on the way: " + flights
	}
	return text + "."
}

// inFlight lists messages on their way; those with the same spelling and urgency are counted together.
func inFlight(flights []world.Flight) string {
	var kinds [][2]string // message and deadline
	receivers := map[[2]string][]string{}
	for _, m := range flights {
		k := [2]string{m.Message, m.Deadline()}
		if receivers[k] == nil {
			kinds = append(kinds, k)
		}
		receivers[k] = append(receivers[k], fmt.Sprintf("P%d", m.To))
	}
	var all []string
	for _, k := range kinds {
		words := k[0] + " to " + strings.Join(receivers[k], ", ")
		if k[1] != "" {
			words += " (" + k[1] + ")"
		}
		all = append(all, words)
	}
	return strings.Join(all, "; ")
}

// PremiseIn is the number of states in which the premise is true, as text.
func (f *Findings) PremiseIn(d Decision) string {
	switch {
	case d.Premise > 0:
		return prose.Plural(d.Premise, "state")
	case f.Counts.Complete || d.Vacuous:
		return "no state"
	}
	return "no state so far"
}

// activities is the table of actions: in how many states each was enabled, and how many steps it had.
func (f *Findings) activities(w *prose.Writer) {
	for i, a := range f.Counts.Actions {
		if i == 0 {
			w.Line("")
			w.Line("  %-24s %15s %15s", "action", "states enabled", "steps taken")
		}
		remark := ""
		if a.Taken == 0 && f.Counts.Complete {
			remark = "  never"
		} else if a.Taken == 0 {
			remark = "  not so far"
		}
		w.Line("  %-24s %15s %15s%s", a.Action, prose.Grouped(a.Enabled), prose.Grouped(a.Taken), remark)
	}
}

// Picture draws only the counterexample to a property, and reports whether there is one.
func (f *Findings) Picture(out io.Writer, property string) (violated bool, err error) {
	w := &prose.Writer{Out: out}
	one := *f
	one.Decided = nil
	for _, d := range f.Decided {
		if d.Name == property && d.Story != nil {
			one.Decided = append(one.Decided, d)
		}
	}
	one.Draw(w)
	return len(one.Decided) > 0, w.Err
}

// nameOf is the name of a flag as it is given: "-n=3" is n.
func nameOf(flag string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
	return name
}

// Advised is the reason why this world has no promise, with the flags of one that has; nil if this one has.
func (q Question) Advised() error {
	_, why := q.World.Promised()
	if back := q.World.WayBack(); why != nil && back != nil {
		return fmt.Errorf("%w; it promises something with %s", why, strings.Join(back, " "))
	}
	return why
}

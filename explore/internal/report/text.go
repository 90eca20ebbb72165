package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"interrex/checker"
)

// Text writes the findings for people. All but the line that begins with "took" is the same for
// any number of workers. The last line is the verdict.
func (f *Findings) Text(out io.Writer) error {
	w := &writer{out: out}
	a, c := f.Request.World.Algorithm, f.Counts
	w.line("interrex %s   %s: %s (%s)", Version, a.Name, a.Title, a.Source)
	w.line("world: %s", f.worldLine())
	w.line("")
	w.line("%s", f.Size())
	f.reduced(w)
	w.line("%s", f.Took())
	w.line("")
	w.line("  %-30s %-13s %19s", "property", "verdict", "premise true in")
	for _, d := range f.Decided {
		w.line("%s", d.line(c.Complete))
	}
	if _, err := f.Request.World.Promised(); err != nil {
		w.line("%s", err)
	}
	f.counterexamples(w)
	activities(w, c.Actions, c.Complete && c.Reduction == checker.Whole)
	alarm(w, f.Warnings)
	w.line("")
	w.line("reproduce: %s", f.command())
	w.line("%s", f.Verdict())
	return w.err
}

// Size says how much was explored, and whether that is all.
func (f *Findings) Size() string {
	c := f.Counts
	return fmt.Sprintf("%s, %s, %s terminal, depth %d; exact, %s",
		plural(c.States, "state"), plural(c.Steps, "step"), grouped(c.Terminal), c.Depth, f.completeness())
}

// Took says what that took: it is another time on another machine.
func (f *Findings) Took() string {
	c := f.Counts
	return fmt.Sprintf("took %.2f s and %.2f s for liveness, %s states/s, %s steps/s, %s at most, %s",
		c.Seconds, c.LivenessSeconds, grouped(rate(c.States, c)), grouped(rate(c.Steps, c)), memory(c.PeakBytes),
		plural(f.Request.Options.Workers, "worker"))
}

// A writer remembers the first error.
type writer struct {
	out io.Writer
	err error
}

func (w *writer) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintln(w.out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

// worldLine is the world in one line: every flag in force.
func (f *Findings) worldLine() string {
	var words []string
	for _, flag := range inForce(f.Request.World) {
		words = append(words, flag.name+"="+flag.text())
	}
	return strings.Join(words, " ")
}

// reduction is by what the graph was reduced.
func (f *Findings) reduction() string { return string(cmp.Or(f.Counts.Reduction, "none")) }

// reduced says that the graph was reduced, or why it was not though that was asked for.
func (f *Findings) reduced(w *writer) {
	switch {
	case f.Counts.Reduction != checker.Whole:
		w.line("reduced by -reduce=%s: numbers are those of the reduced graph, but that of terminal states is of both;", f.reduction())
		w.line("a run shown is a real one, and %s", f.lengths())
	case f.Counts.Unreduced != "":
		w.line("not reduced: %s", f.Counts.Unreduced)
	}
}

// lengths says whether the runs shown are shortest ones.
func (f *Findings) lengths() string {
	if !f.Request.Options.Shortest {
		return "perhaps not shortest"
	}
	for _, d := range f.Decided {
		if d.Path != nil && !d.Shortest {
			return "not shortest unless it says so: the search in the whole graph was too large"
		}
	}
	return "shortest, by a search in the whole graph"
}

func (f *Findings) completeness() string {
	if f.Counts.Complete {
		return "complete"
	}
	return "bounded by " + f.bound()
}

// bound says what stopped or altered the exploration, and what would lift it.
func (f *Findings) bound() string { return f.boundNamed(f.Counts.Bound) }

func (f *Findings) boundNamed(b string) string {
	switch b {
	case "states", "depth", "memory", "time":
		return "-max-" + b
	case "stop":
		return "-stop=first"
	case "interrupted":
		return "an interrupt"
	case "elections":
		return fmt.Sprintf("-elections=%d", f.Request.World.Elections)
	case "capacity":
		return fmt.Sprintf("-capacity=%d", f.Request.World.Capacity)
	case "counters":
		return fmt.Sprintf("-counters=%d", f.Request.World.Counters)
	case "elections, capacity":
		return fmt.Sprintf("-elections=%d and -capacity=%d", f.Request.World.Elections, f.Request.World.Capacity)
	default:
		return "the numbering: too many different " + b
	}
}

// line is the verdict on one property.
func (d Decision) line(complete bool) string {
	remarks := []string{d.promise()}
	if d.Vacuous {
		remarks = append(remarks, "vacuous")
	}
	return fmt.Sprintf("  %-9s %-20s %-13s %19s   %s", d.kind(), d.Name, loud(d.Verdict), premise(d.Premise, complete || d.Vacuous), strings.Join(remarks, ", "))
}

// promise says whether the author promises the property in such a world.
func (d Decision) promise() string {
	if d.Promised {
		return "promised"
	}
	return "not promised here"
}

// brokenOf names what is violated: broken promises first, and apart from them what nobody has promised.
// It is "" if nothing is.
func brokenOf(decided []Decision, name func(Decision) string) string {
	var promised, others []string
	for _, d := range decided {
		switch {
		case d.Verdict != checker.Violated:
		case d.Promised:
			promised = append(promised, name(d))
		default:
			others = append(others, name(d))
		}
	}
	switch {
	case len(promised) == 0 && len(others) == 0:
		return ""
	case len(promised) == 0:
		return "violated, not promised here: " + strings.Join(others, ", ")
	case len(others) == 0:
		return "violated though promised: " + strings.Join(promised, ", ")
	}
	return "violated though promised: " + strings.Join(promised, ", ") + "; not promised here: " + strings.Join(others, ", ")
}

// kept adds that the promises asked for are kept, if there are any and they are.
func (f *Findings) kept() string {
	some := false
	for _, d := range f.Decided {
		if d.Promised && d.Verdict != checker.Holds {
			return ""
		}
		some = some || d.Promised
	}
	if !some {
		return ""
	}
	return "; what is promised holds"
}

// loud spells a verdict so that a violation is seen.
func loud(v checker.Verdict) string {
	if v == checker.Violated {
		return "VIOLATED"
	}
	return v.String()
}

// command is the exact command that leads to these findings.
func (f *Findings) command() string {
	words := []string{"go run ./cmd/explore"}
	for _, flag := range f.Request.Given {
		name, _, _ := strings.Cut(flag, "=")
		switch name {
		case "-o", "-format", "-quiet", "-workers":
		default:
			words = append(words, flag)
		}
	}
	return strings.Join(words, " ")
}

// Verdict is the last line: the worst that was found, and the exit code.
func (f *Findings) Verdict() string {
	broken := brokenOf(f.Decided, func(d Decision) string { return d.Name })
	incomplete := ""
	if !f.Counts.Complete {
		incomplete = "; incomplete, bounded by " + f.bound()
	}
	var verdict string
	switch {
	case broken != "":
		verdict = broken + f.kept() + incomplete
	case f.Exit == ExitError:
		verdict = "error: " + reproach(f.Warnings) + ", and -fail-on=vacuous" + incomplete
	case f.Exit == ExitInconclusive:
		verdict = "inconclusive: bounded by " + f.bound()
	default:
		verdict = fmt.Sprintf("holds: everything asked for, in all %s states", grouped(f.Counts.States))
		if f.Counts.Reduction != checker.Whole {
			verdict = fmt.Sprintf("holds: everything asked for; %s states are enough to tell", grouped(f.Counts.States))
		}
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, f.Exit)
}

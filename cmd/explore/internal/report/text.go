package report

import (
	"fmt"
	"io"
	"strings"

	"interrex/checker"
	"interrex/traces/draw"
)

// Text writes the findings for people. All but the line that begins with "took" is the same for
// any number of workers. The last line is the verdict.
func (f *Findings) Text(out io.Writer) error {
	w := &writer{out: out}
	a, c := f.Request.World.Algorithm, f.Counts
	w.line("interrex %s   %s: %s (%s)", Version, a.Name, a.Title, a.Source)
	w.line("world: %s", f.worldLine())
	w.line("")
	w.line("%s states, %s steps, %s terminal, depth %d; exact, %s",
		grouped(c.States), grouped(c.Steps), grouped(c.Terminal), c.Depth, f.completeness())
	w.line("took %.2f s and %.2f s for liveness, %s states/s, %s at most, %s",
		c.Seconds, c.LivenessSeconds, grouped(rate(c)), memory(c.PeakBytes), plural(f.Request.Options.Workers, "worker"))
	w.line("")
	for _, d := range f.Decided {
		w.line("%s", d.line())
	}
	f.counterexamples(w)
	w.line("")
	w.line("reproduce: %s", f.command())
	w.line("%s", f.Verdict())
	return w.err
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

func (f *Findings) completeness() string {
	if f.Counts.Complete {
		return "complete"
	}
	return "bounded by " + f.bound()
}

// bound says what stopped or altered the exploration, and what would lift it.
func (f *Findings) bound() string {
	switch b := f.Counts.Bound; b {
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
	case "elections, capacity":
		return fmt.Sprintf("-elections=%d and -capacity=%d", f.Request.World.Elections, f.Request.World.Capacity)
	default:
		return "the numbering: more than 65,535 different " + b
	}
}

// line is the verdict on one property.
func (d Decision) line() string {
	remarks := ""
	if d.Promised {
		remarks = "promised"
	}
	if d.Vacuous {
		remarks = strings.TrimPrefix(remarks+", vacuous: no state that it says anything about", ", ")
	}
	verdict := d.Verdict.String()
	if d.Verdict == checker.Violated {
		verdict = "VIOLATED"
	}
	return fmt.Sprintf("  %-9s %-20s %-13s %s", d.kind(), d.Name, verdict, remarks)
}

// counterexamples draws what violates the properties, the same run only once.
func (f *Findings) counterexamples(w *writer) {
	drawn := map[string]string{}
	for _, d := range f.Decided {
		if d.Story == nil {
			continue
		}
		w.line("")
		w.line("%s is violated: it is not true that %s.", d.Name, d.Statement)
		var picture strings.Builder
		if err := draw.Text(&picture, drawing(f.Request.World, d)); err != nil {
			w.err = err
			return
		}
		if first, again := drawn[picture.String()]; again {
			w.line("The run is the one shown for %s.", first)
			continue
		}
		drawn[picture.String()] = d.Name
		w.line("%s", d.shape())
		w.line("")
		for line := range strings.Lines(picture.String()) {
			w.line("%s", strings.TrimRight(line, "\n"))
		}
	}
}

// shape says what kind of run the counterexample is.
func (d Decision) shape() string {
	stem, cycle := plural(len(d.Story.Stem), "step"), plural(len(d.Story.Cycle), "step")
	switch {
	case !d.Story.Lasso:
		return "A shortest such run has " + stem + ":"
	case len(d.Story.Cycle) == 0:
		return "A shortest such run has " + stem + ", and then nothing is owed any more: it may stay so for ever."
	}
	return "A shortest way into it has " + stem + ", and then " + cycle + " repeat for ever; all that is owed is done:"
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
	var violated []string
	vacuous := 0
	for _, d := range f.Decided {
		if d.Verdict == checker.Violated {
			violated = append(violated, d.Name)
		}
		if d.Vacuous {
			vacuous++
		}
	}
	incomplete := ""
	if !f.Counts.Complete {
		incomplete = "; incomplete, bounded by " + f.bound()
	}
	var verdict string
	switch {
	case len(violated) > 0:
		verdict = "violated: " + strings.Join(violated, ", ") + incomplete
	case f.Exit == ExitError:
		verdict = fmt.Sprintf("error: %s vacuous, and -fail-on=vacuous", verb(vacuous, "property")) + incomplete
	case f.Exit == ExitInconclusive:
		verdict = "inconclusive: bounded by " + f.bound()
	default:
		verdict = fmt.Sprintf("holds: everything asked for, in all %s states", grouped(f.Counts.States))
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, f.Exit)
}

func rate(c *checker.Report) int {
	if c.Seconds <= 0 {
		return 0
	}
	return int(float64(c.States) / c.Seconds)
}

// grouped writes a number with commas.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func memory(bytes uint64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// verb says of how many things something is said: "1 property is", "2 properties are".
func verb(n int, word string) string {
	if n == 1 {
		return plural(n, word) + " is"
	}
	return plural(n, word) + " are"
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		word = stem + "ie"
	}
	return grouped(n) + " " + word + "s"
}

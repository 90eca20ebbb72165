package check

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
)

// mostNamed is the number of violated properties that the summary lists, a line each.
const mostNamed = 3

// Text writes the findings in a few lines for people: the verdict in words, what was explored, one counterexample. Details has
// the rest. It is the same for any number of workers. The last line is the verdict with the exit code.
func (f *Findings) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	if f.Mishap != nil {
		f.drawMishap(w)
		return f.end(w)
	}
	shown := f.worst()
	if shown != nil {
		f.sumUpViolation(w, *shown)
		if hold := f.holding(); len(hold) > 0 {
			w.Line("  hold: %s", strings.Join(hold, ", "))
		}
	} else {
		f.sumUpSuccess(w)
	}
	switch watched := f.Watched; {
	case watched != nil:
		drawRun(w, f.picture(watched.Decision, prose.Width(w)))
		w.Line("%s", watched.Note)
	case shown != nil:
		drawRun(w, f.picture(*shown, prose.Width(w)))
		w.Line("%s", strings.TrimSuffix(f.Shape(*shown), ":")+".")
	}
	f.sumUpRest(w)
	w.Line("%s", f.Verdict())
	return w.Err
}

func (f *Findings) sumUpSuccess(w *prose.Writer) {
	hold, asked := f.holding(), len(f.asked())
	what := prose.Plural(asked, "property") + " hold"
	switch {
	case len(hold) < asked:
		f.undecided(w)
		return
	case asked == 1:
		what = hold[0] + " holds"
	case asked > 2:
		what = "all " + what
	}
	w.Line("%s %s: %s", w.Green("✓"), f.Question.InWords(), what)
	w.Line("  %s", f.explored())
}

func (f *Findings) undecided(w *prose.Writer) {
	w.Line("%s %s: %d of %s decided; %s", w.Grey("?"), f.Question.InWords(),
		len(f.holding()), prose.Plural(len(f.asked()), "property"), f.explored())
}

func (f *Findings) holding() (hold []string) {
	for _, d := range f.asked() {
		if d.Verdict == checker.Holds {
			hold = append(hold, d.Name)
		}
	}
	return hold
}

// sumUpViolation lists the violated properties, a line each for the first ones, the worst before all others.
func (f *Findings) sumUpViolation(w *prose.Writer, worst Decision) {
	w.Line("%s %s is violated: %s", w.Red("✗"), worst.Name, f.how(worst))
	more, others := 0, []string(nil)
	for _, d := range f.asked() {
		switch {
		case d.Story == nil || d.Name == worst.Name:
		case more < mostNamed-1:
			w.Line("%s %s is violated: %s", w.Red("✗"), d.Name, f.how(d))
			more++
		default:
			others = append(others, d.Name)
		}
	}
	if len(others) > 0 {
		w.Line("%s also violated: %s", w.Red("✗"), strings.Join(others, ", "))
	}
	w.Line("  %s: %s", f.Question.InWords(), f.explored())
}

// mostDrawn is the number of lines of a drawing in a failed test.
const mostDrawn = 18

// Failure writes what a failed test shows, in at most 25 lines: what went wrong in a sentence, and the drawing of one run.
func (f *Findings) Failure(w *prose.Writer) {
	var picture strings.Builder
	switch shown := f.worst(); {
	case f.Mishap != nil:
		f.drawMishap(&prose.Writer{Out: &picture})
	case shown == nil:
		f.undecided(w)
		f.Alarm(w)
	default:
		f.sumUpViolation(w, *shown)
		picture.WriteString("\n" + f.picture(*shown, prose.Width(w)))
	}
	if f.Mishap == nil && !f.Counts.Complete && f.World.Grown() != "" {
		w.Line("what has grown: %s", f.World.Grown())
	}
	if picture.Len() == 0 {
		return
	}
	lines := strings.Split(strings.TrimRight(picture.String(), "\n"), "\n")
	if more := len(lines) - mostDrawn; more > 0 {
		half := mostDrawn / 2
		lines = slices.Concat(lines[:half], []string{fmt.Sprintf("  … %s left out …", prose.Plural(more, "line"))}, lines[half+more:])
	}
	for _, line := range lines {
		w.Line("%s", line)
	}
	f.Alarm(w, "kind")
}

func (f *Findings) how(d Decision) string { return cmp.Or(f.because(d), d.Violation) }

func (f *Findings) sumUpRest(w *prose.Writer) {
	if err := f.Question.Advised(); err != nil {
		w.Line("%s", err)
	}
	if unasked := f.UnaskedLine(); unasked != "" {
		w.Line("%s", w.Grey("not asked: "+unasked))
	}
	if f.NoLeader != nil {
		w.Line("%s", f.NoLeader.Text)
	}
	f.Alarm(w)
	if note := f.Question.Note; note != nil && f.Exit != ExitHolds {
		if text := note(f); text != "" {
			w.Line("%s", text)
		}
	}
	if f.Question.Program != "" {
		w.Line("watch it: %s -format=html -o=%s.html", f.Question.Reproduce(), f.Question.World.Algorithm.Name)
		w.Line("step through it: %s", f.Question.Step())
		w.Line("more: -v has actions, times and premises")
	}
}

// UnaskedLine lists the properties that are evaluated and not asked, with how the first of them is violated.
func (f *Findings) UnaskedLine() string {
	first := ""
	names := map[checker.Verdict][]string{}
	for _, d := range f.Decided {
		switch {
		case !d.Unasked:
		case d.Story != nil && first == "":
			first = fmt.Sprintf("%s (%s, %s)", d.Name, f.how(d), prose.Plural(len(d.Story.Stem)+len(d.Story.Cycle), "step"))
		default:
			names[d.Verdict] = append(names[d.Verdict], d.Name)
		}
	}
	parts := []string{first}
	for _, list := range []struct {
		verdict checker.Verdict
		title   string
	}{{checker.Violated, "also violated: "}, {checker.Inconclusive, "not decided: "}, {checker.Holds, "hold: "}} {
		if all := names[list.verdict]; len(all) > 0 {
			parts = append(parts, list.title+strings.Join(all, ", "))
		}
	}
	return strings.TrimPrefix(strings.Join(parts, "; "), "; ")
}

// explored is the amount explored, and whether it is complete.
func (f *Findings) explored() string {
	return fmt.Sprintf("%s, %s, depth %s; %s", prose.Plural(f.Counts.States, "state"), prose.Plural(f.Counts.Steps, "step"), prose.Grouped(f.Counts.Depth), f.Completeness())
}

// Step is the command that steps through the same world, with the same properties.
func (q Question) Step() string {
	with := append(q.WorldFlags().Names(), "-property")
	return q.command("step", func(flag string) bool { return slices.Contains(with, "-"+flag) })
}

// InWords is the world in words: the algorithm, its processes, the faults, and the flags that differ from the default world.
func (q Question) InWords() string {
	c := q.World
	words := []string{c.Algorithm.Name, prose.Plural(len(c.IDs), "process")}
	if !slices.Equal(c.IDs, numbered(len(c.IDs))) {
		words[1] = "ids " + commas(c.IDs)
	}
	words = append(words, faultsInWords(c)...)
	usual := q.usual()
	for _, flag := range InForce(c) {
		_, is := usual[flag.Name]
		isTold := slices.Contains([]string{"n", "ids", "crashes", "restarts"}, flag.Name) ||
			!is && (flag.Name == "crash-points" || flag.Name == "repair")
		if text := flag.Text(); usual[flag.Name] != text && !isTold {
			words = append(words, "-"+flag.Name+"="+text)
		}
	}
	return strings.Join(words, ", ")
}

// DefaultWorld is what may go wrong in the default world of an algorithm, in words.
func DefaultWorld(a model.Algorithm) string {
	q := Question{Elections: []model.Algorithm{a}}
	if q.WorldFlags().Parse("-algo="+a.Name) != nil {
		return "unknown: its flags are refused" // as a run of it is
	}
	words := faultsInWords(q.World)
	if a.Resends {
		words = append(words, "-repair=resent")
	}
	for _, flag := range a.Flags {
		if name := nameOf(flag); name != "crashes" && name != "restarts" {
			words = append(words, flag)
		}
	}
	return strings.Join(words, ", ")
}

func faultsInWords(c world.Config) []string {
	words := []string{budgetInWords(c.Crashes, "may crash")}
	if c.Crashes == 0 {
		words[0] = "no crashes"
	}
	if c.Restarts != 0 {
		words = append(words, budgetInWords(c.Restarts, "may come back"))
	}
	return words
}

func budgetInWords(n int, may string) string {
	switch n {
	case 1:
		return "one " + may
	case model.Unlimited:
		return "any number " + may
	}
	return fmt.Sprintf("%d %s", n, may)
}

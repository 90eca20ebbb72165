package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/traces/draw"
)

// mostNamed is the number of violated properties that the summary lists, a line each.
const mostNamed = 3

// Text writes the findings in a few lines for people: the verdict in words, what was explored, one counterexample. Details has
// the rest. It is the same for any number of workers. The last line is the verdict with the exit code.
func (f *Findings) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	if f.Mishap != nil {
		return f.endOfMishap(w)
	}
	if shown := f.worst(); shown != nil {
		f.sumUpViolation(w, *shown)
	} else {
		f.sumUpSuccess(w)
	}
	if f.Watched != nil {
		f.drawRun(w, f.Watched.Decision)
		w.Line("%s", f.Watched.Note)
	}
	f.sumUpRest(w)
	w.Line("%s", f.Verdict())
	return w.Err
}

// drawRun draws a run.
func (f *Findings) drawRun(w *prose.Writer, d Decision) {
	w.Line("")
	run := Told(f.Question.World, d)
	run.Width = prose.Width(w)
	_ = draw.Text(w, run) // a Writer keeps its error
	w.Line("")
}

// Step is the command that steps through the same world, with the same properties.
func (q Question) Step() string {
	words, world := []string{q.Program, "step"}, q.WorldFlags()
	for _, flag := range q.Given {
		if _, isOfWorld := world.Find(nameOf(flag)); isOfWorld || nameOf(flag) == "property" {
			words = append(words, flag)
		}
	}
	return strings.Join(words, " ")
}

// worst is the violated property that decides the exit code; nil if no asked property is violated.
func (f *Findings) worst() *Decision {
	var worst *Decision
	for _, d := range f.asked() {
		if d.Story != nil && (worst == nil || d.severity() < worst.severity()) {
			worst = &d
		}
	}
	return worst
}

// severity orders violations as exit codes do: the least decides.
func (d Decision) severity() int {
	return slices.Index([]int{ExitSafety, ExitStuck, ExitLiveness}, d.exit())
}

// exit is the exit code of a violation.
func (d Decision) exit() int {
	switch {
	case d.IsLiveness():
		return ExitLiveness
	case d.Rest != nil:
		return ExitStuck
	}
	return ExitSafety
}

// sumUpSuccess reports that no asked property is violated.
func (f *Findings) sumUpSuccess(w *prose.Writer) {
	where := f.Question.InWords()
	hold, asked := f.holding()
	if len(hold) < asked {
		w.Line("%s %s: %d of %s decided; %s", w.Grey("?"), where, len(hold), prose.Plural(asked, "property"), f.explored())
		return
	}
	what := prose.Plural(asked, "property") + " hold"
	switch {
	case asked == 1:
		what = hold[0] + " holds"
	case asked > 2:
		what = fmt.Sprintf("all %d properties hold", asked)
	}
	w.Line("%s %s: %s", w.Green("✓"), where, what)
	w.Line("  %s", f.explored())
}

// holding names the asked properties that hold, and counts all asked.
func (f *Findings) holding() (hold []string, asked int) {
	for _, d := range f.asked() {
		asked++
		if d.Verdict == checker.Holds {
			hold = append(hold, d.Name)
		}
	}
	return hold, asked
}

// sumUpViolation reports a violation, and draws its run.
func (f *Findings) sumUpViolation(w *prose.Writer, shown Decision) {
	f.listViolations(w, shown)
	hold, _ := f.holding()
	w.Line("  %s: %s", f.Question.InWords(), f.explored())
	if len(hold) > 0 {
		w.Line("  hold: %s", strings.Join(hold, ", "))
	}
	if f.Watched != nil {
		return
	}
	f.drawRun(w, shown)
	w.Line("%s", strings.TrimSuffix(f.Shape(shown), ":")+".")
}

// listViolations lists the violated properties, a line each for the first ones.
func (f *Findings) listViolations(w *prose.Writer, shown Decision) {
	w.Line("%s %s is violated: %s", w.Red("✗"), shown.Name, f.how(shown))
	more, others := 0, []string(nil)
	for _, d := range f.asked() {
		switch {
		case d.Story == nil || d.Name == shown.Name:
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
		hold, asked := f.holding()
		w.Line("%s %s: %d of %s decided; %s", w.Grey("?"), f.Question.InWords(), len(hold), prose.Plural(asked, "property"), f.explored())
		alarm(w, f.Warnings)
	default:
		f.listViolations(w, *shown)
		w.Line("  %s: %s", f.Question.InWords(), f.explored())
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
	f.Misspelt(w)
}

// how names the processes and values of a violation, or else its general text.
func (f *Findings) how(d Decision) string {
	if because := f.because(d); because != "" {
		return because
	}
	return d.Violation
}

// sumUpRest lists the promises, the other findings, and the commands that show more.
func (f *Findings) sumUpRest(w *prose.Writer) {
	if err := f.Question.Advised(); err != nil {
		w.Line("%s", err)
	}
	if unasked := f.UnaskedLine(); unasked != "" {
		w.Line("%s", w.Grey("not asked: "+unasked))
	}
	if f.NoLeader != nil {
		w.Line("%s", f.NoLeader.Text())
	}
	alarm(w, f.Warnings)
	if note := f.Question.Note; note != nil && f.Exit != ExitHolds {
		if text := note(f); text != "" {
			w.Line("%s", text)
		}
	}
	if f.Question.Program != "" {
		w.Line("watch it: %s", f.Question.watching())
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
	var parts []string
	if first != "" {
		parts = []string{first}
	}
	for _, list := range []struct {
		verdict checker.Verdict
		title   string
	}{{checker.Violated, "also violated: "}, {checker.Inconclusive, "not decided: "}, {checker.Holds, "hold: "}} {
		if all := names[list.verdict]; len(all) > 0 {
			parts = append(parts, list.title+strings.Join(all, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// explored is the amount explored, and whether it is complete.
func (f *Findings) explored() string {
	return fmt.Sprintf("%s, %s, depth %s; %s", prose.Plural(f.Counts.States, "state"), prose.Plural(f.Counts.Steps, "step"), prose.Grouped(f.Counts.Depth), f.Completeness())
}

// InWords is the world in words: the algorithm, its processes, the faults, and the flags that differ from the default world.
func (q Question) InWords() string {
	c := q.World
	words := []string{c.Algorithm.Name, prose.Plural(len(c.IDs), "process")}
	if !slices.Equal(c.IDs, numbered(len(c.IDs))) {
		words[1] = "ids " + commas(c.IDs)
	}
	words = append(words, budgetInWords(c.Crashes, "may crash", "no crashes"))
	if c.Restarts != 0 {
		words = append(words, budgetInWords(c.Restarts, "may come back", ""))
	}
	usual := q.usual()
	for _, flag := range InForce(c) {
		if text := flag.Text(); usual[flag.Name] != text && !slices.Contains([]string{"n", "ids", "crashes", "restarts"}, flag.Name) {
			if _, is := usual[flag.Name]; is || !slices.Contains([]string{"crash-points", "repair"}, flag.Name) {
				words = append(words, "-"+flag.Name+"="+text)
			}
		}
	}
	return strings.Join(words, ", ")
}

// DefaultWorld is what may go wrong in the default world of an algorithm, in words.
func DefaultWorld(a model.Algorithm) string {
	q := Question{Elections: []model.Algorithm{a}}
	table := q.WorldFlags()
	if line, err := table.Scan([]string{"-algo=" + a.Name}); err != nil || table.Read(line) != nil {
		return "unknown: its flags are refused" // as a run of it is
	}
	words := []string{budgetInWords(q.World.Crashes, "may crash", "no crashes")}
	if q.World.Restarts != 0 {
		words = append(words, budgetInWords(q.World.Restarts, "may come back", ""))
	}
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

// budgetInWords puts a budget into words.
func budgetInWords(n int, may, none string) string {
	switch n {
	case 0:
		return none
	case 1:
		return "one " + may
	case model.Unlimited:
		return "any number " + may
	}
	return fmt.Sprintf("%d %s", n, may)
}

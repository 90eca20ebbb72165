package draw

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// mermaidSteps is the most steps in a Mermaid diagram: half from the start of the run, half from its end.
// GitHub refuses diagrams of more than 50,000 characters.
const mermaidSteps = 200

// Mermaid writes the run as a sequenceDiagram. An arrow is a delivered message. It ends in a cross if its
// receiver dies of it, and is dotted with a cross if the message is lost. A note below has the number of the
// step and its other effects. The cycle is a loop.
func Mermaid(w io.Writer, run Run) error {
	run = run.printable()
	d := &diagram{run: run, moments: moments(run), ids: mermaidIDs(run.Lanes)}
	d.participants()
	if len(run.Lanes) > 0 {
		d.body()
	}
	_, err := io.WriteString(w, d.text.String())
	return err
}

// body writes the steps, the loop around the cycle, and the end of the run.
func (d *diagram) body() {
	steps, cycle := len(d.run.Steps), d.run.Cycle
	before, after := d.run.leftOut()
	d.noteOverAll(before)
	if cycle == NoCycle || cycle == steps {
		d.steps(0, steps)
	} else {
		d.steps(0, cycle)
		d.line("loop for ever")
		d.indent += indentation
		d.steps(cycle, steps)
		d.indent = indentation
		d.line("end")
	}
	d.noteOverAll(after)
	if cycle == steps {
		d.noteOverAll("nothing more can happen")
	} else if steps == 0 {
		d.noteOverAll("no steps")
	}
}

// A diagram is a run being written for Mermaid.
type diagram struct {
	run     Run
	moments []moment
	ids     []string // per lane, what Mermaid calls it
	indent  string
	text    strings.Builder
}

const indentation = "    "

// mermaidIDs returns names for the lanes that do not clash with Mermaid's grammar, where keywords also match
// the beginning of a longer word. A letter with a number is safe: if all lanes have different names of that
// form, they keep them.
func mermaidIDs(lanes []Lane) []string {
	taken := map[string]bool{}
	names, numbers := make([]string, len(lanes)), make([]string, len(lanes))
	for i, lane := range lanes {
		if letterAndNumber.MatchString(lane.Name) {
			taken[lane.Name] = true
		}
		names[i], numbers[i] = lane.Name, fmt.Sprintf("L%d", i+1)
	}
	if len(taken) < len(lanes) {
		return numbers
	}
	return names
}

var letterAndNumber = regexp.MustCompile(`^[A-Za-z][0-9]+$`)

func (d *diagram) line(format string, values ...any) {
	d.text.WriteString(d.indent + fmt.Sprintf(format, values...) + "\n")
}

func (d *diagram) participants() {
	d.line("sequenceDiagram")
	d.indent = indentation
	for i, lane := range d.run.Lanes {
		if lane.Name == d.ids[i] {
			d.line("participant %s", d.ids[i])
		} else {
			d.line("participant %s as %s", d.ids[i], escape(lane.Name))
		}
	}
	if notes := d.run.startNotes(); len(notes) > 0 {
		d.noteOverAll(paragraph(append([]string{atFirst}, notes...)))
	}
}

// paragraph puts each text on a line of its own.
func paragraph(texts []string) string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = escape(text)
	}
	return strings.Join(lines, "<br/>")
}

func (d *diagram) noteOverAll(text string) {
	if text == "" {
		return
	}
	lanes := d.ids[0]
	if last := len(d.ids) - 1; last > 0 {
		lanes += "," + d.ids[last]
	}
	d.line("Note over %s: %s", lanes, text)
}

// steps writes the steps from index first to before end, except those in the middle of a long run.
func (d *diagram) steps(first, end int) {
	hidden, shown := len(d.moments), len(d.moments) // hidden from here, shown again from there
	if len(d.moments) > mermaidSteps {
		hidden, shown = mermaidSteps/2, len(d.moments)-mermaidSteps/2
	}
	hidden, shown = min(max(hidden, first), end), min(max(shown, first), end)
	for _, m := range d.moments[first:hidden] {
		d.step(m)
	}
	if left := shown - hidden; left == 1 {
		d.noteOverAll(fmt.Sprintf("1 step left out: %d", d.run.Before+shown))
	} else if left > 1 {
		d.noteOverAll(fmt.Sprintf("%d steps left out: %d to %d", left, d.run.Before+hidden+1, d.run.Before+shown))
	}
	for _, m := range d.moments[shown:end] {
		d.step(m)
	}
}

func (d *diagram) step(m moment) {
	if m.Message != "" {
		arrow := "->>"
		switch {
		case m.lost:
			arrow = "--x"
		case m.Crash:
			arrow = "-x"
		}
		d.arrow(m.From, arrow, m.Lane, m.Message)
	}
	title := fmt.Sprint(m.number)
	if mark := m.mark(); mark == dies || mark == revives {
		title = string(mark) + " " + title
	}
	if m.Action != "" {
		title += ": " + m.Action
	}
	note := append([]string{title}, m.details(d.run.Lanes)...)
	if m.isEveryones() {
		d.noteOverAll(paragraph(note))
		return
	}
	d.line("Note over %s: %s", d.ids[m.Lane], paragraph(note))
	for _, send := range m.Sends {
		if send.Lost {
			d.arrow(m.Lane, "--x", send.To, send.Message)
		}
	}
}

func (d *diagram) arrow(from int, arrow string, to int, message string) {
	d.line("%s%s%s: %s", d.ids[from], arrow, d.ids[to], escape(message))
}

// mermaidMarks are what Mermaid reads inside a text: all ASCII signs except a few known to be safe, ﬂ ° ¶ ß, its own
// marks for entities, and words: "end" may close a block, "wrap:" at the beginning is taken for an option, and a
// line in which "style" or "classDef" stands before an entity loses its last semicolon.
var mermaidMarks = regexp.MustCompile(`(?i:\bend\b|wrap)|style|classDef|[^0-9a-zA-Z ()\[\]{},.:'!?=+\-*/_|[:^ascii:]]|[ﬂ°¶ß]`)

// escape writes one line of text that Mermaid shows unchanged: signs, and the first letters of words, become
// entities, #35; for a number sign.
func escape(text string) string {
	return mermaidMarks.ReplaceAllStringFunc(text, func(mark string) string {
		first, size := utf8.DecodeRuneInString(mark)
		return fmt.Sprintf("#%d;", first) + mark[size:]
	})
}

package draw

import (
	"fmt"
	"io"
	"strings"
)

// Text writes the run as a space-time diagram: a column per lane, a line per step (more, where its
// words need them), the words beside it, and below it a key to the marks that occur. Columns adapt
// to the run, words to what is left of 100 cells; every rune is taken to be one cell wide.
func Text(w io.Writer, run Run) error {
	run.check()
	if len(run.Lanes) == 0 {
		_, err := io.WriteString(w, "no processes\n")
		return err
	}
	p := newPage(run.printable())
	p.head()
	before, after := p.run.leftOut()
	p.gap(before, 0)
	for i, m := range p.moments {
		if i == p.run.Cycle {
			p.openCycle()
		}
		p.step(m)
	}
	p.gap(after, len(p.moments))
	p.foot()
	p.key()
	_, err := io.WriteString(w, p.String())
	return err
}

// A page is a run on its way to text.
type page struct {
	run      Run
	moments  []moment
	columns  columns
	notesFit bool // the lanes' notes stand under their names
	digits   int  // width of the greatest step number
	action   int  // width of the column in which actions stand
	words    int  // width left to the words, actions included
	inCycle  bool // the lines now added belong to the cycle
	lines    []line
}

// A line is one line of a page. Margins are all of one width, and so are lanes.
type line struct{ margin, lanes, gap, words string }

const wordGap = "   " // between lanes and words

func newPage(run Run) *page {
	p := &page{run: run, moments: moments(run), digits: len(fmt.Sprint(run.Before + len(run.Steps)))}
	p.place()
	if !p.notesFit {
		p.action = cells(atFirst)
	}
	const longAction = 14 // a longer one reaches beyond the column
	for _, step := range run.Steps {
		if width := cells(step.Action); width <= longAction {
			p.action = max(p.action, width)
		}
	}
	p.words = max(leastWords, pageWidth-cells(p.margin(""))-p.columns.width-len(wordGap))
	return p
}

// place puts the lanes where they stand. Their notes go under their names if this leaves the lanes
// within their budget or makes no difference.
func (p *page) place() {
	names, labels := p.run.names(), p.run.names()
	for i, note := range p.run.notes() {
		if cells(note) > cells(names[i]) {
			labels[i] = note
		}
	}
	p.columns = newColumns(names, p.moments)
	if wider := newColumns(labels, p.moments); wider.width <= max(laneBudget, p.columns.width) {
		p.columns, p.notesFit = wider, true
	}
}

func (p *page) add(number string, lanes []rune, words string) {
	p.lines = append(p.lines, line{p.margin(number), string(lanes), wordGap, words})
}

func (p *page) margin(number string) string {
	bracket := " "
	if p.inCycle {
		bracket = "│"
	}
	return fmt.Sprintf("%s %*s   ", bracket, p.digits, number)
}

// step writes one step: its arrow and its mark on the first line of its words.
func (p *page) step(m moment) {
	if m.toItself() {
		p.add("", p.columns.upperLoop(m), "")
	}
	lanes := p.columns.row(m.after)
	if m.Message != "" {
		p.columns.draw(lanes, m)
	}
	if m.isEveryones() {
		p.columns.cross(lanes, passes)
	}
	if mark, ok := m.mark(); ok {
		lanes[p.columns.at[m.Lane]] = mark
	}
	number := fmt.Sprint(m.number)
	for _, words := range p.describe(m.Action, m.details(p.run.Lanes)) {
		p.add(number, lanes, words)
		number, lanes = "", p.columns.row(m.after)
	}
}

// describe returns the words beside the lanes, at least one line of them: the action in a column of
// its own, then what follows from it, in a second column if that would be a decent one.
func (p *page) describe(action string, details []string) []string {
	if len(details) == 0 {
		return []string{action}
	}
	head := fmt.Sprintf("%-*s  ", p.action, action)
	indent := p.action + len("   ")
	if p.words-indent < leastWords {
		indent = 2
	}
	return wrap(head, details, indent, p.words)
}

func (p *page) String() string {
	var text strings.Builder
	for _, l := range p.lines {
		text.WriteString(strings.TrimRight(l.margin+l.lanes+l.gap+l.words, " ") + "\n")
	}
	return text.String()
}

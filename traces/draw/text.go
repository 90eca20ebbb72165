package draw

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Text writes the run as a space-time diagram: a column per lane, a line per step (more for long words), the
// words beside it, and below it a key to the marks. Columns adapt to the run, words to the rest of Run.Width;
// if this is too narrow, they stand beneath the step. Every rune counts as one cell.
func Text(w io.Writer, run Run) error {
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
		switch last := m.number - 1; m.Folded {
		case 0:
		case 1:
			p.gap(fmt.Sprintf("step %d: a heartbeat", last), i)
		default:
			p.gap(fmt.Sprintf("steps %d to %d: heartbeats", last-m.Folded+1, last), i)
		}
		p.step(m)
	}
	p.gap(after, len(p.moments))
	p.foot()
	p.key()
	_, err := io.WriteString(w, p.text.String())
	return err
}

// A page is a run being written as text.
type page struct {
	run      Run
	moments  []moment
	columns  columns
	notesFit bool // the lanes' notes stand under their names
	digits   int  // width of the greatest step number
	action   int  // width of the column in which actions stand
	width    int  // of all of it
	words    int  // width left to the words, actions included
	beneath  bool // there is so little beside the lanes that words stand beneath
	inCycle  bool // the lines now added belong to the cycle
	text     strings.Builder
}

// line writes a line. Margins are all of one width, and so are lanes.
func (p *page) line(margin, lanes, gap, words string) {
	p.text.WriteString(strings.TrimRight(margin+lanes+gap+words, " ") + "\n")
}

const wordGap = "   " // between lanes and words

func newPage(run Run) *page {
	p := &page{run: run, moments: moments(run), digits: len(fmt.Sprint(run.Before + run.Folded + len(run.Steps))), width: cmp.Or(run.Width, pageWidth)}
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
	p.words = p.width - cells(p.margin("")) - p.columns.width - len(wordGap)
	switch {
	case p.words >= leastWords:
	case p.width < pageWidth:
		p.beneath, p.words = true, p.width-cells(p.margin(""))
	default:
		p.words = leastWords
	}
	return p
}

// place puts the lanes where they stand. Their notes go under their names if this leaves the lanes
// within their budget or makes no difference.
func (p *page) place() {
	names, labels := p.run.names(), p.run.names()
	for i, lane := range p.run.Lanes {
		if cells(lane.Note) > cells(lane.Name) {
			labels[i] = lane.Note
		}
	}
	p.columns = newColumns(names, p.moments)
	if wider := newColumns(labels, p.moments); wider.width <= max(laneBudget, p.columns.width) {
		p.columns, p.notesFit = wider, true
	}
}

// add adds a line of the drawing with words beside it, or beneath.
func (p *page) add(number string, lanes []rune, words string) {
	if !p.beneath || words == "" {
		p.line(p.margin(number), string(lanes), wordGap, words)
		return
	}
	if lanes != nil {
		p.line(p.margin(number), string(lanes), "", "")
	}
	p.line(p.margin(""), "", "", words)
}

// onward is the lanes beside more words of the same step; blank for words beneath.
func (p *page) onward(live []bool) []rune {
	if p.beneath {
		return nil
	}
	return p.columns.row(live)
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
	if mark := m.mark(); mark != 0 {
		lanes[p.columns.at[m.Lane]] = mark
	}
	number := fmt.Sprint(m.number)
	for _, words := range p.describe(m.Action, m.details(p.run.Lanes)) {
		p.add(number, lanes, words)
		number, lanes = "", p.onward(m.after)
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

// The texts of a run, the same in every rendering.

const atFirst = "at first" // stands where an action does, before the lanes' notes

func (r Run) names() []string {
	names := make([]string, len(r.Lanes))
	for i, lane := range r.Lanes {
		names[i] = lane.Name
	}
	return names
}

// startNotes returns each note of the lanes once, with the names of its lanes: "P1, P2: elected ⊥", or "each:
// elected ⊥".
func (r Run) startNotes() []string {
	var notes []string
	owners := map[string][]string{}
	for _, lane := range r.Lanes {
		if lane.Note != "" && owners[lane.Note] == nil {
			notes = append(notes, lane.Note)
		}
		owners[lane.Note] = append(owners[lane.Note], lane.Name)
	}
	for i, note := range notes {
		who := strings.Join(owners[note], ", ")
		if count := len(owners[note]); count > 1 && count == len(r.Lanes) {
			who = "each"
		}
		notes[i] = who + ": " + note
	}
	return notes
}

// details returns the effects that the name of the action omits, in order.
func (m moment) details(lanes []Lane) []string {
	var said []string
	if len(m.Sends) > 0 {
		said = append(said, "sends "+m.sent(lanes))
	}
	for i, change := range m.Changes {
		if i > 0 && change.Lane == m.Changes[i-1].Lane {
			said[len(said)-1] += ", " + change.Text
		} else {
			said = append(said, lanes[change.Lane].Name+": "+change.Text)
		}
	}
	if m.Note != "" {
		said = append(said, m.Note)
	}
	return said
}

// sent lists what leaves, equal neighbours together: "OK to P1, ELECTION to P3, P4". Equal messages
// that are not neighbours stay apart, because a crash inside the step counts them in this order.
func (m moment) sent(lanes []Lane) string {
	var list strings.Builder
	for i, send := range m.Sends {
		if i > 0 {
			list.WriteString(", ")
		}
		if i == 0 || send.Message != m.Sends[i-1].Message {
			list.WriteString(send.Message + " to ")
		}
		if send.To == m.Lane {
			list.WriteString("itself")
		} else {
			list.WriteString(lanes[send.To].Name)
		}
		if send.Lost {
			list.WriteString(" (lost)")
		}
	}
	return list.String()
}

// wrap sets phrases one after the other behind a head, "; " between them, in lines of at most width
// cells; further lines are indented. A phrase stays whole if a line can hold it. Else it is broken
// at its commas, and only a clause that no line can hold at its spaces. A word is never broken.
func wrap(head string, phrases []string, indent, width int) []string {
	s := setting{lines: []string{head}, indent: strings.Repeat(" ", indent), width: width}
	for i, phrase := range phrases {
		if i < len(phrases)-1 {
			phrase += ";"
		}
		s.set(phrase, []string{", ", " "})
	}
	return s.lines
}

// A setting collects lines of words; it always has at least one line.
type setting struct {
	lines  []string
	indent string // of every line but the first one
	width  int
}

// set places text: at the end of the last line, on a line of its own or, broken at the first separator that
// helps, on several.
func (s *setting) set(text string, separators []string) {
	last := &s.lines[len(s.lines)-1]
	joined := *last + " " + text
	switch {
	case cells(joined) <= s.width:
		*last = joined
	case cells(s.indent+text) <= s.width || len(separators) == 0:
		s.lines = append(s.lines, s.indent+text)
	default:
		for _, part := range strings.SplitAfter(text, separators[0]) {
			s.set(strings.TrimSuffix(part, " "), separators[1:])
		}
	}
}

// cells returns the width of a text on a terminal, every rune one cell.
func cells(text string) int { return utf8.RuneCountInString(text) }

// Texts draws runs one after the other, for a terminal.
func Texts(w io.Writer, runs []*Run) error {
	var out strings.Builder
	for i, r := range runs {
		if i > 0 {
			out.WriteString("\n")
		}
		head := r.heading()
		if r.Property != "" {
			head += " is violated"
		}
		fmt.Fprintf(&out, "%s, %d steps\n\n", head, r.Before+r.Folded+len(r.Steps)+r.After)
		_ = Text(&out, *r) // it returns only errors of the writer
		for _, words := range r.Words {
			fmt.Fprintf(&out, "\n%s\n", folded(words, cmp.Or(r.Width, pageWidth)))
		}
	}
	if len(runs) == 0 {
		out.WriteString("there is no run in it\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// folded breaks a paragraph into lines of at most the given number of letters.
func folded(paragraph string, width int) string {
	words := strings.Fields(paragraph)
	s := setting{lines: append([]string(nil), words[:min(1, len(words))]...), width: width}
	for _, word := range words[len(s.lines):] {
		s.set(word, nil)
	}
	return strings.Join(s.lines, "\n")
}

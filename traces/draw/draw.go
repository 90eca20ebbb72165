package draw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// NoCycle is the Cycle of a finite run.
const NoCycle = -1

// Everyone is the Lane of a step that happens to all lanes at once, such as the passing of time.
// Such a step has no message, and no lane dies or comes back in it.
const Everyone = -1

// Nobody is the absence of a lane.
const Nobody = -1

// A Run is one run of processes that exchange messages: a model's or a recorded one.
type Run struct {
	Lanes []Lane // one per process, drawn left to right; of a ring in its order
	Steps []Step // in the order in which they happened

	// Cycle is the index of the first step of the part that repeats for ever; NoCycle for a finite run. Cycle
	// == len(Steps) means that the run has ended in a terminal state.
	Cycle int

	// Before and After are the numbers of steps omitted before the first of Steps and after the last. The
	// drawing shows them, and counts the steps of the whole run.
	Before, After int

	// Folded is the number of steps omitted between those of Steps: the sum of Step.Folded.
	Folded int
	Idle   bool // the steps after the last of Steps are heartbeats too

	// States has one element more than Steps, or none. HTML, ITF and two runs side by side need them; Derive
	// describes the steps by them.
	States []State

	Width    int      // of a drawing in text, in cells, where names and messages allow; 0: 100
	Ring     bool     // each process sends to its neighbours
	Title    string   // the world: "ring, n=4"
	Command  string   // that leads to it, or ""
	Property string   // that it violates, or ""
	Words    []string // the explanation, by paragraph
}

// A Lane is one process.
type Lane struct {
	Name string // "P9"
	Note string // local state at the start, for people: "elected ⊥"; may be empty
	Dead bool   // at the start
}

// A Step is one process doing one thing.
type Step struct {
	Action     string   // the name of what happens: "start", "deliver", "timeout T", "crash"
	Lane       int      // the lane that acts, or Everyone; of a lost message, its receiver
	Message    string   // the message that is taken or lost in this step, "ELECTION(9)", or ""
	From       int      // the sender of Message, possibly Lane; without Message the lane concerned, or Nobody
	Lost       bool     // Message is not taken but lost on the way, as it also is if the lane is dead
	Sends      []Send   // what leaves during the step, in order
	Crash      bool     // the lane dies in this step, perhaps after part of its Sends
	CrashAfter int      // number of messages sent before the crash; 0: no crash inside the step
	Restart    bool     // the lane comes back
	Folded     int      // steps omitted right before this one, which change no variable
	Changes    []Change // what the step changed, for people
	Words      string   // the step in a sentence: "P4 takes ELECTION(9) from P3"; "": derived from the other fields
	Note       string   // anything else worth a remark, "dies after 1 of its 3 messages", or ""
}

// A Send is one message that leaves.
type Send struct {
	To      int
	Message string
	Lost    bool // the receiver is dead
}

// A Change is what a step did to one lane's local state.
type Change struct {
	Lane int
	Text string // "elected ⊥ → 9"
}

// printable returns a copy of the run in which every text is one line of printable runes, and every lane and
// sent message has a name.
func (r Run) printable() Run {
	lanes := make([]Lane, len(r.Lanes))
	for i, lane := range r.Lanes {
		name := cmp.Or(oneLine(lane.Name), fmt.Sprintf("lane %d", i+1))
		lanes[i] = Lane{Name: name, Note: oneLine(lane.Note), Dead: lane.Dead}
	}
	steps := make([]Step, len(r.Steps))
	for i, step := range r.Steps {
		step.Action, step.Note = oneLine(step.Action), oneLine(step.Note)
		step.Message, step.Words = oneLine(step.Message), oneLine(step.Words)
		step.Sends = append([]Send(nil), step.Sends...)
		for j := range step.Sends {
			step.Sends[j].Message = cmp.Or(oneLine(step.Sends[j].Message), "a message")
		}
		step.Changes = append([]Change(nil), step.Changes...)
		for j := range step.Changes {
			step.Changes[j].Text = oneLine(step.Changes[j].Text)
		}
		steps[i] = step
	}
	printable := r
	printable.Lanes, printable.Steps = lanes, steps
	return printable
}

// oneLine turns each stretch of white space into one space, and what cannot be printed into U+FFFD.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

const (
	lifeline = '│' // a lane that lives
	deadLane = '┊' // a lane that is dead
	acts     = '●' // where a step happens
	dies     = '✖' // where a step ends with a crash
	revives  = '○' // where a step brings a lane back
	vanishes = '×' // where a lost message ends
	passes   = '┈' // what happens to all lanes at once
	leftOut  = '⋮' // where steps are left out
	ends     = "┴" // the end of a lane in a terminal state
)

// row returns the cells of one line: the lifelines, and blanks between them.
func (c columns) row(live []bool) []rune {
	row := []rune(strings.Repeat(" ", c.width))
	for i, x := range c.at {
		row[x] = deadLane
		if live[i] {
			row[x] = lifeline
		}
	}
	return row
}

// cross lets a line run through all lifelines.
func (c columns) cross(row []rune, line rune) {
	for x, cell := range row {
		row[x] = crossing(cell, line)
	}
}

// draw puts a message's arrow into the row of its step. The mark of the lane that acts is left to
// the caller, and so is the upper half of a loop.
func (c columns) draw(row []rune, m moment) {
	if m.toItself() {
		write(row, c.at[m.Lane]+1, loop(m))
		return
	}
	c.drawArrow(row, m)
	c.drawName(row, m)
}

// loop is what stands right of a lane that takes its own message: the arrow back.
func loop(m moment) string {
	if m.lost {
		return " " + string(vanishes) + "─" + m.Message + "─╯"
	}
	return "◄─" + m.Message + "─╯"
}

// upperLoop returns the line above it: the arrow's way out.
func (c columns) upperLoop(m moment) []rune {
	row := c.row(m.before)
	way := "├" + strings.Repeat("─", cells(loop(m))-1) + "╮"
	write(row, c.at[m.Lane], way)
	return row
}

// drawArrow draws a message from one lane to another one. If it is lost, it ends before it arrives.
func (c columns) drawArrow(row []rune, m moment) {
	from, end, step := c.at[m.From], c.at[m.Lane], 1
	foot, head := '├', '►'
	if end < from {
		step, foot, head = -1, '┤', '◄'
	}
	if m.lost {
		head = vanishes
	}
	end -= headCells(m) * step
	for x := from + step; x != end; x += step {
		row[x] = crossing(row[x], '─')
	}
	row[end] = head
	if row[from] == lifeline {
		row[from] = foot
	}
}

// headCells is the number of cells that an arrow's head takes of the last gap.
func headCells(m moment) int {
	if m.lost {
		return 2
	}
	return 1
}

// crossing is what becomes of a cell through which a horizontal line passes.
func crossing(cell, line rune) rune {
	if cell == lifeline {
		return '┼'
	}
	return line
}

// drawName writes a message's name on its arrow: in the middle of the first gap, seen from the
// sender, that has room for it.
func (c columns) drawName(row []rune, m moment) {
	length, step := cells(m.Message), 1
	if m.Lane < m.From {
		step = -1
	}
	for i := m.From; i != m.Lane; i += step {
		first, last := c.at[i]+step, c.at[i+step]-step
		if i+step == m.Lane {
			last -= step * headCells(m)
		}
		left, right := min(first, last), max(first, last)
		if free := right - left + 1; free > length {
			write(row, left+(free-length)/2, m.Message)
			return
		}
	}
	panic("draw: no gap was made for " + m.Message)
}

func write(row []rune, x int, text string) {
	for _, r := range text {
		row[x] = r
		x++
	}
}

// All in cells.
const (
	pageWidth  = 100 // default width of a rendering, where names and messages allow; see Run.Width
	leastWords = 36  // least width of the words beside the lanes; on a narrower page they stand beneath
	laneBudget = 53  // what the lanes may take for the sake of looks; the rest is margin and gap
	leastGap   = 7   // between two lanes without messages
	labelGap   = 2   // between two labels of the head
	overhang   = 3   // by which labels may stick out on either side: their lines are empty there
)

// columns are the positions of the lanes: lane i's lifeline in cell at[i] of width cells.
type columns struct {
	at    []int
	width int
}

// newColumns places the lanes under labels, one per lane, and far enough apart for every message
// of the run: evenly if the lanes' budget allows, else as close as they get.
func newColumns(labels []string, moments []moment) columns {
	margin, gaps := spaceLabels(labels)
	spaceMessages(gaps, moments)
	if last := len(gaps) - 1; last > 0 {
		widest := slices.Max(gaps[:last])
		if even := placed(margin, append(slices.Repeat([]int{widest}, last), gaps[last])); even.width <= laneBudget {
			return even
		}
	}
	return placed(margin, gaps)
}

// placed places the lanes. The margin is the number of free cells left of lane 0, and gaps[i] is that right of lane i, up
// to the next or the edge.
func placed(margin int, gaps []int) columns {
	c := columns{width: margin}
	for _, gap := range gaps {
		c.at = append(c.at, c.width)
		c.width += 1 + gap
	}
	return c
}

// spaceLabels returns the least spacing at which labels that are centred over their lanes do not
// touch each other.
func spaceLabels(labels []string) (margin int, gaps []int) {
	for i, label := range labels {
		left, right := halves(label)
		if i == 0 {
			margin = max(0, left-overhang)
		} else {
			gaps[i-1] = max(leastGap, gaps[i-1]+labelGap+left)
		}
		gaps = append(gaps, right)
	}
	if last := len(labels) - 1; last >= 0 {
		gaps[last] = max(0, gaps[last]-overhang)
	}
	return margin, gaps
}

// halves returns how far a label that is centred over a cell reaches to the left and to the right
// of it. Of a label of even length the larger half is on the left.
func halves(label string) (left, right int) {
	length := cells(label)
	return length / 2, max(0, length-length/2-1)
}

// spaceMessages widens gaps until each message has one in which its name can stand. Messages that
// cross a lane come last, because most of them find a gap that others have widened.
func spaceMessages(gaps []int, moments []moment) {
	for _, far := range []bool{false, true} {
		for _, m := range moments {
			first, last := min(m.From, m.Lane), max(m.From, m.Lane)
			if m.Message == "" || far != (last > first+1) {
				continue
			}
			between := gaps[first:max(last, first+1)]
			if widest := slices.Max(between); widest < room(m) {
				between[slices.Index(between, widest)] = room(m)
			}
		}
	}
}

// room returns the cells that a message and its arrow take between two lanes.
func room(m moment) int {
	switch {
	case m.toItself():
		return cells(loop(m) + " ") // the next lane must not touch it
	case m.lost:
		return cells("─" + m.Message + "─× ") // it ends before it arrives
	}
	return cells("─" + m.Message + "─►")
}

// A moment is a step with the data needed to draw it.
type moment struct {
	Step
	number        int    // counted from 1, in the whole run
	lost          bool   // Message is lost, not taken
	before, after []bool // per lane: does it live?
}

// alive returns the lanes that are live at the start.
func (r Run) alive() []bool {
	live := make([]bool, len(r.Lanes))
	for i, lane := range r.Lanes {
		live[i] = !lane.Dead
	}
	return live
}

// leftOut returns the texts about omitted steps, before the first drawn step and after the last; "" for none.
func (r Run) leftOut() (before, after string) {
	words := func(n int, where string) string {
		switch n {
		case 0:
			return ""
		case 1:
			return "1 step " + where + " is left out"
		}
		return fmt.Sprintf("%d steps %s are left out", n, where)
	}
	before, after = words(r.Before, "before"), words(r.After, "after")
	if r.Idle {
		after = "to the end: heartbeats"
	}
	return before, after
}

// moments lays a run out in time.
func moments(run Run) []moment {
	all := make([]moment, len(run.Steps))
	live, number := run.alive(), run.Before
	for i, step := range run.Steps {
		number += step.Folded + 1
		m := moment{Step: step, number: number, before: live, after: slices.Clone(live)}
		if step.Restart {
			m.after[step.Lane] = true
		}
		if step.Crash {
			m.after[step.Lane] = false
		}
		m.lost = step.Message != "" && (step.Lost || !m.before[step.Lane] && !step.Restart)
		all[i], live = m, m.after
	}
	return all
}

// toItself reports whether the lane that a message is for had sent it, as in a ring of one.
func (m moment) toItself() bool {
	return m.Message != "" && m.From == m.Lane
}

// isEveryones reports whether no lane acts, because the step happens to all.
func (m moment) isEveryones() bool { return m.Lane == Everyone }

// mark returns what stands on the lifeline where the lane acts; 0 if none does, as when a message is lost.
func (m moment) mark() rune {
	switch {
	case m.Crash:
		return dies
	case m.Restart:
		return revives
	case m.lost || m.isEveryones():
		return 0
	}
	return acts
}

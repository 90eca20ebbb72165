package draw

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
)

// A Snapshot is one state of a run: the local states and the messages in transit.
type Snapshot struct {
	Title string
	Nodes []Node    // clockwise from the top, in ring order
	Under []Message // messages on their way, channel by channel, the next to arrive first
	Ring  bool      // each lane is linked to its neighbours; false: to all others
}

// A Node is one process in a snapshot.
type Node struct {
	Name  string
	Notes []Note // local state, for people
	Dead  bool
	Acts  bool // the step that led here is its own
}

// A Note is one line of a node's local state.
type Note struct {
	Text    string
	Changed bool // by the step that led here
}

// The measures of a snapshot.
const (
	nodeRadius  = 19.0
	leastRadius = 118.0 // of the circle on which the nodes stand
	bend        = 13.0  // by which a message's arrow keeps to the left of its link
)

// SVG writes the snapshot: nodes on a circle, the local state beside each, an arrow for each channel with its
// messages in transit, dead processes crossed out.
func (s Snapshot) SVG(w io.Writer) error {
	p := newCircle(s)
	p.open()
	p.links()
	for _, channel := range p.channels() {
		p.messages(channel)
	}
	for i := range s.Nodes {
		p.node(i)
	}
	p.line("</svg>")
	_, err := io.WriteString(w, p.text.String())
	return err
}

// A circle is a snapshot being written as SVG.
type circle struct {
	picture
	Snapshot
	radius, cx, cy float64
}

func newCircle(s Snapshot) *circle {
	p := &circle{Snapshot: s}
	longest, lines, message := 8, 1, 0
	for _, n := range s.Nodes {
		lines = max(lines, len(n.Notes))
		for _, note := range n.Notes {
			longest = max(longest, cells(oneLine(note.Text))+2)
		}
	}
	for _, m := range s.Under {
		message = max(message, cells(oneLine(m.Text)))
	}
	n := float64(max(len(s.Nodes), 2))
	p.radius = max(leastRadius, (2*nodeRadius+letterWide*float64(message)+34)/(2*math.Sin(math.Pi/n)))
	p.radius = min(p.radius, 340)
	p.cx = p.radius + nodeRadius + letterWide*1.12*float64(longest) + 16
	p.cy = p.radius + nodeRadius + lineHigh*float64(lines) + 34
	return p
}

// at is where a node stands.
func (p *circle) at(i int) (x, y float64) {
	sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(p.Nodes)))
	return p.cx + p.radius*sin, p.cy - p.radius*cos
}

func (p *circle) open() {
	p.line(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`, 2*p.cx, 2*p.cy, 2*p.cx, 2*p.cy)
	p.line("<title>%s</title>", html.EscapeString(oneLine(p.Title)))
	p.line("<desc>%s</desc>", html.EscapeString(p.told()))
	p.text.WriteString(styled)
	p.line(`<rect class="page" width="%.0f" height="%.0f"/>`, 2*p.cx, 2*p.cy)
	p.put(12, 20, "name", "start", oneLine(p.Title))
}

// told returns the snapshot in words.
func (p *circle) told() string {
	var said []string
	for _, n := range p.Nodes {
		var notes []string
		for _, note := range n.Notes {
			notes = append(notes, oneLine(note.Text))
		}
		if n.Dead {
			notes = append([]string{"dead"}, notes...)
		}
		said = append(said, oneLine(n.Name)+": "+strings.Join(notes, ", "))
	}
	for _, m := range p.Under {
		said = append(said, fmt.Sprintf("%s on its way from %s to %s", oneLine(m.Text), oneLine(p.Nodes[m.From].Name), oneLine(p.Nodes[m.To].Name)))
	}
	return strings.Join(said, ". ")
}

// links draws the links.
func (p *circle) links() {
	for i := range p.Nodes {
		for j := range i {
			next := i == j+1 || j == 0 && i == len(p.Nodes)-1
			if p.Ring && !next {
				continue
			}
			x0, y0 := p.at(j)
			x1, y1 := p.at(i)
			p.line(`<path class="link" d="M%.1f %.1fL%.1f %.1f"/>`, x0, y0, x1, y1)
		}
	}
}

// channels gathers the messages that go the same way.
func (p *circle) channels() (all [][]Message) {
	for _, m := range p.Under {
		found := false
		for i, channel := range all {
			if channel[0].From == m.From && channel[0].To == m.To {
				all[i], found = append(channel, m), true
			}
		}
		if !found {
			all = append(all, []Message{m})
		}
	}
	return all
}

// messages draws what is on its way in one channel, on the left of its link, which on a
// ring is outside: the other direction has room on its own left. An arrow to the dead is crossed out.
func (p *circle) messages(channel []Message) {
	var names []string
	for _, m := range channel {
		names = append(names, oneLine(m.Text))
	}
	from, to := channel[0].From, channel[0].To
	x0, y0 := p.at(from)
	x1, y1 := p.at(to)
	if from == to {
		p.line(`<path class="arrow" d="M%.1f %.1fc46 -34 46 34 6 8"/>`, x0+nodeRadius-4, y0-6)
		p.tip(p.Nodes[to].Dead, x0+nodeRadius+2, y0+2, math.Pi*.8)
		p.put(x0+nodeRadius+38, y0, "halo", "start", strings.Join(names, ", "))
		return
	}
	dx, dy := x1-x0, y1-y0
	length := math.Hypot(dx, dy)
	dx, dy = dx/length, dy/length
	rx, ry := dy*bend, -dx*bend // to the left of the way, on a page where y goes down
	x0, y0 = x0+dx*(nodeRadius-2)+rx, y0+dy*(nodeRadius-2)+ry
	x1, y1 = x1-dx*(nodeRadius-2)+rx, y1-dy*(nodeRadius-2)+ry
	p.line(`<path class="arrow" d="M%.1f %.1fL%.1f %.1f"/>`, x0, y0, x1, y1)
	p.tip(p.Nodes[to].Dead, x1, y1, math.Atan2(dy, dx))
	x, y := x0+(x1-x0)*.4+rx*.6, y0+(y1-y0)*.4+ry*.6+4-lineHigh*float64(len(names)-1)/2
	for i, name := range names { // the next to arrive is on top
		p.put(x, y+lineHigh*float64(i), "halo", "middle", name)
	}
}

// node draws a process, and its local state on the side away from the middle.
func (p *circle) node(i int) {
	n := p.Nodes[i]
	x, y := p.at(i)
	class := "node"
	if n.Dead {
		class = "node dead"
	}
	if n.Acts {
		class += " acting"
	}
	p.line(`<circle class="%s" cx="%.1f" cy="%.1f" r="%.0f"/>`, class, x, y, nodeRadius)
	if n.Dead {
		p.line(`<path class="crash" d="M%.1f %.1fl26 26m0 -26l-26 26"/>`, x-13, y-13)
	}
	p.put(x, y+4, "name halo", "middle", oneLine(n.Name))
	anchor, nx, ny := "start", x+nodeRadius+8, y+4-lineHigh*float64(len(n.Notes)-1)/2
	switch {
	case math.Abs(x-p.cx) < 1 && y < p.cy:
		anchor, nx, ny = "middle", x, y-nodeRadius-8-lineHigh*float64(len(n.Notes)-1)
	case math.Abs(x-p.cx) < 1:
		anchor, nx, ny = "middle", x, y+nodeRadius+18
	case x < p.cx:
		anchor, nx = "end", x-nodeRadius-8
	}
	for j, note := range n.Notes {
		class, text := "", oneLine(note.Text)
		if note.Changed {
			class, text = "action", "▸ "+text
		}
		p.put(nx, ny+lineHigh*float64(j), class, anchor, text)
	}
}

// What surrounds the steps of a page: its head, the frame around its cycle, its foot and its key.

// head writes the names, the notes and a stretch of lifeline. Notes that do not fit under the names
// stand among the words.
func (p *page) head() {
	p.addHeads(p.run.names())
	if !p.notesFit {
		lanes := p.columns.row(p.alive(0))
		for _, words := range p.describe(atFirst, p.run.startNotes()) {
			p.add("", lanes, words)
			lanes = p.onward(p.alive(0))
		}
		return
	}
	if notes := p.run.notes(); strings.Join(notes, "") != "" {
		p.addHeads(notes)
	}
	p.add("", p.columns.row(p.alive(0)), "")
}

// addHeads writes labels over their lanes; the outer ones may hang over the margin and the words.
func (p *page) addHeads(labels []string) {
	row := p.columns.heads(labels)
	lanes, gap := row[overhang:overhang+p.columns.width], row[overhang+p.columns.width:]
	margin := p.margin("")[overhang:] + string(row[:overhang])
	p.lines = append(p.lines, line{margin, string(lanes), string(gap), ""})
}

// alive says which lanes live after the first n steps.
func (p *page) alive(n int) []bool {
	if n == 0 {
		return p.run.alive()
	}
	return p.moments[n-1].after
}

// gap says in words, if there are any, that steps are left out after the first so many.
func (p *page) gap(words string, steps int) {
	if words == "" {
		return
	}
	lanes := p.columns.row(p.alive(steps))
	for i, lives := range p.alive(steps) {
		if lives {
			lanes[p.columns.at[i]] = leftOut
		}
	}
	p.add("", lanes, words)
}

// openCycle and closeCycle write a line that runs from a corner in the margin across all lanes; the
// lines between the two have a bracket in the margin.
func (p *page) openCycle() {
	first, last := p.run.Before+p.run.Cycle+1, p.run.Before+len(p.run.Steps)
	words := fmt.Sprintf("cycle: steps %d to %d repeat for ever", first, last)
	switch last {
	case first:
		words = fmt.Sprintf("cycle: step %d repeats for ever", first)
	case first + 1:
		words = fmt.Sprintf("cycle: steps %d and %d repeat for ever", first, last)
	}
	p.inCycle = true
	p.rule("╭", p.alive(p.run.Cycle), words)
}

func (p *page) closeCycle() {
	p.inCycle = false
	p.rule("╰", p.alive(len(p.run.Steps)), fmt.Sprintf("back to step %d", p.run.Before+p.run.Cycle+1))
}

func (p *page) rule(corner string, live []bool, words string) {
	lanes := p.columns.row(live)
	p.columns.cross(lanes, '╌')
	margin := corner + strings.Repeat("╌", cells(p.margin(""))-1)
	if p.beneath {
		p.lines = append(p.lines, line{margin: margin, lanes: string(lanes)})
		p.add("", nil, words)
		return
	}
	p.lines = append(p.lines, line{margin, string(lanes), "╌╌ ", words})
}

// foot says how the run goes on, and repeats the names where the head is too far away to be seen.
func (p *page) foot() {
	const farAway = 20 // steps
	steps := len(p.run.Steps)
	lanes := p.columns.row(p.alive(steps))
	switch {
	case p.run.Cycle == steps:
		p.add("", p.columns.stop(lanes), "nothing more can happen")
	case p.run.Cycle != NoCycle:
		p.closeCycle()
	case steps == 0:
		p.add("", lanes, "no steps")
	default:
		p.add("", lanes, "")
	}
	if steps > farAway {
		p.addHeads(p.run.names())
	}
}

// key explains the marks that occur in the run.
func (p *page) key() {
	var acting, taking, dying, reviving, losing, sharing bool
	for _, m := range p.moments {
		mark, ok := m.mark()
		acting = acting || ok && mark == acts
		dying = dying || ok && mark == dies
		reviving = reviving || ok && mark == revives
		taking = taking || m.Message != "" && !m.lost
		losing = losing || m.lost
		sharing = sharing || m.isEveryones()
	}
	var entries []string
	for _, mark := range []struct {
		occurs  bool
		meaning string
	}{
		{acting, "● step"},
		{taking, "──► arrival of a message sent earlier"},
		{losing, "──× message lost"},
		{dying, "✖ crash"},
		{dying || slices.Contains(p.run.alive(), false), "┊ dead"},
		{reviving, "○ restart"},
		{sharing, "┈┼┈ for all at once"},
	} {
		if mark.occurs {
			entries = append(entries, mark.meaning)
		}
	}
	if len(entries) == 0 {
		return
	}
	p.lines = append(p.lines, line{})
	words := "  " + entries[0]
	for _, entry := range entries[1:] {
		if cells(words+"   "+entry) > p.width {
			p.lines, words = append(p.lines, line{words: words}), "  "+entry
			continue
		}
		words += "   " + entry
	}
	p.lines = append(p.lines, line{words: words})
}

// noStep stands for no step of the run.
const noStep = -1

// Sources lists, for each step that takes or loses a message, the step that sent it; -1 if no step of the run did. It
// is the oldest send of that sender and message that is not taken yet. A send to this very lane goes before one
// that a repaired ring has brought here.
func Sources(run Run) []int {
	type sent struct {
		step, from int
		send       Send
	}
	var under []sent // on their way, the oldest first
	all := make([]int, len(run.Steps))
	for i, step := range run.Steps {
		all[i] = noStep
		if step.Message != "" {
			chosen := noStep
			for j, s := range under {
				if s.from != step.From || s.send.Message != step.Message {
					continue
				}
				if s.send.To == step.Lane {
					chosen = j
					break
				}
				if chosen == noStep {
					chosen = j
				}
			}
			if chosen != noStep {
				all[i] = under[chosen].step
				under = append(under[:chosen:chosen], under[chosen+1:]...)
			}
		}
		for _, send := range step.Sends {
			if !send.Lost {
				under = append(under, sent{i, step.Lane, send})
			}
		}
	}
	return all
}

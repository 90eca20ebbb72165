package draw

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// A Snapshot is one state of a run: who is in which local state, and what is on its way.
type Snapshot struct {
	Title string
	Nodes []Node // clockwise from the top, in ring order
	Under []Way  // messages on their way, channel by channel, the next to arrive first
	Ring  bool   // who is linked: neighbours, or everyone with everyone
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

// A Way is one message on its way.
type Way struct {
	From, To int
	Message  string
}

// The measures of a snapshot.
const (
	nodeRadius  = 19.0
	leastRadius = 118.0 // of the circle on which the nodes stand
	bend        = 13.0  // by which a message's arrow keeps to the left of its link
)

// SVG writes the snapshot: nodes on a circle, the local state beside each, an arrow for each channel
// with what is on its way in it, the dead crossed out.
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

// A circle is a snapshot on its way to SVG.
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
		message = max(message, cells(oneLine(m.Message)))
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

// told is the snapshot in words.
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
		said = append(said, fmt.Sprintf("%s on its way from %s to %s", oneLine(m.Message), oneLine(p.Nodes[m.From].Name), oneLine(p.Nodes[m.To].Name)))
	}
	return strings.Join(said, ". ")
}

// links draws who is linked to whom.
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
func (p *circle) channels() (all [][]Way) {
	for _, m := range p.Under {
		found := false
		for i, channel := range all {
			if channel[0].From == m.From && channel[0].To == m.To {
				all[i], found = append(channel, m), true
			}
		}
		if !found {
			all = append(all, []Way{m})
		}
	}
	return all
}

// messages draws what is on its way in one channel, on the left of its link, which on a
// ring is outside: the other direction has room on its own left. An arrow to the dead is crossed out.
func (p *circle) messages(channel []Way) {
	var names []string
	for _, m := range channel {
		names = append(names, oneLine(m.Message))
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

package draw

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
)

// The measures of an SVG, in its own units: a letter is about letterWide wide.
const (
	letterWide  = 6.6
	lineHigh    = 17.0
	rowHigh     = 30.0 // of a step that says one line
	marginWide  = 64.0 // for step numbers and the bracket of the cycle
	headHigh    = 56.0
	narrowLane  = 84.0
	wordsWide   = 54 // letters of the words beside the lanes
	arrowLength = 9.0
)

// Style is all that a picture needs: no font, no script, no other file. What differs differs in
// shape first and in colour (of Okabe and Ito's set) second, so that it survives a printer and the
// colour-blind; on a dark page the ink turns light. Colours are spelt out, for readers of SVG that
// know no variables. A page that may have no style of its own (Content-Security-Policy) takes the element
// <style> out of its pictures and has this as a file.
const Style = `
  svg text { font: 12px ui-monospace, 'DejaVu Sans Mono', monospace; fill: #222 }
  svg .name, svg .action { font-weight: bold } svg text.faint { fill: #6b6b6b }
  svg .halo { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round }
  svg .page { fill: #fff } svg .life, svg .step { stroke: #222 } svg .step { fill: #222 }
  svg .dead { stroke: #767676; stroke-dasharray: 2 5; fill: none }
  svg .arrow { stroke: #0072B2; stroke-width: 1.6; fill: none } svg .head { fill: #0072B2 } svg .lost { stroke-dasharray: 5 3 }
  svg .crash { stroke: #D55E00; stroke-width: 2.5; fill: none }
  svg .cycle { stroke: #CC79A7; stroke-width: 2; fill: none } svg .again { fill: #CC79A7; fill-opacity: .09 }
  svg .tick { stroke: #767676; stroke-dasharray: 1 3 } svg .open { fill: #fff; stroke: #222; stroke-width: 1.6 }
  svg .link { stroke: #bbb; fill: none } svg .node { fill: #fff; stroke: #222; stroke-width: 1.6 } svg .acting { stroke: #E69F00; stroke-width: 4 }
  @media (prefers-color-scheme: dark) {
    svg text { fill: #eee } svg text.faint { fill: #a6a6a6 } svg .halo { stroke: #161616 }
    svg .page, svg .open, svg .node { fill: #161616 } svg .life, svg .step, svg .open, svg .node { stroke: #eee } svg .step { fill: #eee }
    svg .arrow { stroke: #56B4E9 } svg .head { fill: #56B4E9 } svg .link { stroke: #555 } svg .acting { stroke: #E69F00 }
  }
`

// styled is how a picture carries it.
const styled = "<style>" + Style + "</style>\n"

// SVG writes the run as a space-time picture: lanes from left to right, time downwards, an arrow for each
// message from its sending to its taking or loss, the words of each step beside it, a bracket around the
// cycle. For screen readers, the picture has the run in words.
func SVG(w io.Writer, run Run) error {
	run = run.printable()
	s := &picture{run: run, moments: moments(run), sources: Sources(run)}
	s.place()
	s.open()
	s.cycle()
	s.lifelines()
	for i := range s.moments {
		s.arrow(i)
	}
	for i := range s.moments {
		s.step(i)
	}
	s.foot()
	s.line("</svg>")
	_, err := io.WriteString(w, s.text.String())
	return err
}

// A picture is a run being written as SVG.
type picture struct {
	run     Run
	moments []moment
	sources []int      // the steps that sent their messages
	words   [][]string // per step: what follows from its action
	action  float64    // the width of the column in which actions stand
	top     []float64  // per step, and of the foot
	lane    float64    // from one lane to the next
	wide    float64    // the picture
	text    strings.Builder
}

func (s *picture) line(format string, values ...any) { fmt.Fprintf(&s.text, format+"\n", values...) }

// place decides how far apart lanes and steps stand: a message's name fits between two lanes, and
// the words of a step fit above the next.
func (s *picture) place() {
	s.lane = narrowLane
	for _, lane := range s.run.Lanes {
		s.lane = max(s.lane, letterWide*float64(max(cells(lane.Name), cells(lane.Note)))+16)
	}
	longest, widest, y := 0, 0, headHigh+26
	for _, m := range s.moments {
		s.lane = max(s.lane, letterWide*float64(cells(m.Message))+44)
		longest = max(longest, cells(m.Action))
		var words []string
		if details := m.details(s.run.Lanes); len(details) > 0 {
			words = wrap("", details, 2, wordsWide)
		}
		for _, line := range words {
			widest = max(widest, cells(line)+2)
		}
		s.words, s.top = append(s.words, words), append(s.top, y)
		y += max(rowHigh, lineHigh*float64(len(words))+8)
	}
	s.lane, s.top = min(s.lane, 220), append(s.top, y)
	s.action = letterWide*float64(longest)*1.12 + 14
	s.wide = s.lanesWide() + 16 + max(s.action+1.12*letterWide*float64(widest), 190) + 12
}

func (s *picture) x(lane int) float64 { return marginWide + s.lane*(float64(lane)+.5) }

func (s *picture) lanesWide() float64 { return marginWide + s.lane*float64(len(s.run.Lanes)) }

func (s *picture) open() {
	wide := s.wide
	high := s.top[len(s.moments)] + 44
	s.line(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`, wide, high, wide, high)
	s.line("<title>%s</title>", s.title())
	s.line("<desc>%s</desc>", html.EscapeString(s.told()))
	s.text.WriteString(styled)
	s.line(`<rect class="page" width="%.0f" height="%.0f"/>`, wide, high)
	for i, lane := range s.run.Lanes {
		s.put(s.x(i), 22, "name", "middle", lane.Name)
		s.put(s.x(i), 40, "faint", "middle", lane.Note)
	}
}

func (s *picture) title() string {
	switch steps := len(s.run.Steps); {
	case steps == 0:
		return fmt.Sprintf("Step %d of a run of %d", s.run.Before, s.run.Before+s.run.After)
	case s.run.Before+s.run.After > 0:
		return fmt.Sprintf("Steps %d to %d of a run of %d", s.run.Before+1, s.run.Before+steps, s.run.Before+steps+s.run.After)
	}
	return fmt.Sprintf("A run of %d steps", len(s.run.Steps))
}

// told returns the run in words, for screen readers.
func (s *picture) told() string {
	var said []string
	before, after := s.run.leftOut()
	said = append(said, append(s.run.startNotes(), before)...)
	for i, m := range s.moments {
		if i == s.run.Cycle {
			said = append(said, "from here on it repeats for ever")
		}
		what := fmt.Sprintf("%d. %s", m.number, s.run.Name(i))
		said = append(said, strings.Join(append([]string{what}, m.details(s.run.Lanes)...), "; "))
	}
	return strings.Join(slices.DeleteFunc(append(said, after), func(text string) bool { return text == "" }), ". ")
}

func (s *picture) put(x, y float64, class, anchor, words string) {
	if words != "" {
		s.line(`<text x="%.1f" y="%.1f" class="%s" text-anchor="%s">%s</text>`, x, y, class, anchor, html.EscapeString(words))
	}
}

// foot writes the end of the run.
func (s *picture) foot() {
	y := s.top[len(s.moments)] + 20
	before, after := s.run.leftOut()
	s.put(s.lanesWide()+16, headHigh-8, "faint", "start", before)
	s.put(s.lanesWide()+16, y, "faint", "start", after)
	switch steps := len(s.run.Steps); {
	case len(s.run.Lanes) == 0:
		s.put(marginWide, y, "faint", "start", "no processes")
	case s.run.Cycle == steps:
		s.put(s.lanesWide()+16, y, "faint", "start", "nothing more can happen")
	case s.run.Cycle != NoCycle:
		s.put(s.lanesWide()+16, y, "faint", "start", fmt.Sprintf("back to step %d, for ever", s.run.Before+s.run.Cycle+1))
	}
}

// lifelines draws each lane down the picture: a line while it lives, dots while it is dead.
func (s *picture) lifelines() {
	for lane := range s.run.Lanes {
		class, from := "life", headHigh-8
		if s.run.Lanes[lane].Dead {
			class = "dead"
		}
		for i, m := range s.moments {
			next := "dead"
			if m.after[lane] {
				next = "life"
			}
			if next != class {
				s.vertical(lane, from, s.top[i], class)
				class, from = next, s.top[i]
			}
		}
		end := s.top[len(s.moments)] + 8
		s.vertical(lane, from, end, class)
		if s.run.Cycle == len(s.run.Steps) && class == "life" {
			s.line(`<path class="life" d="M%.1f %.1fh12"/>`, s.x(lane)-6, end)
		}
	}
}

func (s *picture) vertical(lane int, from, to float64, class string) {
	s.line(`<path class="%s" d="M%.1f %.1fV%.1f"/>`, class, s.x(lane), from, to)
}

// cycle draws the bracket and the ground of the part that repeats.
func (s *picture) cycle() {
	if s.run.Cycle == NoCycle || s.run.Cycle == len(s.run.Steps) {
		return
	}
	from, to := s.top[s.run.Cycle]-rowHigh/2, s.top[len(s.moments)]-rowHigh/2
	s.line(`<rect class="again" x="12" y="%.1f" width="%.1f" height="%.1f"/>`, from, s.wide-24, to-from)
	s.line(`<path class="cycle" d="M24 %.1fH12V%.1fH24m-6 -5l6 5l-6 5"/>`, to, from)
}

// arrow draws the message of a step, from the step that sent it. Without a known sending, or within one step,
// the arrow is level.
func (s *picture) arrow(i int) {
	m := s.moments[i]
	if m.Message == "" {
		return
	}
	x0, y0, x1, y1 := s.x(m.From), s.top[i], s.x(m.Lane), s.top[i]
	if sent := s.sources[i]; sent != noStep {
		y0 = s.top[sent]
	}
	if m.toItself() {
		s.toItself(i, y0)
		return
	}
	dx, dy := x1-x0, y1-y0
	length := math.Hypot(dx, dy)
	reach := (length - 7) / length // the arrow ends at the rim of the mark
	class := "arrow"
	if m.lost {
		class, reach = "arrow lost", (length-22)/length
	}
	x1, y1 = x0+dx*reach, y0+dy*reach
	s.line(`<path class="%s" d="M%.1f %.1fL%.1f %.1f"/>`, class, x0, y0, x1, y1)
	s.tip(m.lost, x1, y1, math.Atan2(dy, dx))
	label := .62 // of the way: nearer to where it is taken, where no other arrow begins
	s.put(x0+dx*label, y0+dy*label-4, "halo", "middle", m.Message)
}

// toItself draws a message to its own sender: out to the right and back.
func (s *picture) toItself(i int, y0 float64) {
	m := s.moments[i]
	x, y1 := s.x(m.Lane), s.top[i]
	if y0 == y1 {
		y0 -= rowHigh / 2
	}
	s.line(`<path class="arrow" d="M%.1f %.1fc34 0 34 %.1f 8 %.1f"/>`, x, y0, y1-y0, y1-y0)
	s.tip(m.lost, x+8, y1, math.Pi)
	s.put(x+30, (y0+y1)/2, "halo", "start", m.Message)
}

// tip ends an arrow with a head, or with a cross where the message is lost.
func (s *picture) tip(lost bool, x, y, angle float64) {
	turned := fmt.Sprintf("translate(%.1f %.1f) rotate(%.1f)", x, y, angle*180/math.Pi)
	if lost {
		s.line(`<path class="crash" transform="%s" d="M-4 -4l8 8m0 -8l-8 8"/>`, turned)
		return
	}
	s.line(`<path class="head" transform="%s" d="M0 0l-%.0f -4v8z"/>`, turned, arrowLength)
}

// step draws the mark of a step on its lane, its number and its words.
func (s *picture) step(i int) {
	m, y := s.moments[i], s.top[i]
	s.put(marginWide-16, y+4, "faint", "end", fmt.Sprint(m.number))
	x := s.lanesWide() + 16
	s.put(x, y+4, "action", "start", m.Action)
	for j, words := range s.words[i] {
		indent := 0.0
		if j > 0 {
			indent = 2 * letterWide
		}
		s.put(x+s.action+indent, y+4+lineHigh*float64(j), "words", "start", strings.TrimSpace(words))
	}
	if m.isEveryones() {
		s.line(`<path class="tick" d="M%.1f %.1fH%.1f"/>`, marginWide, y, s.lanesWide())
		return
	}
	switch x := s.x(m.Lane); m.mark() {
	case dies:
		s.line(`<path class="crash" d="M%.1f %.1fl12 12m0 -12l-12 12"/>`, x-6, y-6)
	case revives:
		s.line(`<circle class="open" cx="%.1f" cy="%.1f" r="6"/>`, x, y)
	case acts:
		s.line(`<circle class="step" cx="%.1f" cy="%.1f" r="4.5"/>`, x, y)
	}
}

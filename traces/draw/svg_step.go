package draw

import (
	"fmt"
	"math"
	"strings"
)

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
				s.vertical(lane, from, s.y(i), class)
				class, from = next, s.y(i)
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
	s.line(`<rect class="again" x="12" y="%.1f" width="%.1f" height="%.1f"/>`, from, s.wide()-24, to-from)
	s.line(`<path class="cycle" d="M24 %.1fH12V%.1fH24m-6 -5l6 5l-6 5"/>`, to, from)
}

// arrow draws the message of a step, from the step that sent it. One whose sending is not told, or
// is told in this very step, is drawn level.
func (s *picture) arrow(i int) {
	m := s.moments[i]
	if m.Message == "" {
		return
	}
	x0, y0, x1, y1 := s.x(m.From), s.y(i), s.x(m.Lane), s.y(i)
	if sent := s.flights[i].sent; sent != noStep {
		y0 = s.y(sent)
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
	x, y1 := s.x(m.Lane), s.y(i)
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
	m, y := s.moments[i], s.y(i)
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
	mark, acting := m.mark()
	if !acting {
		return
	}
	switch x := s.x(m.Lane); mark {
	case dies:
		s.line(`<path class="crash" d="M%.1f %.1fl12 12m0 -12l-12 12"/>`, x-6, y-6)
	case revives:
		s.line(`<circle class="open" cx="%.1f" cy="%.1f" r="6"/>`, x, y)
	default:
		s.line(`<circle class="step" cx="%.1f" cy="%.1f" r="4.5"/>`, x, y)
	}
}

package draw

import (
	"fmt"
	"slices"
	"strings"
)

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
	var notes []string
	for _, lane := range p.run.Lanes {
		notes = append(notes, lane.Note)
	}
	if strings.Join(notes, "") != "" {
		p.addHeads(notes)
	}
	p.add("", p.columns.row(p.alive(0)), "")
}

// addHeads writes labels over their lanes; the outer ones may hang over the margin and the words.
func (p *page) addHeads(labels []string) {
	row := []rune(strings.Repeat(" ", overhang+p.columns.width+overhang))
	for i, label := range labels {
		left, _ := halves(label)
		write(row, overhang+p.columns.at[i]-left, label)
	}
	p.line(p.margin("")[overhang:], string(row), "", "")
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
		p.line(margin, string(lanes), "", "")
		p.add("", nil, words)
		return
	}
	p.line(margin, string(lanes), "╌╌ ", words)
}

// foot says how the run goes on, and repeats the names where the head is too far away to be seen.
func (p *page) foot() {
	const farAway = 20 // steps
	steps := len(p.run.Steps)
	lanes := p.columns.row(p.alive(steps))
	switch {
	case p.run.Cycle == steps:
		p.add("", []rune(strings.ReplaceAll(string(lanes), string(lifeline), ends)), "nothing more can happen")
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
	crashes := func(m moment) bool { return m.Crash }
	s := setting{width: p.width}
	for _, mark := range []struct {
		meaning string
		occurs  func(m moment) bool
		atFirst bool
	}{
		{"● step", func(m moment) bool { return m.mark() == acts }, false},
		{"──► arrival of a message sent earlier", func(m moment) bool { return m.Message != "" && !m.lost }, false},
		{"──× message lost", func(m moment) bool { return m.lost }, false},
		{"✖ crash", crashes, false},
		{"┊ dead", crashes, slices.Contains(p.run.alive(), false)},
		{"○ restart", func(m moment) bool { return m.mark() == revives }, false},
		{"┈┼┈ for all at once", moment.isEveryones, false},
	} {
		switch {
		case !mark.atFirst && !slices.ContainsFunc(p.moments, mark.occurs):
		case s.lines == nil:
			s.lines = []string{"", "  " + mark.meaning}
		default:
			s.set("  "+mark.meaning, nil)
		}
	}
	for _, words := range s.lines {
		p.line("", "", "", words)
	}
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
		for _, brought := range []bool{false, true} {
			chosen := slices.IndexFunc(under, func(s sent) bool {
				return s.from == step.From && s.send.Message == step.Message && (brought || s.send.To == step.Lane)
			})
			if step.Message != "" && chosen >= 0 {
				all[i] = under[chosen].step
				under = slices.Delete(under, chosen, chosen+1)
				break
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

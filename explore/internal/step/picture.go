package step

import (
	"fmt"
	"slices"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/internal/study"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// columns is the width of a picture.
const columns = 80

// picture is what is printed after a step: the position, the last steps as a drawing, the processes, the messages, the properties and
// the enabled steps. A whole picture draws every step of the run.
func (s *session) picture(whole bool) []string {
	drawing, list := s.drawing(), s.choices()
	if most := 8; !whole && len(drawing) > most {
		drawing = append(drawing[:1:1], drawing[len(drawing)-most+1:]...)
	}
	title := "enabled; h for help"
	if len(list) == 0 {
		title = "no step is enabled; type why for the reasons"
	}
	if most := 8; !whole && len(list) > most {
		list = append(list[:most-1:most-1], fmt.Sprintf("   … %d more: list", len(list)-most+1))
	}
	lines := slices.Concat(s.position(), drawing, members(s.walk), underway(s.walk), s.standings(), []string{title}, list)
	for i, line := range lines {
		lines[i] = cut(line)
	}
	return lines
}

// position names the world and the number of steps taken.
func (s *session) position() []string {
	w := s.walk
	where := fmt.Sprintf("after %s of %d", prose.Plural(w.At(), "step"), w.Length())
	switch cycle := w.Cycle(); {
	case w.Length() == 0 && cycle == study.NoCycle:
		where = "at the initial state"
	case cycle == study.NoCycle:
	case cycle == w.Length():
		where += "; after them the run may rest forever"
	default:
		where += fmt.Sprintf("; %d to %d repeat forever", cycle+1, w.Length())
	}
	if w.World().Config().IsClocked() {
		where += "; " + prose.Plural(w.Ticks(), "tick") + " passed"
	}
	return prose.Fold(s.title+": "+where, "", columns)
}

// drawing is the run up to the present step as a space-time diagram. Its first line has the names of the processes.
func (s *session) drawing() []string {
	var b strings.Builder
	run := check.Drawing(s.walk.World(), s.walk.SoFar())
	run.Width = columns
	if err := draw.Text(&b, run); err != nil {
		panic(err) // a strings.Builder never fails
	}
	text, _, _ := strings.Cut(strings.TrimRight(b.String(), "\n"), "\n\n") // the key to the marks follows
	return strings.Split(text, "\n")
}

// cut shortens a line. Each letter takes one column.
func cut(line string) string {
	if letters := []rune(line); len(letters) > columns {
		return string(letters[:columns-1]) + "…"
	}
	return line
}

// members describes the local state of each process; * marks what the last step changed.
func members(w *study.Walk) (lines []string) {
	before, now := w.Around()
	for i, m := range now.Members {
		was, mark, words := before.Members[i], " ", []string{}
		if m.Live != was.Live || m.Fresh != was.Fresh {
			mark = "*"
		}
		variables := m.Variables
		if !m.Live {
			words, variables = append(words, "dead"), m.Kept
		}
		if m.Fresh {
			words = append(words, "has come back")
		}
		for _, v := range variables {
			word := v.Name + " " + v.Value
			for _, old := range was.Variables {
				if m.Live && was.Live && old.Name == v.Name && old.Value != v.Value {
					mark, word = "*", v.Name+" "+old.Value+" → "+v.Value
				}
			}
			words = append(words, word)
		}
		for _, t := range m.Running() {
			words = append(words, t.Text())
		}
		if m.DeadFor > 0 {
			words = append(words, "for "+prose.Plural(m.DeadFor, "tick"))
		}
		lines = append(lines, fmt.Sprintf("%s P%d  %s", mark, m.ID, strings.Join(words, ", ")))
	}
	return lines
}

// underway lists the messages in transit, and the budgets of the adversary.
func underway(w *study.Walk) []string {
	before, now := w.Around()
	return append(inTransit(before, now), left(w, now)...)
}

// inTransit lists the messages in transit, a line for each channel; * marks those with a message that the last step sent, or moved
// there.
func inTransit(before, now world.Snapshot) (lines []string) {
	untimed := func(f world.Flight) world.Flight { return world.Flight{From: f.From, To: f.To, Message: f.Message} }
	there := map[world.Flight]int{} // a deadline changes with time
	for _, f := range before.InFlight {
		there[untimed(f)]++
	}
	for rest := now.InFlight; len(rest) > 0; {
		mark, words, first := " ", []string{}, rest[0]
		for len(rest) > 0 && rest[0].From == first.From && rest[0].To == first.To {
			f := rest[0]
			if there[untimed(f)]--; there[untimed(f)] < 0 {
				mark = "*"
			}
			if deadline := f.Deadline(); deadline != "" {
				f.Message += " (" + deadline + ")"
			}
			words, rest = append(words, f.Message), rest[1:]
		}
		lines = append(lines, fmt.Sprintf("%s P%d ─► P%d  %s", mark, first.From, first.To, strings.Join(words, ", ")))
	}
	if lines == nil {
		return []string{"  no message in transit"}
	}
	return lines
}

// left is a line with the budgets of the adversary, and when the bounds of a clock hold.
func left(w *study.Walk, now world.Snapshot) []string {
	var left []string
	for i, b := range w.World().Snapshot(w.SoFar().Initial).Budgets {
		switch {
		case b.Left == world.Unlimited:
			left = append(left, b.Name+" unlimited")
		case b.Left != 0:
			left = append(left, fmt.Sprintf("%s %d of %d", b.Name, now.Budgets[i].Left, b.Left))
		}
	}
	switch clocked := w.World().Config().IsClocked(); {
	case clocked && now.Settles > 0:
		left = append(left, "the bounds hold within "+prose.Plural(now.Settles, "tick"))
	case clocked && now.Settles == world.Unlimited:
		left = append(left, "the bounds do not hold yet")
	}
	if left == nil {
		return nil
	}
	return []string{"  left: " + strings.Join(left, ", ")}
}

// choices lists the enabled steps.
func (s *session) choices() (lines []string) {
	for _, step := range s.walk.Steps() {
		mark, words := " ", step.Text
		if step.Next {
			mark = "▶"
		}
		if changed := changes(step); changed != "" {
			words += ": " + changed
		}
		if !step.Owed {
			words += "  [optional]"
		}
		if step.Bound != "" {
			words += "  [altered by the bound -" + step.Bound + "]"
		}
		lines = append(lines, fmt.Sprintf("%s%2d %s", mark, step.Number, words))
	}
	return lines
}

// changes says what a step would change.
func changes(s study.Step) string {
	var parts []string
	for _, c := range s.Changes {
		if c.Variable == "live" {
			continue
		}
		who := ""
		if c.Process != s.Process {
			who = fmt.Sprintf("P%d ", c.Process)
		}
		parts = append(parts, fmt.Sprintf("%s%s %s → %s", who, c.Variable, c.From, c.To))
	}
	for _, send := range s.Sends {
		lost := ""
		if send.Lost {
			lost = " (lost)"
		}
		parts = append(parts, fmt.Sprintf("%s to P%d%s", send.Message, send.To, lost))
	}
	return strings.Join(parts, ", ")
}

// disabled lists the disabled steps by the guards that disable them.
func disabled(all []world.Disabled) []string {
	type reason struct{ action, why string }
	var reasons []reason
	names := map[reason][]string{}
	for _, d := range all {
		because, name := reason{d.Action + " of ", d.Why}, fmt.Sprintf("P%d", d.Process)
		switch {
		case d.Why == world.Dead:
			because.action = "every step of "
		case d.Process == model.Nobody:
			because.action, name = d.Action, ""
		case d.Peer != model.Nobody:
			because.action, name = d.Action+" ", fmt.Sprintf("P%d → P%d", d.Peer, d.Process)
		}
		if names[because] == nil {
			reasons = append(reasons, because)
		}
		if !slices.Contains(names[because], name) {
			names[because] = append(names[because], name)
		}
	}
	lines := []string{"disabled, and why:"}
	for _, because := range reasons {
		lines = append(lines, "   "+because.action+strings.Join(names[because], ", ")+": "+because.why)
	}
	return lines
}

// standings lists the properties: violated ones in full, the others by name.
func (s *session) standings() []string {
	var lines, pending, silent, fine, unfair []string
	for _, p := range s.walk.Standings(s.properties) {
		switch {
		case p.Unfair:
			unfair = append(unfair, p.Name)
		case p.Broken:
			lines = append(lines, fmt.Sprintf("! %s: %s", p.Name, p.Violation))
		case p.Since >= 0:
			lines = append(lines, fmt.Sprintf("! %s: was violated after %s", p.Name, prose.Plural(p.Since, "step")))
		case p.Pending:
			pending = append(pending, p.Name)
		case !p.Premise:
			silent = append(silent, p.Name)
		default:
			fine = append(fine, p.Name)
		}
	}
	for _, group := range []struct {
		title string
		names []string
	}{{"  satisfied so far: ", fine}, {"  pending: ", pending}, {"  not applicable yet: ", silent}, {"  not violated, since the cycle is not fair: ", unfair}} {
		if group.names != nil {
			lines = append(lines, group.title+strings.Join(group.names, ", "))
		}
	}
	return lines
}

package terminal

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interrex/explore/internal/study"
	"interrex/internal/check"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// header names the subject, the world and the position.
func (e *Explorer) header() []string {
	w := e.Walk()
	where := fmt.Sprintf("after %s of %d", plural(w.At(), "step"), w.Length())
	switch cycle := w.Cycle(); {
	case cycle == study.NoCycle:
	case cycle == w.Length():
		where += "; after them it may stay so for ever"
	default:
		where += fmt.Sprintf("; %d to %d repeat for ever", cycle+1, w.Length())
	}
	if c := w.Clock(); c != nil {
		where += "; " + plural(c.Ticks, "tick") + " passed"
	}
	lines := folded(e.subject.Title+": "+where, e.width)
	if len(lines) == 1 {
		lines = append(lines, "")
	}
	return lines
}

// footer is the result of the last key.
func (e *Explorer) footer() []string {
	note := e.note
	if e.asking != "" {
		note = e.asking + "…"
	}
	keys := "j/k step  0-9 take  u undo  ? help  q quit  x not possible  e elect?  p counterexample"
	return append(folded(note, e.width), keys)
}

// folded breaks a note into lines, at least one.
func folded(note string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(note) {
		last := &lines[len(lines)-1]
		if *last != "" && len([]rune(*last))+1+len([]rune(word)) > width {
			lines = append(lines, word)
			continue
		}
		*last = strings.TrimSpace(*last + " " + word)
	}
	return lines
}

// stepLine matches the line of a drawing on which a step begins, and its number.
var stepLine = regexp.MustCompile(`^[ │] +(\d+)   `)

// drawing is the path as a space-time diagram of the given width, and the line that holds the last step, which is
// marked.
func (e *Explorer) drawing(width int) (lines []string, at int) {
	w := e.Walk()
	path := w.SoFar()
	if e.whole {
		path = w.Path()
	}
	var b strings.Builder
	run := check.Drawing(w.World(), path)
	run.Width = width
	if err := draw.Text(&b, run); err != nil {
		panic(err) // a strings.Builder never fails
	}
	text, _, _ := strings.Cut(strings.TrimRight(b.String(), "\n"), "\n\n") // the key to the marks is for paper only
	lines = strings.Split(text, "\n")
	for i, line := range lines {
		found := stepLine.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		if number, _ := strconv.Atoi(found[1]); number == w.At() {
			lines[i], at = "▶"+string([]rune(line)[1:]), i
		}
	}
	return lines, at
}

// facts are the processes, the messages in transit, the budgets left, the enabled or disabled steps, and the
// properties, in the given number of lines. The list of steps takes the remaining lines, from its scroll position
// on. To make room for it, properties that are not violated are left out first, then the spacing between
// processes.
func (e *Explorer) facts(width, room int) []string {
	const least = 5 // lines of the list, if it has that many
	state := append(members(e.Walk()), underway(e.Walk())...)
	title, list := e.list()
	standings, gap := e.standings(), []string{""}
	if len(state)+len(list)+len(standings)+3 > room {
		standings = slices.DeleteFunc(standings, func(line string) bool { return !strings.HasPrefix(line, "!") })
	}
	if most := room - len(standings) - min(len(list), least) - 1; len(state)+2 > most {
		if gap = nil; len(state) > most {
			state = folded(strings.ReplaceAll(strings.Join(state, "; "), "  ", " "), width)
		}
	}
	shown := max(room-len(state)-len(standings)-2*len(gap)-1, min(len(list), least))
	e.scroll = min(e.scroll, max(0, len(list)-shown))
	if list = list[e.scroll:]; len(list) > shown {
		list = append(list[:shown-1:shown-1], fmt.Sprintf("   … %d more (pgdown)", len(list)-shown+1))
	}
	if over := len(state) + len(standings) + 1 + len(list) - room; over > 0 {
		if state = state[:max(0, len(state)-over)]; len(state) > 0 {
			state[len(state)-1] += " …"
		}
	}
	return slices.Concat(state, gap, []string{title}, list, gap, standings)
}

// members describes the local state of each process; * marks what the last step changed.
func members(w *study.Walk) []string {
	var lines []string
	for _, m := range w.Members() {
		mark, words := " ", []string{}
		if m.Changed {
			mark = "*"
		}
		if !m.Live {
			words = append(words, "dead")
		}
		if m.Fresh {
			words = append(words, "has come back")
		}
		for _, f := range m.Fields {
			if f.Changed {
				words = append(words, fmt.Sprintf("%s %s → %s", f.Name, f.Was, f.Value))
			} else {
				words = append(words, f.Name+" "+f.Value)
			}
		}
		for _, t := range m.Timers {
			words = append(words, t.String())
		}
		if m.DeadFor > 0 {
			words = append(words, "for "+plural(m.DeadFor, "tick"))
		}
		lines = append(lines, fmt.Sprintf("%s P%d  %s", mark, m.ID, strings.Join(words, ", ")))
	}
	return lines
}

// underway lists the messages in transit, and what the adversary may still do.
func underway(w *study.Walk) []string {
	var lines []string
	for _, c := range w.Channels() {
		mark, words := " ", []string{}
		for _, m := range c.Messages {
			if m.Sent {
				mark = "*"
			}
			if m.Deadline != "" {
				m.Text += " (" + m.Deadline + ")"
			}
			words = append(words, m.Text)
		}
		lines = append(lines, fmt.Sprintf("%s P%d ─► P%d  %s", mark, c.From, c.To, strings.Join(words, ", ")))
	}
	if lines == nil {
		lines = []string{"  nothing is on its way"}
	}
	var left []string
	for _, b := range w.Budgets() {
		amount := "unlimited"
		if b.Left != world.Unlimited {
			amount = fmt.Sprintf("%d of %d", b.Left, b.Of)
		}
		left = append(left, b.Name+" "+amount)
	}
	if c := w.Clock(); c != nil && c.Settles > 0 {
		left = append(left, "the bounds hold within "+plural(c.Settles, "tick"))
	} else if c != nil && c.Settles == world.Unlimited {
		left = append(left, "the bounds do not hold yet")
	}
	if left != nil {
		lines = append(lines, "  left: "+strings.Join(left, ", "))
	}
	return lines
}

// list is the list of the enabled steps or, on request, of the disabled ones.
func (e *Explorer) list() (title string, lines []string) {
	if e.refused {
		return "not possible, and the guard that forbids it; x: what is", forbidden(e.Walk().Disabled())
	}
	steps := e.Walk().Steps()
	for _, s := range steps {
		mark, words := " ", s.Text
		if s.Next {
			mark = "▶"
		}
		if changed := changes(s); changed != "" {
			words += ": " + changed
		}
		if !s.Owed {
			words += "  [need not happen]"
		}
		if s.Bound != "" {
			words += "  [altered by the bound -" + s.Bound + "]"
		}
		lines = append(lines, fmt.Sprintf("%s%2d %s", mark, s.Number, words))
	}
	if len(steps) == 0 {
		return "nothing is possible any more; x: why", nil
	}
	return "possible; a number takes one; x: what is not", lines
}

// forbidden says why each other step is disabled, and groups those with the same reason.
func forbidden(refused []world.Disabled) (lines []string) {
	type reason struct{ action, why string }
	var reasons []reason
	names := map[reason][]string{}
	for _, r := range refused {
		because, name := reason{r.Action + " of ", r.Why}, fmt.Sprintf("P%d", r.Process)
		switch {
		case r.Guard == world.Lives:
			because.action = "whatever is up to "
		case r.Process == model.Nobody:
			because.action, name = r.Action, ""
		case r.Peer != model.Nobody:
			because.action, name = r.Action+" ", fmt.Sprintf("P%d → P%d", r.Peer, r.Process)
		}
		if names[because] == nil {
			reasons = append(reasons, because)
		}
		if !slices.Contains(names[because], name) {
			names[because] = append(names[because], name)
		}
	}
	for _, because := range reasons {
		lines = append(lines, "   "+because.action+strings.Join(names[because], ", ")+": "+because.why)
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
			lost = " in vain"
		}
		parts = append(parts, fmt.Sprintf("%s to P%d%s", send.Message, send.To, lost))
	}
	return strings.Join(parts, ", ")
}

// standings lists the properties: violated ones in full, the others by name.
func (e *Explorer) standings() []string {
	var lines, pending, silent, fine, unfair []string
	for _, s := range e.Walk().Standings(e.subject.Properties) {
		switch {
		case s.Unfair:
			unfair = append(unfair, s.Name)
		case s.Broken:
			lines = append(lines, fmt.Sprintf("! %s: %s", s.Name, s.Violation))
		case s.Since >= 0:
			lines = append(lines, fmt.Sprintf("! %s: was broken after %s", s.Name, plural(s.Since, "step")))
		case s.Pending:
			pending = append(pending, s.Name)
		case !s.Premise:
			silent = append(silent, s.Name)
		default:
			fine = append(fine, s.Name)
		}
	}
	for _, group := range []struct {
		title string
		names []string
	}{{"  so far so good: ", fine}, {"  still to come: ", pending}, {"  says nothing yet: ", silent}, {"  not broken, since the cycle is not fair: ", unfair}} {
		if group.names != nil {
			lines = append(lines, group.title+strings.Join(group.names, ", "))
		}
	}
	return lines
}

// helpLines explain the keys and the marks.
func (e *Explorer) helpLines() []string {
	lines := []string{"explore step: go through an election step by step", ""}
	for _, b := range bindings() {
		lines = append(lines, fmt.Sprintf("  %-16s %s", strings.Join(b.keys, " "), b.help))
	}
	return append(lines, fmt.Sprintf("  %-16s %s", "0 1 2 ...", "take the step of that number; another step than the path's branches off"), "",
		"  ▶ the present step, and the one that the path takes next    * what the last step has changed",
		"  ! a property that is broken    [need not happen] the adversary's, or a free choice",
		"", "any key: back")
}

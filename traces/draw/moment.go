package draw

import (
	"fmt"
	"slices"
)

// A moment is a step together with what must be known of the run to draw it.
type moment struct {
	Step
	number        int    // counted from 1, in the whole run
	lost          bool   // Message is lost, not taken
	before, after []bool // per lane: does it live?
}

// alive says which lanes live at the start.
func (r Run) alive() []bool {
	live := make([]bool, len(r.Lanes))
	for i, lane := range r.Lanes {
		live[i] = !lane.Dead
	}
	return live
}

// leftOut says how many steps are left out before the first that is drawn and after the last, "" where
// there are none.
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
	return words(r.Before, "before"), words(r.After, "after")
}

// moments lays a run out in time.
func moments(run Run) []moment {
	all := make([]moment, len(run.Steps))
	live := run.alive()
	for i, step := range run.Steps {
		m := moment{Step: step, number: run.Before + i + 1, before: live, after: slices.Clone(live)}
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

// mark returns what stands on the lifeline where the lane acts. To lose a message is no lane's act.
func (m moment) mark() (mark rune, ok bool) {
	switch {
	case m.Crash:
		return dies, true
	case m.Restart:
		return revives, true
	}
	return acts, !m.lost && !m.isEveryones()
}

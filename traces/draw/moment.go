package draw

import "slices"

// A moment is a step together with what must be known of the run to draw it.
type moment struct {
	Step
	number        int    // counted from 1
	lost          bool   // Message is lost, not taken
	before, after []bool // per lane: does it live?
}

// moments lays a run out in time. All lanes live at the start.
func moments(run Run) []moment {
	all := make([]moment, len(run.Steps))
	live := slices.Repeat([]bool{true}, len(run.Lanes))
	for i, step := range run.Steps {
		m := moment{Step: step, number: i + 1, before: live, after: slices.Clone(live)}
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

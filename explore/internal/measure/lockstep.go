package measure

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/runs"
	"interrex/model"
	"interrex/model/world"
)

// A Lockstep is the run in rounds: all processes that may start do so at once, and then each message takes one
// round. Timers fire at the end of a round. Lots are drawn at random in their step.
type Lockstep struct {
	After []int // messages sent by the end of each round, beginning with that of the starts
	Ended bool  // the election is over, or no step is left
}

// MarshalJSON is the list of sums.
func (l *Lockstep) MarshalJSON() ([]byte, error) { return json.Marshal(l.After) }

// mostInRounds is the most processes for which the run in rounds is made.
const mostInRounds = 16

// hasRounds reports whether elections run in rounds in such a world: no faults of processes or channels, and
// no timer that fires too early.
func hasRounds(c world.Config) bool {
	return len(c.IDs) <= mostInRounds && c.Crashes == 0 && c.Restarts == 0 && c.Channels == world.FIFO && !c.Errs() &&
		(!c.Algorithm.Timed() || c.Timeouts == world.Sync || c.Timeouts == world.Perfect)
}

// A rounder makes the run in rounds.
type rounder struct {
	*walk
	ids      []model.ID
	draw     *rand.Rand
	most     int                 // steps
	onTheWay map[[2]model.ID]int // messages, by sender and receiver
}

// lockstep makes the run in rounds of a world that has rounds, in at most this many steps.
func lockstep(c world.Config, draw *rand.Rand, most int) *Lockstep {
	r := &rounder{walk: setOut(c, false), ids: c.IDs, draw: draw, most: most, onTheWay: map[[2]model.ID]int{}}
	sent := slices.Index(respects(c), Messages)
	r.settle()
	for _, id := range r.ids {
		r.take(func(o world.Occurrence) bool { return o.Action == "start" && o.Process == id })
	}
	run := &Lockstep{After: []int{r.spent[sent]}}
	for r.until[Over] == nil && r.round() {
		run.After = append(run.After, r.spent[sent])
	}
	run.Ended = r.until[Over] != nil || r.steps < r.most
	return run
}

// round delivers all messages that are on their way, by receiver and then by sender, and lets timers fire. It reports
// whether there was a step.
func (r *rounder) round() bool {
	before, waiting := r.steps, maps.Clone(r.onTheWay)
	for _, to := range r.ids {
		for _, from := range r.ids {
			for range waiting[[2]model.ID{from, to}] {
				r.take(func(o world.Occurrence) bool { return o.Action == "deliver" && o.Process == to && o.Peer == from })
			}
		}
	}
	for _, due := range r.timers() {
		r.take(func(o world.Occurrence) bool { return o.Action == due.Action && o.Process == due.Process })
	}
	return r.steps > before
}

// timers lists the timers that may fire now.
func (r *rounder) timers() (due []world.Occurrence) {
	r.world.Steps(r.at, func(step checker.Step, to checker.State) {
		if o := r.world.Occurrence(r.at, step); to != nil && strings.HasPrefix(o.Action, "timeout") {
			due = append(due, o)
		}
	})
	return due
}

// take takes a step that is wanted, if there is one, and then the draws that it calls for.
func (r *rounder) take(isWanted func(world.Occurrence) bool) {
	if r.one(isWanted) {
		r.settle()
	}
}

// settle draws until no process has to.
func (r *rounder) settle() {
	for r.one(func(o world.Occurrence) bool { return strings.HasPrefix(o.Action, "draw ") }) {
	}
}

// one takes one of the steps that are wanted, all equally likely, and reports whether there was one.
func (r *rounder) one(isWanted func(world.Occurrence) bool) bool {
	if r.steps >= r.most {
		return false
	}
	step, found := runs.Choose(r.world, r.at, r.next, r.draw, func(step checker.Step) bool { return isWanted(r.world.Occurrence(r.at, step)) })
	if !found {
		return false
	}
	happens := r.world.Occurrence(r.at, step)
	if happens.Action == "deliver" {
		r.onTheWay[[2]model.ID{happens.Peer, happens.Process}]--
	}
	for _, s := range happens.Sends {
		r.onTheWay[[2]model.ID{happens.Process, s.To}]++
	}
	r.do(step)
	return true
}

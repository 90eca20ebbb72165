package world_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// The clock of the reference is section 1.14 of spec/election.md.

// withoutDeadline returns the message alone.
func withoutDeadline(m model.Message) model.Message {
	if dated, ok := m.(world.PlainPosted); ok {
		return dated.Message
	}
	return m
}

// withDeadline returns a message from p to q of a step that handles e (1.14.2, .5, .6).
func (w *reference) withDeadline(s *world.Plain, p, q int, e model.Event, m model.Message) model.Message {
	if !w.IsClocked() {
		return m
	}
	deadline := w.Clock.Tm
	if e.Kind == model.Receive {
		deadline = w.Clock.Tm + w.Clock.Tp
	}
	switch {
	case s.Settles == 0 && w.isTimely(p, q):
		return world.PlainPosted{Message: m, Promise: "timely", Within: deadline}
	case w.Algorithm.Clockwork():
		return world.PlainPosted{Message: m, Promise: "unsure", Within: w.Late}
	}
	return world.PlainPosted{Message: m, Promise: "late", Within: deadline}
}

func (w *reference) isTimely(p, q int) bool {
	return w.Timely == nil || slices.Contains(w.Timely, world.Pair{From: w.IDs[p], To: w.IDs[q]})
}

// ticksOf is the duration of a timer: t2 for T', the duration on the page of an omega, t for others.
func (w *reference) ticksOf(local model.Local, t model.Timer) int {
	switch {
	case t.Name == "T'":
		return w.Clock.T2
	case w.Algorithm.Counting:
		return w.Clock.Eta + w.addedTicks(local, t)
	}
	return w.Clock.T
}

// startTimers returns the timers of p in an initial local state (1.14.7).
func (w *reference) startTimers(p int, local model.Local) []world.PlainTimer {
	return w.timers(nil, p, model.Event{}, model.Outcome{Local: local})
}

// timers returns the timers of p after it handles e (1.14.3).
func (w *reference) timers(before []world.PlainTimer, p int, e model.Event, out model.Outcome) []world.PlainTimer {
	if !w.IsClocked() {
		return nil
	}
	var timers []world.PlainTimer
	for _, t := range w.handler.Timers(w.IDs[p], w.group, out.Local) {
		left := w.ticksOf(out.Local, t)
		if e.Kind == model.Receive {
			left += w.Clock.Tp
		}
		for _, old := range before {
			hasFired := e.Kind == model.Timeout && e.Timer == t
			if old.Timer == t && !hasFired && !slices.Contains(out.Rearmed, t) {
				left = old.Left
			}
		}
		timers = append(timers, world.PlainTimer{Timer: t, Left: left})
	}
	return timers
}

// isUp reports whether a timer of p has run down, and no delivery goes first (1.14.3).
func (w *reference) isUp(s *world.Plain, p int, t model.Timer) bool {
	return slices.Contains(s.Processes[p].Timers, world.PlainTimer{Timer: t}) &&
		(w.Ties == world.TimerFirst || !isAnyDue(s))
}

// isAnyDue reports whether a message is due.
func isAnyDue(s *world.Plain) bool {
	for _, m := range everyMessage(s) {
		if d := (*m).(world.PlainPosted); d.Within == 0 && d.Promise != "late" {
			return true
		}
	}
	return false
}

// everyMessage returns pointers to all messages on their way.
func everyMessage(s *world.Plain) []*model.Message {
	var all []*model.Message
	for p := range s.Channels {
		for q := range s.Channels[p] {
			for i := range s.Channels[p][q] {
				all = append(all, &s.Channels[p][q][i])
			}
		}
	}
	return all
}

// time returns the steps of the clock: a tick, the stabilization, and losses of unsure messages.
func (w *reference) time(s *world.Plain) []referenceStep {
	var steps []referenceStep
	if to := w.afterTick(s); !w.isDue(s) && w.spell(to) != w.spell(s) {
		steps = append(steps, referenceStep{action: "a tick of the clock passes", fairness: "tick", to: to})
	}
	if s.Settles > 0 {
		d := referenceStep{action: "the bounds of the clock begin to hold", to: clone(s)}
		if w.afterGST(d.to); w.GST == world.Unlimited {
			d.fairness = "bounds"
		}
		steps = append(steps, d)
	}
	for p := range w.IDs {
		for q := range w.IDs {
			if len(s.Channels[p][q]) == 0 || s.Channels[p][q][0].(world.PlainPosted).Promise != "unsure" {
				continue
			}
			to := clone(s)
			to.Channels[p][q] = to.Channels[p][q][1:]
			steps = append(steps, referenceStep{
				action:   fmt.Sprintf("%s from P%d is lost on its way to P%d", model.SpellMessage(withoutDeadline(s.Channels[p][q][0])), w.IDs[p], w.IDs[q]),
				fairness: fmt.Sprintf("delivery %d>%d", p, q), to: to,
			})
		}
	}
	return steps
}

// isDue reports whether a step is due before the next tick (1.14.1).
func (w *reference) isDue(s *world.Plain) bool {
	for p, process := range s.Processes {
		if !process.Live {
			continue
		}
		if slices.ContainsFunc(process.Timers, func(t world.PlainTimer) bool { return t.Left == 0 }) {
			return true
		}
		status := w.handler.Status(process.Local)
		if process.Elections != 0 && (status.Recovering || w.mustDetect(s, p, status)) {
			return true
		}
	}
	return isAnyDue(s)
}

// mustDetect reports whether the leader of p has been dead for 2T (1.14.4).
func (w *reference) mustDetect(s *world.Plain, p int, status model.Status) bool {
	return w.mayDetect(s, status) && s.Processes[slices.Index(w.IDs, status.Elected)].DeadFor == 2*w.Clock.T &&
		(w.Initiators == nil || slices.Contains(w.Initiators, w.IDs[p])) &&
		(!w.isRing() || w.Detector != world.IncompleteDetector)
}

// afterTick returns s after a tick.
func (w *reference) afterTick(s *world.Plain) *world.Plain {
	to := clone(s)
	for p := range to.Processes {
		process := &to.Processes[p]
		process.Timers = slices.Clone(process.Timers)
		for i := range process.Timers {
			process.Timers[i].Left--
		}
		if !process.Live && !w.Algorithm.Clockwork() {
			process.DeadFor = min(process.DeadFor+1, 2*w.Clock.T)
		}
	}
	for _, m := range everyMessage(to) {
		if d := (*m).(world.PlainPosted); d.Promise != "late" {
			d.Within--
			*m = d
		}
	}
	if to.Settles > 0 && w.GST != world.Unlimited {
		if to.Settles--; to.Settles == 0 {
			w.afterGST(to)
		}
	}
	return to
}

// afterGST lets the bounds hold (1.14.5).
func (w *reference) afterGST(s *world.Plain) {
	s.Settles = 0
	for p := range s.Channels {
		for q := range s.Channels[p] {
			for i, m := range s.Channels[p][q] {
				if d := m.(world.PlainPosted); d.Promise == "late" && w.isTimely(p, q) {
					d.Promise = "timely"
					s.Channels[p][q][i] = d
				}
			}
		}
	}
}

// drawClocked draws a small world with a clock.
func drawClocked(t *rapid.T) world.Config {
	a, _ := model.Find(sample(t, "algorithm", "bully", "bully-recovery", "ring-watch"))
	c := world.Faulty(a, idsOf(1, 2))
	if rapid.IntRange(0, 5).Draw(t, "bears losses") == 5 {
		c.Algorithm = toleratesLoss(c.Algorithm)
	}
	if rapid.IntRange(0, 2).Draw(t, "three") == 2 {
		c.IDs = sample(t, "ids", idsOf(1, 2, 3), idsOf(1, 3, 2))
	}
	c.Timeouts, c.Elections, c.Capacity = world.ByClock, sample(t, "elections", 1, 0, 2, world.Unlimited), sample(t, "capacity", 2, 1, 3, world.Unlimited)
	c.Clock = model.Clock{Tm: rapid.IntRange(0, 2).Draw(t, "tm"), Tp: rapid.IntRange(0, 2).Draw(t, "tp"), Eta: 1}
	c.Clock.T, c.Clock.T2 = rapid.IntRange(1, 4).Draw(t, "t"), rapid.IntRange(1, 5).Draw(t, "t2")
	c.GST, c.Late = sample(t, "gst", 0, 0, 1, 3, world.Unlimited), rapid.IntRange(0, 2).Draw(t, "late")
	c.Ties = sample(t, "ties", world.DeliveryFirst, world.TimerFirst)
	c.Initial = sample(t, "initial", world.NobodyElected, world.LeaderElected)
	c.Starts, c.Crashes, c.Restarts = sample(t, "starts", 1, 0, 2, world.Unlimited), sample(t, "crashes", 1, 0, 2), sample(t, "restarts", 0, 0, 1)
	c.CrashPoints = sample(t, "crash points", world.AtSends, world.AtSteps)
	c.Reading = sample(t, "reading", model.Repaired, model.Printed)
	c.Repair = sample(t, "repair", world.Lost, world.Resent)
	c.Detector = sample(t, "detector", world.PerfectDetector, world.IncompleteDetector, world.InaccurateDetector, world.EventuallyPerfect)
	c.Mistakes = sample(t, "mistakes", 1, 0)
	switch rapid.IntRange(0, 3).Draw(t, "timely") {
	case 1:
		c.Timely = []world.Pair{}
	case 2:
		c.Timely = []world.Pair{{From: 1, To: 2}}
	}
	if rapid.IntRange(0, 3).Draw(t, "only one initiates") == 3 {
		c.Initiators = idsOf(2)
	}
	return c
}

// Random worlds with a clock agree with the reference.
func TestReferenceWithClock(t *testing.T) {
	if testlevel.Race {
		t.Log("skipped with the race detector: it has one goroutine")
		return
	}
	rapid.Check(t, func(r *rapid.T) {
		c := drawClocked(r)
		if err := c.Validate(); err != nil {
			r.Fatalf("%v", err)
		}
		compareWithReference(t, r, newReference(c), 1500)
	})
}

// toleratesLoss changes an algorithm so that links may lose its messages.
func toleratesLoss(a model.Algorithm) model.Algorithm {
	make := a.Make
	a.Make = func(v model.Variant) model.Handler { return lossTolerant{make(v)} }
	return a
}

type lossTolerant struct{ model.Handler }

func (b lossTolerant) Abilities() model.Abilities {
	able := b.Handler.Abilities()
	able.Clockwork = true
	return able
}

package world_test

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/model/world"
)

// steps returns all steps of s: section 1.4 of spec/election.md.
func (w *reference) steps(s *world.Plain) []referenceStep {
	var steps []referenceStep
	for p := range w.IDs {
		for q := range w.IDs {
			steps = append(steps, w.deliveries(s, p, q)...)
			steps = append(steps, w.losses(s, p, q)...)
		}
		if s.Processes[p].Live {
			steps = append(steps, w.own(s, p)...)
		}
		steps = append(steps, w.crashOrRestart(s, p)...)
	}
	if w.IsClocked() {
		steps = append(steps, w.time(s)...)
	}
	if w.Detector == world.EventuallyPerfect && s.Budgets.Mistakes != 0 { // 1.11.1
		to := clone(s)
		to.Budgets.Mistakes = 0
		steps = append(steps, referenceStep{action: "the detector makes no mistakes from now on", fairness: "mistakes", to: to})
	}
	return steps
}

// deliveries returns the deliveries from p to q: of the oldest message or, in a bag, of any one (1.2).
func (w *reference) deliveries(s *world.Plain, p, q int) []referenceStep {
	var steps []referenceStep
	if len(w.choicesOf(s, q)) > 0 {
		return nil // the draw is first (1.15)
	}
	for i, m := range s.Channels[p][q] {
		fairness := fmt.Sprintf("delivery %d>%d", p, q)
		switch {
		case i > 0 && (w.Config.Channels != world.Bag || slices.Index(s.Channels[p][q], m) < i):
			continue // not the oldest one, or an equal message
		case w.Config.Channels == world.Bag:
			fairness += " " + model.SpellMessage(m)
		case w.Config.Channels == world.Lossy:
			fairness = "strong " + fairness // fair loss (2.4)
		}
		m = withoutDeadline(m)
		e := model.Event{Kind: model.Receive, From: w.IDs[p], Message: m}
		taken := clone(s)
		taken.Channels[p][q] = slices.Delete(taken.Channels[p][q], i, i+1)
		steps = append(steps, w.handle(taken, q, e,
			referenceStep{action: fmt.Sprintf("takes %s from P%d", model.SpellMessage(m), w.IDs[p]), fairness: fairness})...)
		if s.Budgets.Duplicates != 0 {
			kept := clone(s)
			spend(&kept.Budgets.Duplicates)
			steps = append(steps, w.handle(kept, q, e,
				referenceStep{action: fmt.Sprintf("takes %s from P%d, and the channel keeps another", model.SpellMessage(m), w.IDs[p])})...)
		}
	}
	return steps
}

// choicesOf returns the pending draw of a live process p.
func (w *reference) choicesOf(s *world.Plain, p int) []int {
	if !s.Processes[p].Live {
		return nil
	}
	return w.handler.Choices(s.Processes[p].Local)
}

// losses returns the losses from p to q: of any message, and one for equal neighbours (1.2).
func (w *reference) losses(s *world.Plain, p, q int) []referenceStep {
	var steps []referenceStep
	for i, m := range s.Channels[p][q] {
		if s.Budgets.Losses == 0 || i > 0 && m == s.Channels[p][q][i-1] {
			continue
		}
		to := clone(s)
		to.Channels[p][q] = slices.Delete(to.Channels[p][q], i, i+1)
		spend(&to.Budgets.Losses)
		steps = append(steps, referenceStep{action: fmt.Sprintf("%s from P%d is lost on its way to P%d", model.SpellMessage(m), w.IDs[p], w.IDs[q]), to: to})
	}
	return steps
}

// crashOrRestart returns a crash between steps, or a restart (1.6, 1.7).
func (w *reference) crashOrRestart(s *world.Plain, p int) []referenceStep {
	id, to := w.IDs[p], clone(s)
	switch {
	case s.Processes[p].Live && s.Budgets.Crashes != 0:
		return []referenceStep{fits(referenceStep{action: fmt.Sprintf("P%d dies", id), to: to}, w.crash(to, p))}
	case !s.Processes[p].Live && s.Budgets.Restarts != 0:
		local := s.Processes[p].Local // its stable storage
		if local == nil {
			local = w.handler.Begin(id, w.group, model.Nobody, true)
		}
		to.Processes[p] = world.PlainProcess{
			Live: true, Fresh: true, Elections: w.Elections, Local: local, Timers: w.startTimers(p, local),
		}
		spend(&to.Budgets.Restarts)
		return []referenceStep{{action: fmt.Sprintf("P%d comes back", id), to: to}}
	}
	return nil
}

// handle returns the step in which p handles an event and, if p can crash, one for each prefix of its messages (1.6). The caller has
// removed the message from s. d lacks the process.
func (w *reference) handle(s *world.Plain, p int, e model.Event, d referenceStep) []referenceStep {
	self := s.Processes[p]
	out := w.handler.Handle(model.Self{ID: w.IDs[p], Group: w.group, Local: self.Local, Elections: self.Elections}, e)
	d.action = fmt.Sprintf("P%d %s", w.IDs[p], d.action)
	if out.Capped {
		d.bound = "elections"
		if e.Kind != model.Receive && e.Kind != model.Timeout {
			return []referenceStep{d} // the step is disabled
		}
	}
	if out.Saturated {
		d.bound = "counters"
	}
	became := world.PlainProcess{
		Live: true, Elections: out.Elections, Local: out.Local, Timers: w.timers(self.Timers, p, e, out),
	}
	var steps []referenceStep
	for sent := 1; sent < len(out.Sends) && w.CrashPoints == world.AtSends && s.Budgets.Crashes != 0; sent++ {
		to := clone(s)
		to.Processes[p] = became
		w.recordLeader(to, p)
		fit := w.send(to, p, e, out.Sends[:sent]) && w.crash(to, p)
		action := fmt.Sprintf("%s, dies after %d of %d messages", d.action, sent, len(out.Sends))
		steps = append(steps, fits(referenceStep{action: action, bound: d.bound, to: to}, fit))
	}
	d.to = clone(s)
	d.to.Processes[p] = became
	w.recordLeader(d.to, p)
	return append(steps, fits(d, w.send(d.to, p, e, out.Sends)))
}

// fits disables a step that exceeds the capacity.
func fits(d referenceStep, fit bool) referenceStep {
	if !fit {
		d.to, d.bound = nil, "capacity"
	}
	return d
}

// send puts messages of p into their channels. Messages to dead processes and over cut links are lost (1.3, 1.6). It returns false if a
// channel is full.
func (w *reference) send(s *world.Plain, p int, e model.Event, sends []model.Send) bool {
	for _, m := range sends {
		q := slices.Index(w.IDs, m.To)
		switch m.To {
		case model.Nobody:
			q = w.neighbour(s, p, +1)
		case model.Behind:
			q = w.neighbour(s, p, -1)
		}
		isCut := slices.Contains(w.Cut, world.Pair{From: w.IDs[p], To: w.IDs[q]})
		if s.Processes[q].Live && !isCut && !w.put(s, p, q, w.withDeadline(s, p, q, e, m.Message)) {
			return false
		}
	}
	return true
}

func (w *reference) put(s *world.Plain, p, q int, m model.Message) bool {
	if w.Capacity != world.Unlimited && len(s.Channels[p][q]) == w.Capacity {
		return false
	}
	s.Channels[p][q] = append(s.Channels[p][q], m)
	return true
}

// neighbour is the nearest live process after (+1) or before (-1) p on the ring, or p.
func (w *reference) neighbour(s *world.Plain, p, direction int) int {
	n := len(w.IDs)
	q := (p + direction + n) % n
	for !s.Processes[q].Live && q != p {
		q = (q + direction + n) % n
	}
	return q
}

// crash is the crash of p (1.6), with the repair of the ring (1.8).
func (w *reference) crash(s *world.Plain, p int) bool {
	s.Processes[p] = world.PlainProcess{Local: w.persisted(s.Processes[p].Local)}
	spend(&s.Budgets.Crashes)
	fit := !w.isRing() || w.Repair == world.Lost || w.sendOn(s, p, +1) && w.sendOn(s, p, -1)
	for sender := range w.IDs {
		s.Channels[sender][p] = nil
	}
	return fit
}

// sendOn moves the messages to p of one direction (+1 right, -1 left) into the channel between its live neighbours. A unidirectional ring
// has no messages to the left.
func (w *reference) sendOn(s *world.Plain, p, direction int) bool {
	before, after := w.neighbour(s, p, -direction), w.neighbour(s, p, direction)
	n := len(w.IDs)
	for away := 1; away <= n && after != p; away++ { // from the nearest sender
		for _, m := range s.Channels[(p-direction*away+n)%n][p] {
			isLeft := model.WayOf(m) == model.Left
			if isLeft == (direction < 0) && !w.put(s, before, after, m) {
				return false
			}
		}
	}
	return true
}

// spend reduces a limited budget by one.
func spend(budget *int) {
	if *budget > 0 {
		*budget--
	}
}

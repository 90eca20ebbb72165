package world_test

import (
	"fmt"
	"slices"

	"interrex/model"
	"interrex/model/world"
)

// own returns the steps of a live process p without a message.
func (w *reference) own(s *world.Plain, p int) []referenceStep {
	var steps []referenceStep
	self := s.Processes[p]
	status := w.handler.Status(self.Local)
	for _, value := range w.handler.Choices(self.Local) { // 1.14: the draw is first
		steps = append(steps, w.handle(clone(s), p, model.Event{Kind: model.Choose, Value: value},
			referenceStep{action: fmt.Sprintf("draws %d", value), fairness: fmt.Sprintf("draw of %d", p)})...)
	}
	if len(steps) > 0 {
		return steps
	}
	for _, t := range w.handler.Timers(w.IDs[p], w.group, self.Local) {
		if w.mayFire(s, p, t) && s.Budgets.Timeouts != 0 { // 1.13
			to := clone(s)
			spend(&to.Budgets.Timeouts)
			steps = append(steps, w.handle(to, p, model.Event{Kind: model.Timeout, Timer: t},
				referenceStep{action: fires(t), fairness: timeoutClass(p, t)})...)
		}
	}
	if status.Recovering {
		steps = append(steps, w.handle(clone(s), p, model.Event{Kind: model.Recover},
			referenceStep{action: "recovers", fairness: fmt.Sprintf("recovery %d", p)})...)
	}
	steps = append(steps, w.reports(s, p)...)
	if w.Initiators == nil || slices.Contains(w.Initiators, w.IDs[p]) { // 1.10
		steps = append(steps, w.detection(s, p, status)...)
		steps = append(steps, w.start(s, p, status)...)
	}
	return steps
}

// lasting names the fairness classes that last in s: those of armed timers (2.4).
func (w *reference) lasting(s *world.Plain) (names []string) {
	for p, self := range s.Processes {
		if self.Live && w.Timeouts != world.Any {
			for _, t := range w.handler.Timers(w.IDs[p], w.group, self.Local) {
				names = append(names, timeoutClass(p, t))
			}
		}
	}
	return names
}

// timeoutClass is the fairness of a timer of p.
func timeoutClass(p int, t model.Timer) string { return fmt.Sprintf("timer %d %v", p, t) }

// fires is the text of a timeout.
func fires(t model.Timer) string {
	switch t.String() {
	case "heartbeat":
		return "says that it lives"
	case "timer":
		return "times out"
	}
	return "times out on " + t.String()
}

// start is a spontaneous start (1.10). A restarted process uses no budget.
func (w *reference) start(s *world.Plain, p int, status model.Status) []referenceStep {
	self := s.Processes[p]
	if !status.MayStart || !self.Fresh && s.Budgets.Starts == 0 {
		return nil
	}
	to, d := clone(s), referenceStep{action: "starts an election"}
	if !self.Fresh {
		spend(&to.Budgets.Starts)
	}
	if w.startDetects() && w.mayDetect(s, status) {
		d.fairness = fmt.Sprintf("detection %d", p)
	}
	return w.handle(to, p, model.Event{Kind: model.Start}, d)
}

// startDetects: "Where [starts] is unlimited and nothing guards it, a start of a bully does what
// detection would: there is no separate step of detection, and a start is owed where detection
// would be."
func (w *reference) startDetects() bool {
	return w.Starts == world.Unlimited && !w.Algorithm.SelfGuarded && w.Algorithm.Topology == model.Complete
}

// detection is the table of 1.10: the detection of a dead leader, or the suspicion of a live one.
func (w *reference) detection(s *world.Plain, p int, status model.Status) []referenceStep {
	if !status.Idle || status.Elected == model.Nobody || w.startDetects() {
		return nil
	}
	leader, to, d := slices.Index(w.IDs, status.Elected), clone(s), referenceStep{}
	switch {
	case w.mayDetect(s, status):
		d.action = fmt.Sprintf("finds out that P%d is dead", status.Elected)
		if !w.isRing() || w.Detector != world.IncompleteDetector {
			d.fairness = fmt.Sprintf("detection %d", p)
		}
	case leader == p || !s.Processes[leader].Live:
		return nil
	case w.isRing() && s.Budgets.Mistakes != 0:
		spend(&to.Budgets.Mistakes)
		d.action = fmt.Sprintf("believes that P%d is dead, which lives", status.Elected)
	case !w.isRing() && w.Timeouts == world.Any:
		d.action = fmt.Sprintf("believes that P%d is dead, which lives", status.Elected)
	default:
		return nil
	}
	return w.handle(to, p, model.Event{Kind: model.Detect}, d)
}

// mayDetect reports whether the leader is dead and, with sync timers, none of its messages is on its way (1.10).
func (w *reference) mayDetect(s *world.Plain, status model.Status) bool {
	leader := slices.Index(w.IDs, status.Elected)
	if leader < 0 || !status.Idle || s.Processes[leader].Live {
		return false
	}
	if w.IsClocked() { // 1.14.4
		return s.Processes[leader].DeadFor >= w.Clock.T
	}
	return !w.Algorithm.Timed() || w.Timeouts != world.Sync || !hasMessageOnItsWay(s, leader)
}

// reports returns the reports of p's failure detector (1.11, RD2) and their withdrawals (RD4).
func (w *reference) reports(s *world.Plain, p int) []referenceStep {
	var steps []referenceStep
	report, withdraw := w.handler.Suspects(w.IDs[p], w.group, s.Processes[p].Local)
	for _, k := range report {
		to, d := clone(s), referenceStep{action: fmt.Sprintf("hears from its detector that P%d is dead", k)}
		switch isLive := s.Processes[slices.Index(w.IDs, k)].Live; {
		case isLive && s.Budgets.Mistakes == 0:
			continue
		case isLive:
			spend(&to.Budgets.Mistakes)
		case w.Detector != world.IncompleteDetector:
			d.fairness = fmt.Sprintf("report %d of %d", k, p)
		}
		steps = append(steps, w.handle(to, p, model.Event{Kind: model.Report, Of: k}, d)...)
	}
	for _, k := range withdraw {
		isLive := s.Processes[slices.Index(w.IDs, k)].Live
		if !isLive {
			continue
		}
		d := referenceStep{action: fmt.Sprintf("hears from its detector that P%d lives after all", k)}
		switch {
		case w.Detector == world.PerfectDetector, // k has restarted
			w.Detector == world.EventuallyPerfect && s.Budgets.Mistakes == 0: // mistakes have ended
			d.fairness = fmt.Sprintf("withdrawal %d of %d", k, p)
		}
		steps = append(steps, w.handle(clone(s), p, model.Event{Kind: model.Withdraw, Of: k}, d)...)
	}
	return steps
}

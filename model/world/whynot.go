package world

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// A reason is the result of a guard: nil if the step is enabled. Otherwise it returns, from the values of the state, the words why the
// step is disabled.
type reason func(values component.Values) string

// Reasons of dead processes and empty channels begin with these words.
const (
	Dead  = "dead"
	Empty = "nothing is on its way"
)

func because(format string, args ...any) reason {
	return func(component.Values) string { return fmt.Sprintf(format, args...) }
}

// unless returns the reason unless the condition is true.
func (r reason) unless(isTrue bool) reason {
	if isTrue {
		return nil
	}
	return r
}

// inState is a reason that lies in the local state of the process.
func (a *actor) inState(format string, args ...any) reason {
	return func(component.Values) string {
		var all []string
		for _, v := range model.Variables(a.group, a.v.state) {
			all = append(all, v.Name+" is "+v.Value)
		}
		return fmt.Sprintf(format, args...) + ": " + strings.Join(all, ", ")
	}
}

// A Disabled is an action that has no step in a state, with the first reason.
type Disabled struct {
	Action  string   // as in Occurrence, a draw without its value
	Process model.ID // Nobody for steps of the clock and the detectors
	Peer    model.ID // the sender, or the process of the detector's report; Nobody if there is none
	Why     string   // with values: "the budget -crashes=1 is spent"
}

// Disabled lists, in the order of a report, each action that has no step in s, with the reason of its first false guard.
func (w *World) Disabled(s checker.State) (disabled []Disabled) {
	values := w.ValuesOf(s)
	possible, bounded := map[Disabled]bool{}, map[Disabled]checker.Bound{}
	w.Steps(s, func(step checker.Step, to checker.State) {
		if m := moveOf(step.Code); m.crashAfter == 0 {
			of := w.candidate(values, m)
			possible[of], bounded[of] = possible[of] || to != nil, step.Bound
		}
	})
	for _, m := range w.candidates(values) {
		d := w.candidate(values, m)
		if why := w.actorOf(values, m).guard(m); why != nil {
			d.Why = why(values)
		} else if !possible[d] {
			d.Why = fmt.Sprintf("the bound -%s cuts it off", bounds[bounded[d]-1])
		}
		if d.Why != "" {
			disabled = append(disabled, d)
		}
	}
	return disabled
}

// candidates lists all possible actions in the order of a report: by kind, process, peer.
func (s *system) candidates(values component.Values) (all []move) {
	for of := range kind(len(kinds)) {
		for p := range s.n {
			switch m := (move{kind: of, process: p}); {
			case !s.may[of] || of.hasNoProcess() && p > 0:
			case of == timeout:
				all = append(all, s.timerCandidates(p, processOf(values, p).timers)...)
			case of.isOfChannel() || of.isOfDetector():
				for m.peer = range s.n {
					if of.isOfDetector() && m.peer != p || of.isOfChannel() && s.isLinked(m.peer, p) {
						all = append(all, m)
					}
				}
			default:
				all = append(all, m)
			}
		}
	}
	return all
}

// timerCandidates lists the armed timers, and then the declared ones that are not armed. The latter have negative numbers as variants.
func (s *system) timerCandidates(p int, armed []model.Timer) (all []move) {
	for i := range armed {
		all = append(all, move{kind: timeout, process: p, variant: i})
	}
	_, declared := s.Declared()
	for i, name := range declared {
		if !slices.ContainsFunc(armed, func(t model.Timer) bool { return t.Name == name }) {
			all = append(all, move{kind: timeout, process: p, variant: -1 - i})
		}
	}
	return all
}

// candidate describes the candidate of a move, without a reason. Moves that differ only in the message of a channel or the value drawn have
// the same one.
func (w *World) candidate(values component.Values, m move) Disabled {
	d := Disabled{Action: kinds[m.kind].name}
	switch _, declared := w.Declared(); {
	case m.kind == timeout && m.variant < 0:
		d.Action += " " + declared[-1-m.variant]
	case m.kind == timeout:
		d.Action = w.actorIn(values, m.process).action(m)
	case m.kind.isOfChannel() || m.kind.isOfDetector():
		d.Peer = w.config.IDs[m.peer]
	}
	if !m.kind.hasNoProcess() {
		d.Process = w.config.IDs[m.process]
	}
	return d
}

// empty is the reason of an empty channel to the process.
func (a *actor) empty(from int) reason {
	return func(values component.Values) string {
		sender, topology := a.actorIn(values, from), a.config.Algorithm.Topology
		next, before := sender.neighbour(1), sender.neighbour(-1)
		switch {
		case a.isCut(from, a.p):
			return Empty + ": the link is cut"
		case topology.IsRing() && sender.v.isLive() && next != a.p && (topology != model.BothWays || before != a.p):
			return fmt.Sprintf("%s: P%d stands between them", Empty, a.config.IDs[next])
		}
		return Empty
	}
}

// carrying lists the channels with a wanted message to a process, each with all its messages.
func (s *system) carrying(values component.Values, isWanted func(to int, l *envelope) bool) (all []string) {
	for _, l := range s.links() {
		channel := slices.Collect(processOf(values, l.to).inbox.channel(l.from).envelopes())
		if !slices.ContainsFunc(channel, func(m *envelope) bool { return isWanted(l.to, m) }) {
			continue
		}
		var messages []string
		for _, m := range channel {
			messages = append(messages, model.SpellMessage(m.message))
		}
		all = append(all, fmt.Sprintf("%s of P%d to P%d", strings.Join(messages, ", "), s.config.IDs[l.from], s.config.IDs[l.to]))
	}
	return all
}

// firstDue names the first channel with a due message.
func (s *system) firstDue(values component.Values) string {
	return "due now: " + s.carrying(values, func(_ int, l *envelope) bool { return l.isDue() })[0]
}

// stillSent is the reason that messages from a process are on their way.
func (s *system) stillSent(from int) reason {
	return func(values component.Values) string {
		channels := s.carrying(values, func(_ int, l *envelope) bool { return l.from == from })
		return "still on the way: " + strings.Join(channels, ", ")
	}
}

// canCome is the reason that the messages that a timer awaits can still arrive: the last question of the algorithm with the answer yes.
func (a *actor) canCome(t model.Timer) reason {
	return func(values component.Values) string {
		w := &witness{values, a.system, "what it waits for can still come"}
		a.handler.CanCome(&actor{system: a.system, ask: w, p: -1, took: -1}, a.group, a.id(), t)
		return w.why
	}
}

// A witness answers questions, and describes the last answer yes.
type witness struct {
	component.Values
	of  *system
	why string
}

// Is implements component.Ask.
func (w *witness) Is(p int, q component.Question) bool {
	isTrue := w.Values.Is(p, q)
	if !isTrue {
		return false
	}
	switch q := q.(type) {
	case takesPart:
		w.why = fmt.Sprintf("P%d takes part in an election, and may win it", w.of.config.IDs[p])
	case recovers:
		w.why = fmt.Sprintf("P%d has yet to recover", w.of.config.IDs[p])
	case isComing:
		channels := w.of.carrying(w.Values, func(to int, l *envelope) bool { return to == p && q.fits(l) })
		w.why = "still on the way: " + channels[len(channels)-1]
	}
	return true
}

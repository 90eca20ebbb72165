package world

import (
	"fmt"
	"strings"

	"interrex/checker"
	"interrex/model"
)

// DescribeStep is part of checker.Describer.
func (w *World) DescribeStep(from checker.State, step checker.Step) string {
	o := w.occurrence(from, step, from)
	text := o.Action
	if o.Process != model.Nobody {
		text = fmt.Sprintf("P%d: %s", o.Process, o.Action)
	}
	if o.Message != "" {
		text += " " + o.Message
	}
	if o.Peer != model.Nobody {
		text += fmt.Sprintf(" of P%d", o.Peer)
	}
	if o.CrashAfter > 0 {
		text += fmt.Sprintf(", dies after %d of %d messages", o.CrashAfter, o.Of)
	}
	return text
}

// DescribeState is part of checker.Describer.
func (w *World) DescribeState(s checker.State) string {
	var parts []string
	snapshot := w.Snapshot(s)
	for _, m := range snapshot.Members {
		parts = append(parts, m.words())
	}
	for _, f := range snapshot.InFlight {
		words := fmt.Sprintf("P%d→P%d %s", f.From, f.To, f.Message)
		if deadline := f.Deadline(); deadline != "" {
			words += " (" + deadline + ")"
		}
		parts = append(parts, words)
	}
	switch {
	case snapshot.Settles == Unlimited:
		parts = append(parts, "the bounds do not hold yet")
	case snapshot.Settles > 0:
		parts = append(parts, "the bounds hold "+within(snapshot.Settles))
	}
	return strings.Join(parts, " | ")
}

func (m Member) words() string {
	var words []string
	switch {
	case m.Live:
		for _, v := range m.Variables {
			words = append(words, v.Name+" "+v.Value)
		}
	case m.DeadFor > 0:
		words = []string{"dead for " + ticksOf(m.DeadFor)}
	default:
		words = []string{"dead"}
	}
	for _, t := range m.Timers {
		words = append(words, t.String())
	}
	return fmt.Sprintf("P%d %s", m.ID, strings.Join(words, ", "))
}

// A Running is an armed timer by the clock.
type Running struct {
	Timer string
	Left  int // ticks until it fires
}

// running are the timers of a local state, by the clock.
func (t *traits) running() []Running {
	var timers []Running
	for i := range len(t.hand) {
		timers = append(timers, Running{t.timers[i].String(), int(t.hand[i])})
	}
	return timers
}

func (r Running) String() string {
	if r.Left == 0 {
		return r.Timer + " is due"
	}
	return r.Timer + " in " + ticksOf(r.Left)
}

func ticksOf(n int) string {
	if n == 1 {
		return "1 tick"
	}
	return fmt.Sprintf("%d ticks", n)
}

func within(ticks int) string {
	if ticks == 0 {
		return "now"
	}
	return "within " + ticksOf(ticks)
}

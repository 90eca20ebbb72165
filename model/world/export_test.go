package world

import (
	"fmt"

	"interrex/checker"
	"interrex/model"
)

func init() { fewRows, manyRows = 0, 0 } // small worlds have what large ones have, too

// Plain is a global state with every number put back into what it stands for. The dumb twin
// works on such values; only this file knows how a World numbers them.
type Plain struct {
	Processes []PlainProcess      // in ring order
	Channels  [][][]model.Message // by places of sender and receiver, the oldest first
	Budgets   PlainBudgets
	Leaders   []Leadership // by term, then by id
	Settles   int          // ticks until the bounds of the clock hold at the latest; 1 if that is unlimited
}

// A PlainProcess is all there is to one process. That of a dead one is the zero value, but for what
// it has kept, which is its Local.
type PlainProcess struct {
	Live      bool
	Fresh     bool
	Elections int
	Local     model.Local
	Timers    []PlainTimer // by the clock
	DeadFor   int          // ticks, of a dead one
}

// A PlainTimer is an armed timer with the ticks that it has left.
type PlainTimer struct {
	model.Timer
	Left int
}

// A PlainPosted is a message under way in a world with a clock: timely, late or unsure.
type PlainPosted struct {
	model.Message
	Promise string
	Within  int
}

func (m PlainPosted) String() string { return fmt.Sprintf("%v/%s/%d", m.Message, m.Promise, m.Within) }

// PlainBudgets is what is left; 0 where the world has no such budget.
type PlainBudgets struct{ Crashes, Restarts, Starts, Mistakes, Losses, Duplicates int }

// Plain decodes a state.
func (w *World) Plain(s checker.State) Plain {
	var plain Plain
	for p := range w.n {
		t := w.traits(p, s[p])
		process := PlainProcess{Live: s[p] != dead, Fresh: t.fresh, Elections: t.elections, Local: t.state}
		if s[p] == dead {
			process.Local = w.keptBy(s, p)
		}
		for i := range len(t.countdown) {
			process.Timers = append(process.Timers, PlainTimer{t.timers[i], int(t.countdown[i])})
		}
		process.DeadFor = w.deadFor(s, p)
		plain.Processes = append(plain.Processes, process)
		plain.Channels = append(plain.Channels, make([][]model.Message, w.n))
	}
	for i, link := range w.links {
		for _, m := range w.channels.at(w.content(s, i)).messages {
			at := &plain.Channels[link.from][link.to]
			message := *w.channels.messages.at(m)
			if p, clocked := message.(posted); clocked {
				message = PlainPosted{p.Message, promises[p.promise], p.within}
			}
			*at = append(*at, message)
		}
	}
	plain.Leaders = w.leaders.of(s).leaderships
	if w.gst.has(s) {
		plain.Settles = int(s[w.gst.cell])
	}
	left := func(b budget) int { return b.left(s) }
	b := w.budgets
	plain.Budgets = PlainBudgets{
		left(b.crashes), left(b.restarts), left(b.starts), left(b.mistakes), left(b.losses), left(b.duplicates),
	}
	return plain
}

var plainWords = [...]string{
	deliver: "takes", deliverAgain: "takes and keeps", timeout: "timeout", recover_: "recover",
	report: "report", withdraw: "withdraw", detect: "detect", suspect: "suspect",
	draw: "draw", start: "start", crash: "crash", restart: "restart", lose: "lost", tick: "tick", stabilise: "bounds hold", mistakesEnd: "mistakes end",
}

// PlainStep spells a step the way the dumb twin does.
func (w *World) PlainStep(from checker.State, step checker.Step) string {
	m := moveOf(step.Code)
	if m.kind.isNobodys() {
		return plainWords[m.kind]
	}
	process, peer := w.config.IDs[m.process], w.config.IDs[m.peer]
	message := func(takes func(*content) []take) string {
		in := w.channels.at(w.content(from, w.linkOf[m.peer][m.process]))
		return w.channels.spell(takes(in)[m.variant].message)
	}
	text := fmt.Sprintf("%d %s", process, plainWords[m.kind])
	switch m.kind {
	case deliver, deliverAgain:
		text += fmt.Sprintf(" %s of %d", message(func(c *content) []take { return c.takes }), peer)
	case lose:
		text = fmt.Sprintf("lost: %s of %d to %d", message(func(c *content) []take {
			if w.channels.clocked {
				return c.takes
			}
			return c.losses
		}), peer, process)
	case timeout:
		text += fmt.Sprintf(" %v", w.traits(m.process, from[m.process]).timers[m.variant])
	case draw:
		text += fmt.Sprintf(" %d", w.traits(m.process, from[m.process]).choices[m.variant])
	case report, withdraw, detect, suspect:
		text += fmt.Sprintf(" %d", peer)
	}
	if m.crashAfter > 0 {
		text += fmt.Sprintf(", dead after %d", m.crashAfter)
	}
	return text
}

// Sendings spells what leaves in a step, those to the dead included.
func (w *World) Sendings(from checker.State, step checker.Step, to checker.State) []Sending {
	return w.occurrence(from, step, to).Sends
}

// Torn lists candidates that are steps of s though a guard is false, or no steps though none is, and steps that
// are no candidates.
func (w *World) Torn(s checker.State) (torn []string) {
	x := w.expansions.Get().(*expansion)
	defer w.expansions.Put(x)
	steps := map[candidate]bool{}
	x.expand(s, func(step checker.Step, _ checker.State) { steps[x.candidateOf(moveOf(step.Code))] = true })
	for _, a := range x.candidates() {
		if guard := x.guard(a); (guard == "") != steps[a] && !a.inside {
			torn = append(torn, fmt.Sprintf("%+v", a))
		}
		delete(steps, a)
	}
	for a := range steps {
		torn = append(torn, fmt.Sprintf("%+v", a))
	}
	return torn
}

// Rules lists the rules that a process follows in a step.
func (w *World) Rules(from checker.State, step checker.Step) []model.Fired {
	return w.rules(from, moveOf(step.Code))
}

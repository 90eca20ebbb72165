package world

import (
	"fmt"

	"interrex/checker"
	"interrex/model"
)

// An outcome is what becomes of a process that handles an event, in numbers.
type outcome struct {
	local     checker.Cell
	sends     []send
	capped    bool
	saturated bool
}

// A send is a message on its way out: to a place on the ring, or to the next live one.
type send struct {
	to      int
	message number
}

// toNext stands for the next live process on the ring, toPrevious for the one before.
const (
	toNext     = -1
	toPrevious = -2
)

// An event is a model.Event in numbers.
type event struct {
	kind    model.EventKind
	peer    int // Receive: from; Report, Withdraw: of whom; Timeout: which of the armed timers; Choose: which of the choices
	message number
}

func (e event) key(local checker.Cell) uint64 {
	return uint64(e.kind)<<48 | uint64(e.peer)<<32 | uint64(e.message)<<16 | uint64(local)
}

// outcome looks up what event e does to process p in a local state, or finds it out.
func (w *World) outcome(p int, cell checker.Cell, e event) *outcome {
	key := e.key(cell)
	if known := w.outcomes[p].get(key); known != nil {
		return known
	}
	before := w.traits(p, cell)
	after := w.handler.Handle(model.Self{
		ID: w.config.IDs[p], Group: w.group, Local: before.state, Elections: before.elections,
	}, w.spelled(e, before))
	local := local{state: after.Local, elections: after.Elections, hand: w.wind(p, before, after, e)}
	found := outcome{local: w.number(p, local), capped: after.Capped, saturated: after.Saturated}
	if len(after.Sends) > 1<<16-1 {
		panic(checker.Overflow{What: "messages of one step"})
	}
	for _, s := range after.Sends {
		found.sends = append(found.sends, send{w.receiver(p, s), w.channels.messages.number(s.Message)})
	}
	return w.outcomes[p].put(key, found)
}

// receiver is where a message of process p goes to.
func (w *World) receiver(p int, s model.Send) int {
	switch s.To {
	case model.Nobody:
		return toNext
	case model.Behind:
		return toPrevious
	}
	to := w.group.Index(s.To)
	if to < 0 || w.linkOf[p][to] < 0 {
		panic(fmt.Sprintf("P%d sends %v to P%d, and there is no channel from the one to the other", w.config.IDs[p], s.Message, s.To))
	}
	return to
}

// spelled is the event in the model's own terms.
func (w *World) spelled(e event, before *traits) model.Event {
	spelled := model.Event{Kind: e.kind}
	switch e.kind {
	case model.Receive:
		spelled.From = w.config.IDs[e.peer]
		spelled.Message = *w.channels.messages.at(e.message)
	case model.Timeout:
		spelled.Timer = before.timers[e.peer]
	case model.Choose:
		spelled.Value = before.choices[e.peer]
	case model.Report, model.Withdraw:
		spelled.Of = w.config.IDs[e.peer]
	}
	return spelled
}

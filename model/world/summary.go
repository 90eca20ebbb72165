package world

import (
	"fmt"
	"math"

	"interrex/checker"
	"interrex/model"
	"interrex/spec"
)

var _ checker.Summing = (*World)(nil)

// What KeyTransition and Dependencies say of a state in which someone may die depends on little of it: of each local state,
// and of each message that is next in a channel, on its class. A summary has sixteen bits for the circumstances, for
// each process and for each channel.

const partBits, partsInAWord = 16, 64 / partBits

// What is known of the parts of summaries.
type summaries struct {
	classes *memo[uint64] // of local states, by process
	changes *memo[uint64] // of events
	names   *table[string, struct{}]
}

func newSummaries() summaries {
	return summaries{newMemo[uint64](), newMemo[uint64](), newTable("classes", math.MaxInt32, func(string) struct{} { return struct{}{} })}
}

// Summary is part of checker.Summing. Where no one dies any more, what commutes is looked up, and depends on all that a
// state has.
func (w *World) Summary(s checker.State, to []uint64) (summary []uint64, ok bool) {
	if w.isApproximated(s) {
		return to, false
	}
	first := len(to)
	for range (1 + w.n + len(w.links) + partsInAWord - 1) / partsInAWord {
		to = append(to, 0)
	}
	if !w.isSettled(s) || w.approximation() != nil {
		return to, true // there are no keys
	}
	at := 0
	ok = true
	put := func(part uint64) {
		ok = ok && part>>partBits == 0
		to[first+at/partsInAWord] |= part << (at % partsInAWord * partBits)
		at++
	}
	put(1 | bit(w.budgets.crashes.has(s))<<1 | bit(w.isLast(s))<<2 | bit(w.budgets.starts.has(s))<<3)
	for p := range w.n {
		put(w.classOf(p, s[p]))
	}
	for i, link := range w.links {
		part := uint64(0)
		if content := w.content(s, i); content != 0 {
			part = 1 + w.change(link.to, s[link.to], event{model.Receive, link.from, w.channels.at(content).takes[0].message})
		}
		put(part)
	}
	return to, ok
}

// A change is all that visible may look at of an event at a process, but for who is dead and who is fresh.
func (w *World) change(p int, local checker.Cell, e event) uint64 {
	if local == dead {
		return 0
	}
	key := e.key(local) | uint64(p)<<52
	if known := w.summaries.changes.get(key); known != nil {
		return *known
	}
	before, after := w.traits(p, local), w.traits(p, w.outcome(p, local, e).local)
	change := uint64(0)
	if leader := before.status.Elected; leader != after.status.Elected && leader != model.Nobody {
		change = uint64(before.elected+2) << 1
	}
	if d := before.status.Decision; d != spec.Undecided && d != after.status.Decision {
		change |= 1
	}
	return *w.summaries.changes.put(key, change)
}

// classOf is the number of what the laws look at of a local state where someone may die.
func (w *World) classOf(p int, local checker.Cell) uint64 {
	key := uint64(p)<<16 | uint64(local)
	if local == dead {
		return 0
	}
	if known := w.summaries.classes.get(key); known != nil {
		return *known
	}
	t := w.traits(p, local)
	class := fmt.Sprint(len(t.timers) > 0, t.status.Idle, t.elected, t.fresh, t.report, t.withdraw, len(t.choices))
	for _, e := range w.eventsAt(p, local) {
		if e.kind == model.Start || e.kind == model.Detect || e.kind == model.Choose && e.peer == 0 {
			class += fmt.Sprint(" ", e.kind, w.change(p, local, e))
		}
	}
	return *w.summaries.classes.put(key, uint64(w.summaries.names.number(class)+1))
}

package tcp

import (
	"sync/atomic"

	"interrex/impl"
)

// Counters tell what a network has been through since it was opened.
type Counters struct {
	Strangers  uint64 // connections refused before they had proved who they are
	Liars      uint64 // greetings under another's name
	Misfits    uint64 // greetings of another protocol, cluster or election, or of an older incarnation
	Malformed  uint64 // streams ended over something that is not to be said, or is too long
	Reconnects uint64 // streams opened to a member again
	Resent     uint64 // messages that more than one stream has been given
	Duplicates uint64 // messages that came again, and were dropped
	Dropped    uint64 // messages given up: cut off, or meant for an incarnation that is no more
	CutOff     uint64 // members cut off because their queue was full

	Queued map[impl.ID]int // by member, messages that it has not yet taken
}

type counters struct {
	strangers, liars, misfits, malformed, reconnects, resent, duplicates, dropped, cutOff atomic.Uint64
}

// Counters is how things stand.
func (n *Network) Counters() Counters {
	c := &n.counters
	all := Counters{
		Strangers: c.strangers.Load(), Liars: c.liars.Load(), Misfits: c.misfits.Load(), Malformed: c.malformed.Load(),
		Reconnects: c.reconnects.Load(), Resent: c.resent.Load(), Duplicates: c.duplicates.Load(),
		Dropped: c.dropped.Load(), CutOff: c.cutOff.Load(),
		Queued: map[impl.ID]int{},
	}
	for id, p := range n.peers {
		all.Queued[id] = p.queue.length()
	}
	return all
}

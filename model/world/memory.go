package world

import "unsafe"

// What the numbers in states stand for takes memory too: local states, contents of channels, views, and what is remembered of
// each. It is estimated by counting them; what the runtime adds to a map is not known.

// Bytes is part of checker.Numbering.
func (w *World) Bytes() int {
	c := w.channels
	bytes := w.graves.bytes() + c.messages.bytes() + c.kinds.bytes() + c.contents.bytes() + c.heads.bytes() +
		c.pushed.bytes() + c.spelt.bytes() + c.posted.bytes() + c.flows.bytes()
	for p := range w.n {
		bytes += w.locals[p].bytes() + w.outcomes[p].bytes()
	}
	if w.leaders.cell >= 0 {
		bytes += w.leaders.tables.bytes() + w.leaders.longer.bytes()
	}
	if w.suspected.cell >= 0 {
		bytes += w.suspected.sets.bytes() + w.suspected.numbers.bytes()
	}
	if j := w.asked.Load(); j != nil {
		bytes += j.answers.Load().bytes()
	}
	return bytes
}

// Bytes is part of checker.Numbering: the views as well.
func (pk *packing) Bytes() int {
	bytes := pk.World.Bytes()
	bytes += arrayBytes(pk.deeds) + arrayBytes(pk.sends) + arrayBytes(pk.takings) + arrayBytes(pk.records) + arrayBytes(pk.conditions)
	for p := range pk.peers {
		peer := &pk.peers[p]
		bytes += arrayBytes(peer.seen) + arrayBytes(peer.views) + arrayBytes(peer.glances) + arrayBytes(peer.pushed)
		bytes += arrayBytes(peer.ages) + arrayBytes(peer.beyond)
		key := 4 + 4*len(pk.incoming[p])
		lists := elementBytes[number]() + elementBytes[[]uint32]() // of each incoming link: its content, and the losses from it
		bytes += len(peer.numbers) * (key + elementBytes[string]() + elementBytes[uint32]() + lists*len(pk.incoming[p]))
	}
	return bytes
}

func elementBytes[T any]() int {
	var element T
	return int(unsafe.Sizeof(element))
}

// arrayBytes is what an array takes.
func arrayBytes[T any](array []T) int { return cap(array) * elementBytes[T]() }

func (t *table[K, V]) bytes() int {
	values := *t.values.Load()
	return arrayBytes(values) + len(values)*(elementBytes[K]()+elementBytes[number]())
}

func (m *memo[V]) bytes() int {
	return arrayBytes(*m.rows.Load()) + m.used*elementBytes[row[V]]()
}

func (c *contents) bytes() int {
	return len(*c.strands.Load())*chunk*elementBytes[strand]() + arrayBytes(*c.slots.Load()) + c.details.bytes()
}

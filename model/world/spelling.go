package world

import (
	"encoding/binary"

	"interrex/checker"
)

// The kinds of numbers that stand for something else, behind the local states of each process: see Kinds.
const (
	contentKind = iota + 1
	graveKind
	suspicionKind
	leaderKind
)

// Kinds is part of checker.Spelling: each process has its own local states, which are kinds 1 to n.
func (w *World) Kinds() []int {
	kinds := make([]int, w.width)
	for p := range w.n {
		kinds[p] = p + 1
		if w.gravesAt >= 0 {
			kinds[w.gravesAt+p] = w.n + graveKind
		}
	}
	for link := range w.links {
		kinds[w.n+link] = w.n + contentKind
	}
	if w.suspected.cell >= 0 {
		kinds[w.suspected.cell] = w.n + suspicionKind
	}
	if w.leaders.cell >= 0 {
		kinds[w.leaders.cell] = w.n + leaderKind
	}
	return kinds
}

// Spell is part of checker.Spelling.
func (w *World) Spell(kind int, n uint32) (string, error) {
	switch kind -= w.n; kind {
	case contentKind:
		return w.spellContent(n)
	case graveKind:
		return checker.Spell(w.graves.at(n).crashed)
	case suspicionKind:
		return checker.Spell(*w.suspected.sets.at(n))
	case leaderKind:
		return checker.Spell(struct{ leaderships string }{string(w.leaders.tables.at(n).bytes())})
	}
	return checker.Spell(w.locals[kind+w.n-1].at(n).local)
}

// spellContent spells the messages of a channel.
func (w *World) spellContent(n number) (string, error) {
	var all []byte
	for _, m := range w.channels.contents.messages(n) {
		text, err := checker.Spell(struct{ message any }{*w.channels.messages.at(m)})
		if err != nil {
			return "", err
		}
		all = append(binary.AppendUvarint(all, uint64(len(text))), text...)
	}
	return string(all), nil
}

package world

import (
	"encoding/binary"

	"interrex/checker"
)

// The kinds of numbers that stand for something else, behind the local states of each process: see Places.
const (
	contentKind = iota + 1
	graveKind
	suspicionKind
	leaderKind
)

// Places is part of checker.Spelling: each process has its own local states, which are kinds 1 to n.
func (w *World) Places() []checker.Place {
	places := make([]checker.Place, w.width)
	for cell := range places {
		places[cell].Cells = 1
	}
	for p := range w.n {
		places[p].Kind = p + 1
		if w.gravesAt >= 0 {
			places[w.gravesAt+p].Kind = w.n + graveKind
		}
	}
	if w.suspected.cell >= 0 {
		places[w.suspected.cell].Kind = w.n + suspicionKind
	}
	if w.leaders.cell >= 0 {
		places[w.leaders.cell].Kind = w.n + leaderKind
	}
	content := checker.Place{Cells: 1, Kind: w.n + contentKind}
	rest := places[w.n+len(w.links):]
	if w.wide {
		content.Cells, rest = 2, places[w.n+2*len(w.links):]
	}
	spelt := places[:w.n:w.n]
	for range w.links {
		spelt = append(spelt, content)
	}
	return append(spelt, rest...)
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

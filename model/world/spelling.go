package world

import "interrex/checker"

// Kinds is part of checker.Spelling: each component has values of its own.
func (w *World) Kinds() []int {
	kinds := make([]int, w.components)
	for c := range kinds {
		kinds[c] = c + 1
	}
	return kinds
}

// Spell is part of checker.Spelling: an inbox by its messages, not by their numbers.
func (w *World) Spell(kind int, n uint32) (string, error) {
	value := w.machine().Value(kind-1, n)
	v, isProcess := value.(process)
	if !isProcess {
		return checker.Spell(struct{ value any }{value})
	}
	text, err := checker.Spell(v.core)
	for _, l := range v.inbox.envelopes {
		if err != nil {
			break
		}
		var letter string
		letter, err = checker.Spell(l.inTransit)
		text += letter
	}
	return text, err
}

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
	letters := w.letters(v.inbox)
	v.inbox = ""
	text, err := checker.Spell(v)
	for i := 0; i < len(letters) && err == nil; i++ {
		var letter string
		letter, err = checker.Spell(letters[i])
		text += letter
	}
	return text, err
}

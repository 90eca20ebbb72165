package world

import "interrex/checker"

// Kinds implements checker.Spelling: each component has values of its own.
func (w *World) Kinds() []int {
	numbers := make([]int, w.components)
	for c := range numbers {
		numbers[c] = c + 1
	}
	return numbers
}

// Spell implements checker.Spelling: an inbox is spelled by its messages, not by their numbers.
func (w *World) Spell(kind int, n uint32) (string, error) {
	value := w.machine().Value(kind-1, n)
	v, isProcess := value.(process)
	if !isProcess {
		return checker.Spell(struct{ value any }{value})
	}
	text, err := checker.Spell(v.core)
	for l := range v.inbox.envelopes() {
		if err != nil {
			break
		}
		var envelope string
		envelope, err = checker.Spell(l.inTransit)
		text += envelope
	}
	return text, err
}

package world

import (
	"testing"

	"interrex/model"
)

// TestChannelCells: each channel has a cell of its own.
func TestChannelCells(t *testing.T) {
	a, _ := model.Find("ring")
	w := New(Default(a, []model.ID{1, 2, 3}))
	s := make([]uint32, w.width)
	for i := range w.links {
		w.fill(s, i, number(i+1)<<16|7)
	}
	for i := range w.links {
		if got, want := w.content(s, i), number(i+1)<<16|7; got != want {
			t.Errorf("channel %d: put in %x, found %x", i, want, got)
		}
	}
	for _, cell := range append(s[:w.n:w.n], s[w.budgets.crashes.cell:]...) {
		if cell != 0 {
			t.Errorf("a channel is in a cell that is not its own: %v", s)
		}
	}
}

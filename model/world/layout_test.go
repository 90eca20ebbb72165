package world

import (
	"testing"

	"interrex/model"
)

// TestWideChannel: in a wide world a channel takes two cells, and each channel its own.
func TestWideChannel(t *testing.T) {
	a, _ := model.Find("ring")
	for _, wide := range []bool{false, true} {
		w := newWorld(Default(a, []model.ID{1, 2, 3}), wide)
		content := func(link int) number {
			if wide {
				return number(link+1)<<16 | 7
			}
			return number(link + 1)
		}
		s := make([]uint16, w.width)
		for i := range w.links {
			w.fill(s, i, content(i))
		}
		for i := range w.links {
			if got := w.content(s, i); got != content(i) {
				t.Errorf("wide %v, channel %d: put in %x, found %x", wide, i, content(i), got)
			}
		}
		for _, cell := range append(s[:w.n:w.n], s[w.budgets.crashes.cell:]...) {
			if cell != 0 {
				t.Errorf("wide %v: a channel is in a cell that is not its own: %v", wide, s)
			}
		}
	}
}

package study

// A History is the walks that there have been, for undo and redo. The zero value is empty.
type History struct {
	walks []*Walk
	now   int
}

// Do makes a walk the present one. What had been undone is forgotten.
func (h *History) Do(w *Walk) {
	h.walks = append(h.walks[:min(h.now+1, len(h.walks))], w)
	h.now = len(h.walks) - 1
}

// Now is the present walk.
func (h *History) Now() *Walk { return h.walks[h.now] }

// Undo goes back to the walk before. It reports whether there is one.
func (h *History) Undo() bool { return h.move(h.now - 1) }

// Redo takes an Undo back. It reports whether there was one.
func (h *History) Redo() bool { return h.move(h.now + 1) }

func (h *History) move(to int) bool {
	if to < 0 || to >= len(h.walks) {
		return false
	}
	h.now = to
	return true
}

// Replace puts another walk in the place of the present one, as where a position is gone to, which is
// nothing to undo.
func (h *History) Replace(w *Walk) { h.walks[h.now] = w }

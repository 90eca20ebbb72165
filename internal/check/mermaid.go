package check

import (
	"errors"
	"io"
	"slices"

	"interrex/internal/prose"
	"interrex/traces/draw"
)

// Mermaid writes the run to watch, or the first counterexample, as a sequence diagram; a file holds only one. The
// others are named in comments, with the command that draws them. Watch has been called.
func (f *Findings) Mermaid(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("%%%% interrex %s: %s", Version, f.Question.Reproduce())
	w.Line("%%%% %s", f.Verdict())
	if watched := f.Watched; watched != nil {
		w.Line("%%%% drawn: %s", watched.Note)
		return errors.Join(w.Err, draw.Mermaid(out, Told(f.Question.World, watched.Decision)))
	}
	all := slices.DeleteFunc(f.Counterexamples(), func(s Shown) bool { return s.Number > 1 })
	w.Line("%%%% drawn: %s is violated", all[0].Name)
	for _, other := range all[1:] {
		w.Line("%%%% also violated: %s; to draw it, add -property=%s", other.Name, other.Name)
	}
	return errors.Join(w.Err, draw.Mermaid(out, Told(f.Question.World, all[0].Decision)))
}

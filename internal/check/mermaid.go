package check

import (
	"io"

	"interrex/internal/prose"
	"interrex/traces/draw"
)

// Mermaid writes the first counterexample as a sequence diagram; a file holds only one. The
// others are named in comments, with the command that draws them.
func (f *Findings) Mermaid(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("%%%% interrex %s: %s", Version, f.Question.Reproduce())
	w.Line("%%%% %s", f.Verdict())
	var drawn *Decision
	for i, d := range f.Decided {
		switch {
		case d.Story == nil || d.Unasked:
		case drawn == nil:
			drawn = &f.Decided[i]
			w.Line("%%%% drawn: %s is violated", d.Name)
		default:
			w.Line("%%%% also violated: %s; to draw it, add -property=%s", d.Name, d.Name)
		}
	}
	if w.Err != nil {
		return w.Err
	}
	if drawn != nil {
		return draw.Mermaid(out, Told(f.Question.World, *drawn))
	}
	w.Line("sequenceDiagram")
	w.Line("    participant I as %s", f.Question.World.Algorithm.Name)
	w.Line("    Note over I: no counterexample")
	return w.Err
}

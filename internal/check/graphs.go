package check

import (
	"fmt"
	"io"
	"strings"

	"interrex/checker"
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
		case d.Story == nil:
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

// drawable is the greatest number of states that DOT draws as a whole graph.
const drawable = 300

// Dot writes a graph: all states of a small world; for a large one only the counterexamples, with the
// steps that were not taken dashed. If it can draw neither, the graph says so.
func (f *Findings) Dot(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("// interrex %s: %s", Version, f.Question.Reproduce())
	w.Line("// %s", f.Verdict())
	w.Line("digraph %s {", quoted(f.Question.World.Algorithm.Name))
	w.Line("  node [shape=box, fontname=\"monospace\", fontsize=10]")
	w.Line("  edge [fontname=\"monospace\", fontsize=9]")
	d := &dot{Writer: w, system: f.World, names: map[string]string{}, bold: map[string]bool{}}
	for _, decided := range f.Decided {
		if decided.Path != nil {
			d.mark(decided.Path)
		}
	}
	switch {
	case f.Counts.States <= drawable && !f.isCut():
		d.whole()
	case len(d.order) > 0:
		d.paths()
	case f.isCut():
		w.Line("  note [shape=plaintext, label=%s]", quoted("not all states were explored: bounded by "+f.bound()+";\nno counterexample to draw instead"))
	default:
		w.Line("  note [shape=plaintext, label=%s]", quoted(fmt.Sprintf(
			"%s states are too many to draw (%d at most);\nno counterexample to draw instead", prose.Grouped(f.Counts.States), drawable)))
	}
	w.Line("}")
	return w.Err
}

// isCut reports whether reachable states may have been left out. What a bound of the model switches off is
// not reachable.
func (f *Findings) isCut() bool {
	switch f.Counts.Bound {
	case "", "elections", "capacity", "elections, capacity":
		return false
	}
	return true
}

// A dot writes states as nodes, called by the order in which they first appear.
type dot struct {
	*prose.Writer
	system interface {
		checker.System
		checker.Describer
	}
	names map[string]string
	bold  map[string]bool // by source, step and target: the steps of counterexamples
	order []checker.State // the states of counterexamples
}

func key(s checker.State) string { return fmt.Sprint([]checker.Cell(s)) }

// mark remembers the states and steps of a path.
func (d *dot) mark(p *checker.Path) {
	at := p.Initial
	d.order = append(d.order, at)
	for _, ts := range [][]checker.Transition{p.Stem, p.Cycle} {
		for _, t := range ts {
			d.bold[key(at)+fmt.Sprint(t.Step.Code)+key(t.To)] = true
			at = t.To
			d.order = append(d.order, at)
		}
	}
}

// node returns the name of a state, and declares it where it is new.
func (d *dot) node(s checker.State) string {
	name, known := d.names[key(s)]
	if !known {
		name = fmt.Sprintf("s%d", len(d.names))
		d.names[key(s)] = name
		d.Line("  %s [label=%s]", name, quoted(strings.ReplaceAll(d.system.DescribeState(s), " | ", "\n")))
	}
	return name
}

// whole draws every reachable state, breadth first.
func (d *dot) whole() {
	var queue []checker.State
	see := func(s checker.State) {
		if _, known := d.names[key(s)]; !known {
			d.node(s)
			queue = append(queue, append(checker.State(nil), s...))
		}
	}
	d.system.Init(see)
	for ; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		d.steps(from, "", see)
	}
}

// paths draws the counterexamples, and where else one could have gone.
func (d *dot) paths() {
	done := map[string]bool{}
	for _, s := range d.order {
		d.node(s)
	}
	for _, s := range d.order {
		if !done[key(s)] {
			done[key(s)] = true
			d.steps(s, ", style=dashed, color=gray", func(checker.State) {})
		}
	}
}

// steps draws the steps out of a state, those of counterexamples in bold, others in a given style.
func (d *dot) steps(from checker.State, style string, see func(checker.State)) {
	d.system.Steps(from, func(Step checker.Step, to checker.State) {
		if to == nil {
			return
		}
		see(to)
		look := style
		if d.bold[key(from)+fmt.Sprint(Step.Code)+key(to)] {
			look = ", color=red, penwidth=2"
		}
		d.Line("  %s -> %s [label=%s%s]", d.node(from), d.node(to), quoted(d.system.DescribeStep(from, Step)), look)
	})
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

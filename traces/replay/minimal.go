package replay

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"interrex/traces"
)

// A Least is a trace that still diverges, and from which no event can be left out.
type Least struct {
	Folder string
	Events int
	Of     int
}

// attempts is how many smaller traces are tried.
const attempts = 4000

// A line is one of a trace in memory, with its node.
type line struct {
	place int
	head  *traces.Header
	event *traces.Event
}

// Minimal writes into a folder the least trace that diverges as a longer one does: by the same action,
// at the same guard. It keeps the causes of the divergence, and leaves out, piece by piece, what of
// them is not needed; what is left is numbered anew.
func (t Trace) Minimal(o Options, found *Report, folder string) (*Least, error) {
	if t.liesIn(folder) {
		return nil, fmt.Errorf("%s: the trace itself is there; the least one needs another folder", folder)
	}
	lines, h, err := t.causes(o, found.Diverged)
	if err != nil {
		return nil, err
	}
	o.Crashed = func(int) bool { return true }
	diverges := func(lines []line) bool {
		r, err := Follow(sources(lines, h), o)
		return err == nil && r.Diverged != nil && r.Diverged.Guard == found.Diverged.Guard &&
			r.Diverged.Action == found.Diverged.Action && r.Diverged.Node == found.Diverged.Node
	}
	if diverges(lines) {
		lines = reduce(lines, diverges)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	for _, s := range sources(lines, h) {
		text, _ := io.ReadAll(s.From)
		if err := os.WriteFile(folder+"/"+s.Name, text, 0o644); err != nil {
			return nil, err
		}
	}
	return &Least{folder, countEvents(lines), found.Events}, nil
}

// liesIn reports whether a file of the trace is in a folder.
func (t Trace) liesIn(folder string) bool {
	is, err := os.Stat(filepath.Clean(folder)) // which need not be there yet
	return err == nil && slices.ContainsFunc(t.Files, func(file string) bool {
		other, err := os.Stat(filepath.Dir(file))
		return err == nil && os.SameFile(is, other)
	})
}

// causes reads the lines that happened before a divergence, in an order that respects causes.
func (t Trace) causes(o Options, d *Divergence) (lines []line, h *traces.Header, err error) {
	list, closeAll, err := t.Open()
	defer closeAll()
	if err != nil {
		return nil, nil, err
	}
	m, err := traces.NewMerge(list)
	if err != nil {
		return nil, nil, err
	}
	m.Crashed = o.Crashed
	for {
		moment, err := m.Next()
		if errors.Is(err, io.EOF) {
			return lines, m.Header, nil
		}
		if err != nil {
			return nil, nil, err
		}
		l := line{place: moment.Place, head: moment.Line.Header, event: moment.Line.Event}
		own := moment.Incarnation * traces.Era
		if l.event != nil {
			own = l.event.Clock[l.place]
		}
		if (l.head != nil || l.event != nil) && own <= d.Clock[l.place] {
			lines = append(lines, l)
		}
	}
}

// reduce leaves out halves, quarters, …, single lines, as long as what is left diverges.
func reduce(lines []line, diverges func([]line) bool) []line {
	tries := 0
	for size := len(lines) / 2; size > 0; {
		smaller := false
		for from := 0; from < len(lines) && tries < attempts; {
			tries++
			rest := slices.Concat(lines[:from], lines[min(from+size, len(lines)):])
			if len(rest) > 0 && diverges(rest) {
				lines, smaller = rest, true
			} else {
				from += size
			}
		}
		if !smaller || size > 1 {
			size /= 2
		}
	}
	return lines
}

func countEvents(lines []line) (n int) {
	for _, l := range lines {
		if l.event != nil {
			n++
		}
	}
	return n
}

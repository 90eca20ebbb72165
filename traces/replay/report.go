package replay

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"interrex/traces"
)

// A Verdict is what became of a trace.
type Verdict string

const (
	Accepted     Verdict = "accepted"
	Diverges     Verdict = "diverges"
	Inconclusive Verdict = "inconclusive"
)

// A Report is what was found.
type Report struct {
	Algorithm string
	Ring      bool // its nodes stand in a ring
	Run       string
	IDs       []int
	Verdict   Verdict
	Events    int // recorded
	Followed  int // of which a step of the model explains
	Counts    Counts
	Stopped   *Place      // of an inconclusive trace
	Why       string      // it is inconclusive
	Diverged  *Divergence // of a trace that diverges
	Killed    []traces.Unended
}

// Counts are the adversary's steps that a run needs, recorded and silent.
type Counts struct {
	Ended       int // incarnations
	Restarts    int
	Starts      int
	Detections  int // of a dead leader, rightly or not
	Reports     int // of a failure detector, rightly or not
	Suspicions  int // that failure detectors have begun, rightly or not
	Disputes    int // heard of a leader beside the one elected
	Unmade      int // steps that did not happen although their line was written
	LostAtDeath int // messages that went with an incarnation
	Held        int // messages for a later incarnation of their receiver
	PassedOver  int // members that a message on a ring went past
	Resent      int // messages on a ring
	Losses      int // on a channel between two that lived
	Duplicates  int
	Reorderings int
	Unrecorded  int // incarnations of which there is no line
	Stutters    int // events that change no variable of the page
}

// A Place is an event of a trace.
type Place struct {
	File string
	Line int
	Node int
	Seq  uint64
}

// String is FILE:LINE.
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// A Divergence is an event that no step of the model explains, though all that it depends on has
// been explained.
type Divergence struct {
	Place
	Action      string // in words
	Incarnation uint64
	Guard       string   // the first that is false
	Values      string   // with which it is
	Held        []Local  // the model state of the node before the event; nil before its first
	Enabled     []string // what the node could have done instead
	Differences []Difference
	Clock       []uint64
}

// A Local is the local state of a node, in words.
type Local struct {
	Node      int
	At        string // after which line
	Variables []traces.Variable
}

// A Difference is between what the model does and what was recorded.
type Difference struct {
	What     string `json:"what"` // a variable, or a message
	Model    string `json:"model"`
	Recorded string `json:"recorded"`
}

// Write describes a divergence: the recorded event, the model's state, its enabled and its expected steps, and
// the first false guard.
func (d *Divergence) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: node %d, incarnation %d, event %d: %s\n", d.Place, d.Node, d.Incarnation, d.Seq, d.Action)
	fmt.Fprintf(&b, "  must be so: %s\n", d.Guard)
	fmt.Fprintf(&b, "  but:        %s\n", d.Values)
	for _, l := range d.Held {
		fmt.Fprintf(&b, "  model held: node %d after %s: %s\n", l.Node, l.At, words(l.Variables))
	}
	if len(d.Held) == 0 {
		fmt.Fprintf(&b, "  model held: node %d has not begun\n", d.Node)
	}
	fmt.Fprintf(&b, "  enabled:    %s\n", list(d.Enabled))
	for _, one := range d.Differences {
		fmt.Fprintf(&b, "  %s\n    - %s\n    + %s\n", one.What, one.Model, one.Recorded)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A Least is the trace that [Trace.Minimal] has written. It may not be minimal: attempts bounds the search.
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

// Minimal writes into a folder a shortened trace that diverges as the longer one does: by the same action,
// at the same guard. It keeps only the causes of the divergence, drops the unneeded ones piece by piece,
// and renumbers the rest. If the causes alone do not diverge so, it writes all of them.
func (t Trace) Minimal(o Options, found *Report, folder string) (*Least, error) {
	if t.liesIn(folder) {
		return nil, fmt.Errorf("%s: the folder of the trace itself; the reduced one needs another folder", folder)
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

// reduce removes halves, quarters, …, single lines, as long as the rest diverges.
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

package replay

import (
	"fmt"
	"io"
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
	Guard       string // the first that is false
	Values      string // with which it is
	At          string // the line after which the model's node stood as follows; "": it has not begun
	Variables   []traces.Variable
	Enabled     []string // what the node could have done instead
	Differences []Difference
	Clock       []uint64
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
	held := "has not begun"
	if d.At != "" {
		held = "after " + d.At + ": " + words(d.Variables)
	}
	fmt.Fprintf(&b, "  model held: node %d %s\n", d.Node, held)
	fmt.Fprintf(&b, "  enabled:    %s\n", list(d.Enabled))
	for _, one := range d.Differences {
		fmt.Fprintf(&b, "  %s\n    - %s\n    + %s\n", one.What, one.Model, one.Recorded)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

package simulate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"interrex/impl"
	"interrex/impl/network/memory"
)

// A Plan is a run before it has happened.
type Plan struct {
	Algorithm string    // as impl.Find finds it
	Members   []impl.ID // in ring order
	Seed      uint64    // of all that nodes and network draw
	Channels  memory.Faults
	Rates     []float64     // of the members' clocks, beside Members: 1 is right
	Faults    []Fault       // each numbered by its place
	Length    time.Duration // of the first phase: all faults are over by then
}

// A Kind of fault is printed as it is.
type Kind string

// What may happen to a group. Who crashes comes back when the fault is over.
const (
	Crash       Kind = "crash"
	CrashInside Kind = "crash inside a broadcast" // after so many messages more
	LostDisk    Kind = "crash and loss of the disk"
	Pause       Kind = "pause"
	Cut         Kind = "cut"       // one way
	Partition   Kind = "partition" // who shares no side does not hear one another
	SlowDisk    Kind = "slow disk"
)

// A Fault begins, lasts, and is over.
type Fault struct {
	Kind     Kind
	At, For  time.Duration
	Node     impl.ID
	To       impl.ID     // of a cut
	Messages int         // of a crash inside a broadcast
	Sides    [][]impl.ID // of a partition; they may overlap
}

// crashes reports whether a process dies of it.
func (f Fault) crashes() bool {
	return f.Kind == Crash || f.Kind == CrashInside || f.Kind == LostDisk
}

// String prints: 1.2s to 3.4s: pause of 3.
func (f Fault) String() string {
	span := fmt.Sprintf("%v to %v: %s", f.At, f.At+f.For, f.Kind)
	switch f.Kind {
	case Partition:
		return fmt.Sprintf("%s %v", span, f.Sides)
	case Cut:
		return fmt.Sprintf("%s from %v to %v", span, f.Node, f.To)
	case CrashInside:
		return fmt.Sprintf("%s of %v, after %d messages", span, f.Node, f.Messages)
	}
	return fmt.Sprintf("%s of %v", span, f.Node)
}

// String prints a plan, a fault a line, each with its number.
func (p Plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, members %v, seed %d, %+v, clocks %v, %v", p.Algorithm, p.Members, p.Seed, p.Channels, p.Rates, p.Length)
	for i, f := range p.Faults {
		fmt.Fprintf(&b, "\n%3d  %v", i, f)
	}
	return b.String()
}

// Only is the plan with no other faults than those of the numbers given.
func (p Plan) Only(numbers []int) Plan {
	var kept []Fault
	for i, f := range p.Faults {
		if slices.Contains(numbers, i) {
			kept = append(kept, f)
		}
	}
	p.Faults = kept
	return p
}

// Owed reports whether a leader is owed once all is healed: whether nothing happens that the
// algorithm does not bear.
func (p Plan) Owed() bool {
	a, err := impl.Find(p.Algorithm)
	return err == nil && PromiseOf(a).Mistakes || p.Channels.BeatLoss == 0 && !slices.ContainsFunc(p.Faults, func(f Fault) bool {
		return f.crashes() || f.Kind != SlowDisk && f.For > unnoticed
	})
}

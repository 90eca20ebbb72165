package simulate

import (
	"fmt"
	"math/rand/v2"
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

// A Kind of fault; its text is what is printed.
type Kind string

// What may happen to a group. A member that crashes comes back when the fault is over.
const (
	Crash       Kind = "crash"
	CrashInside Kind = "crash inside a broadcast" // after a number of further messages
	LostDisk    Kind = "crash and loss of the disk"
	Pause       Kind = "pause"
	Cut         Kind = "cut"       // one way
	Partition   Kind = "partition" // members in different sides do not hear one another
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

// Owed reports whether a leader must be elected after healing: whether the algorithm survives all faults of
// the plan.
func (p Plan) Owed() bool {
	a, err := impl.Find(p.Algorithm)
	return err == nil && PromiseOf(a).Mistakes || p.Channels.BeatLoss == 0 && !slices.ContainsFunc(p.Faults, func(f Fault) bool {
		return f.crashes() || f.Kind != SlowDisk && f.For > unnoticed
	})
}

// heartbeat is the period of a simulated node's heartbeats.
const heartbeat = 100 * time.Millisecond

// unnoticed is the longest silence of a member or a link without a suspicion: less than the time between two
// heartbeats, so that at most one is missed, and three are tolerated.
const unnoticed = 80 * time.Millisecond

// drift is how much too fast or too slow a clock may be.
const drift = 0.05

// A Manner selects the kinds of faults of a plan.
type Manner int

const (
	Rough  Manner = iota // all
	Gentle               // only faults that the algorithm survives, so that a leader must be elected
)

// Draw makes a plan of a seed. LostDisk is drawn only for algorithms without stable storage.
func Draw(a impl.Algorithm, seed uint64, how Manner) Plan {
	rng := rand.New(rand.NewPCG(seed, uint64(how)))
	p := Plan{
		Algorithm: a.String(), Seed: seed,
		Channels: memory.Faults{Least: time.Millisecond, Most: time.Duration(2+rng.IntN(19)) * time.Millisecond},
	}
	for _, i := range rng.Perm(2 + rng.IntN(4)) {
		p.Members = append(p.Members, impl.ID(i+1))
		p.Rates = append(p.Rates, 1+drift*(2*rng.Float64()-1))
	}
	gentle := how == Gentle && !PromiseOf(a).Mistakes
	if !gentle {
		p.Channels.BeatLoss = 0.2 * rng.Float64()
		p.Channels.Silent = rng.IntN(3) == 0
	}
	kinds := []Kind{Pause, Cut, Partition, SlowDisk}
	if !gentle {
		kinds = append(kinds, Crash, CrashInside)
		if !a.Keeps {
			kinds = append(kinds, LostDisk)
		}
	}
	faults := 1 + rng.IntN(6)
	for i := range faults {
		f := p.fault(rng, kinds[rng.IntN(len(kinds))])
		f.At = time.Duration(rng.Int64N(int64(6 * time.Second)))
		f.For = time.Duration(rng.Int64N(int64(5 * time.Second)))
		if gentle { // one after the other, so that they do not add up
			f.At, f.For = time.Duration(i+1)*time.Second, f.For%unnoticed
		}
		p.Faults, p.Length = append(p.Faults, f), max(p.Length, f.At+f.For)
	}
	return p
}

// fault draws the target and details of a fault.
func (p *Plan) fault(rng *rand.Rand, k Kind) Fault {
	group := len(p.Members)
	at := rng.IntN(group)
	f := Fault{Kind: k, Node: p.Members[at]}
	switch k {
	case CrashInside:
		f.Messages = rng.IntN(group)
	case Cut:
		f.To = p.Members[(at+1+rng.IntN(group-1))%group]
	case Partition: // each is on the one side, on the other, or between them
		f.Node, f.Sides = impl.Nobody, make([][]impl.ID, 2)
		for _, id := range p.Members {
			side := rng.IntN(3)
			if side != 1 {
				f.Sides[0] = append(f.Sides[0], id)
			}
			if side != 0 {
				f.Sides[1] = append(f.Sides[1], id)
			}
		}
	}
	return f
}

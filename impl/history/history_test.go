// Package history records what an election's clients do to a register behind a fence.Guard, and checks it for linearizability
// with porcupine (A. Athalye; after G. Lowe, Testing for linearizability, 2017). A node that believes it leads writes to the
// register. It reads it once, when its leadership begins, and then answers from memory, since no other node writes. Each
// operation carries a token, and may be late by the longest pause of a process. If a term has at most one leader, the
// history is linearizable with the guard.
package history

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anishathalye/porcupine"

	"interrex/impl"
	"interrex/impl/fence"
	"interrex/impl/network"
	"interrex/impl/node"
	"interrex/impl/simulate"
	"interrex/internal/testlevel"
)

var seeds = flag.Uint64("seeds", 5, "how many runs of each kind")

// longest is how long a check may take. One that takes longer has failed.
const longest = 20 * time.Second

// A resource is the leader's register, with the history of its use. Refused operations have no effect and are left out.
type resource struct {
	fenced bool // the guard is on
	seed   uint64

	guard   fence.Guard
	value   int
	written int // the last chosen value; values are unique

	mu         sync.Mutex
	operations []porcupine.Operation
}

// A write puts a value into the register; a read gives it.
type (
	write struct{ value int }
	read  struct{}
)

// add records an operation that ends now.
func (r *resource) add(client impl.ID, began time.Time, input, output any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.operations = append(r.operations, porcupine.Operation{
		ClientId: int(client) - 1, Input: input, Call: began.UnixNano(), Output: output, Return: time.Now().UnixNano(),
	})
}

// register is the model of a register that holds 0 at first.
var register = porcupine.Model{
	Init: func() any { return 0 },
	Step: func(state, input, output any) (bool, any) {
		if w, is := input.(write); is {
			return true, w.value
		}
		return output.(int) == state.(int), state
	},
	DescribeOperation: func(input, output any) string {
		if w, is := input.(write); is {
			return fmt.Sprintf("write %d", w.value)
		}
		return fmt.Sprintf("read: %v", output)
	},
}

// A client acts beside one member, one operation after the other.
type client struct {
	of   *resource
	self impl.ID
	lane int // of instants
	lots *rand.Rand

	in     *node.Node // the node in which it led
	term   int        // the term in which it led
	memory int        // its copy of the register then
}

// clientLane follows the lanes of nodes, network and disks.
const clientLane = 1<<13 + 1<<10

// soon is the delay of a message; operations are twice as far apart.
const soon = 20 * time.Millisecond

// client is run beside each member of a simulated group, until the context is done.
func (r *resource) client(ctx context.Context, s *simulate.Stage, self impl.ID) {
	c := &client{of: r, self: self, lane: clientLane + int(self), lots: rand.New(rand.NewPCG(r.seed, uint64(self)))}
	for ctx.Err() == nil {
		c.pass(2 * soon)
		if n := s.Node(self); n != nil {
			c.act(n)
		}
	}
}

// pass waits for up to most, to a moment of its own.
func (c *client) pass(most time.Duration) {
	now := time.Now()
	<-time.After(network.Instant(now.Add(1+time.Duration(c.lots.Int64N(int64(most)))), c.lane).Sub(now))
}

// act is one operation of a leader: a read or a write.
func (c *client) act(n *node.Node) {
	began := time.Now()
	token, err := n.Token()
	if err != nil {
		return
	}
	c.pass(c.late())
	remembers := c.in == n && c.term == token.Term
	writes := c.lots.IntN(2) == 0
	var found int
	if c.of.use(token, func(r *resource) {
		if writes {
			r.written++
			r.value = r.written
		}
		found = r.value
	}) != nil {
		return
	}
	if writes || !remembers {
		c.in, c.term, c.memory = n, token.Term, found
	}
	c.pass(soon) // the answer is on its way
	if writes {
		c.of.add(c.self, began, write{found}, nil)
	} else {
		c.of.add(c.self, began, read{}, c.memory)
	}
}

// late is the delay of an operation: at times as long as the longest pause of a process.
func (c *client) late() time.Duration {
	if c.lots.IntN(100) == 0 {
		return 3 * time.Second
	}
	return soon
}

// use acts on the resource, if the guard admits the token.
func (r *resource) use(t fence.Token, act func(*resource)) error {
	if !r.fenced {
		t = fence.Token{} // which is never stale where there is no other
	}
	return r.guard.Do(t, func() error { act(r); return nil })
}

// A setting is a group, its plan and its resource.
type setting struct {
	plan   simulate.Plan
	fenced bool
	adapt  func(*node.Options)
}

// verdict makes a run and decides whether its history is linearizable. A picture of the history is an artifact.
func (s setting) verdict(t *testing.T) porcupine.CheckResult {
	t.Helper()
	r := &resource{fenced: s.fenced, seed: s.plan.Seed}
	synctest.Test(t, func(t *testing.T) {
		if err := simulate.Run(s.plan, simulate.Options{Client: r.client, Adapt: s.adapt}); err != nil {
			t.Errorf("%v\n%v", s.plan, err)
		}
	})
	if len(r.operations) < 50 {
		t.Errorf("%d operations are too few to say anything", len(r.operations))
	}
	verdict, info := porcupine.CheckOperationsVerbose(register, r.operations, longest)
	err := porcupine.VisualizePath(register, info, filepath.Join(t.ArtifactDir(), fmt.Sprintf("%s-%d.html", s.plan.Algorithm, s.plan.Seed)))
	if err != nil || verdict == porcupine.Unknown {
		t.Fatalf("%v, %v", verdict, err)
	}
	return verdict
}

func raft(t *testing.T) impl.Algorithm {
	t.Helper()
	a, err := impl.Find("raft")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestRaftIsLinearizable: under any faults, and with all of its options, if there is a guard.
func TestRaftIsLinearizable(t *testing.T) {
	for options := range 4 {
		for seed := range *seeds {
			t.Run(fmt.Sprintf("%d/%d", options, seed), func(t *testing.T) {
				if got := (setting{
					plan: simulate.Draw(raft(t), seed, simulate.Rough), fenced: true,
					adapt: func(o *node.Options) { o.Config.PreVote, o.Config.CheckQuorum = options&1 != 0, options&2 != 0 },
				}).verdict(t); got != porcupine.Ok {
					t.Errorf("the register: %v", got)
				}
			})
		}
	}
}

// isolation cuts off one member after the other, so that the leader is for a while, unless who comes
// back deposes it before.
func isolation(algorithm string, seed uint64) simulate.Plan {
	p := simulate.Plan{
		Algorithm: algorithm, Members: []impl.ID{1, 2, 3}, Seed: seed, Rates: []float64{1, 1, 1}, Length: 32 * time.Second,
	}
	p.Channels.Least, p.Channels.Most = time.Millisecond, 20*time.Millisecond
	for i, id := range p.Members {
		others := slices.DeleteFunc(slices.Clone(p.Members), func(other impl.ID) bool { return other == id })
		p.Faults = append(p.Faults, simulate.Fault{
			Kind: simulate.Partition, At: time.Duration(10*i+3) * time.Second, For: 8 * time.Second, Sides: [][]impl.ID{{id}, others},
		})
	}
	return p
}

// TestWithoutTheGuard: a raft that is cut off goes on to lead, and answers from memory. Its clients see
// it, and the guard prevents it.
func TestWithoutTheGuard(t *testing.T) {
	testlevel.Alone(t)
	for seed := range *seeds {
		for _, fenced := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d/fenced=%t", seed, fenced), func(t *testing.T) {
				want := porcupine.Illegal
				if fenced {
					want = porcupine.Ok
				}
				if got := (setting{
					plan: isolation("raft", seed), fenced: fenced,
					adapt: func(o *node.Options) { o.Config.PreVote = true }, // who comes back deposes nobody
				}).verdict(t); got != want {
					t.Errorf("the register: %v, want %v", got, want)
				}
			})
		}
	}
}

// TestBullyUnderAPartition: two bullies lead in what both count as the first term. Their clients see it;
// and where a guard cannot tell their tokens apart, in some runs they see it through the guard.
func TestBullyUnderAPartition(t *testing.T) {
	slipped := false
	for seed := range *seeds {
		for _, fenced := range []bool{true, false} {
			t.Run(fmt.Sprintf("%d/fenced=%t", seed, fenced), func(t *testing.T) {
				p := isolation("bully", seed)
				p.Faults = []simulate.Fault{{Kind: simulate.Partition, For: 8 * time.Second, Sides: [][]impl.ID{{1, 2}, {3}}}}
				got := setting{plan: p, fenced: fenced}.verdict(t)
				if !fenced && got != porcupine.Illegal {
					t.Errorf("the register: %v", got)
				}
				slipped = slipped || fenced && got == porcupine.Illegal
			})
		}
	}
	if !slipped {
		t.Error("the guard has told the tokens apart in all runs")
	}
}

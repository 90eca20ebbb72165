package history

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anishathalye/porcupine"

	"interrex/impl"
	"interrex/impl/node"
	"interrex/impl/simulate"
	"interrex/internal/testlevel"
)

var seeds = flag.Uint64("seeds", 5, "how many runs of each kind")

// longest is how long a check may take. One that takes longer has failed.
const longest = 20 * time.Second

// A setting is a group, its plan and its resource.
type setting struct {
	plan   simulate.Plan
	fenced bool
	adapt  func(*node.Options)
}

// verdicts makes a run and checks both of its histories: who leads, and what is in the register.
func verdicts(t *testing.T, s setting) (leaders, values porcupine.CheckResult) {
	t.Helper()
	a, err := impl.Find(s.plan.Algorithm)
	if err != nil {
		t.Fatal(err)
	}
	r := &Resource{Fenced: s.fenced, Terms: a.Terms, Seed: s.plan.Seed}
	synctest.Test(t, func(t *testing.T) {
		if err := simulate.Run(s.plan, simulate.Options{Client: r.Client, Adapt: s.adapt}); err != nil {
			t.Errorf("%v\n%v", s.plan, err)
		}
	})
	if r.Leaders.Len() < 50 || r.Values.Len() < 50 {
		t.Errorf("%d answers and %d acts are too few to say anything", r.Leaders.Len(), r.Values.Len())
	}
	check := func(h *History, m string) porcupine.CheckResult {
		model, file := WhoLeads(), fmt.Sprintf("%s-%d-%s.html", s.plan.Algorithm, s.plan.Seed, m)
		if m == "values" {
			model = Register()
		}
		verdict, err := h.Check(model, longest, filepath.Join(t.ArtifactDir(), file))
		if err != nil || verdict == porcupine.Unknown {
			t.Fatalf("%s: %v, %v", m, verdict, err)
		}
		return verdict
	}
	return check(&r.Leaders, "leaders"), check(&r.Values, "values")
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
				leaders, values := verdicts(t, setting{
					plan: simulate.Draw(raft(t), seed, simulate.Rough), fenced: true,
					adapt: func(o *node.Options) { o.Config.PreVote, o.Config.CheckQuorum = options&1 != 0, options&2 != 0 },
				})
				if leaders != porcupine.Ok || values != porcupine.Ok {
					t.Errorf("who leads: %v; the register: %v", leaders, values)
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
				leaders, values := verdicts(t, setting{
					plan: isolation("raft", seed), fenced: fenced,
					adapt: func(o *node.Options) { o.Config.PreVote = true }, // who comes back deposes nobody
				})
				if leaders != porcupine.Ok || values != want {
					t.Errorf("who leads: %v; the register: %v, want %v", leaders, values, want)
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
				leaders, values := verdicts(t, setting{plan: p, fenced: fenced})
				if leaders != porcupine.Illegal || !fenced && values != porcupine.Illegal {
					t.Errorf("who leads: %v; the register: %v", leaders, values)
				}
				slipped = slipped || fenced && values == porcupine.Illegal
			})
		}
	}
	if !slipped {
		t.Error("the guard has told the tokens apart in all runs")
	}
}

// TestBullyWhereItsWorldIsKept: while nobody is cut off bullies are as good as any, also if they die.
func TestBullyWhereItsWorldIsKept(t *testing.T) {
	for seed := range *seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := isolation("bully", seed)
			p.Faults = []simulate.Fault{{Kind: simulate.Crash, At: 6 * time.Second, For: 3 * time.Second, Node: 3}}
			leaders, values := verdicts(t, setting{plan: p, fenced: true})
			if leaders != porcupine.Ok || values != porcupine.Ok {
				t.Errorf("who leads: %v; the register: %v", leaders, values)
			}
		})
	}
}

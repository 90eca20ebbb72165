package replay_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/node"
	"interrex/impl/simulate"
	"interrex/internal/testlevel"
	"interrex/traces"
	"interrex/traces/replay"
)

// go test ./traces/replay -run TestSimulation -seeds=1000 simulates more; with -seed one run.
var (
	seeds   = flag.Uint64("seeds", 8, "how many runs of each algorithm are simulated")
	oneSeed = flag.Int64("seed", -1, "the seed of the only run to be simulated")
	keep    = flag.String("keep", "", "the folder in which the traces of simulated runs are kept")
)

// TestSimulation lets groups elect under faults that are drawn: half of the seeds draw only what the
// algorithm bears. Each run does what simulate.Run asks of it, is a run of the model, and is the same,
// byte for byte, when it is repeated.
func TestSimulation(t *testing.T) {
	testlevel.Alone(t)
	for i, a := range impl.Algorithms() {
		if !testlevel.OneOf(4, i) {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			for seed := range *seeds {
				if *oneSeed >= 0 {
					seed = uint64(*oneSeed)
				}
				trial(t, a, seed)
				if *oneSeed >= 0 {
					return
				}
			}
		})
	}
}

// TestSimulationOfConsensus: upon whatever election it rests, its runs are runs of the model.
func TestSimulationOfConsensus(t *testing.T) {
	testlevel.Alone(t)
	for i, of := range impl.Algorithms() {
		if of.On == "" && testlevel.OneOf(4, i) {
			t.Run(of.Name, func(t *testing.T) {
				for seed := range uint64(2) { // one of each manner
					if err := twice(t, drawn(impl.Consensus(of), seed), ""); err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
				}
			})
		}
	}
}

// drawn is the plan of a seed.
func drawn(a impl.Algorithm, seed uint64) simulate.Plan {
	return simulate.Draw(a, seed, simulate.Manner(seed%2))
}

// trial makes the run of a seed.
func trial(t *testing.T, a impl.Algorithm, seed uint64) {
	p := drawn(a, seed)
	if err := twice(t, p, filepath.Join(*keep, a.Name, strconv.FormatUint(seed, 10))); err != nil {
		t.Errorf("%v\n%v\nagain: go test ./traces/replay -run 'TestSimulation/^%s$' -seed=%d", p, err, a.Name, seed)
	}
}

// twice makes a run two times, and follows it through the model. It says what is wrong.
func twice(t *testing.T, p simulate.Plan, folder string) error {
	if *keep == "" || folder == "" {
		folder = t.TempDir()
	} else if err := os.RemoveAll(folder); err != nil {
		return err
	}
	again := t.TempDir()
	var wrong error
	options := func(o *node.Options) { o.Config.PreVote, o.Config.CheckQuorum = p.Seed&2 != 0, p.Seed&4 != 0 }
	synctest.Test(t, func(*testing.T) { wrong = simulate.Run(p, simulate.Options{Folder: folder, Adapt: options}) })
	synctest.Test(t, func(*testing.T) { _ = simulate.Run(p, simulate.Options{Folder: again, Adapt: options}) })
	return errors.Join(wrong, same(p, folder, again), explained(folder))
}

// same compares the traces of two runs.
func same(p simulate.Plan, a, b string) error {
	for _, id := range p.Members {
		name := traces.FileName(int(id))
		first, err := os.ReadFile(filepath.Join(a, name))
		if err != nil {
			return err
		}
		second, err := os.ReadFile(filepath.Join(b, name))
		if err != nil {
			return err
		}
		if !bytes.Equal(first, second) {
			return fmt.Errorf("the seed is no run: two differ in %s", name)
		}
	}
	return nil
}

// explained follows a run through the model.
func explained(folder string) error {
	found, err := replay.Find([]string{folder})
	if err != nil {
		return err
	}
	r, err := found[0].Replay(replay.Options{})
	switch {
	case err != nil:
		return err
	case r.Verdict != replay.Accepted:
		return fmt.Errorf("%s: %s%s", r.Verdict, told(r), r.Why)
	case r.Followed != r.Events || r.Events == 0:
		return fmt.Errorf("%d events of %d are explained", r.Followed, r.Events)
	}
	return nil
}

// TestSimulationFindsALostDisk: a raft that forgets its vote is no run of the model; with the other faults alone it is one.
func TestSimulationFindsALostDisk(t *testing.T) {
	a, err := impl.Find("raft")
	if err != nil {
		t.Fatal(err)
	}
	p := drawn(a, 1)
	lost := simulate.Fault{Kind: simulate.LostDisk, At: p.Length, For: time.Second, Node: p.Members[0]}
	p.Length += 2 * time.Second
	if err := twice(t, p, ""); err != nil {
		t.Errorf("without the loss: %v", err)
	}
	if p.Faults = append(p.Faults, lost); twice(t, p, "") == nil {
		t.Errorf("the loss is not noticed:\n%v", p)
	}
}

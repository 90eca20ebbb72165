package node_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/internal/testlevel"
	"interrex/traces"
)

// bound is how long an election may take here: starts come after two seconds at most, a silence is
// borne for one, and no timer of the defaults runs for longer than two. Several may follow one another.
const bound = 30 * time.Second

// fault is how long the links of a partition stay cut: longer than any silence is borne.
const fault = 8 * time.Second

// A nature says what may be asked of an algorithm's elections.
type nature struct {
	highest  bool // the highest that lives is elected
	majority bool // only a majority elects
	crashes  bool // it bears crashes, also where a ring sends on what the dead have not taken
	mistakes bool // it bears to hold the living for dead
}

// natures is what the pages say. On most rings what names a dead member may go round for ever, and
// only ring-detector takes it off (RD3); and no ring bears that a live member is passed over.
var natures = map[string]nature{
	"bully":               {highest: true, crashes: true, mistakes: true},
	"bully-recovery":      {highest: true, crashes: true, mistakes: true},
	"chang-roberts":       {highest: true},
	"consensus":           {highest: true, crashes: true, mistakes: true}, // on bully
	"hirschberg-sinclair": {highest: true},
	"lelann":              {highest: true},
	"omega-minimal":       {crashes: true, mistakes: true},
	"omega-timely":        {crashes: true, mistakes: true},
	"raft":                {majority: true, crashes: true, mistakes: true},
	"ring":                {highest: true},
	"ring-accept":         {highest: true},
	"ring-detector":       {highest: true, crashes: true},
	"ring-maxid":          {highest: true},
	"ring-watch":          {highest: true, crashes: true},
}

func (n nature) bearsCrashes() bool  { return n.crashes }
func (n nature) bearsMistakes() bool { return n.mistakes }
func (n nature) any() bool           { return true }

// eachAlgorithm runs a scenario for all algorithms of which it is asked, with groups of up to seven.
func eachAlgorithm(t *testing.T, least int, asked func(nature) bool, scenario func(t *testing.T, g *group, n nature)) {
	for _, a := range impl.Algorithms() {
		n, known := natures[a.Name]
		if !known {
			t.Errorf("%s: say what may be asked of it", a.Name)
		}
		if !asked(n) {
			continue
		}
		for size := least; size <= 7; size++ {
			if !testlevel.OneOf(3, size-least) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", a.Name, size), func(t *testing.T) {
				folder := t.TempDir()
				synctest.Test(t, func(t *testing.T) {
					g := newGroup(t, setup{algorithm: a.Name, size: size, seed: uint64(size), faults: delays, folder: folder})
					scenario(t, g, n)
					g.stopAll()
				})
				readTraces(t, folder, size)
			})
		}
	}
}

// readTraces holds what was recorded to its format, and checks that every message that was taken had
// been sent before, and was taken once.
func readTraces(t *testing.T, folder string, files int) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.ndjson"))
	if err != nil || len(names) != files {
		t.Fatalf("%d files, want %d: %v", len(names), files, err)
	}
	sent, taken := map[string]int{}, map[string]int{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := traces.NewReader(name, bytes.NewReader(data))
		l, err := r.Next()
		for ; err == nil; l, err = r.Next() {
			if l.Event == nil {
				continue
			}
			if m := l.Event.Message; m != nil {
				taken[m.ID]++
			}
			for _, s := range l.Event.Sends {
				sent[s.ID]++
			}
		}
		if !errors.Is(err, io.EOF) {
			t.Error(err)
		}
	}
	for id, times := range taken {
		if sent[id] == 0 || times != 1 {
			t.Errorf("message %s: sent %d times, taken %d times", id, sent[id], times)
		}
	}
}

func TestElects(t *testing.T) {
	eachAlgorithm(t, 1, nature.any, func(t *testing.T, g *group, n nature) {
		leader := g.elects(bound)
		if n.highest && leader != g.members[len(g.members)-1] {
			t.Errorf("elected %v, want the highest", leader)
		}
	})
}

func TestElectsAfterCrashes(t *testing.T) {
	eachAlgorithm(t, 2, nature.bearsCrashes, func(t *testing.T, g *group, n nature) {
		for len(g.nodes) > 1 && (!n.majority || 2*(len(g.nodes)-1) > len(g.members)) {
			g.crash(g.elects(bound))
		}
		leader := g.elects(bound)
		if n.highest && leader != slices.Max(g.living()) {
			t.Errorf("elected %v, want the highest of %v", leader, g.living())
		}
		for _, id := range g.members { // all come back
			if g.nodes[id] == nil {
				g.start(id)
			}
		}
		g.elects(bound)
	})
}

func TestElectsAfterASilentCrash(t *testing.T) {
	for size := 2; size <= 7; size++ {
		synctest.Test(t, func(t *testing.T) {
			faults := delays
			faults.Silent = true
			g := newGroup(t, setup{algorithm: "bully", size: size, seed: 1, faults: faults})
			g.crash(g.elects(bound))
			if leader := g.elects(bound); leader != impl.ID(size-1) {
				t.Errorf("elected %v of %d", leader, size-1)
			}
			g.stopAll()
		})
	}
}

func TestElectsAfterAPause(t *testing.T) {
	eachAlgorithm(t, 3, nature.bearsMistakes, func(t *testing.T, g *group, n nature) {
		leader := g.elects(bound)
		g.net.Pause(leader)
		stopped := g.nodes[leader]
		delete(g.nodes, leader) // nobody asks it
		g.elects(bound)
		g.nodes[leader] = stopped
		g.net.Resume(leader)
		g.elects(bound)
	})
}

func TestElectsAfterAPartition(t *testing.T) {
	eachAlgorithm(t, 3, nature.bearsMistakes, func(t *testing.T, g *group, n nature) {
		g.elects(bound)
		left := g.members[:len(g.members)/2]
		right := g.members[len(g.members)/2:]
		g.net.Partition(left, right)
		g.net.Pass(fault)
		if n.majority && g.leads(left) {
			t.Error("a minority has a leader")
		}
		if able := !n.majority || 2*len(right) > len(g.members); able && !g.leads(right) {
			t.Errorf("%v have no leader", right)
		}
		g.net.Partition(g.members)
		g.elects(bound)
	})
}

// TestElectsOnceWhoHearsWhomIsSettled cuts a chain out of three members, and one direction of a link.
func TestElectsOnceWhoHearsWhomIsSettled(t *testing.T) {
	testlevel.Alone(t)
	eachAlgorithm(t, 3, nature.bearsMistakes, func(t *testing.T, g *group, _ nature) {
		g.elects(bound)
		g.net.Partition(g.members[:2], g.members[1:])
		g.net.Pass(fault)
		g.net.Partition(g.members)
		g.net.Cut(1, 2)
		g.net.Pass(fault)
		g.net.Heal(1, 2)
		g.elects(bound)
	})
}

// TestElectsThoughMessagesAreLost: so do those that send again and again, though messages are lost and
// doubled.
func TestElectsThoughMessagesAreLost(t *testing.T) {
	for _, algorithm := range []string{"omega-minimal", "omega-timely", "raft"} {
		for seed := range uint64(5) {
			synctest.Test(t, func(t *testing.T) {
				faults := delays
				faults.Loss, faults.Duplication, faults.BeatLoss = 0.05, 0.1, 0.1
				g := newGroup(t, setup{algorithm: algorithm, size: 5, seed: seed, faults: faults})
				g.crash(g.elects(bound))
				g.elects(bound)
				g.stopAll()
			})
		}
	}
}

// TestElectsAfterACrashInsideABroadcast crashes the leader to be after each prefix of what it says.
func TestElectsAfterACrashInsideABroadcast(t *testing.T) {
	for sent := range 4 {
		synctest.Test(t, func(t *testing.T) {
			g := newGroup(t, setup{algorithm: "bully", size: 5, seed: uint64(sent), faults: delays})
			g.net.CrashAfter(5, sent)
			if err := <-g.ended[5]; err == nil {
				t.Error("it has crashed, and says it has ended well")
			}
			delete(g.nodes, 5)
			if leader := g.elects(bound); leader != 4 {
				t.Errorf("elected %v, want 4", leader)
			}
			g.stopAll()
		})
	}
}

// story is a run with many faults, for its traces.
func story(t *testing.T, algorithm string, seed uint64) string {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		faults := delays
		faults.BeatLoss = 0.2
		g := newGroup(t, setup{algorithm: algorithm, size: 5, seed: seed, faults: faults, folder: folder})
		g.net.Pass(4 * time.Second)
		g.crash(5)
		g.net.Pass(700 * time.Millisecond)
		g.start(5)
		g.net.Pause(4)
		g.net.Pass(5 * time.Second)
		g.net.Resume(4)
		g.net.Partition(g.members[:3], g.members[2:])
		g.net.Pass(5 * time.Second)
		g.net.Partition(g.members)
		g.net.Pass(5 * time.Second)
		g.stopAll()
	})
	var all strings.Builder
	for id := range 5 {
		text, err := os.ReadFile(filepath.Join(folder, traces.FileName(id+1)))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// difference shows where two texts part.
func difference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return as[i] + "\n" + bs[i]
		}
	}
	return "one is longer"
}

// TestASeedIsARun: the traces of a seed are the same, byte for byte, and those of another are not.
func TestASeedIsARun(t *testing.T) {
	testlevel.Alone(t)
	for i, a := range impl.Algorithms() {
		if !testlevel.OneOf(4, i) {
			continue
		}
		for seed := range uint64(2) {
			first := story(t, a.Name, seed)
			if second := story(t, a.Name, seed); first != second {
				t.Fatalf("%s, seed %d: two runs differ from here on:\n%s", a.Name, seed, difference(first, second))
			}
			if other := story(t, a.Name, seed+100); first == other {
				t.Fatalf("%s, seeds %d and %d: the same run", a.Name, seed, seed+100)
			}
		}
	}
}

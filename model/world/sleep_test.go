package world_test

import (
	"fmt"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// What sleeps leads where a state of lower rank leads: the law of checker.Sleeping, tried in each of the first states of worlds of all
// kinds. That steps which sleep are counted is part of TestPackedReports.
func TestWhatSleepsIsKnown(t *testing.T) {
	slept := 0
	for _, test := range slices.Concat(packedWorlds, goingRound) {
		t.Run(test.why, func(t *testing.T) {
			w := world.New(config(t, test.algorithm, ids(test.n), test.change))
			packing := w.Packing(w)
			if !packing.(checker.Sleeping).Sleeps() {
				return
			}
			n := newNight(t, w, packing)
			for at := 0; at < len(n.states) && at < 5_000 && !n.isOver; at++ {
				n.expand(at)
			}
			slept += n.slept
		})
	}
	if slept < 20_000 {
		t.Errorf("%d steps slept: that proves little", slept)
	}
}

// A night is an exploration in which all steps are made beside those that do not sleep.
type night struct {
	*testing.T
	checker.Packing
	world  *world.World
	states []checker.State
	asleep []uint64 // in each state
	rank   map[string]int
	slept  int  // steps
	isOver bool // there are too many views
}

func newNight(t *testing.T, w *world.World, packing checker.Packing) *night {
	n := &night{T: t, Packing: packing, world: w, rank: map[string]int{}}
	w.Init(func(s checker.State) { n.find(s, 0) })
	return n
}

// find returns the rank of a state, in which some classes sleep if it is new.
func (n *night) find(s checker.State, asleep uint64) int {
	key := fmt.Sprint(s)
	rank, known := n.rank[key]
	if !known {
		rank = len(n.states)
		n.rank[key] = rank
		n.states, n.asleep = append(n.states, slices.Clone(s)), append(n.asleep, asleep)
	}
	return rank
}

// expand makes the steps out of a state, first those that do not sleep, then all.
func (n *night) expand(at int) {
	sleep := checker.Sleep{Classes: n.asleep[at]}
	awake := n.successors(at, &sleep)
	if n.isOver {
		return
	}
	if len(sleep.Of) != len(awake) {
		n.Fatalf("of %d rows it is said what sleeps in %d", len(awake), len(sleep.Of))
	}
	for i, s := range awake {
		n.find(s, sleep.Of[i])
	}
	known := len(n.states)
	all := n.successors(at, nil)
	n.slept += len(all) - len(awake)
	for _, s := range all {
		if n.find(s, 0); len(n.states) > known {
			n.Fatalf("a step sleeps in %s and leads to a state that is not known: %s", n.world.DescribeState(n.states[at]), n.world.DescribeState(s))
		}
	}
}

// successors are the states where steps out of a state lead.
func (n *night) successors(at int, sleep *checker.Sleep) (states []checker.State) {
	for {
		row, out := make(checker.Row, n.Layout().Words), &checker.Successors{}
		if n.Pack(n.states[at], row) {
			out.Clear(len(row))
			if out.Sleep = sleep; n.Expander().Learn(row, out) {
				for i := range len(out.Rows) / len(row) {
					s := make(checker.State, n.world.Width())
					n.Unpack(out.Row(i), s)
					states = append(states, s)
				}
				return states
			}
		}
		n.See(n.states[at])
		if !n.Widen(0, nil) {
			n.isOver = true
			return nil
		}
		if sleep != nil {
			*sleep = checker.Sleep{Classes: sleep.Classes}
		}
	}
}

// A hearsay is an election by reports. P1 leads when it is told that P3 is dead, and says so to P2, which leads when it is then told that P1
// is. So both lead after a single mistake, but only if P3 has crashed before P1 is told.
type hearsay struct{}

type hearer struct {
	elected model.ID
	heard   bool
}

func (hearsay) Initial(elected model.ID) hearer { return hearer{elected: elected} }

func (hearsay) Status(l hearer) model.Status { return model.Status{Elected: l.elected} }

func (hearsay) Start(*model.Process[hearer]) {}

func (hearsay) Detect(*model.Process[hearer]) {}

func (hearsay) Receive(p *model.Process[hearer], _ model.ID, _ model.Message) { p.Local.heard = true }

func (hearsay) Suspects(id model.ID, _ *model.Group, l hearer) (report, withdraw []model.ID) {
	switch {
	case l.elected != model.Nobody:
	case id == 1:
		return []model.ID{3}, nil
	case l.heard:
		return []model.ID{1}, nil
	}
	return nil, nil
}

func (hearsay) Report(p *model.Process[hearer], _ model.ID) {
	p.Local.elected = p.ID
	if p.ID == 1 {
		p.Send(2, note{})
	}
}

func (hearsay) Withdraw(*model.Process[hearer], model.ID) {}

// A report that is a mistake does not sleep behind the crash that would make it true: there it costs nothing.
func TestMistakesDoNotSleep(t *testing.T) {
	a := model.Algorithm{Name: "hearsay", Topology: model.Complete, Make: func(model.Variant) model.Handler { return model.Handle(hearsay{}) }}
	c := world.Default(a, ids(3))
	c.Detector, c.Mistakes, c.Crashes, c.Starts = world.InaccurateDetector, 1, 1, 0
	var said [2]string
	for i := range said {
		w := world.New(c)
		system := []checker.System{w, unpacked{w}}[i]
		report, err := checker.Check(t.Context(), system, w.Ask([]spec.Property{spec.OneLeader}), checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if said[i] = factsOf(w, report); report.Results[0].Verdict != checker.Violated {
			t.Errorf("two may lead, and it is said: %s", said[i])
		}
	}
	if said[0] != said[1] {
		t.Errorf("packed:\n%s\nas vectors:\n%s", said[0], said[1])
	}
}

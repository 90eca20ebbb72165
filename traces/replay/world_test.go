package replay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces"
)

// surroundings are worlds of package world whose every run replay must know for one.
func surroundings() []world.Config {
	var all []world.Config
	for _, name := range []string{"bully", "bully-recovery", "chang-roberts", "hirschberg-sinclair", "lelann", "omega-timely", "raft", "ring", "ring-accept", "ring-detector", "ring-maxid", "ring-watch"} {
		a, _ := model.Find(name)
		c := world.Faulty(a, []model.ID{2, 1, 3})
		c.Elections, c.Capacity = world.Unlimited, world.Unlimited // nothing bounds what has happened
		c.Crashes, c.Restarts, c.CrashPoints = 2, 2, world.AtSteps
		if !a.SelfGuarded && !a.Clockwork() {
			c.Starts = 3
		}
		if a.Timed() {
			c.Timeouts = world.Any
		}
		if a.Detected() {
			c.Detector, c.Mistakes = world.InaccurateDetector, 2
		}
		if a.Counting {
			c.Counters = 50
		}
		all = append(all, c)
	}
	return all
}

// A scribe writes down a path of a world as nodes would.
type scribe struct {
	group       *group
	header      traces.Header
	lines       []line
	incarnation []uint64
	sent        int
	under       map[[2]model.ID][]string // ids of messages
	doubts      []map[model.ID]bool      // of each, whom it suspects
	said        [][]traces.Variable      // of each, the variables that it has written last
}

// judge writes down that a process has changed its mind of another, if it has.
func (s *scribe) judge(place int, of model.ID, suspected bool) {
	if s.doubts[place][of] == suspected || s.group.model.Index(of) == place {
		return
	}
	s.doubts[place][of] = suspected
	action := "withdraw"
	if suspected {
		action = "report"
	}
	s.aside(place, action, of)
}

// aside writes down what is no step of the page.
func (s *scribe) aside(place int, action string, peer model.ID) {
	s.lines = append(s.lines, line{place: place, event: &traces.Event{Action: action, Aside: true, Peer: int(peer), After: s.said[place]}})
}

// sees writes down what a process must have seen of the others to take a step: the world knows who lives,
// a process whom its detector suspects.
func (s *scribe) sees(o world.Occurrence, now world.Snapshot) {
	place := s.group.model.Index(o.Process)
	switch o.Action {
	case "restart": // what was sent to the one before is lost, and the others know
		for other, m := range now.Members {
			if other != place && m.Live {
				s.judge(other, o.Process, true)
			}
		}
		return
	case "report", "withdraw":
		s.judge(place, o.Peer, o.Action == "report")
	case "detect", "suspect":
		if !s.contradicts(o) {
			s.judge(place, o.Peer, true)
			break
		}
		third := s.third(o, now)
		s.judge(place, third, false)
		defer s.aside(place, "dispute", third)
	}
	if s.group.algorithm.Topology.IsRing() && len(o.Sends) > 0 {
		for _, m := range now.Members {
			if !m.Live {
				s.judge(place, m.ID, true)
			}
		}
		for _, m := range o.Sends {
			s.judge(place, m.To, false)
		}
	}
}

// contradicts reports whether a process of a ring sends to one that it holds for dead in this very step. The
// world lets it, for there the ring is closed by who lives.
func (s *scribe) contradicts(o world.Occurrence) bool {
	return s.group.algorithm.Topology.IsRing() && slices.Contains([]string{"detect", "suspect", "report"}, o.Action) &&
		slices.ContainsFunc(o.Sends, func(m world.Sending) bool { return m.To == o.Peer })
}

// third is a member that lives, of whom one may have heard that it leads.
func (s *scribe) third(o world.Occurrence, now world.Snapshot) model.ID {
	for _, m := range now.Members {
		if m.Live && m.ID != o.Process && m.ID != o.Peer {
			return m.ID
		}
	}
	return model.Nobody
}

// inNoTrace reports whether a node could not take a step that the world lets it take: it sends to one whom
// it holds for dead, and has not heard of another leader.
func (s *scribe) inNoTrace(o world.Occurrence, now world.Snapshot) bool {
	return s.contradicts(o) && (o.Action == "report" || s.third(o, now) == model.Nobody)
}

// note writes one step down, and what the world is like after it.
func (s *scribe) note(o world.Occurrence, after world.Snapshot) {
	place := s.group.model.Index(o.Process)
	e := &traces.Event{Action: o.Action}
	s.sees(o, after)
	switch o.Action {
	case "crash":
		for way := range s.under {
			if way[1] == o.Process {
				s.under[way] = nil
			}
		}
		return
	case "restart":
		s.begin(place)
	case "deliver":
		way := [2]model.ID{o.Peer, o.Process}
		e.Message = &traces.Message{ID: s.under[way][0], From: int(o.Peer), To: int(o.Process), Text: o.Message, Type: word(o.Message)}
		s.under[way] = s.under[way][1:]
	case "suspect":
		e.Action, e.Peer = "detect", int(o.Peer)
	case "detect", "report", "withdraw":
		e.Peer = int(o.Peer)
	default:
		if kind(e) == "timeout" {
			e.Timer = o.Action[len("timeout "):]
		}
	}
	for _, m := range o.Sends {
		s.sent++
		id := fmt.Sprint("m", s.sent)
		e.Sends = append(e.Sends, traces.Send{ID: id, To: int(m.To), Message: m.Message})
		if !m.Lost {
			way := [2]model.ID{o.Process, m.To}
			s.under[way] = append(s.under[way], id)
		}
	}
	s.write(place, e, after)
}

func word(message string) string {
	for i, r := range message {
		if r == '(' {
			return message[:i]
		}
	}
	return message
}

func (s *scribe) begin(place int) {
	s.incarnation[place]++
	s.doubts[place] = map[model.ID]bool{}
	h := s.header
	h.Node, h.Incarnation = h.IDs[place], s.incarnation[place]
	s.lines = append(s.lines, line{place: place, head: &h})
}

func (s *scribe) write(place int, e *traces.Event, after world.Snapshot) {
	for _, v := range after.Members[place].Variables {
		e.After = append(e.After, traces.Variable(v))
	}
	s.said[place] = e.After
	s.lines = append(s.lines, line{place: place, event: e})
}

// walk takes steps of a world at random, and writes them down.
func walk(t *testing.T, c world.Config, seed uint64, steps int) *scribe {
	t.Helper()
	w := world.New(c)
	lots := rand.New(rand.NewPCG(seed, 7))
	var at checker.State
	w.Init(func(s checker.State) { at = slices.Clone(s) })
	s := &scribe{
		header:      traces.Header{Run: "walk", Algorithm: c.Algorithm.Name, Configuration: []traces.Variable{}},
		incarnation: make([]uint64, len(c.IDs)), under: map[[2]model.ID][]string{},
		doubts: make([]map[model.ID]bool, len(c.IDs)), said: make([][]traces.Variable, len(c.IDs)),
	}
	for _, id := range c.IDs {
		s.header.IDs = append(s.header.IDs, int(id))
	}
	var err error
	if s.group, err = newGroup(&s.header, nil); err != nil {
		t.Fatal(err)
	}
	for place := range c.IDs {
		s.begin(place)
		s.write(place, &traces.Event{Action: "boot"}, w.Snapshot(at))
	}
	for range steps {
		var ways []checker.Transition
		w.Steps(at, func(step checker.Step, to checker.State) {
			if to != nil {
				ways = append(ways, checker.Transition{Step: step, To: slices.Clone(to)})
			}
		})
		if len(ways) == 0 {
			break
		}
		next := ways[lots.IntN(len(ways))]
		told := w.Tell(&checker.Path{Initial: at, Stem: []checker.Transition{next}})
		if s.inNoTrace(told.Stem[0], w.Snapshot(next.To)) {
			continue
		}
		at = next.To
		s.note(told.Stem[0], w.Snapshot(at))
	}
	return s
}

// TestEveryRunOfAWorldIsOne is the twin of the channels, deaths and guards of this package: what
// package world lets happen, replay accepts, written down as nodes would.
func TestEveryRunOfAWorldIsOne(t *testing.T) {
	testlevel.Alone(t)
	for _, c := range surroundings() {
		t.Run(c.Algorithm.Name, func(t *testing.T) {
			if err := c.Validate(); err != nil {
				t.Fatal(err)
			}
			events := 0
			for seed := range uint64(100) {
				if !testlevel.OneOf(4, int(seed)) || !testlevel.Sample(t, 3, int(seed)) {
					continue
				}
				s := walk(t, c, seed, 60)
				r, err := Follow(sources(s.lines, &s.header), Options{World: Perfect(), Crashed: func(int) bool { return true }})
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if r.Verdict != Accepted {
					for _, l := range s.lines {
						if l.event != nil {
							t.Logf("%d %+v", s.header.IDs[l.place], *l.event)
						}
					}
					t.Fatalf("seed %d: %s %+v %s", seed, r.Verdict, r.Diverged, r.Why)
				}
				events += r.Followed
			}
			t.Logf("%d events", events)
		})
	}
}

package simulate

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"interrex/impl"
	"interrex/impl/network/memory"
)

// A turn is the beginning or the end of a fault.
type turn struct {
	at    time.Duration
	fault Fault
	over  bool
}

// turns lists them in their order.
func (p Plan) turns() []turn {
	var list []turn
	for _, f := range p.Faults {
		list = append(list, turn{f.At, f, false}, turn{f.At + f.For, f, true})
	}
	slices.SortStableFunc(list, func(a, b turn) int { return int(a.at - b.at) })
	return list
}

// Run lets a plan happen, and says what was wrong with the run. It must be called in a bubble of
// testing/synctest.
func Run(p Plan, o Options) error {
	return run(p, o, func(s *Stage) {
		if p.Owed() {
			s.wrong(s.elects())
		}
	})
}

// run lets a plan happen, with something to be done once all is healed.
func run(p Plan, o Options, healed func(*Stage)) error {
	s, err := newStage(p, o)
	if err != nil {
		return err
	}
	defer s.stopAll()
	begin := time.Now()
	for _, id := range p.Members {
		if err := s.Start(id); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var clients sync.WaitGroup
	if o.Client != nil {
		for _, id := range p.Members {
			clients.Go(func() { o.Client(ctx, s, id) })
		}
	}
	for _, t := range p.turns() {
		s.passTo(begin.Add(t.at))
		s.wrong(s.obey(t))
	}
	s.passTo(begin.Add(p.Length))
	s.Net.Change(memory.Faults{Least: p.Channels.Least, Most: p.Channels.Most})
	healed(s)
	cancel()
	clients.Wait()
	s.stopAll()
	return s.first
}

func (s *Stage) passTo(moment time.Time) {
	if d := time.Until(moment); d > 0 {
		s.Net.Pass(d)
	}
}

// elects waits as long as the promise allows; then there must be a leader of whom all know, and who
// stays.
func (s *Stage) elects() error {
	within := PromiseOf(s.election).Within
	s.Net.Pass(within)
	leader := s.Agreed()
	if leader == impl.Nobody {
		return fmt.Errorf("no agreement %v after the last fault:%s", within, s.beliefs())
	}
	s.Net.Pass(20 * heartbeat)
	if later := s.Agreed(); later != leader {
		return fmt.Errorf("%v leads %v after the last fault, and then:%s", leader, within, s.beliefs())
	}
	return nil
}

// obey begins a fault, or ends it.
func (s *Stage) obey(t turn) error {
	f := t.fault
	switch {
	case f.crashes() && t.over:
		return s.comeBack(f)
	case f.crashes():
		if s.down[f.Node]++; f.Kind == CrashInside {
			s.Net.CrashAfter(f.Node, f.Messages)
		} else {
			s.Crash(f.Node)
		}
	case f.Kind == Pause && t.over:
		s.Net.Resume(f.Node)
	case f.Kind == Pause:
		s.Net.Pause(f.Node)
	case f.Kind == SlowDisk && t.over:
		s.disks[f.Node].become(0)
	case f.Kind == SlowDisk:
		s.disks[f.Node].become(heartbeat)
	case f.Kind == Cut:
		s.cut(f.Node, f.To, t.over)
	case f.Kind == Partition:
		for _, a := range s.plan.Members {
			for _, b := range s.plan.Members {
				if !f.together(a, b) {
					s.cut(a, b, t.over)
				}
			}
		}
	}
	return nil
}

// together reports whether two members share a side.
func (f Fault) together(a, b impl.ID) bool {
	return a == b || slices.ContainsFunc(f.Sides, func(side []impl.ID) bool {
		return slices.Contains(side, a) && slices.Contains(side, b)
	})
}

// cut cuts a link, or heals it when the last fault that cuts it is over.
func (s *Stage) cut(from, to impl.ID, over bool) {
	link := [2]impl.ID{from, to}
	if !over {
		s.cuts[link]++
		s.Net.Cut(from, to)
	} else if s.cuts[link]--; s.cuts[link] == 0 {
		s.Net.Heal(from, to)
	}
}

// comeBack restarts a member when the last fault that keeps it down is over. If it was to crash inside
// a broadcast, and none has come, it crashes now.
func (s *Stage) comeBack(f Fault) error {
	if f.Kind == LostDisk {
		s.disks[f.Node].lose()
	}
	if s.down[f.Node]--; s.down[f.Node] > 0 {
		return nil
	}
	s.Crash(f.Node)
	s.Net.CrashAfter(f.Node, -1)
	return s.Start(f.Node)
}

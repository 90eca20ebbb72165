package mutants

import (
	"math/bits"
	"slices"

	"interrex/model"
)

// Blunders lists wounds for the ledger alone, which must tell them from the healthy algorithm. Most are
// no use in a trial, because the properties do not see them: nothing happens, or only costs or what
// the processes know change.
func Blunders() []Mutant {
	return []Mutant{
		{
			Name: "mute", Of: "ring", Rule: "RI1", Wound: "sends nothing at all",
			wound: withholding(always, everything),
		},
		{
			Name: "mute", Of: "bully", Rule: "BU2", Wound: "sends nothing at all",
			wound: withholding(always, everything),
		},
		{
			Name: "never-dropped", Of: "ring-maxid", Rule: "RM1", Wound: "drops nothing, however high maxID is",
			wound: instead(at(model.Receive), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
				self.Local = assign(self.Local, "maxID", int(model.Nobody))
				return healthy.Handle(self, e)
			}),
		},
		{
			Name: "announcement-kept", Of: "ring-watch", Rule: "RW1",
			Wound: "does not forget ELECTED(k) when it sees a new ELECTION(k)",
			wound: acting(announcementKept),
		},
		{
			Name: "a-hop-too-far", Of: "hirschberg-sinclair", Rule: "HS3", Wound: "lets a PROBE of phase k travel 2^k + 1 hops",
			wound: instead(onHigher(model.PROBE), hopTooFar),
		},
		{
			Name: "no-doubling", Of: "hirschberg-sinclair", Rule: "HS3", Wound: "asks one place further in each phase, and not twice as far",
			wound: acting(noDoubling),
		},
		{
			Name: "head-count", Of: "chang-roberts", Rule: "CR1", Wound: "starts only where it knows of no more than six processes",
			wound: instead(at(model.Start), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
				if len(self.Group.Ring) > 6 {
					return unmoved(self)
				}
				return healthy.Handle(self, e)
			}),
		},
		{
			Name: "relays-nothing", Of: "omega-minimal", Rule: "OM2", Wound: "sends no ALIVE on",
			wound: withholding(on(model.ALIVE), everything),
		},
		{
			Name: "own-call-forgotten", Of: "bully", Rule: "BU5", Wound: "has a T that may fire while its own ELECTION is on its way",
			wound: func(healthy model.Handler) model.Handler { return forgetsItsCall{healthy} },
		},
		{
			Name: "half-suffices", Of: "raft", Rule: "RF5", Wound: "leads with the votes of half of all",
			wound: instead(on(model.VOTE), halfSuffices),
		},
	}
}

// announcementKept takes a first ELECTION(k) as ring-watch does, but does not forget ELECTED(k).
func announcementKept(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	out := healthy.Handle(self, e)
	if !on(model.ELECTION)(self, e) {
		return out
	}
	for _, k := range []string{"successor", "predecessor"} {
		isNew := variable(self.Local, k+".election") == 0 && variable(out.Local, k+".election") == 1
		if isNew {
			out.Local = graft(out.Local, self.Local, k+".elected")
		}
	}
	return out
}

// hopTooFar handles the PROBE of a higher process as if it had travelled one hop less, so that its
// neighbourhood ends one place later.
func hopTooFar(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	probe := e.Message.(model.Probe)
	probe.Hops--
	e.Message = probe
	out := healthy.Handle(self, e)
	out.Sends = slices.Clone(out.Sends)
	for i, s := range out.Sends {
		if forwarded, ok := s.Message.(model.Probe); ok {
			forwarded.Hops++
			out.Sends[i].Message = forwarded
		}
	}
	return out
}

// noDoubling ends the neighbourhood of phase k after k + 1 hops.
func noDoubling(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	probe, isProbe := e.Message.(model.Probe)
	if !isProbe || !onHigher(model.PROBE)(self, e) || probe.Hops < probe.Phase+1 {
		return healthy.Handle(self, e)
	}
	probe.Hops = 1 << probe.Phase
	e.Message = probe
	return healthy.Handle(self, e)
}

// forgetsItsCall has a T that waits for answers on their way, but not for the call that may still
// bring them.
type forgetsItsCall struct{ model.Handler }

func (f forgetsItsCall) Await() model.Await { return callForgotten{f.Handler.Await()} }

type callForgotten struct{ model.Await }

func (w callForgotten) CanCome(s model.Situation, group *model.Group, id model.ID, t model.Timer) bool {
	if t.Name == "T" {
		return s.OnItsWay(model.OK, model.Anyone, id)
	}
	return w.Await.CanCome(s, group, id, t)
}

// halfSuffices adds the vote of one more process as soon as half of all have voted.
func halfSuffices(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	out := healthy.Handle(self, e)
	votes := uint(variable(out.Local, "votes"))
	if 2*bits.OnesCount(votes) != len(self.Group.Ring) {
		return out
	}
	for place, id := range self.Group.Ring {
		if votes&(1<<place) == 0 {
			e.From = id
		}
	}
	self.Local = out.Local
	return healthy.Handle(self, e)
}

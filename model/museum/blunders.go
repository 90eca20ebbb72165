package museum

import (
	"slices"

	"interrex/model"
)

// Blunders lists wounds that break no property of a small world, or none that is asked by default:
// what they break is a claim of the ledger, about what an election costs or about how long it takes.
// They are tried by the ledger and not by a trial of properties.
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
			Name: "no-answer", Of: "raft", Rule: "RF5", Wound: "takes half of the group for a majority",
			wound: halfSuffices,
		},
		{
			Name: "drops-nothing", Of: "ring-maxid", Rule: "RM1", Wound: "ignores no message, however low",
			wound: instead(at(model.Receive), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
				self.Local = assign(self.Local, "maxID", int(model.Nobody))
				return healthy.Handle(self, e)
			}),
		},
		{
			Name: "announced-kept", Of: "ring-watch", Rule: "RW1",
			Wound: "remembers ELECTED(k) though k stands again, and takes its next announcement for a second sight",
			wound: keeping(func(self model.Self, e model.Event) bool {
				return on(model.ELECTION)(self, e) && !seenTwice(self, e)
			}, "successor.elected", "predecessor.elected"),
		},
		{
			Name: "too-far", Of: "hirschberg-sinclair", Rule: "HS3", Wound: "sends a probe one hop beyond its neighbourhood",
			wound: instead(onHigher(model.PROBE), aHopBehind),
		},
		{
			Name: "no-doubling", Of: "hirschberg-sinclair", Rule: "HS3", Wound: "answers each probe after one hop, in whatever phase",
			wound: instead(onHigher(model.PROBE), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
				m := e.Message.(model.Probe)
				if m.Hops < 1<<min(m.Phase, 1) || m.Phase > 4 {
					return healthy.Handle(self, e)
				}
				m.Hops = 1 << m.Phase
				e.Message = m
				return healthy.Handle(self, e)
			}),
		},
		{
			Name: "one-tick-short", Of: "bully", Rule: "BU5", Wound: "has a T one tick shorter than an answer takes",
			wound: quicker,
		},
	}
}

// aHopBehind counts a probe's hops from 0.
func aHopBehind(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
	m := e.Message.(model.Probe)
	m.Hops--
	e.Message = m
	out := healthy.Handle(self, e)
	out.Sends = slices.Clone(out.Sends)
	for i, s := range out.Sends {
		if probe, goesOn := s.Message.(model.Probe); goesOn {
			probe.Hops++
			out.Sends[i].Message = probe
		}
	}
	return out
}

// quicker has a T of a tick less, by the clock.
func quicker(healthy model.Handler) model.Handler { return hurried{healthy} }

type hurried struct{ model.Handler }

func (h hurried) Ticks(local model.Local, t model.Timer, c model.Clock) int {
	if t.Name == "T" {
		c.T--
	}
	return h.Handler.Ticks(local, t, c)
}

// halfSuffices shows a candidate a group that is smaller by one when it counts votes.
func halfSuffices(healthy model.Handler) model.Handler {
	return instead(on(model.VOTE), func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		whole := self.Group
		if n := len(whole.Ring); n%2 == 0 {
			self.Group = model.NewGroup(whole.Ring[:n-1])
		}
		return healthy.Handle(self, e)
	})(healthy)
}

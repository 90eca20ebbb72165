package museum

import (
	"slices"

	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A Witness is a situation that a property is about. It is sharper than the property's own: it
// is one in which a small change would violate the property, or one that the property excuses.
// Where every algorithm can get into it, no verdict on the property is vacuous.
type Witness struct {
	Of    string // the property
	Shows string // the situation, in one sentence
	Seen  func(spec.View) bool

	// AtRest: in a state without a step.
	AtRest bool

	// World changes an algorithm's default world into one where the situation arises. Nil:
	// nothing to change.
	World func(*world.Config)
}

// Witnesses lists at least one situation for each property.
func Witnesses() []Witness { return slices.Clone(witnesses) }

var witnesses = []Witness{
	{Of: "one-leader", Shows: "a process leads, and another one lives",
		Seen: func(v spec.View) bool {
			return count(v, spec.Process.Leads) > 0 && count(v, lives) > 1
		}},
	{Of: "elected-is-max", Shows: "a live process has elected one that lives, and another one lives",
		Seen: func(v spec.View) bool {
			return count(v, trusts(v, isLive)) > 0 && count(v, lives) > 1
		}},
	{Of: "elected-is-max", Shows: "excused: a fresh process outranks the elected",
		World: comeback, Seen: func(v spec.View) bool {
			return !spec.StrictMax.Always(v) && spec.ElectedIsMax.Always(v)
		}},
	{Of: "agreement", Shows: "two live processes have elected one that lives",
		Seen: func(v spec.View) bool {
			return count(v, trusts(v, isLive)) > 1
		}},
	{Of: "agreement", Shows: "excused: one of the elected is dead",
		World: minority, Seen: func(v spec.View) bool {
			return !spec.StrictAgreement.Always(v) && spec.Agreement.Always(v)
		}},
	{Of: "validity", Shows: "a live process has elected another one",
		Seen: func(v spec.View) bool {
			return count(v, func(p spec.Process) bool { return p.Live && p.Elected != spec.Nobody && !p.Leads() }) > 0
		}},
	{Of: "not-stuck", Shows: "a run has ended, and someone is elected",
		AtRest: true, Seen: someoneTrusts},
	{Of: "decides", Shows: "an election is alive and not decided",
		Seen: func(v spec.View) bool {
			return spec.Decides.Premise(v) && !spec.Decides.Goal(v)
		}},
	{Of: "decides", Shows: "an election is decided",
		Seen: func(v spec.View) bool { return v.Trusted() != spec.Nobody }},
	{Of: "ends", Shows: "an election is under way",
		Seen: spec.View.UnderWay},
	{Of: "ends", Shows: "an election has come to its end",
		Seen: func(v spec.View) bool {
			return !v.UnderWay() && someoneTrusts(v)
		}},
	{Of: "strict-pmax", Shows: "someone is elected, and a fresh process lives",
		World: comeback, Seen: func(v spec.View) bool {
			return someoneTrusts(v) && count(v, isFresh) > 0
		}},
	{Of: "strict-agreement", Shows: "two live processes have elected one that is dead",
		World: reelection, Seen: func(v spec.View) bool {
			return count(v, trusts(v, isDead)) > 1
		}},
	{Of: "strict-decides", Shows: "an election is under way, and nobody has elected anyone",
		Seen: func(v spec.View) bool { return v.UnderWay() && !someoneTrusts(v) }},
	{Of: "irrevocable", Shows: "a live process has elected one that none outranks, and an election is under way",
		World: again, Seen: func(v spec.View) bool { return v.UnderWay() && count(v, trusts(v, isHighest(v))) > 0 }},
	{Of: "announced-last", Shows: "a result is being announced, and a live process does not know it yet",
		Seen: func(v spec.View) bool { return v.Announcement && v.Trusted() == spec.Nobody }},
	{Of: "eventual-leadership", Shows: "one is dead, and all who live trust one that lives",
		World: reelection, Seen: func(v spec.View) bool {
			return v.Trusted() != spec.Nobody && count(v, isDead) > 0
		}},
	{Of: "eventual-leadership", Shows: "not all who live trust the same one",
		World: reelection, Seen: func(v spec.View) bool {
			return someoneTrusts(v) && v.Trusted() == spec.Nobody
		}},
	{Of: "strict-stability", Shows: "a process leads, and a call for an election is on its way",
		World: again, Seen: func(v spec.View) bool { return v.Call && count(v, spec.Process.Leads) > 0 }},
	{Of: "stability", Shows: "a process leads that nobody has suspected, and a call for an election is on its way",
		World: with(again, recalling), Seen: func(v spec.View) bool {
			return v.Call && count(v, func(p spec.Process) bool { return p.Leads() && !p.Suspected }) > 0
		}},
	{Of: "leader-per-term", Shows: "a process leads, and an election is under way",
		World: again, Seen: func(v spec.View) bool { return v.UnderWay() && count(v, spec.Process.Leads) > 0 }},
}

// reelection: the leader that all have elected may die.
func reelection(c *world.Config) { c.Initial, c.Starts, c.Crashes = world.LeaderElected, 0, 1 }

// minority: so it may, and where it takes a majority to elect another there are five, so that one
// can be elected before all have heard of it.
func minority(c *world.Config) {
	reelection(c)
	if c.Algorithm.Terms {
		c.IDs = []model.ID{1, 2, 3, 4, 5}
	}
}

// comeback: so it may, and come back.
func comeback(c *world.Config) { reelection(c); c.Restarts = 1 }

// again: a leader is known when a process starts, or when one that has come back does.
func again(c *world.Config) { comeback(c); c.Starts = 1 }

// recalling: the world keeps a record of who has been suspected.
func recalling(c *world.Config) { c.Suspicions = true }

func lives(p spec.Process) bool   { return p.Live }
func isLive(p spec.Process) bool  { return p.Live && !p.Fresh }
func isDead(p spec.Process) bool  { return !p.Live }
func isFresh(p spec.Process) bool { return p.Live && p.Fresh }

// isHighest tells a live process that no live one outranks.
func isHighest(v spec.View) func(spec.Process) bool {
	return func(p spec.Process) bool {
		return p.Live && count(v, func(q spec.Process) bool { return q.Live && q.Rank > p.Rank }) == 0
	}
}

// trusts tells a live process that has elected one of that kind.
func trusts(v spec.View, kind func(spec.Process) bool) func(spec.Process) bool {
	return func(p spec.Process) bool {
		return p.Live && count(v, func(q spec.Process) bool { return q.ID == p.Elected && kind(q) }) > 0
	}
}

func someoneTrusts(v spec.View) bool {
	return count(v, func(p spec.Process) bool { return p.Live && p.Elected != spec.Nobody }) > 0
}

// count counts the processes of a kind.
func count(v spec.View, kind func(spec.Process) bool) int {
	n := 0
	for _, p := range v.Processes {
		if kind(p) {
			n++
		}
	}
	return n
}

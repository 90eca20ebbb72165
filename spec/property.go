package spec

import "slices"

// A Property is a requirement on an election, as a pure predicate over views. Exactly one of these is set:
// Always, Between, Rest, Premise with Goal, Settles, Lasts, Once with Again.
type Property struct {
	Name      string
	Statement string // the requirement, in one sentence for users
	Violation string // the violation, in one sentence for users

	// Because names the processes and values of a violation, in one clause without a full stop.
	Because func(Run) string

	Of      Subject
	Recalls bool // it asks who has been suspected, which a state shows only if the world keeps a record
	Own     bool // it is a user's: its predicates read View.Whole, and each is called once a state

	Constructor string // of an own property: Always, Eventually or LeadsTo

	// Witness is the premise: without a reachable view in which it is true, the property holds vacuously.
	Witness func(View) bool

	Always  func(View) bool               // safety: true in every reachable state
	Between func(before, after View) bool // safety: true across every step
	Rest    func(View) bool               // safety: true in every terminal state

	// Liveness: whenever Premise is true, Goal is true then or later.
	Premise, Goal func(View) bool

	// Liveness: from some moment on it returns the same process of the group, or NoOneLives, for ever, and
	// never Nobody.
	Settles func(View) ID

	// Liveness: from some moment on it is true for ever.
	Lasts func(View) bool

	// Liveness: if Once is ever true, Again is true again and again.
	Once, Again func(View) bool

	// Liveness: it is true at some moment of every run.
	Reaches func(View) bool
}

// IsLiveness reports whether only an infinite run can violate the property.
func (p Property) IsLiveness() bool {
	return p.Goal != nil || p.Settles != nil || p.Lasts != nil || p.Again != nil || p.Reaches != nil
}

// Default lists the properties asked by default, safety first.
func Default() []Property {
	return []Property{OneLeader, ElectedIsMax, Agreement, Validity, NotStuck, Decides, Ends}
}

// Named lists the properties that are asked only by name.
func Named() []Property {
	return []Property{
		StrictMax, StrictAgreement, StrictDecides, Irrevocable, AnnouncedLast, EventualLeadership, EventualMax, EventualAgreement, SomebodyLeads,
		Stability, StrictStability, LeaderPerTerm,
	}
}

// Names lists the names of properties.
func Names(properties []Property) (names []string) {
	for _, p := range properties {
		names = append(names, p.Name)
	}
	return names
}

// The properties of section 2 of the problem statement in election.md.
var (
	OneLeader = Property{
		Name:      "one-leader",
		Statement: "no two live processes both consider themselves the leader",
		Violation: "two live processes consider themselves the leader",
		Because:   severalLead, Witness: someoneLeads, Always: atMostOneLeader,
	}
	ElectedIsMax = Property{
		Name: "elected-is-max", Of: Ranks,
		Statement: "no live process, fresh ones aside, outranks the one that a live process has elected",
		Violation: "a live process has elected one that another live process outranks",
		Because:   inLast(outranking(false)), Witness: someoneIsElected, Always: electedIsMax(false),
	}
	Agreement = Property{
		Name:      "agreement",
		Statement: "all live processes that have elected a live process, fresh ones aside, have elected the same one",
		Violation: "two live processes have elected different live processes",
		Because:   inLast(disagreement(false)), Witness: twoHaveElected, Always: agrees(false),
	}
	Validity = Property{
		Name:      "validity",
		Statement: "only a process of the group is ever elected",
		Violation: "a process has elected an id outside the group",
		Because:   strangers, Witness: someoneIsElected, Always: electsMembers,
	}
	NotStuck = Property{
		Name: "not-stuck", Of: Rounds,
		Statement: "no run ends with an election still under way",
		Violation: "the run is over, and an election is still under way",
		Because:   waiting, Witness: View.UnderWay, Rest: func(v View) bool { return !v.UnderWay() },
	}
	Decides = Property{
		Name:      "decides",
		Statement: "an election that is alive leads to all live processes having elected the same live process, or dies out",
		Violation: "the live processes never come to agree on one of them",
		Because:   undecidedFor, Witness: View.Alive, Premise: View.Alive,
		Goal: func(v View) bool { return v.Trusted() != Nobody || !v.Alive() },
	}
	Ends = Property{
		Name: "ends", Of: Rounds,
		Statement: "an election under way comes to an end",
		Violation: "an election stays under way for ever",
		Because:   neverEnds, Witness: View.UnderWay, Premise: View.UnderWay,
		Goal: func(v View) bool { return !v.UnderWay() },
	}
	StrictMax = Property{
		Name: "strict-pmax", Of: Ranks,
		Statement: "no live process, fresh or not, outranks the one that a live process has elected",
		Violation: "a live process has elected one that another live process, perhaps a fresh one, outranks",
		Because:   inLast(outranking(true)), Witness: someoneIsElected, Always: electedIsMax(true),
	}
	StrictAgreement = Property{
		Name:      "strict-agreement",
		Statement: "all live processes that have elected anyone, dead or alive, have elected the same one",
		Violation: "two live processes have elected different processes",
		Because:   inLast(disagreement(true)), Witness: twoHaveElected, Always: agrees(true),
	}
	StrictDecides = Property{
		Name: "strict-decides", Of: Rounds,
		Statement: "an election under way leads to all live processes having elected the same live process, and does not die out",
		Violation: "an election was under way, and the live processes never come to agree on one of them",
		Because:   undecidedFor, Witness: View.UnderWay, Premise: View.UnderWay,
		Goal: func(v View) bool { return v.Trusted() != Nobody || !v.someoneLives() },
	}
	Irrevocable = Property{
		Name:      "irrevocable",
		Statement: "a process turns away from a live leader only if a live process outranks that leader",
		Violation: "a process turned away from a live leader that no live process outranks",
		Because:   whoTurnsAway, Witness: someoneIsElected, Between: noneTurnsAway,
	}
	AnnouncedLast = Property{
		Name: "announced-last", Of: Announcements,
		Statement: "while the announcement of a result is on its way, no call for an election is",
		Violation: "a result is announced while a call for an election is still on its way",
		Because:   onTheWay, Witness: func(v View) bool { return v.Announcement },
		Always: func(v View) bool { return !v.Announcement || !v.Call },
	}
	EventualLeadership = Property{
		Name:      "eventual-leadership",
		Statement: "from some moment on, every live process trusts the same live process for ever",
		Violation: "the live processes never settle on one live leader",
		Because:   undecidedFor, Witness: someoneIsElected, Settles: trustedOrNone,
	}
	EventualMax = Property{
		Name:      "eventually-elected-is-max",
		Of:        Ranks,
		Statement: "from some moment on and for ever, no live process, fresh ones aside, outranks the one that a live process has elected",
		Violation: "again and again a live process has elected one that another live process outranks",
		Because:   again(electedIsMax(false), outranking(false)), Witness: someoneIsElected, Lasts: electedIsMax(false),
	}
	EventualAgreement = Property{
		Name:      "eventually-agreement",
		Statement: "from some moment on and for ever, all live processes that have elected a live process, fresh ones aside, have elected the same one",
		Violation: "again and again two live processes have elected different live processes",
		Because:   again(agrees(false), disagreement(false)), Witness: twoHaveElected, Lasts: agrees(false),
	}
	SomebodyLeads = Property{
		Name:      "somebody-leads",
		Statement: "once a process has led, some live process leads again and again, as long as any lives",
		Violation: "a process has led, and from some moment on no live process leads",
		Because:   leaderless, Witness: someoneLeads, Once: someoneLeads,
		Again: func(v View) bool { return someoneLeads(v) || !v.someoneLives() },
	}
	Stability = Property{
		Name: "stability", Recalls: true,
		Statement: "a live leader ceases to lead only if some process has suspected it since it became the leader",
		Violation: "a live leader has ceased to lead, and no process has suspected it since it became the leader",
		Because:   whoResigns(false), Witness: someoneLeads, Between: noneResigns(false),
	}
	StrictStability = Property{
		Name:      "strict-stability",
		Statement: "a leader leads as long as it lives, suspected or not",
		Violation: "a live leader has ceased to lead",
		Because:   whoResigns(true), Witness: someoneLeads, Between: noneResigns(true),
	}
	LeaderPerTerm = Property{
		Name: "leader-per-term", Of: Terms,
		Statement: "no two processes ever lead in the same term, not even one after the other",
		Violation: "two processes have led in the same term",
		Because:   led, Witness: someoneLeads, Always: func(v View) bool { return !v.SharedTerm },
	}
)

// OfConsensus lists the properties of a consensus that rests on an election. They apply to a consensus only,
// by name or by default.
func OfConsensus() []Property { return []Property{SameDecision, AllDecide, NeverZero, NeverOne} }

// The properties of a consensus in section 2 of election.md.
var (
	SameDecision = Property{
		Name: "same-decision", Of: Decisions,
		Statement: "no two live processes have decided differently",
		Violation: "two live processes have decided differently",
		Because:   decisions(func(Decision) bool { return true }),
		Witness:   func(v View) bool { return v.decided(Zero)+v.decided(One) > 1 },
		Always:    func(v View) bool { return v.decided(Zero) == 0 || v.decided(One) == 0 },
	}
	AllDecide = Property{
		Name: "all-decide", Of: Decisions,
		Statement: "an election that is alive leads to every live process having decided, or dies out",
		Violation: "a live process never decides, though an election stays alive",
		Because:   neverDecide, Witness: View.Alive, Premise: View.Alive,
		Goal: func(v View) bool { return v.decided(Undecided) == 0 || !v.Alive() },
	}
	NeverZero = never(Zero)
	NeverOne  = never(One)
)

// never states that a bit is never decided. A counterexample is a run that decides it; a consensus is not
// constant if both bits have one.
func never(d Decision) Property {
	return Property{
		Name: "never-" + d.String(), Of: Decisions,
		Statement: "no live process ever decides " + d.String(),
		Violation: "a process has decided " + d.String(),
		Because:   decisions(func(other Decision) bool { return other == d }),
		Witness:   func(v View) bool { return v.decided(Zero)+v.decided(One) > 0 },
		Always:    func(v View) bool { return v.decided(d) == 0 },
	}
}

// LeaderForEver is checked in each report in which decides and ends hold. A run violates it in which an
// election is under way or a process leads, and from some moment on no live process leads, though one is live.
var LeaderForEver = Property{
	Name:  "a leader for ever",
	Once:  func(v View) bool { return v.UnderWay() || someoneLeads(v) },
	Again: SomebodyLeads.Again,
}

func someoneLeads(v View) bool     { return v.count(Process.Leads) > 0 }
func atMostOneLeader(v View) bool  { return v.count(Process.Leads) <= 1 }
func someoneIsElected(v View) bool { return v.count(hasElected) > 0 }
func twoHaveElected(v View) bool   { return v.count(hasElected) > 1 }

// electedIsMax reports whether no process that a live one has elected is outranked.
func electedIsMax(strict bool) func(View) bool {
	return func(v View) bool {
		return v.count(func(p Process) bool {
			elected, known := v.find(p.Elected)
			return known && outranked(v, elected, strict)
		}) == 0
	}
}

// outranked reports whether a live process outranks p; a fresh one counts only if strict.
func outranked(v View, p Process, strict bool) bool {
	return v.count(func(q Process) bool { return (strict || !q.Fresh) && q.Rank > p.Rank }) > 0
}

// agrees reports whether all elections that isCompared have the same outcome.
func agrees(strict bool) func(View) bool {
	return func(v View) bool {
		first := Nobody
		for _, p := range v.Processes {
			if leader, known := v.find(p.Elected); !p.Live || p.Elected == Nobody || !isCompared(leader, known, strict) {
				continue
			}
			if first == Nobody {
				first = p.Elected
			}
			if p.Elected != first {
				return false
			}
		}
		return true
	}
}

// isCompared reports whether the election of a process must agree with others: strictly always, otherwise if that process
// lives and is not fresh.
func isCompared(elected Process, known, strict bool) bool {
	return strict || known && elected.Live && !elected.Fresh
}

// electsMembers reports whether each elected process belongs to the group.
func electsMembers(v View) bool {
	return !slices.ContainsFunc(v.Processes, func(p Process) bool {
		_, known := v.find(p.Elected)
		return p.Elected != Nobody && !known
	})
}

// turningAway lists the processes, as they were before a step, that turn away in it from a live leader that no live process
// outranks.
func turningAway(before, after View) []Process {
	return changing(before, after, func(p, now Process) bool {
		old, known := before.find(p.Elected)
		return p.Live && now.Live && now.Elected != p.Elected && known && old.Live && !outranked(before, old, true)
	})
}

func noneTurnsAway(before, after View) bool { return len(turningAway(before, after)) == 0 }

// resigning lists the processes, as they were before a step, that lead then and do not lead after it, though they live. Unless
// strict, no process has suspected them, not even in this step.
func resigning(before, after View, strict bool) []Process {
	return changing(before, after, func(p, now Process) bool {
		return p.Leads() && now.Live && !now.Leads() && (strict || !p.Suspected && !now.Suspected)
	})
}

func noneResigns(strict bool) func(before, after View) bool {
	return func(before, after View) bool { return len(resigning(before, after, strict)) == 0 }
}

// changing lists the processes, as they were before a step, that change in it in a certain way.
func changing(before, after View, how func(p, now Process) bool) (all []Process) {
	for i, p := range before.Processes {
		if how(p, after.Processes[i]) {
			all = append(all, p)
		}
	}
	return all
}

// NoOneLives is the value of Settles when all processes are dead: no correct process is left.
const NoOneLives ID = -1

// trustedOrNone is the process that all live ones trust, or NoOneLives.
func trustedOrNone(v View) ID {
	if v.someoneLives() {
		return v.Trusted()
	}
	return NoOneLives
}

package claims

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Claim is a sentence of the lectures that runs can decide.
type Claim struct {
	ID       string   // "C05"
	Lectures []string // the numbers of the lectures with this claim
	Sentence string
	Quotes   []Quote
	About    []string // properties of which the sentence says whether they hold
	Against  []string // claims that contradict this one

	Cases []Case
	Waits string // the missing feature that leaves the claim undecided; "" if none
	Long  bool   // may take more than 40 seconds on two cores

	Found Verdict // the record
	Words string  // our finding, for users
}

// A Quote is a few words of a lecture, in its language.
type Quote struct{ Lecture, Words string }

// A Case is a reading of the claim, or a world in which it is asked.
type Case struct {
	If   string // completes "if": "messages to the dead process are lost"
	Runs []Run  // the claim is true in this case if every run meets its Asks

	Found Outcome // the record
	Sizes string  // the numbers of processes: "2 to 5"
}

// A Run is a command line of explore with the result that confirms the claim.
type Run struct {
	Command string // what a user types after "explore"
	Shows   []Ask
}

// An Ask is about one property, or one number, of a run's report.
type Ask struct {
	// What is a property's name for the first four relations. For the others it is the path of a number in the
	// JSON report, such as "depth" or "arrangements.depth". In a list, all elements count, or those with the
	// name that follows.
	What  string
	Is    Relation
	Value string // a number, or the action that repeats
}

// A Relation is what must be true of a property or a number.
type Relation string

const (
	Holds     Relation = "holds"           // in every state and every fair run; all was explored, and the premise comes true
	Violated  Relation = "is violated"     // by a counterexample
	Unbroken  Relation = "is not violated" // in what was explored, where the premise comes true; if a bound acted, Within
	Repeating Relation = "is violated, repeating"
	Equals    Relation = "="
	AtMost    Relation = "≤"
	AtLeast   Relation = "≥"
)

// IsNumber reports whether the relation is one of numbers.
func (r Relation) IsNumber() bool { return r == Equals || r == AtMost || r == AtLeast }

func (a Ask) String() string {
	text := a.What + " " + string(a.Is)
	if a.Value != "" {
		text += " " + a.Value
	}
	return text
}

// An Outcome is the result of a run or a case.
type Outcome int

const (
	Open   Outcome = iota // a bound was hit, a feature is missing, or a premise was never true
	True                  // the claim is true here
	False                 // it is not, and a run shows it
	Within                // not refuted by what was explored or drawn, which is not all
)

func (o Outcome) String() string { return [...]string{"open", "true", "false", "not violated"}[o] }

// A Verdict is the result of a claim.
type Verdict int

const (
	Undecided Verdict = iota // something is open, or waits
	Confirmed                // true in every case
	Refuted                  // false in every case
	OnlyIf                   // true in some cases, false in others
	Unrefuted                // false in no case, and in some only not violated as far as was explored
)

func (v Verdict) String() string {
	return [...]string{"undecided", "holds", "refuted", "holds only if …", "not refuted"}[v]
}

// On returns the claim with the cases that decide a property by runs of one algorithm, and the verdict of these; false if there are none.
func (c Claim) On(property, algorithm string) (Claim, bool) {
	if !slices.Contains(c.About, property) {
		return c, false
	}
	decides := func(r Run) bool {
		asks := slices.ContainsFunc(r.Shows, func(a Ask) bool { return a.What == property && !a.Is.IsNumber() })
		return asks && slices.Contains(strings.Fields(r.Command), "-algo="+algorithm)
	}
	c.Cases = slices.DeleteFunc(slices.Clone(c.Cases), func(one Case) bool { return !slices.ContainsFunc(one.Runs, decides) })
	var outcomes []Outcome
	for _, one := range c.Cases {
		outcomes = append(outcomes, one.Found)
	}
	c.Found = c.Of(outcomes)
	return c, len(c.Cases) > 0
}

// Of returns the verdict on the claim, given the outcomes of its cases. It does not look at the record.
func (c Claim) Of(outcomes []Outcome) Verdict {
	isTrue, isFalse, isWithin := slices.Contains(outcomes, True), slices.Contains(outcomes, False), slices.Contains(outcomes, Within)
	switch {
	case c.Waits != "" || len(outcomes) == 0 || slices.Contains(outcomes, Open):
		return Undecided
	case isFalse && (isTrue || isWithin):
		return OnlyIf
	case isFalse:
		return Refuted
	case isWithin:
		return Unrefuted
	}
	return Confirmed
}

// All lists the claims by their ids.
func All() []Claim {
	all := slices.Concat(rings(), repairs(), bullies(), reductions(), conditions(), lists(), changRoberts(),
		probes(), omegas(), practice(), stories(), participants())
	slices.SortFunc(all, func(a, b Claim) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Find returns the claim of that id.
func Find(id string) (Claim, bool) {
	all := All()
	i := slices.IndexFunc(all, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		return Claim{}, false
	}
	return all[i], true
}

// The runs are built from these.

func run(command string, shows ...Ask) Run { return Run{command, shows} }

// sizes are runs of one command for several numbers of processes.
func sizes(command string, from, to int, shows func(n int) []Ask) (runs []Run) {
	for n := from; n <= to; n++ {
		runs = append(runs, run(fmt.Sprintf(command, n), shows(n)...))
	}
	return runs
}

// same asks the same for every number of processes.
func same(shows ...Ask) func(int) []Ask { return func(int) []Ask { return shows } }

func holds(properties ...string) (asks []Ask) {
	for _, p := range properties {
		asks = append(asks, Ask{What: p, Is: Holds})
	}
	return asks
}

func unbroken(properties ...string) (asks []Ask) {
	for _, p := range properties {
		asks = append(asks, Ask{What: p, Is: Unbroken})
	}
	return asks
}

func violated(properties ...string) (asks []Ask) {
	for _, p := range properties {
		asks = append(asks, Ask{What: p, Is: Violated})
	}
	return asks
}

func equals(what string, value int) Ask { return Ask{what, Equals, fmt.Sprint(value)} }

// promises are the seven properties that are asked by default.
func promises() []Ask { return slices.Concat(safety(), liveness()) }

// safety lists the safety properties, liveness the liveness properties.
func safety() []Ask {
	return holds("one-leader", "elected-is-max", "agreement", "validity", "not-stuck")
}
func liveness() []Ask { return holds("decides", "ends") }

// conditions is the claim that an election does what section 2 of spec/election.md asks.
func conditions() []Claim {
	firmly := append(promises(), holds("irrevocable")...)
	const (
		also         = " -property=default,irrevocable"
		unchangeable = " -property=strict-stability"
	)
	return []Claim{{
		ID: "C17", Lectures: []string{"000", "001"}, About: []string{"one-leader", "ends", "irrevocable"},
		Sentence: "each algorithm is safe and live in the world that its author assumes, and its outcome does not depend on who started",
		Quotes: []Quote{
			{"001", "algoritmus v každém provedení dosáhne terminální konfiguraci, ve které je … jediný proces … ve stavu vůdce"},
			{"001", "rozhodnutí uzlu být vedoucím (zvoleným) procesem je zvoleným procesem nezměnitelné"},
			{"000", "Výsledek volby lídra by neměl záviset na tom, který proces volby vyvolal."},
		},
		Cases: []Case{
			{If: "it is ring without crashes", Runs: sizes("-algo=ring -n=%d -crashes=0 -starts=2 -orders=all", 2, 5, same(promises()...)), Found: True, Sizes: "2 to 5"},
			{If: "it is ring in the world of lecture 000, which has crashes", Runs: []Run{run("-algo=ring -n=3 -crashes=1", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is ring-maxid in the world of lecture 000, which has crashes", Runs: []Run{run("-algo=ring-maxid -n=3 -crashes=1", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is ring-watch, repaired, with one crash, and messages to the dead process are resent", Runs: sizes("-algo=ring-watch -n=%d -repair=resent", 2, 6, same(promises()...)), Found: True, Sizes: "2 to 6"},
			{If: "it is ring-detector, repaired, with one crash, and messages to the dead process are resent", Runs: sizes("-algo=ring-detector -n=%d -repair=resent", 2, 3, same(promises()...)), Found: True, Sizes: "2 to 3"},
			{If: "it is chang-roberts", Runs: sizes("-algo=chang-roberts -n=%d -orders=all"+also, 2, 6, same(firmly...)), Found: True, Sizes: "2 to 6"},
			{If: "it is lelann", Runs: sizes("-algo=lelann -n=%d -orders=all"+also, 2, 5, same(firmly...)), Found: True, Sizes: "2 to 5"},
			{If: "it is lelann as printed", Runs: []Run{run("-algo=lelann -n=2 -reading=printed", promises()...)}, Found: False, Sizes: "2"},
			{If: "it is hirschberg-sinclair", Runs: sizes("-algo=hirschberg-sinclair -n=%d -orders=all"+also, 2, 5, same(firmly...)), Found: True, Sizes: "2 to 5"},
			{If: "it is ring-accept without crashes, and only the result counts", Runs: sizes("-algo=ring-accept -n=%d -crashes=0 -starts=2 -orders=all", 2, 4,
				same(holds("one-leader", "validity", "not-stuck", "decides", "ends")...)), Found: True, Sizes: "2 to 4"},
			{If: "it is ring-accept without crashes, and elected counts before the election ends", Runs: sizes("-algo=ring-accept -n=%d -crashes=0 -orders=all", 3, 4,
				same(holds("elected-is-max", "agreement")...)), Found: False, Sizes: "3 to 4"},
			{If: "it is itai-rodeh, and it need not end", Runs: sizes("-algo=itai-rodeh -n=%d -property=one-leader,agreement,validity,not-stuck,irrevocable", 2, 4,
				same(holds("one-leader", "agreement", "validity", "not-stuck", "irrevocable")...)), Found: True, Sizes: "2 to 4"},
			{If: "it is itai-rodeh, and it must end in every run, not only with probability one", Runs: sizes("-algo=itai-rodeh -n=%d", 2, 4, same(liveness()...)), Found: False, Sizes: "2 to 4"},
			{If: "it is bully of lecture 003, which waits T' for COORDINATOR, in its synchronous world", Runs: slices.Concat(
				sizes("-algo=bully -n=%d"+also, 2, 4, same(firmly...)), []Run{run("-algo=bully -n=4 -crashes=3"+also, firmly...)}), Found: True, Sizes: "2 to 4"},
			{If: "it is bully by the letter of lecture 004, in a synchronous world: a process stops when OK comes, without T' (BU-D5)",
				Runs: []Run{run("mutants -algo=bully -mutant=work-done", holds("strict-decides")...)}, Found: False, Sizes: "3"},
			{If: "it is bully in the asynchronous world of lecture 000", Runs: []Run{run("-algo=bully -n=3 -timeouts=any", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is bully-recovery, repaired, and no process recovers", Runs: sizes("-algo=bully-recovery -n=%d -restarts=0"+also, 2, 4, same(firmly...)), Found: True, Sizes: "2 to 4"},
			{If: "it is bully-recovery in the world of lecture 001, where processes recover", Runs: []Run{run("-algo=bully-recovery -n=3 -restarts=1", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is bully-recovery as printed, and no process recovers", Runs: []Run{run("-algo=bully-recovery -n=3 -reading=printed -restarts=0", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is raft, and one process dies and comes back: one leader per term, and elections end", Runs: []Run{
				run("-algo=raft -n=3", holds("leader-per-term", "one-leader", "validity", "decides", "ends")...)}, Found: True, Sizes: "3"},
			{If: "it is omega-timely or omega-minimal, by the clock: all finally trust one process forever", Runs: slices.Concat(
				sizes("-algo=omega-timely -n=%d -property=eventual-leadership", 2, 3, same(holds("eventual-leadership")...)),
				sizes("-algo=omega-minimal -n=%d -property=eventual-leadership", 2, 3, same(holds("eventual-leadership")...))), Found: True, Sizes: "2 to 3"},
			{If: "no process crashes, and any may start: ring, ring-maxid, chang-roberts, lelann and hirschberg-sinclair elect the highest, and no election dies out", Runs: slices.Concat(
				independent("-algo=ring -n=%[1]d -crashes=0 -starts=%[1]d -orders=all", 4),
				independent("-algo=ring-maxid -n=%[1]d -crashes=0 -starts=%[1]d -orders=all", 4),
				independent("-algo=chang-roberts -n=%d -orders=all", 4),
				independent("-algo=lelann -n=%d -orders=all", 4),
				independent("-algo=hirschberg-sinclair -n=%d -orders=all", 4)), Found: True, Sizes: "2 to 4"},
			{If: "no process crashes, and any may start: ring-watch, ring-detector, bully and bully-recovery elect the highest, and no election dies out", Runs: slices.Concat(
				independent("-algo=ring-watch -n=%[1]d -crashes=0 -starts=%[1]d -orders=all", 3),
				independent("-algo=ring-detector -n=%[1]d -crashes=0 -starts=%[1]d -orders=all", 3),
				independent("-algo=bully -n=%[1]d -crashes=0 -starts=%[1]d", 3),
				independent("-algo=bully-recovery -n=%[1]d -crashes=0 -starts=%[1]d -restarts=0", 3)), Found: True, Sizes: "2 to 3"},
			{If: "no process comes back: a leader leads as long as it is live, as lecture 001 says", Runs: slices.Concat(
				sizes("-algo=chang-roberts -n=%d -orders=all"+unchangeable, 2, 4, same(holds("strict-stability")...)),
				sizes("-algo=lelann -n=%d -orders=all"+unchangeable, 2, 4, same(holds("strict-stability")...)),
				sizes("-algo=hirschberg-sinclair -n=%d -orders=all"+unchangeable, 2, 4, same(holds("strict-stability")...)),
				sizes("-algo=bully -n=%d"+unchangeable, 2, 3, same(holds("strict-stability")...)),
				sizes("-algo=bully-recovery -n=%d -restarts=0"+unchangeable, 2, 3, same(holds("strict-stability")...))), Found: True, Sizes: "2 to 4"},
		},
		Found: OnlyIf,
		Words: "chang-roberts, lelann as repaired and hirschberg-sinclair keep it all, and bully where its timeouts are right; that of lecture 004 only with the T' of the others. The ring algorithms do not survive the crashes of their own world; " +
			"nor does bully-recovery the recoveries for which it is made: one that comes back takes the office of a live leader.",
	}}
}

// independent asks that without a crash, whichever processes start, only the highest is ever
// elected, and that every election ends with all having elected it.
func independent(command string, to int) []Run {
	return sizes(command+" -property=elected-is-max,strict-decides", 2, to, same(holds("elected-is-max", "strict-decides")...))
}

// lists are the claims about LeLann's algorithm. As printed no run ends, so drawing runs is no use.
func lists() []Claim {
	return []Claim{
		{
			ID: "C18", Lectures: []string{"001"},
			Sentence: "LeLann: each of the N processes causes N messages, N² in all, even with one starter",
			Quotes:   []Quote{{"001", "každý proces z N procesů způsobí generování N zpráv"}},
			Cases: []Case{
				{If: "one process starts, on any ring", Runs: sizes("measure -algo=lelann -n=%d -starts=1 -orders=all -runs=1", 2, 5, squared), Found: True, Sizes: "2 to 5"},
				{If: "any processes start, on any ring", Runs: sizes("measure -algo=lelann -n=%d -orders=all -no-delays -runs=1", 2, 5, squared), Found: True, Sizes: "2 to 5"},
				{If: "it is lelann as printed, which sends a starter's id twice", Runs: sizes("measure -algo=lelann -n=%d -starts=1 -orders=all -no-delays -runs=1 -max-steps=1000 -reading=printed", 2, 2, func(n int) []Ask {
					return []Ask{decided("ELECT").least(Equals, n*n), decided("ELECT").greatest(Equals, n*n)}
				}), Found: False, Sizes: "2"},
				{If: "it is lelann as printed, and the election must be over", Runs: sizes("measure -algo=lelann -n=%d -starts=1 -orders=all -no-delays -runs=1 -max-steps=1000 -reading=printed", 2, 2, squared), Found: False, Sizes: "2"},
			},
			Found: OnlyIf,
			Words: "As mended the least and the greatest number of all runs, for each id goes round once: its owner sends it, and all others forward it. As printed (LL-D1, LL-D2) it costs " +
				"8 to 10 messages until both of two have decided, and it is over in no run.",
		},
		{
			ID: "C19", Lectures: []string{"001"},
			Sentence: "a process recovered in LeLann may learn the leader by asking round the ring",
			Quotes:   []Quote{{"001", "může id koordinátora zjistit např. dotazem poslaným po kruhu"}},
			Cases: []Case{
				{If: "no other event happens meanwhile",
					Runs: slices.Concat([]Run{told("asks-round-the-ring")},
						sizes("-algo=lelann -n=%d -initial=leader -initiators=nobody -starts=0 -crashes=1 -restarts=1", 2, 4, same(append(safety(), holds("ends")...)...))),
					Found: True, Sizes: "2 to 4"},
				{If: "others have detected the death, and elect: the process must learn the leader of all others",
					Runs:  sizes("-algo=lelann -n=%d -initial=leader -crashes=1 -restarts=1", 2, 3, same(holds("elected-is-max", "agreement")...)),
					Found: False, Sizes: "2 to 3"},
			},
			Found: OnlyIf,
			Words: "The highest, come back, accepts a lower leader, against the lecture's own condition; and who is in the middle of an election answers with the leader of before, " +
				"so that on a ring of three, 3 comes back, is told that it leads, and the others elect 2.",
		},
	}
}

// squared: N² messages in every run.
func squared(n int) []Ask {
	return []Ask{over("ELECT").least(Equals, n*n), over("ELECT").greatest(Equals, n*n), over("messages").greatest(Equals, n*n)}
}

// Costs are measured by explore measure. The lectures count until the election is over: no message is in
// transit, and no process takes part.

// A cost is a place in a report: which cost is measured, and until when.
type cost string

func over(name string) cost    { return cost("points.until.over.costs." + name) }
func decided(name string) cost { return cost("points.until.decided.costs." + name) }

// whole counts until the run ends: in worlds with several starts, until all are used.
func whole(name string) cost { return cost("points.until.ended.costs." + name) }

// least and greatest are over all runs; null, and so unknown, if not all runs were measured.
func (c cost) least(is Relation, value int) Ask    { return c.ask("least.cost", is, value) }
func (c cost) greatest(is Relation, value int) Ask { return c.ask("greatest.cost", is, value) }

// drawn is the greatest over the runs drawn at random.
func (c cost) drawn(is Relation, value int) Ask { return c.ask("drawn.greatest", is, value) }

func (c cost) ask(which string, is Relation, value int) Ask {
	return Ask{string(c) + "." + which, is, fmt.Sprint(value)}
}

// meanGreatest requires a mean over all orders of the ids, to a thousandth.
func (c cost) meanGreatest(value float64) []Ask {
	text := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	place := string(c) + ".mean_greatest"
	return []Ask{{place, AtLeast, text(value - 0.001)}, {place, AtMost, text(value + 0.001)}}
}

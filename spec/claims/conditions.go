package claims

import "slices"

// conditions is the claim that an election does what section 2 of spec/election.md asks.
// It is long because a claim is a table.
func conditions() []Claim {
	firmly := append(promises(), holds("irrevocable")...)
	const (
		also         = " -property=default,irrevocable"
		unchangeable = " -property=strict-stability"
	)
	return []Claim{{
		ID: "C17", Lectures: []string{"000", "001"},
		Sentence: "each algorithm is safe and live in the world that its author assumes, and its outcome does not depend on who started",
		Quotes: []Quote{
			{"001", "algoritmus v každém provedení dosáhne terminální konfiguraci, ve které je … jediný proces … ve stavu vůdce"},
			{"001", "rozhodnutí uzlu být vedoucím (zvoleným) procesem je zvoleným procesem nezměnitelné"},
			{"000", "Výsledek volby lídra by neměl záviset na tom, který proces volby vyvolal."},
		},
		Cases: []Case{
			{If: "it is ring, and nobody crashes", Runs: sizes("rings -algo=ring -n=%d -crashes=0 -starts=2", 2, 5, same(promises()...)), Found: True, Sizes: "2 to 5"},
			{If: "it is ring in the world of lecture 000, which has crashes", Runs: []Run{run("-algo=ring -n=3", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is ring-maxid in that world", Runs: []Run{run("-algo=ring-maxid -n=3", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is ring-watch, mended, with one crash, and nothing is lost with the dead", Runs: sizes("-algo=ring-watch -n=%d -repair=resent", 2, 6, same(promises()...)), Found: True, Sizes: "2 to 6"},
			{If: "it is ring-detector, mended, with one crash, and nothing is lost with the dead", Runs: sizes("-algo=ring-detector -n=%d -repair=resent", 2, 3, same(promises()...)), Found: True, Sizes: "2 to 3"},
			{If: "it is chang-roberts", Runs: sizes("rings -algo=chang-roberts -n=%d"+also, 2, 6, same(firmly...)), Found: True, Sizes: "2 to 6"},
			{If: "it is lelann", Runs: sizes("rings -algo=lelann -n=%d"+also, 2, 5, same(firmly...)), Found: True, Sizes: "2 to 5"},
			{If: "it is lelann as printed", Runs: []Run{run("-algo=lelann -n=2 -reading=printed", promises()...)}, Found: False, Sizes: "2"},
			{If: "it is hirschberg-sinclair", Runs: sizes("rings -algo=hirschberg-sinclair -n=%d"+also, 2, 5, same(firmly...)), Found: True, Sizes: "2 to 5"},
			{If: "it is ring-accept, nobody crashes, and it is asked who leads in the end", Runs: sizes("rings -algo=ring-accept -n=%d -crashes=0 -starts=2", 2, 4,
				same(holds("one-leader", "validity", "not-stuck", "decides", "ends")...)), Found: True, Sizes: "2 to 4"},
			{If: "it is ring-accept, nobody crashes, and it is asked whom a process has elected on the way", Runs: sizes("rings -algo=ring-accept -n=%d -crashes=0", 3, 4,
				same(holds("elected-is-max", "agreement")...)), Found: False, Sizes: "3 to 4"},
			{If: "it is itai-rodeh, in every run", Runs: sizes("-algo=itai-rodeh -n=%d -property=one-leader,agreement,validity,not-stuck,irrevocable", 2, 4,
				same(holds("one-leader", "agreement", "validity", "not-stuck", "irrevocable")...)), Found: True, Sizes: "2 to 4"},
			{If: "it is itai-rodeh, and it is to end in every run, not only with probability one", Runs: sizes("-algo=itai-rodeh -n=%d", 2, 4, same(liveness()...)), Found: False, Sizes: "2 to 4"},
			{If: "it is bully of lecture 003, which waits T' for COORDINATOR, in its synchronous world", Runs: slices.Concat(
				sizes("-algo=bully -n=%d"+also, 2, 4, same(firmly...)), []Run{run("-algo=bully -n=4 -crashes=3"+also, firmly...)}), Found: True, Sizes: "2 to 4"},
			{If: "it is bully of lecture 004 by its letter, in that world: when OK comes the work is done, and there is no T' (BU-D5)",
				Runs: []Run{run("mutants -algo=bully -mutant=work-done", holds("strict-decides")...)}, Found: False, Sizes: "3"},
			{If: "it is bully in the asynchronous world of lecture 000", Runs: []Run{run("-algo=bully -n=3 -timeouts=any", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is bully-recovery, mended, and nobody recovers", Runs: sizes("-algo=bully-recovery -n=%d"+also, 2, 4, same(firmly...)), Found: True, Sizes: "2 to 4"},
			{If: "it is bully-recovery in the world of lecture 001, where processes recover", Runs: []Run{run("-algo=bully-recovery -n=3 -restarts=1", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is bully-recovery as printed, and nobody recovers", Runs: []Run{run("-algo=bully-recovery -n=3 -reading=printed", promises()...)}, Found: False, Sizes: "3"},
			{If: "it is raft, and one dies and comes back: one leader in a term, and an end", Runs: []Run{
				run("-algo=raft -n=3", holds("leader-per-term", "one-leader", "validity", "decides", "ends")...)}, Found: True, Sizes: "3"},
			{If: "it is omega-timely, or omega-minimal, by the clock: all come to trust one for ever", Runs: slices.Concat(
				sizes("-algo=omega-timely -n=%d -property=eventual-leadership", 2, 3, same(holds("eventual-leadership")...)),
				sizes("-algo=omega-minimal -n=%d -property=eventual-leadership", 2, 3, same(holds("eventual-leadership")...))), Found: True, Sizes: "2 to 3"},
			{If: "nobody crashes, whoever starts: ring, ring-maxid, chang-roberts, lelann and hirschberg-sinclair elect the highest, and no election dies out", Runs: slices.Concat(
				independent("rings -algo=ring -n=%[1]d -crashes=0 -starts=%[1]d", 4),
				independent("rings -algo=ring-maxid -n=%[1]d -crashes=0 -starts=%[1]d", 4),
				independent("rings -algo=chang-roberts -n=%d", 4),
				independent("rings -algo=lelann -n=%d", 4),
				independent("rings -algo=hirschberg-sinclair -n=%d", 4)), Found: True, Sizes: "2 to 4"},
			{If: "nobody crashes, whoever starts: so do the others", Runs: slices.Concat(
				independent("rings -algo=ring-watch -n=%[1]d -crashes=0 -starts=%[1]d", 3),
				independent("rings -algo=ring-detector -n=%[1]d -crashes=0 -starts=%[1]d", 3),
				independent("-algo=bully -n=%[1]d -crashes=0 -starts=%[1]d", 3),
				independent("-algo=bully-recovery -n=%[1]d -crashes=0 -starts=%[1]d", 3)), Found: True, Sizes: "2 to 3"},
			{If: "the decision to lead is unchangeable, as lecture 001 says: who leads does so as long as it lives, and nobody comes back", Runs: slices.Concat(
				sizes("rings -algo=chang-roberts -n=%d"+unchangeable, 2, 4, same(holds("strict-stability")...)),
				sizes("rings -algo=lelann -n=%d"+unchangeable, 2, 4, same(holds("strict-stability")...)),
				sizes("rings -algo=hirschberg-sinclair -n=%d"+unchangeable, 2, 4, same(holds("strict-stability")...)),
				sizes("-algo=bully -n=%d"+unchangeable, 2, 3, same(holds("strict-stability")...)),
				sizes("-algo=bully-recovery -n=%d -restarts=0"+unchangeable, 2, 3, same(holds("strict-stability")...))), Found: True, Sizes: "2 to 4"},
		},
		Found: OnlyIf,
		Words: "chang-roberts, lelann as mended and hirschberg-sinclair keep it all, and bully where its timeouts are right; that of lecture 004 only with the T' of the others. The ring algorithms do not survive the crashes of their own world; " +
			"nor does bully-recovery the recoveries for which it is made: one that comes back takes the office of a live leader.",
	}}
}

// independent: without a crash, whatever set of processes starts, nobody but the highest is ever
// elected, and every election comes to all having elected it.
func independent(command string, to int) []Run {
	return sizes(command+" -property=elected-is-max,strict-decides", 2, to, same(holds("elected-is-max", "strict-decides")...))
}

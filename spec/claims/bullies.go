package claims

import (
	"fmt"
	"slices"
)

// bullies are the claims about bully.
func bullies() []Claim {
	return []Claim{
		{
			ID: "C08", Lectures: []string{"000"},
			Sentence: "bully ends within four message delays in the worst case",
			Quotes:   []Quote{{"000", "Pro dokončení volby lídra je v nejhorším případě potřeba čtyři komunikační latence"}},
			Cases: []Case{
				{If: "only the lowest detects the death, at most 2T = 4 ticks after it, and no other process dies: four more ticks until all have decided",
					Runs: slices.Concat(
						sizes("measure -algo=bully -n=%d -timeouts=clock"+lowestDetects, 3, 5, func(int) []Ask {
							return []Ask{decided("ticks").greatest(Equals, 4+4)}
						}),
						sizes("-algo=bully -n=%d -timeouts=clock -initial=leader -starts=0 -crashes=1 -initiators=1", 3, 5, same(promises()...))),
					Found: True, Sizes: "3 to 5"},
				{If: "other processes detect the death too: until all elections are over",
					Runs: []Run{run("measure -algo=bully -n=4 -timeouts=clock -initial=leader -starts=0 -crashes=1 -no-delays -runs=1",
						over("ticks").greatest(AtMost, 4+4))},
					Found: False, Sizes: "4"},
				{If: "another process dies during the election",
					Runs: []Run{run("measure -algo=bully -n=3 -timeouts=clock -initial=leader -starts=0 -crashes=2 -no-delays -runs=1",
						decided("ticks").greatest(AtMost, 4+4))},
					Found: False, Sizes: "3"},
			},
			Found: OnlyIf,
			Words: "By the clock with Tm = 1 and Tp = 0 a message delay is a tick. ELECTION takes one; who is called calls those above, waits T = 2 for an answer, and announces itself: one more. " +
				"Each further detection, and each further death, begins that anew.",
		},
		{
			ID: "C09", Lectures: []string{"000", "001", "003"},
			Sentence: "bully: at most N(N−1)/2 ELECTION messages when the lowest detects the failure, O(N²) messages in all",
			Quotes: []Quote{
				{"000", "celkem N − 1 procesů pošle zprávu ELECTION procesům s vyšším ID"},
				{"001", "O(N²) zpráv v nejhorším případě"},
				{"003", "En el peor de los casos hacen falta O(n²) mensajes"},
			},
			Cases: []Case{
				{If: "time is measured by the clock, and messages due in a tick arrive before timers fire",
					Runs: sizes("measure -algo=bully -n=%d -timeouts=clock"+lowestDetects, 2, 5, func(n int) []Ask {
						return []Ask{over("ELECTION").greatest(Equals, n*(n-1)/2), over("messages").greatest(Equals, (n-1)*(n-1)+n-2)}
					}),
					Found: True, Sizes: "2 to 5"},
				{If: "it is bully-recovery, by the clock, and no process recovers: N(N−1)/2 ELECTION, N(N−1) messages in all",
					Runs: sizes("measure -algo=bully-recovery -n=%d -timeouts=clock -restarts=0"+lowestDetects, 2, 5, func(n int) []Ask {
						return []Ask{over("ELECTION").greatest(Equals, n*(n-1)/2), over("messages").greatest(Equals, n*(n-1))}
					}),
					Found: True, Sizes: "2 to 5"},
				{If: "the system is synchronous without a clock, and has at most three processes",
					Runs: sizes("measure -algo=bully -n=%d"+lowestDetects, 2, 3, electionsHalf), Found: True, Sizes: "2 to 3"},
				{If: "the system is synchronous without a clock, and has four processes",
					Runs: sizes("measure -algo=bully -n=%d"+lowestDetects, 4, 4, electionsHalf), Found: False, Sizes: "4"},
			},
			Found: OnlyIf,
			Words: "By the clock each of the N−1 that live calls all above it, once: N(N−1)/2. There are (N−1)(N−2)/2 answers and N−2 announcements: (N−1)²+N−2 in all; lecture 001's bully also tells the dead. Without a clock nothing " +
				"keeps a call from being later than the announcement of the one who is called: with four processes P3 may win, tell all, and be called by P2 only then; it calls once more, and there are 7 ELECTION.",
		},
		{
			ID: "C10", Lectures: []string{"000"},
			Sentence: "bully, best case: the second highest detects the failure; N−2 COORDINATOR messages, one delay",
			Quotes:   []Quote{{"000", "proces s druhým nejvyšším ID detekuje selhání lídra … (N − 2) zpráv COORDINATOR, čas do ukončení: 1 komunikační latence"}},
			Cases: []Case{
				{If: "only COORDINATOR messages are counted",
					Runs: secondHighest(3, 5, func(n int) []Ask {
						return []Ask{over("COORDINATOR").least(Equals, n-2), over("COORDINATOR").greatest(Equals, n-2)}
					}),
					Found: True, Sizes: "3 to 5"},
				{If: "the ELECTION of the second highest to the dead leader counts too",
					Runs: secondHighest(3, 5, func(n int) []Ask {
						return []Ask{over("messages").least(Equals, n-2)}
					}),
					Found: False, Sizes: "3 to 5"},
				{If: "time starts at the detection, at most 2T = 4 ticks after the death: one more tick",
					Runs: secondHighest(3, 5, func(int) []Ask {
						return []Ask{decided("ticks").greatest(AtMost, 4+1)}
					}),
					Found: False, Sizes: "3 to 5"},
				{If: "the rules are followed: N−1 messages, and three ticks after a detection in the fourth tick at the latest",
					Runs: secondHighest(3, 5, func(n int) []Ask {
						return []Ask{over("messages").least(Equals, n-1), over("messages").greatest(Equals, n-1), decided("ticks").greatest(Equals, 4+3)}
					}),
					Found: True, Sizes: "3 to 5"},
				{If: "N counts only the live processes, and the highest of them detects the death",
					Runs: highestStarts(2, 4, func(living int) []Ask {
						return []Ask{over("messages").least(Equals, living-1), over("messages").greatest(Equals, living-1), decided("ticks").greatest(Equals, 1)}
					}),
					Found: True, Sizes: "2 to 4"},
			},
			Found: OnlyIf,
			Words: "By its own rules the second highest cannot know that nobody is above it but the dead leader: it sends one ELECTION, which nobody takes, and waits T for an answer. " +
				"So there are N−1 messages and three delays, not N−2 and one. The claim is true of a process that skips its own election: who has found out that the highest is dead may take \"if P_i has the highest id\" " +
				"to speak of those who live. But a detection says nothing of who else lives above; only the second highest can go by it.",
		},
		{
			ID: "C11", Lectures: []string{"000"}, About: []string{"one-leader"}, Against: []string{"C12"},
			Sentence: "bully is safe, provided that no crashed process comes back under its id",
			Quotes: []Quote{
				{"000", "Bully algoritmus bezpečnost garantuje pokud havarované procesy nejsou nahrazovány procesy se stejným ID (např. restartem)."},
				{"000", "Asynchronní systém: neznáma, ale konečná latence."},
			},
			Cases: []Case{
				{If: "the system is synchronous: timeouts are right, and messages of dead processes do not arrive late",
					Runs: slices.Concat(sizes("-algo=bully -n=%d", 2, 4, same(neverTwo()...)), []Run{
						run("-algo=bully -n=4 -crashes=3", neverTwo()...),
						run("-algo=bully -n=4 -initial=leader -starts=0 -crashes=3", neverTwo()...),
					}),
					Found: True, Sizes: "2 to 4"},
				{If: "channels are asynchronous, and timeouts are right",
					Runs:  sizes("-algo=bully -n=%d -timeouts=perfect", 2, 3, same(neverTwo()...)),
					Found: True, Sizes: "2 to 3"},
				{If: "the system is asynchronous, as the lecture's own model is: a timeout may fire too early",
					Runs:  sizes("-algo=bully -n=%d -timeouts=any -crashes=0", 2, 3, same(neverTwo()...)),
					Found: False, Sizes: "2 to 3"},
				{If: "dead processes must have the same leader too, as the sentence is printed",
					Runs:  []Run{run("-algo=bully -n=3 -property=strict-agreement", holds("strict-agreement")...)},
					Found: False, Sizes: "3"},
			},
			Found: OnlyIf,
			Words: "It depends on the timeouts and not on the channels: right timeouts keep bully safe, also where messages of the dead come late. " +
				"In the lecture's own asynchronous model it is unsafe without any crash. To the letter (each process elects the same L or nobody) it " +
				"fails in every re-election: one has heard of the new leader, another still has the dead one. Nobody comes back in these runs. A return under a new id, which the sentence allows, is not " +
				"modelled; but if that id is the highest, it announces itself while the old leader lives (BU1), as in C12: the id alone does not make bully unsafe.",
		},
		{
			ID: "C12", Lectures: []string{"003"}, About: []string{"one-leader"}, Against: []string{"C11"},
			Sentence: "bully is unsafe if dead processes are replaced by processes with the same identity, and also if timeouts are imprecise",
			Quotes: []Quote{
				{"003", "La propiedad de seguridad no se cumple si los procesos caídos se reemplazan con procesos con la misma identidad. … Lo mismo ocurre si los timeouts no son precisos."},
			},
			Cases: []Case{
				{If: "timeouts are right, and a process comes back under its id",
					Runs:  sizes("-algo=bully -n=%d -restarts=1", 2, 3, same(violated("one-leader", "agreement")...)),
					Found: True, Sizes: "2 to 3"},
				{If: "no process crashes or comes back, and a timeout may fire too early",
					Runs:  sizes("-algo=bully -n=%d -timeouts=any -crashes=0", 2, 3, same(violated("one-leader", "agreement")...)),
					Found: True, Sizes: "2 to 3"},
			},
			Found: Confirmed,
			Words: "Both halves. The second contradicts C11 in the asynchronous model of lecture 000.",
		},
		{
			ID: "C13", Lectures: []string{"000"}, About: []string{"decides"},
			Sentence: "bully: liveness is not guaranteed in an asynchronous system, is in a synchronous one with T and T' a multiple of the worst delay, and eventually is under partial synchrony",
			Quotes: []Quote{
				{"000", "v asynchronním systému jeho běh nemusí nikdy skončit → živost není garantována"},
				{"000", "pokud timeout T a T' nastavíme na násobek nejhorší jednosměrné latence, je živost garantována"},
				{"000", "pokud se latence dostane pod potřebnou mez na dostatečně dlouhou dobu, volby úspěšně skončí (pokud nebudou selhání)"},
			},
			Cases: []Case{
				{If: "the system is asynchronous: an election may never end, although no process dies",
					Runs:  []Run{run("-algo=bully -n=2 -timeouts=any -crashes=0 -elections=unlimited -capacity=2", violated("ends")...)},
					Found: True, Sizes: "2"},
				{If: "the system is synchronous, with T and T' as long as an answer and an announcement can take",
					Runs: slices.Concat(sizes("-algo=bully -n=%d -timeouts=clock -property=decides,ends,strict-decides", 2, 3, same(append(liveness(), holds("strict-decides")...)...)), []Run{
						run("-algo=bully -n=3 -timeouts=clock -crashes=2", liveness()...),
						run("-algo=bully -n=3 -timeouts=clock -initial=leader -starts=0 -crashes=2", liveness()...),
						run("-algo=bully -n=3 -timeouts=clock -tm=2 -tp=1", liveness()...),
					}),
					Found: True, Sizes: "2 to 3"},
				{If: "the bounds hold from the second tick on, and no election begins before: the death of the leader is detected T = 2 ticks later",
					Runs: slices.Concat(sizes("-algo=bully -n=%d -timeouts=clock -gst=2 -initial=leader -starts=0", 2, 4, same(promises()...)), []Run{
						run("-algo=bully -n=4 -timeouts=clock -gst=2 -initial=leader -starts=0 -crashes=2", promises()...),
					}),
					Found: True, Sizes: "2 to 4"},
				{If: "the bounds hold from some tick on, and an election begun before must end",
					Runs:  []Run{run("-algo=bully -n=3 -timeouts=clock -gst=2 -crashes=0 -property=ends", holds("ends")...)},
					Found: True, Sizes: "3"},
				{If: "two leaders or more remain from before the bounds hold, and one election begins when no message is on its way: it leaves one leader",
					Runs:  sizes("-algo=bully -n=%d -timeouts=clock -crashes=0 -initial=themselves -property=ends,strict-decides", 2, 3, same(holds("ends", "strict-decides")...)),
					Found: True, Sizes: "2 to 3"},
				{If: "the bounds hold from some tick on, and an election begun before must decide too",
					Runs:  []Run{run("-algo=bully -n=3 -timeouts=clock -gst=2 -crashes=0 -property=decides", holds("decides")...)},
					Found: False, Sizes: "3"},
			},
			Found: OnlyIf,
			Words: "Two processes are enough for the first part: the lower one suspects the higher again and again, which lives, and calls before " +
				"the announcement that answers its last call has come. So no state is at rest, though both have long elected the higher. " +
				"Under partial synchrony an election begun too early ends, and may leave two leaders for ever, for nobody has a reason to begin another; " +
				"one begun when all is quiet and the bounds hold mends that, whatever is left over: each may have elected itself at first. No rule of bully looks at elected, so that it goes as in a synchronous system from the beginning.",
		},
	}
}

// secondHighest: all have elected the highest; it dies, and only the second highest detects it.
func secondHighest(from, to int, shows func(n int) []Ask) (runs []Run) {
	for n := from; n <= to; n++ {
		command := "measure -algo=bully -n=%d -timeouts=clock -initial=leader -starts=0 -crashes=1 -initiators=%d -no-delays -runs=1"
		runs = append(runs, run(fmt.Sprintf(command, n, n-1), shows(n)...))
	}
	return runs
}

// highestStarts: every elected is ⊥, no process dies, and the highest alone begins.
func highestStarts(from, to int, shows func(n int) []Ask) (runs []Run) {
	for n := from; n <= to; n++ {
		command := "measure -algo=bully -n=%[1]d -timeouts=clock -crashes=0 -initiators=%[1]d -no-delays -runs=1"
		runs = append(runs, run(fmt.Sprintf(command, n), shows(n)...))
	}
	return runs
}

// lowestDetects: all have elected the highest; it dies, and only the lowest detects it.
const lowestDetects = " -initial=leader -starts=0 -crashes=1 -initiators=1 -no-delays -runs=1"

func electionsHalf(n int) []Ask { return []Ask{over("ELECTION").greatest(AtMost, n*(n-1)/2)} }

// neverTwo is safety without not-stuck.
func neverTwo() []Ask { return holds("one-leader", "elected-is-max", "agreement", "validity") }

package claims

import "slices"

// bullies are the claims about bully.
// It is long because a claim is a table.
func bullies() []Claim {
	return []Claim{
		{
			ID: "C08", Lectures: []string{"000"},
			Sentence: "bully ends within four message delays in the worst case",
			Quotes:   []Quote{{"000", "Pro dokončení volby lídra je v nejhorším případě potřeba čtyři komunikační latence"}},
			Waits:    "the clock, and the delays that it measures",
		},
		{
			ID: "C09", Lectures: []string{"000", "001", "003", "004"},
			Sentence: "bully: at most N(N−1)/2 ELECTION messages when the lowest detects the failure, O(N²) messages in all",
			Quotes: []Quote{
				{"000", "celkem N − 1 procesů pošle zprávu ELECTION procesům s vyšším ID"},
				{"001", "O(N²) zpráv v nejhorším případě"},
				{"003", "En el peor de los casos hacen falta O(n²) mensajes"},
			},
			Cases: []Case{
				{
					If: "time is measured by the clock, and what is due in a tick arrives before timers fire",
					Runs: sizes("measure -algo=bully -n=%d -timeouts=clock"+lowestDetects, 2, 5, func(n int) []Ask {
						return []Ask{over("ELECTION").greatest(Equals, n*(n-1)/2), over("messages").greatest(Equals, (n-1)*(n-1)+n-2)}
					}),
					Found: True, Sizes: "2 to 5",
				},
				{
					If:   "the system is synchronous in the abstract, and there are at most three",
					Runs: sizes("measure -algo=bully -n=%d"+lowestDetects, 2, 3, electionsHalf), Found: True, Sizes: "2 to 3",
				},
				{
					If:   "the same, and there are four",
					Runs: sizes("measure -algo=bully -n=%d"+lowestDetects, 4, 4, electionsHalf), Found: False, Sizes: "4",
				},
			},
			Found: OnlyIf,
			Words: "By the clock each of the N−1 that live calls all above it, once: N(N−1)/2. There are (N−1)(N−2)/2 answers and N−2 announcements: (N−1)²+N−2 in all. Without a clock nothing " +
				"keeps a call from being later than the announcement of the one who is called: with four processes P3 may win, tell all, and be called by P2 only then; it calls once more, and there are 7 ELECTION.",
		},
		{
			ID: "C10", Lectures: []string{"000"},
			Sentence: "bully, best case: the second highest detects the failure; N−2 COORDINATOR messages, one delay",
			Quotes:   []Quote{{"000", "proces s druhým nejvyšším ID detekuje selhání lídra … (N − 2) zpráv COORDINATOR, čas do ukončení: 1 komunikační latence"}},
			Waits:    "the clock, and the numbers of messages and delays",
		},
		{
			ID: "C11", Lectures: []string{"000"}, Against: []string{"C12"},
			Sentence: "bully is safe, provided that no crashed process comes back under its id",
			Quotes: []Quote{
				{"000", "Bully algoritmus bezpečnost garantuje pokud havarované procesy nejsou nahrazovány procesy se stejným ID (např. restartem)."},
				{"000", "Asynchronní systém: neznáma, ale konečná latence."},
			},
			Cases: []Case{
				{
					If: "the system is synchronous: timeouts are right, and the dead fall silent first",
					Runs: slices.Concat(sizes("-algo=bully -n=%d", 2, 4, same(neverTwo()...)), []Run{
						run("-algo=bully -n=4 -crashes=3", neverTwo()...),
						run("-algo=bully -n=4 -initial=leader -starts=0 -crashes=3", neverTwo()...),
					}),
					Found: True, Sizes: "2 to 4",
				},
				{
					If:    "channels are asynchronous, and timeouts are right",
					Runs:  sizes("-algo=bully -n=%d -timeouts=perfect", 2, 3, same(neverTwo()...)),
					Found: True, Sizes: "2 to 3",
				},
				{
					If:    "the system is asynchronous, as the lecture's own model is: a timeout may fire too early",
					Runs:  sizes("-algo=bully -n=%d -timeouts=any -crashes=0", 2, 3, same(neverTwo()...)),
					Found: False, Sizes: "2 to 3",
				},
				{
					If:    "the same leader is meant of dead ones too, as the sentence is printed",
					Runs:  []Run{run("-algo=bully -n=3 -property=strict-agreement", holds("strict-agreement")...)},
					Found: False, Sizes: "3",
				},
			},
			Found: OnlyIf,
			Words: "It depends on the timeouts and not on the channels: right timeouts keep bully safe, also where messages of the dead come late. " +
				"In the lecture's own asynchronous model it is unsafe without any crash. To the letter (each process elects the same L or nobody) it " +
				"fails in every re-election: one has heard of the new leader, another still has the dead one.",
		},
		{
			ID: "C12", Lectures: []string{"003"}, Against: []string{"C11"},
			Sentence: "bully is unsafe if dead processes are replaced by processes with the same identity, and also if timeouts are imprecise",
			Quotes: []Quote{
				{"003", "La propiedad de seguridad no se cumple si los procesos caídos se reemplazan con procesos con la misma identidad. … Lo mismo ocurre si los timeouts no son precisos."},
			},
			Cases: []Case{
				{
					If:    "timeouts are right, and a process comes back under its id",
					Runs:  sizes("-algo=bully -n=%d -restarts=1", 2, 3, same(violated("one-leader", "agreement")...)),
					Found: True, Sizes: "2 to 3",
				},
				{
					If:    "nobody comes back, or even crashes, and a timeout may fire too early",
					Runs:  sizes("-algo=bully -n=%d -timeouts=any -crashes=0", 2, 3, same(violated("one-leader", "agreement")...)),
					Found: True, Sizes: "2 to 3",
				},
			},
			Found: Confirmed,
			Words: "Both halves. The second contradicts C11 in the asynchronous model of lecture 000.",
		},
		{
			ID: "C13", Lectures: []string{"000"},
			Sentence: "bully: liveness is not guaranteed in an asynchronous system, is in a synchronous one with T and T' a multiple of the worst delay, and eventually is under partial synchrony",
			Quotes: []Quote{
				{"000", "v asynchronním systému jeho běh nemusí nikdy skončit → živost není garantována"},
				{"000", "pokud timeout T a T' nastavíme na násobek nejhorší jednosměrné latence, je živost garantována"},
			},
			Cases: []Case{{
				If:    "the system is asynchronous: an election may go on for ever, though nobody dies",
				Runs:  []Run{run("-algo=bully -n=2 -timeouts=any -crashes=0 -elections=unlimited -capacity=2", violated("ends")...)},
				Found: True, Sizes: "2",
			}},
			Waits: "the clock, for the other two parts",
			Words: "Two processes are enough for the first part: the lower one suspects the higher again and again, which lives, and calls before " +
				"the announcement that answers its last call has come. So no state is at rest, though both have long elected the higher.",
		},
	}
}

// lowestDetects: all have the highest for their leader; it dies, and nobody but the lowest finds out.
const lowestDetects = " -initial=leader -starts=0 -crashes=1 -initiators=1 -no-delays -runs=1"

func electionsHalf(n int) []Ask { return []Ask{over("ELECTION").greatest(AtMost, n*(n-1)/2)} }

// neverTwo is what may never happen, to be stuck aside.
func neverTwo() []Ask { return holds("one-leader", "elected-is-max", "agreement", "validity") }

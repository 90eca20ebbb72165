package claims

// repairs are the claims about crashes on a ring, and the two remedies.
func repairs() []Claim {
	return []Claim{
		{
			ID: "C05", Lectures: []string{"000"}, About: []string{"ends"},
			Sentence: "if P9 fails after sending, ELECTION(9) circulates for ever, even after the ring is repaired; so does ELECTED(9)",
			Quotes:   []Quote{{"000", "Selže-li P_9 po odeslání zprávy, tak ELECTION(9) bude cirkulovat do nekonečna i pokud dojde k obnovení topologie kruhu"}},
			Cases: []Case{
				{If: "messages to P9 are lost", Runs: []Run{
					run("-algo=ring -ids=4,8,9,3 -crashes=1 -property=ends", Ask{"ends", Repeating, "deliver ELECTION(9)"}),
				}, Found: True, Sizes: "4"},
				{If: "messages to P9 are resent", Runs: []Run{
					run("-algo=ring -ids=4,8,9,3 -repair=resent -crashes=1 -property=ends", Ask{"ends", Repeating, "deliver ELECTION(9)"}),
				}, Found: True, Sizes: "4"},
				{If: "P9 has already won, and dies having sent ELECTED(9)", Runs: []Run{told("elected-of-the-dead")}, Found: True},
			},
			Found: Confirmed,
			Words: "A shortest way in has three steps: P9 starts, its message is taken, it dies.",
		},
		{
			ID: "C06", Lectures: []string{"000"}, About: []string{"ends"},
			Sentence: "option 1 repairs that: the predecessor or successor of the would-be leader watches over its election",
			Quotes: []Quote{
				{"000", "Možnost 1: Předchůdce nebo následovník rádoby lídra P_k detekuje selhání a spustí nové volby"},
				{"000", "Ale co když selže předchůdce? A předchůdce předchůdce? …"},
			},
			Cases: []Case{
				{If: "option 1 is repaired, one process starts, one dies, and messages to the dead process are resent",
					Runs:  sizes("-algo=ring-watch -n=%d -repair=resent", 2, 6, same(promises()...)),
					Found: True, Sizes: "2 to 6"},
				{If: "option 1 is repaired, only the predecessor watches, and messages to the dead process are resent",
					Runs:  sizes("-algo=ring-watch -n=%d -repair=resent -watchers=predecessor", 2, 4, same(promises()...)),
					Found: True, Sizes: "2 to 4"},
				{If: "option 1 is repaired, only the successor watches, and messages to the dead process are resent",
					Runs:  sizes("-algo=ring-watch -n=%d -repair=resent -watchers=successor", 2, 4, same(promises()...)),
					Found: True, Sizes: "2 to 4"},
				{If: "messages to the dead process are lost",
					Runs:  sizes("-algo=ring-watch -n=%d -repair=lost", 3, 4, same(promises()...)),
					Found: False, Sizes: "3 to 4"},
				{If: "two processes start",
					Runs:  []Run{run("-algo=ring-watch -n=3 -repair=resent -starts=2", liveness()...)},
					Found: False, Sizes: "3"},
				{If: "the predecessor dies too: two crashes, both neighbours watching",
					Runs:  []Run{run("-algo=ring-watch -n=4 -repair=resent -crashes=2 -capacity=3 -max-states=150000", liveness()...)},
					Found: False, Sizes: "4"},
				{If: "the predecessor of the predecessor dies too: three crashes",
					Runs:  []Run{run("-algo=ring-watch -n=4 -repair=resent -crashes=3 -capacity=3 -max-states=150000", liveness()...)},
					Found: False, Sizes: "4"},
				{If: "option 1 is as printed: a watcher forwards known messages and forgets no id",
					Runs:  []Run{run("-algo=ring-watch -n=3 -reading=printed -repair=resent", liveness()...)},
					Found: False, Sizes: "3"},
				{If: "the memory differs from RW-D1: an ELECTED forgets only the id it names, or does not end the watch",
					Runs:  []Run{run("mutants -algo=ring-watch -mutant=one-watch-kept", holds("not-stuck")...), run("mutants -algo=ring-watch -mutant=watch-kept", holds("not-stuck")...)},
					Found: False, Sizes: "3"},
				{If: "two processes start, none dies, and no needless watch adds messages: at most as many as ring sends",
					Runs: sizes("measure -algo=ring-watch -n=%d -crashes=0 -starts=2 -orders=all -no-delays -runs=1", 2, 3, func(n int) []Ask {
						return []Ask{over("messages").greatest(AtMost, 2*(3*n-1))}
					}),
					Found: False, Sizes: "2 to 3"},
				{If: "two processes start, none dies, and the memory is that of RW-D1: at most 12 and 19 messages",
					Runs: sizes("measure -algo=ring-watch -n=%d -crashes=0 -starts=2 -orders=all -no-delays -runs=1", 2, 3, func(n int) []Ask {
						return []Ask{over("messages").greatest(Equals, 7*n-2)}
					}),
					Found: True, Sizes: "2 to 3"},
			},
			Found: OnlyIf,
			Words: "The lecture does not say what a watcher remembers, and for how long. The verdict is on the memory of RW-D1 on the page of ring-watch, which is ours, and depends on it: other memories fail in worlds in which this one does not. With it, two starters are taken for a second sight of one, and cost 12 and 19 messages where ring sends 10 and 16. And one crash, one starter, and a ring that sends on what was on its way to the dead process; then either neighbour is enough. " +
				"If that is lost, a live candidate waits for a message that is gone, and its watchers watch for its death. With two crashes " +
				"ELECTION(k) and ELECTED(k) go round together, and each is a reason to forget the other.",
		},
		{
			ID: "C07", Lectures: []string{"000"}, About: []string{"decides"},
			Sentence: "option 2 repairs that with a perfect detector; an incomplete one leaves no leader, an inaccurate one causes needless elections without bound",
			Quotes: []Quote{
				{"000", "Kterýkoliv proces po přijetí zprávy ELECTION(k) může detekovat selhání P_k pomocí svého lokálního detektoru selhání"},
				{"000", "zbytečně opakované volby, potenciálně neomezený počet krát"},
			},
			Cases: []Case{
				{If: "option 2 is repaired, and messages to the dead process are resent",
					Runs:  sizes("-algo=ring-detector -n=%d -repair=resent", 2, 3, same(promises()...)),
					Found: True, Sizes: "2 to 3"},
				{If: "the detector is incomplete, and messages to the dead process are resent: no leader",
					Runs:  []Run{run("-algo=ring-detector -n=3 -repair=resent -detector=incomplete", violated("decides")...)},
					Found: True, Sizes: "3"},
				{If: "the detector is inaccurate, all have elected the highest, and no process dies or starts: elections never end",
					Runs: sizes("-algo=ring-detector -n=%d -crashes=0 -initial=leader -starts=0 -detector=inaccurate", 2, 3,
						same(violated("ends")...)),
					Found: True, Sizes: "2 to 3"},
				{If: "the detector is eventually perfect after at most three mistakes, and no process dies or starts: elections end",
					Runs: sizes("-algo=ring-detector -n=%d -crashes=0 -initial=leader -starts=0 -detector=eventually-perfect -mistakes=3", 2, 3,
						same(holds("ends")...)),
					Found: True, Sizes: "2 to 3"},
				{If: "the detector suspects a live leader once, by mistake: a process leaves it, and returns to it",
					Runs: sizes("-algo=ring-detector -n=%d -crashes=0 -initial=leader -starts=0 -detector=inaccurate -mistakes=1 -property=irrevocable,ends,eventual-leadership", 2, 4,
						same(append(violated("irrevocable"), holds("ends", "eventual-leadership")...)...)),
					Found: True, Sizes: "2 to 4"},
				{If: "messages to the dead process are lost",
					Runs:  []Run{run("-algo=ring-detector -n=3 -repair=lost", promises()...)},
					Found: False, Sizes: "3"},
				{If: "option 2 is as printed: messages of a dead process are forwarded",
					Runs:  []Run{run("-algo=ring-detector -n=3 -reading=printed -repair=resent", liveness()...)},
					Found: False, Sizes: "3"},
			},
			Found: OnlyIf,
			Words: "With a perfect detector one crash of up to three processes is survived if nothing is lost with the dead. Else an ELECTED that dies " +
				"with its bearer leaves the rest of the ring without the news: the election ends, and not everyone has decided.",
		},
	}
}

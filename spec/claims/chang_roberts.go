package claims

// changRoberts are the claims about the algorithm of Chang and Roberts.
// It is long because a claim is a table.
func changRoberts() []Claim {
	return []Claim{
		{
			ID: "C20", Lectures: []string{"001"},
			Sentence: "Chang–Roberts, all start before any receives, ids descending in the direction of travel: n(n+1)/2+n messages; for n=5: 5, 9, 12, 14, 15, then 20",
			Quotes:   []Quote{{"001", "(n + (n - 1) + … + 1) + n = n(n + 1)/2 + n … 5(5 + 1)/2 + 5 = 30/2 + 5 = 20"}},
			Cases:    []Case{{If: "n is 5, in lockstep", Runs: []Run{told("descending")}, Found: True}},
			Waits:    "the numbers of messages, for other n and other orders of deliveries",
			Words:    "In lockstep the numbers of the lecture, round by round.",
		},
		{
			ID: "C21", Lectures: []string{"001"},
			Sentence: "Chang–Roberts, all start: O(N²) messages, O(N) time",
			Quotes:   []Quote{{"001", "Komunikační složitost algoritmu spuštěného souběžně všemi potenciálními iniciátory je O(N²), časová složitost je O(N)"}},
			Waits:    "the numbers of messages and delays",
		},
		{
			ID: "C22", Lectures: []string{"001", "003"},
			Sentence: "Chang–Roberts tolerates no crash",
			Quotes: []Quote{
				{"001", "výpadek uzlu znamená výpadek celé úlohy, v praxi by se musela vyvolávat rekonstrukce kruhu"},
				{"003", "No tolera fallos de ningún proceso."},
			},
			Cases: []Case{
				{If: "what was on its way to the dead process is lost", Runs: sizes("-algo=chang-roberts -n=%d -crashes=1", 2, 4, same(violated("decides", "ends")...)), Found: True, Sizes: "2 to 4"},
				{If: "the ring is rebuilt at once, and it is sent on", Runs: sizes("-algo=chang-roberts -n=%d -crashes=1 -repair=resent", 2, 4, same(violated("decides", "ends")...)), Found: True, Sizes: "2 to 4"},
			},
			Found: Confirmed,
			Words: "Not even with the ring rebuilt at once and no message lost, which lecture 001 hopes for: ELECTION(k) of a dead k goes round for ever, as in C05.",
		},
		{
			ID: "C23", Lectures: []string{"001"},
			Sentence: "LeLann and Chang–Roberts need FIFO channels",
			Quotes:   []Quote{{"001", "Komunikační kanály musí dodržovat FIFO pořadí přenosu zpráv"}},
			Cases: []Case{
				{
					If:    "it is chang-roberts, to come to rest, and there are four processes or more",
					Runs:  sizes("rings -algo=chang-roberts -n=%d -channels=bag", 4, 5, same(violated("ends")...)),
					Found: True, Sizes: "4 to 5",
				},
				{
					If:    "it is chang-roberts, to come to rest, and there are at most three processes",
					Runs:  sizes("rings -algo=chang-roberts -n=%d -channels=bag", 2, 3, same(violated("ends")...)),
					Found: False, Sizes: "2 to 3",
				},
				{
					If:    "it is chang-roberts, to elect the highest and to tell all",
					Runs:  sizes("rings -algo=chang-roberts -n=%d -channels=bag", 2, 5, same(violated("elected-is-max", "decides")...)),
					Found: False, Sizes: "2 to 5",
				},
			},
			Waits: "lelann",
			Words: "Chang–Roberts elects the highest, and all are told, in whatever order messages arrive. What needs FIFO is the flag: an ELECTED that " +
				"overtakes an ELECTION leaves a process a participant for ever, who then can start no other election. For that a ring of four is needed.",
		},
		{
			ID: "C36", Lectures: []string{"001"},
			Sentence: "Chang–Roberts kills all redundant runs before the result is announced",
			Quotes:   []Quote{{"001", "sledování stavů účastník / ne-účastník co nejdříve likviduje zbytečné násobné volící běhy, vždy dříve než se oznámí výsledek vítězné volby"}},
			Cases: []Case{
				{If: "channels are FIFO", Runs: sizes("rings -algo=chang-roberts -n=%d -property=announced-last", 2, 6, same(holds("announced-last")...)), Found: True, Sizes: "2 to 6"},
				{If: "messages may overtake one another", Runs: sizes("-algo=chang-roberts -n=%d -channels=bag -property=announced-last", 3, 4, same(holds("announced-last")...)), Found: False, Sizes: "3 to 4"},
			},
			Found: OnlyIf,
			Words: "On FIFO channels the ELECTION of the winner sweeps the ring before it. Where messages overtake one another, it passes an ELECTION that is still on its way.",
		},
		{
			ID: "C38", Lectures: []string{"001", "003"},
			Sentence: "LeLann and Chang–Roberts are uniform: no rule uses N; bully is not, and of lecture 003's knows only the higher ids, yet tells the lower",
			Quotes: []Quote{
				{"001", "Algoritmus je asynchronní a uniformní a decentralizovaný"},
				{"003", "Supone que cada proceso conoce a los procesos con identificadores mayores"},
			},
			Cases: []Case{
				{
					If:    "it is chang-roberts: to know nobody but oneself is enough",
					Runs:  sizes("knowledge -algo=chang-roberts -n=%d", 2, 6, same(equals("different", 0))),
					Found: True, Sizes: "2 to 6",
				},
				{
					If:    "it is bully: that is not enough",
					Runs:  sizes("knowledge -algo=bully -n=%d", 2, 4, same(Ask{"different", AtLeast, "1"})),
					Found: True, Sizes: "2 to 4",
				},
				{
					If:    "it is bully, and one knows the higher ids: whoever leads must know the lower ones too, to tell them",
					Runs:  sizes("knowledge -algo=bully -n=%d -knows=higher", 2, 4, same(Ask{"different", AtLeast, "1"})),
					Found: True, Sizes: "2 to 4",
				},
			},
			Waits: "lelann",
			Words: "Whatever comes up in the worlds explored, a process of chang-roberts does the same when it is shown nothing of the group but itself. " +
				"A bully that is shown the higher ids lacks the lower ones in one rule: to tell them that it leads.",
		},
	}
}

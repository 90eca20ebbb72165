package claims

import "slices"

// changRoberts are the claims about the algorithm of Chang and Roberts.
func changRoberts() []Claim {
	return []Claim{
		{
			ID: "C20", Lectures: []string{"001"},
			Sentence: "Chang–Roberts, all start before any receives, ids descending in the direction of travel: n(n+1)/2+n messages; for n=5: 5, 9, 12, 14, 15, then 20",
			Quotes:   []Quote{{"001", "(n + (n - 1) + … + 1) + n = n(n + 1)/2 + n … 5(5 + 1)/2 + 5 = 30/2 + 5 = 20"}},
			Cases: []Case{
				{If: "n is 5, in lockstep", Runs: []Run{told("descending")}, Found: True},
				{If: "it is the greatest number of all runs on the descending ring", Runs: sizes("measure -algo=chang-roberts -n=%d -orders=descending -no-delays -runs=1", 2, 8, triangular), Found: True, Sizes: "2 to 8"},
				{If: "forwarding does not make a process a participant (the letter of lecture 001)", Runs: sizes("measure -algo=chang-roberts -n=%d -orders=descending -no-delays -runs=1"+printed, 2, 6, triangular), Found: False, Sizes: "2 to 6"},
			},
			Found: OnlyIf,
			Words: "In lockstep the numbers of the lecture, round by round, in both readings: all start at once, and are participants. Once all have started, no order of deliveries saves a message: each is stopped by the first higher process, a participant. " +
				"By the letter (CR-D6) who has only forwarded a higher id may still start, and replaces lower ones: the greatest number is 9, 15, 22, 30 and 39 for 2 to 6 processes, two laps more.",
		},
		{
			ID: "C21", Lectures: []string{"001"},
			Sentence: "Chang–Roberts, all start: O(N²) messages, O(N) time",
			Quotes:   []Quote{{"001", "Komunikační složitost algoritmu spuštěného souběžně všemi potenciálními iniciátory je O(N²), časová složitost je O(N)"}},
			Cases: []Case{
				{If: "the ring and the run are the worst of all: N(N+1)/2+N messages", Runs: sizes("measure -algo=chang-roberts -n=%d -orders=all -runs=1", 2, 6, triangular), Found: True, Sizes: "2 to 6"},
				{If: "time is counted in message delays: at most 3N−1 of them, in all runs", Runs: sizes("measure -algo=chang-roberts -n=%d -orders=all -runs=1", 2, 6, func(n int) []Ask {
					return []Ask{over("message delays").greatest(Equals, 3*n-1)}
				}), Found: True, Sizes: "2 to 6"},
				{If: "the ring and the run are the best of all: 2N messages", Runs: sizes("measure -algo=chang-roberts -n=%d -orders=all -runs=1", 2, 6, func(n int) []Ask {
					return []Ask{over("messages").least(Equals, 2*n)}
				}), Found: True, Sizes: "2 to 6"},
				{If: "the worst run of each ring is taken, and the mean of all rings: N(1+1/2+…+1/N)+N messages", Runs: sizes("measure -algo=chang-roberts -n=%d -orders=all -runs=1", 2, 6, func(n int) []Ask {
					return over("messages").meanGreatest(harmonic(n))
				}), Found: True, Sizes: "2 to 6"},
				{If: "forwarding does not make a process a participant (the letter of lecture 001): at most N(N+1)/2+N messages", Runs: sizes("measure -algo=chang-roberts -n=%d -orders=all -no-delays -runs=1"+printed, 2, 5, triangular), Found: False, Sizes: "2 to 5"},
				{If: "forwarding does not make a process a participant (the letter of lecture 001): still quadratic, at most N(N+1)/2+3N messages and delays", Runs: slices.Concat(
					sizes("measure -algo=chang-roberts -n=%d -orders=all -no-delays -runs=1"+printed, 2, 5, func(n int) []Ask {
						return []Ask{over("messages").greatest(Equals, n*(n+1)/2+3*n)}
					}),
					sizes("measure -algo=chang-roberts -n=%d -orders=all -runs=1"+printed, 2, 5, func(n int) []Ask {
						return []Ask{over("message delays").greatest(Equals, 3*n-1)}
					})), Found: True, Sizes: "2 to 5"},
			},
			Found: OnlyIf,
			Words: "The quadratic cost is that of the descending ring. That it is never more holds for every N: every process calls once, the call of the k-th lowest passes lower ones only and so is stopped after k hops, " +
				"and the announcement adds N. By the letter of lecture 001 (CR-D6) a process that has only forwarded may call too, twice if it replaces: two laps more. The mean over all rings is of the order N log N (Chang and Roberts 1979).",
		},
		{
			ID: "C22", Lectures: []string{"001", "003"}, About: []string{"decides", "ends"},
			Sentence: "Chang–Roberts tolerates no crash",
			Quotes: []Quote{
				{"001", "výpadek uzlu znamená výpadek celé úlohy, v praxi by se musela vyvolávat rekonstrukce kruhu"},
				{"003", "No tolera fallos de ningún proceso."},
			},
			Cases: []Case{
				{If: "one crash is enough: the receiver of the election message dies, and the message is lost",
					Runs: append(sizes("-algo=chang-roberts -n=%d -crashes=1", 2, 4, same(violated("decides", "ends")...)),
						told("bearer-dies")),
					Found: True, Sizes: "2 to 4"},
				{If: "one crash is enough: the highest dies, the ring is repaired at once, and no message is lost",
					Runs: append(sizes("-algo=chang-roberts -n=%d -crashes=1 -repair=resent", 2, 4, same(violated("decides", "ends")...)),
						told("highest-dies-resent")),
					Found: True, Sizes: "2 to 4"},
				{If: "every crash is meant: also of a process that is not the highest and has no message on its way",
					Runs:  []Run{impossible("bystander-dies"), impossible("bystander-dies-resent")},
					Found: False},
			},
			Found: OnlyIf,
			Words: "Lecture 001 says it of every failure of a node. P1 of three dies when it has passed the election on, and the others elect the highest, in both ways to repair the ring. It is so only of the highest, and of who holds a message. But " +
				"there it is so even with the ring rebuilt at once and no message lost, which lecture 001 hopes for: ELECTION(k) of a dead k goes round for ever, as in C05.",
		},
		{
			ID: "C23", Lectures: []string{"001"}, About: []string{"elected-is-max", "decides"},
			Sentence: "LeLann and Chang–Roberts need FIFO channels",
			Quotes: []Quote{
				{"001", "každý proces má jednoho souseda, komunikace je ve FIFO režimu"},
				{"001", "Komunikační kanály musí dodržovat FIFO pořadí přenosu zpráv"},
			},
			Cases: []Case{
				{If: "it is chang-roberts with four or more processes, and it must come to rest",
					Runs:  sizes("-algo=chang-roberts -n=%d -channels=bag -orders=all", 4, 5, same(violated("ends")...)),
					Found: True, Sizes: "4 to 5"},
				{If: "it is chang-roberts with at most three processes, and it must come to rest",
					Runs:  sizes("-algo=chang-roberts -n=%d -channels=bag -orders=all", 2, 3, same(violated("ends")...)),
					Found: False, Sizes: "2 to 3"},
				{If: "it is chang-roberts, and it must elect the highest and tell all",
					Runs:  sizes("-algo=chang-roberts -n=%d -channels=bag -orders=all", 2, 5, same(violated("elected-is-max", "decides")...)),
					Found: False, Sizes: "2 to 5"},
				{If: "it is lelann, and it must elect only the highest",
					Runs:  sizes("-algo=lelann -n=%d -channels=bag -orders=all", 2, 3, same(violated("elected-is-max", "one-leader")...)),
					Found: True, Sizes: "2 to 3"},
			},
			Found: OnlyIf,
			Words: "LeLann elects wrongly, with two processes already. Chang–Roberts elects the highest, and all are told, in whatever order messages arrive. What needs FIFO is the flag: an ELECTED that " +
				"overtakes an ELECTION leaves a process a participant for ever, who then can start no other election. For that a ring of four is needed.",
		},
		{
			ID: "C36", Lectures: []string{"001"},
			Sentence: "Chang–Roberts kills all redundant runs before the result is announced",
			Quotes:   []Quote{{"001", "sledování stavů účastník / ne-účastník co nejdříve likviduje zbytečné násobné volící běhy, vždy dříve než se oznámí výsledek vítězné volby"}},
			Cases: []Case{
				{If: "channels are FIFO", Runs: sizes("-algo=chang-roberts -n=%d -property=announced-last -orders=all", 2, 6, same(holds("announced-last")...)), Found: True, Sizes: "2 to 6"},
				{If: "channels are FIFO, and forwarding does not make a process a participant (the letter of lecture 001)", Runs: sizes("-algo=chang-roberts -n=%d -property=announced-last -orders=all"+printed, 2, 5, same(holds("announced-last")...)), Found: False, Sizes: "2 to 5"},
				{If: "messages may overtake one another", Runs: sizes("-algo=chang-roberts -n=%d -channels=bag -property=announced-last", 3, 4, same(holds("announced-last")...)), Found: False, Sizes: "3 to 4"},
			},
			Found: OnlyIf,
			Words: "On FIFO channels the ELECTION of the winner sweeps the ring before it, if who forwards it becomes a participant. That is a rule of lecture 003: lecture 001, which makes the claim, does not print it (CR-D6), " +
				"and without it a process may start behind the winner's ELECTION. Where messages overtake one another, it passes an ELECTION that is still on its way.",
		},
		{
			ID: "C38", Lectures: []string{"001", "003"},
			Sentence: "LeLann and Chang–Roberts are uniform: no rule uses N; bully is not: in lecture 003 a process knows only the higher ids, yet tells the lower",
			Quotes: []Quote{
				{"001", "Algoritmus je asynchronní a uniformní a decentralizovaný"},
				{"003", "Supone que cada proceso conoce a los procesos con identificadores mayores"},
			},
			Cases: []Case{
				{If: "it is chang-roberts: a process needs to know only itself",
					Runs:  sizes("knowledge -algo=chang-roberts -n=%d", 2, 6, same(equals("different", 0))),
					Found: True, Sizes: "2 to 6"},
				{If: "the group seems larger by two than it is: lelann and chang-roberts do the same",
					Runs: slices.Concat(
						sizes("knowledge -algo=lelann -n=%d -knows=larger", 2, 5, same(equals("different", 0))),
						sizes("knowledge -algo=chang-roberts -n=%d -knows=larger", 2, 5, same(equals("different", 0)))),
					Found: True, Sizes: "2 to 5"},
				{If: "it is bully, and the group seems larger: it does something else",
					Runs:  sizes("knowledge -algo=bully -n=%d -knows=larger", 2, 4, same(Ask{"different", AtLeast, "1"})),
					Found: True, Sizes: "2 to 4"},
				{If: "it is bully: a process needs to know more than itself",
					Runs:  sizes("knowledge -algo=bully -n=%d", 2, 4, same(Ask{"different", AtLeast, "1"})),
					Found: True, Sizes: "2 to 4"},
				{If: "it is bully, and processes know the higher ids: the leader must know the lower ones too, to tell them",
					Runs:  sizes("knowledge -algo=bully -n=%d -knows=higher", 2, 4, same(Ask{"different", AtLeast, "1"})),
					Found: True, Sizes: "2 to 4"},
			},
			Found: Confirmed,
			Words: "Whatever comes up in the worlds explored, a process of chang-roberts does the same when it is shown nothing of the group but itself. " +
				"One of lelann keeps a list of whom it has met, so it must be able to name others; but it does not ask how many there are. " +
				"A bully that is shown the higher ids lacks the lower ones in one rule: to tell them that it leads.",
		},
	}
}

// printed is chang-roberts by the letter of lecture 001.
const printed = " -reading=printed"

// triangular asks for the greatest number of messages that the lecture derives.
func triangular(n int) []Ask { return []Ask{over("messages").greatest(Equals, n*(n+1)/2+n)} }

// harmonic is the mean of Chang and Roberts (1979): the k-th highest id travels N/k hops on average,
// and the announcement takes N messages.
func harmonic(n int) float64 {
	mean := float64(n)
	for k := 1; k <= n; k++ {
		mean += float64(n) / float64(k)
	}
	return mean
}

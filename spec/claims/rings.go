package claims

import (
	"fmt"
	"slices"
)

// rings are the claims about the ring algorithm without failures, and with several starters.
func rings() []Claim {
	const andDecides = " -property=default,strict-decides"
	sure := append(promises(), holds("strict-decides")...) // no election dies out, either
	return []Claim{
		{
			ID: "C01", Lectures: []string{"000", "001", "003"},
			Sentence: "one starter, no failure: the worst case has exactly 3N−1 messages; then the starter is the successor of the future leader",
			Quotes: []Quote{
				{"000", "iniciátor je následník budoucího lídra … Celkem 3N − 1 zpráv"},
				{"001", "Jestliže volbu spustí jediný proces, pak v nejhorším případě … generuje 3N − 1 zpráv"},
				{"003", "El peor caso es cuando el proceso con mayor identificador es el anterior al que inicia … 3n-1 mensajes"},
			},
			Cases: []Case{
				{If: "the successor of the highest starts", Runs: slices.Concat(
					chains("-algo=ring -n=%d -initiators=1 -crashes=0", func(n int) int { return 3*n - 1 }),
					chains("-algo=chang-roberts -n=%d -initiators=1", func(n int) int { return 3*n - 1 })),
					Found: True, Sizes: "1 to 8"},
				{If: "another process starts: fewer messages", Runs: slices.Concat(
					others("-algo=ring -n=%d -initiators=%d -crashes=0", 4, AtMost, 3*4-1),
					others("-algo=chang-roberts -n=%d -initiators=%d", 4, AtMost, 3*4-1)),
					Found: True, Sizes: "4"},
				{If: "any process starts, on every ring: never more messages", Runs: slices.Concat(
					sizes("measure -algo=ring -n=%d -orders=all -runs=1", 2, 6, oneStarter),
					sizes("measure -algo=chang-roberts -n=%d -starts=1 -orders=all -runs=1", 2, 6, oneStarter)),
					Found: True, Sizes: "2 to 6"},
			},
			Found: Confirmed,
			Words: "With one starter there is one message on the way at a time, so that a run is a chain of one start and a delivery " +
				"for each message: N−1 up to the highest, N of its own, N of the announcement. Each process on the way sends one message on, so that only the distance " +
				"from the starter to the highest counts.",
		},
		{
			ID: "C02", Lectures: []string{"000"},
			Sentence: "the best case has 2N messages, when the starter is the future leader; the time is 2N, and in the worst case 3N−1, message delays",
			Quotes: []Quote{
				{"000", "iniciátor je budoucí lídr, Celkem 2N zpráv, Čas běhu: 2N komunikačních latencí"},
			},
			Cases: []Case{
				{If: "the highest starts", Runs: lastStarts(), Found: True, Sizes: "1 to 8"},
				{If: "another process starts: more time", Found: True, Sizes: "4",
					Runs: slices.Concat(others("-algo=ring -n=%d -initiators=%d -crashes=0", 4, AtLeast, 2*4+2),
						[]Run{run("-algo=ring -n=4 -initiators=1 -crashes=0", Ask{"depth", AtLeast, "10"})})},
				{If: "the successor of the highest starts: the time of the worst case",
					Runs: chains("-algo=ring -n=%d -initiators=1 -crashes=0", func(n int) int { return 3*n - 1 }), Found: True, Sizes: "1 to 8"},
				{If: "any process starts, on every ring: from 2N to 3N−1 delays",
					Runs: sizes("measure -algo=ring -n=%d -orders=all -runs=1", 2, 6, oneStarter), Found: True, Sizes: "2 to 6"},
			},
			Found: Confirmed,
			Words: "Every state has one step, the delivery of the only message: so the messages follow one another, and each costs one delay. " +
				"The lecture counts until the election is over, the announcement come round; all have decided one delay earlier, when the last message has been sent and not yet taken.",
		},
		{
			ID: "C03", Lectures: []string{"000"}, About: []string{"ends", "agreement"},
			Sentence: "without failures the election always ends, and all know the same leader",
			Quotes: []Quote{
				{"000", "Pokud nejsou selhání, tak volba skončí v konečném čase (živost). Pokud volby skončí úspěšně, tak všechny procesy znají stejného lídra (bezpečnost)."},
			},
			Cases: []Case{
				{If: "one process starts", Runs: sizes("-algo=ring -n=%d -crashes=0 -orders=all"+andDecides, 2, 6, same(sure...)), Found: True, Sizes: "2 to 6"},
				{If: "processes start twice in all", Runs: sizes("-algo=ring -n=%d -crashes=0 -starts=2 -orders=all"+andDecides, 2, 5, same(sure...)), Found: True, Sizes: "2 to 5"},
				{If: "processes start three times in all", Runs: sizes("-algo=ring -n=%d -crashes=0 -starts=3 -orders=all"+andDecides, 2, 4, same(sure...)), Found: True, Sizes: "2 to 4"},
			},
			Found: Confirmed,
			Words: "On every ring, in every order of deliveries; also with several starters, for whom the lecture adds ring-maxid only to save messages.",
		},
		{
			ID: "C04", Lectures: []string{"000"}, About: []string{"elected-is-max"},
			Sentence: "several starters: ring-maxid elects exactly the maximum, and never sends more messages than ring",
			Quotes: []Quote{
				{"000", "Procesy ignorují ELECTION/ELECTED zpráv s nižším ID než maxID. Dojde k rychlejší eliminaci zpráv"},
			},
			Cases: []Case{
				{If: "no process crashes, and all may start", Runs: sizes("-algo=ring-maxid -n=%[1]d -crashes=0 -starts=%[1]d -orders=all", 2, 5, same(promises()...)), Found: True, Sizes: "2 to 5"},
				{If: "no process crashes, and there are as many starts as processes: the greatest number of messages on any ring is at most that of ring",
					Runs: slices.Concat(
						sizes("measure -algo=ring -n=%[1]d -starts=%[1]d -orders=all -no-delays -runs=1", 2, 4, func(n int) []Ask {
							return []Ask{over("messages").greatest(Equals, n*(3*n-1))}
						}),
						sizes("measure -algo=ring-maxid -n=%[1]d -starts=%[1]d -orders=all -no-delays -runs=1", 2, 4, func(n int) []Ask {
							return []Ask{over("messages").greatest(AtMost, n*(3*n-1))}
						})),
					Found: True, Sizes: "2 to 4"},
				{If: "one process starts twice: ring sends the same number in each run, and ring-maxid as many or fewer, in some runs fewer",
					Runs: slices.Concat(
						startsTwice("ring", func(messages int) []Ask {
							return []Ask{whole("messages").least(Equals, messages), whole("messages").greatest(Equals, messages)}
						}),
						startsTwice("ring-maxid", func(messages int) []Ask {
							return []Ask{whole("messages").greatest(AtMost, messages), whole("messages").least(AtMost, messages-1)}
						})),
					Found: True, Sizes: "2 to 4"},
				{If: "the process with the remembered id crashes", Runs: []Run{
					run("-algo=ring-maxid -n=3 -crashes=1", holds("decides")...),
					impossible("remembered-id"),
				},
					Found: False, Sizes: "3"},
			},
			Found: OnlyIf,
			Words: "The maximum wins on every ring. Of messages: ring's rules look at nothing but the message and one's own id, so that each start has its chain of messages, " +
				"whatever else goes on; and ring-maxid sends of each chain what ring sends, or stops it. So with the same starts it never sends more, on any schedule. The runs " +
				"compare the greatest numbers: N starts by the successor of the highest, 3N−1 messages each, in both; and, where the same process starts twice, each run of the one with all of the other, to the end of both starts. But maxID is forgotten only on an ELECTED: where the highest dies with its ELECTION, the " +
				"others remember it for ever and ignore every later election.",
		},
		{
			ID: "C39", Lectures: []string{"001", "000"},
			Sentence: "the stories of the rings: Hirschberg–Sinclair on 8 processes, phase by phase; the ring 4, 8, 9, 3 with the starters 8 and 9",
			Quotes: []Quote{
				{"001", "The node with id 8 will receive its own probe message, and then becomes leader!"},
				{"000", "Spustí volby … ELECTION(8) … ELECTION(9)"},
			},
			Cases: []Case{
				{If: "the ring is 4, 8, 9, 3", Runs: []Run{told("ring-4-8-9-3")}, Found: True},
				{If: "eight run Hirschberg–Sinclair on the ring 3, 7, 1, 6, 2, 8, 4, 5, in lockstep", Runs: []Run{told("eight-on-a-ring")}, Found: True},
			},
			Found: Confirmed,
			Words: "Hirschberg–Sinclair: 7, 6, 8 and 5 win phase 0, then 7 and 8, then 8, whose own probe is back in phase 3. The ring of the picture is not in the lecture's text, " +
				"and this one is ours; on every ring of eight it is phase 3. The other story: P9 replaces ELECTION(8) by its own id, so that two ELECTION(9) go round, and P9 announces itself twice: 17 messages.",
		},
	}
}

// oneStarter asks about all runs with one starter. The announcement is back one delay after all know the
// leader.
func oneStarter(n int) []Ask {
	return []Ask{
		over("messages").least(Equals, 2*n), over("messages").greatest(Equals, 3*n-1),
		over("message delays").least(Equals, 2*n), over("message delays").greatest(Equals, 3*n-1),
		decided("messages").greatest(Equals, 3*n-1), decided("message delays").greatest(Equals, 3*n-2),
	}
}

// startsTwice lets each process but the highest start twice, on the ring 1, 2, …: ring sends twice the way up
// to the highest, and two laps.
func startsTwice(algorithm string, shows func(messages int) []Ask) (runs []Run) {
	for n := 2; n <= 4; n++ {
		for starter := 1; starter < n; starter++ {
			command := fmt.Sprintf("measure -algo=%s -n=%d -crashes=0 -initiators=%d -starts=2 -no-delays -runs=1", algorithm, n, starter)
			runs = append(runs, run(command, shows(2*(3*n-starter))...))
		}
	}
	return runs
}

// chains are runs in which only one message can follow another, messages(n) of them.
func chains(command string, messages func(n int) int) []Run {
	return sizes(command, 1, 8, func(n int) []Ask { return chain(n, messages(n)) })
}

// chain expects one start and a number of deliveries, one after the other: as many steps as levels, since each
// state has one step, and one terminal state. A single process sends no announcement to others.
func chain(n, messages int) []Ask {
	asks := append([]Ask{equals("depth", messages+1), equals("steps", messages+1), equals("terminal", 1)}, promises()...)
	if n == 1 {
		asks = slices.DeleteFunc(asks, func(a Ask) bool { return a.What == "agreement" })
	}
	return asks
}

// lastStarts lets the highest start.
func lastStarts() (runs []Run) {
	for n := 1; n <= 8; n++ {
		runs = append(runs, run(fmt.Sprintf("-algo=ring -n=%d -initiators=%d -crashes=0", n, n), chain(n, 2*n)...))
	}
	return runs
}

// others lets each process start except the highest and the lowest, its successor; the depth is
// compared with a number.
func others(command string, n int, is Relation, depth int) (runs []Run) {
	for starter := 2; starter < n; starter++ {
		runs = append(runs, run(fmt.Sprintf(command, n, starter), Ask{"depth", is, fmt.Sprint(depth)}))
	}
	return runs
}

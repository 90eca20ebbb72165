package claims

// omegas are the claims about eventual leadership, Ω.
func omegas() []Claim {
	const leads = " -property=eventual-leadership"
	return []Claim{
		{
			ID: "C26", Lectures: []string{"003"}, About: []string{"eventual-leadership"},
			Sentence: "Ω: omega-timely satisfies eventual leadership when all links are eventually timely, and the timeout stops growing",
			Quotes:   []Quote{{"003", "Si la variable alcanza ese valor, no se incrementa más, y tras recibir un ALIVE de ℓ, leader_p=ℓ."}},
			Cases: []Case{
				{If: "a process sends to itself too, all links are timely, and one process may die",
					Runs:  sizes("-algo=omega-timely -n=%d"+leads, 2, 4, same(holds("eventual-leadership")...)),
					Found: True, Sizes: "2 to 4"},
				{If: "the bounds hold only from some tick on, the second at the latest",
					Runs:  sizes("-algo=omega-timely -n=%d -gst=2 -counters=4"+leads, 2, 3, same(holds("eventual-leadership")...)),
					Found: True, Sizes: "2 to 3"},
				{If: "messages take two ticks, and the timeout may grow at most twice",
					Runs:  []Run{run("-algo=omega-timely -n=3 -tm=2 -counters=2"+leads, holds("eventual-leadership")...)},
					Found: True, Sizes: "3"},
				{If: "a process sends to all others and not to itself, as printed",
					Runs:  []Run{run("-algo=omega-timely -n=2 -reading=printed"+leads, holds("eventual-leadership")...)},
					Found: False, Sizes: "2"},
			},
			Found: OnlyIf,
			Words: "The exploration is complete with a bound on the counters that does not act: so no run makes the timeout grow beyond it. As printed, of two processes each hears only the other, " +
				"and trusts it for ever.",
		},
		{
			ID: "C27", Lectures: []string{"003"}, About: []string{"eventual-leadership"},
			Sentence: "Ω allows two leaders for a while: it is weaker than election, which needs a stronger detector",
			Quotes:   []Quote{{"003", "Elección de líder requiere un detector de fallos más fuerte que Ω."}},
			Cases: []Case{{
				If:    "two leaders must occur, in a world in which all finally trust the same process",
				Runs:  sizes("-algo=omega-timely -n=%d -property=one-leader,eventual-leadership", 2, 3, same(append(violated("one-leader"), holds("eventual-leadership")...)...)),
				Found: True, Sizes: "2 to 3",
			}},
			Found: Confirmed,
			Words: "The run shows what Ω allows and an election forbids. That no election can do with Ω alone is an argument. Let p come to lead in a run, and die. An election replaces a leader " +
				"that dies, so some q comes to lead. Now let p live, and do nothing for as long; Ω says at the others what it said, which it may for a while. They see no difference, " +
				"so q comes to lead, and p leads still: two leaders at a time.",
		},
		{
			ID: "C28", Lectures: []string{"003"},
			Sentence: "Property 1 is necessary: without it two runs R and R' are indistinguishable to some p, which trusts a dead leader forever",
			Quotes:   []Quote{{"003", "Considera una ejecución R' en que ℓ falla pero que desde el punto de p es igual que R. p elige a ℓ permanentemente como líder."}},
			Cases: []Case{
				{If: "an algorithm drops a silent process: it is wrong in R, where that process is live",
					Runs: []Run{run("alike -algo=omega-timely -n=2 -timely=nothing", append(violated("eventual-leadership in R"), equals("exit", 0))...),
						run("alike -algo=omega-timely -n=3 -timely=nothing", append(violated("eventual-leadership in R"), equals("exit", 0))...)},
					Found: True, Sizes: "2 to 3"},
				{If: "an algorithm waits for a silent process: it is right in R, and trusts a dead leader forever in R'",
					Runs:  []Run{run("alike -algo=omega-timely -n=2 -timely=nothing -mutant=blind-trust", append(append(holds("eventual-leadership in R"), violated("eventual-leadership in R'")...), equals("exit", 0))...)},
					Found: True, Sizes: "2"},
			},
			Found: Confirmed,
			Words: "Both runs are found by exploring, are fair, and are compared step by step: what one process sees and knows is the same in both. " +
				"That it is so of every algorithm is an argument. Let ℓ be elected in an R without a death, in which all links that are not timely lose everything. Where Property 1 fails there is a p " +
				"that ℓ does not reach by timely links, and those who do reach p get nothing from anyone else, who would reach p too. So in an R' in which ℓ dies they do as in R: p trusts ℓ in both, or in neither.",
		},
		{
			ID: "C29", Lectures: []string{"003"}, About: []string{"eventual-leadership"},
			Sentence: "omega-minimal satisfies eventual leadership under Property 1, where omega-timely does not",
			Quotes:   []Quote{{"003", "ℓ es elegido líder por todos los procesos correctos a partir de un determinado momento"}},
			Cases: []Case{
				{If: "the links of a path are timely both ways: omega-minimal satisfies it",
					Runs:  []Run{run("-algo=omega-minimal -n=3 -crashes=0 -timely=1-2,2-1,2-3,3-2"+leads, holds("eventual-leadership")...)},
					Found: True, Sizes: "3"},
				{If: "the links of a path are timely both ways: omega-timely does not",
					Runs:  []Run{run("-algo=omega-timely -n=3 -crashes=0 -timely=1-2,2-1,2-3,3-2"+leads, violated("eventual-leadership")...)},
					Found: True, Sizes: "3"},
				{If: "each process reaches each other one, round a ring, and one may die",
					Runs:  []Run{run("-algo=omega-minimal -n=3 -timely=1-2,2-3,3-1"+leads, holds("eventual-leadership")...)},
					Found: True, Sizes: "3"},
				{If: "one process reaches all others, as Property 1 says, and no process reaches it",
					Runs:  []Run{run("-algo=omega-minimal -n=3 -crashes=0 -timely=1-2,2-3 -counters=2"+leads, holds("eventual-leadership")...)},
					Found: False, Sizes: "3"},
			},
			Found: OnlyIf,
			Words: "1 reaches 2, and 2 reaches 3. 3 has suspected 1 once, and nobody ever hears of it: 1 and 2 trust 1, and 3 trusts 2, for ever. The lecture's lemmas speak of processes " +
				"that reach all others; what a process counts that reaches nobody stays its own. The lemmas are true all the same, by arguments and not by runs. 1: nobody resets the timer of the dead any more, and each " +
				"time it fires it is armed again (OM4). 2: after each suspicion p is waited for a tick longer, and its messages need no longer than the path. 5: what is sent tells all that the sender knows (OM1), and is " +
				"sent on whole (OM2). 3 and 4 follow for who reaches all others, and say nothing of the rest: from there the lecture's conclusion does not follow.",
		},
	}
}

package claims

import "slices"

// reductions are the claims about what an election can and cannot do.
func reductions() []Claim {
	return []Claim{
		{
			ID: "C14", Lectures: []string{"000"}, About: []string{"same-decision", "all-decide"},
			Sentence: "an election solves consensus: the last bit of the leader's id",
			Quotes:   []Quote{{"000", "Stačí zvolit lídra a poslední bit jeho ID interpretovat jako výsledek konsensu."}},
			Cases: []Case{
				{If: "no process crashes", Runs: slices.Concat(
					sizes("-algo=consensus -on=bully -n=%d -crashes=0", 2, 4, same(consensus()...)),
					sizes("-algo=consensus -on=ring -n=%d -crashes=0", 2, 4, same(consensus()...)),
					sizes("-algo=consensus -on=lelann -n=%d", 2, 4, same(consensus()...)),
					sizes("-algo=consensus -on=chang-roberts -n=%d", 2, 4, same(consensus()...)),
					sizes("-algo=consensus -on=hirschberg-sinclair -n=%d", 2, 4, same(consensus()...))),
					Found: True, Sizes: "2 to 4"},
				{If: "validity has this weak sense: both values are possible",
					Runs: []Run{
						run("-algo=consensus -on=bully -n=2 -crashes=0 -property=never-0", violated("never-0")...),
						run("-algo=consensus -on=bully -n=3 -crashes=0 -property=never-1", violated("never-1")...),
					},
					Found: True, Sizes: "2 to 3"},
				{If: "it is by bully in its synchronous world, where the election keeps all its promises, and one process dies",
					Runs:  sizes("-algo=consensus -on=bully -n=%d -crashes=1", 3, 4, same(append(promises(), holds("same-decision")...)...)),
					Found: False, Sizes: "3 to 4"},
			},
			Found: OnlyIf,
			Words: "Not with a crash: the highest tells one other that it leads, and dies. That one has decided; the rest elect the second highest and decide its bit. Such an election may " +
				"change its mind when the leader dies, and a decision may not. And both values are possible only as the group changes: in one group, without a crash, " +
				"the highest always wins, and its bit is known beforehand.",
		},
		{
			ID: "C15", Lectures: []string{"000", "003"}, About: []string{"one-leader", "decides", "eventual-leadership"},
			Sentence: "no election here, and no Ω, is solved in an asynchronous system with crashes",
			Quotes: []Quote{
				{"000", "protože konsensus není řešitelný v asynchronních DS se selháními, není řešitelná ani volba lídra"},
				{"003", "Elección de líder y Ω no se pueden resolver en un sistema asíncrono con f>0"},
			},
			Cases: []Case{
				{If: "it is ring, and one dies: it never decides", Runs: []Run{run("-algo=ring -n=3 -crashes=1", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is ring-maxid, and one dies: it never decides", Runs: []Run{run("-algo=ring-maxid -n=3 -crashes=1", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is ring-watch, and its timers may fire at any time: it never decides",
					Runs: []Run{run("-algo=ring-watch -n=3 -repair=resent -timeouts=any -capacity=2", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is ring-detector, and its detector is inaccurate: it never decides",
					Runs: []Run{run("-algo=ring-detector -n=3 -repair=resent -detector=inaccurate", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is chang-roberts, and one dies: it never decides", Runs: []Run{run("-algo=chang-roberts -n=3 -crashes=1", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is ring-accept, and one dies: it never decides", Runs: []Run{run("-algo=ring-accept -n=3 -crashes=1", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is lelann, and one dies: two leaders", Runs: []Run{run("-algo=lelann -n=3 -crashes=1", violated("one-leader")...)}, Found: True, Sizes: "3"},
				{If: "it is hirschberg-sinclair, and one dies: it never decides", Runs: []Run{run("-algo=hirschberg-sinclair -n=3 -crashes=1", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is itai-rodeh, and one dies: it comes to a halt undecided", Runs: []Run{run("-algo=itai-rodeh -n=2 -crashes=1", violated("not-stuck", "decides")...)}, Found: True, Sizes: "2"},
				{If: "it is bully, and its timers may fire at any time: two leaders", Runs: []Run{run("-algo=bully -n=3 -timeouts=any", violated("one-leader")...)}, Found: True, Sizes: "3"},
				{If: "it is bully-recovery, and its timers may fire at any time: two leaders",
					Runs: []Run{run("-algo=bully-recovery -n=3 -timeouts=any -restarts=0", violated("one-leader")...)}, Found: True, Sizes: "3"},
				{If: "it is raft, and its timers may fire at any time: not all come to trust one for ever",
					Runs: []Run{run("-algo=raft -n=3 -timeouts=any -restarts=0 -property=eventual-leadership", violated("eventual-leadership")...)}, Found: True, Sizes: "3"},
				{If: "it is omega-timely, and no link is ever timely: not all come to trust one for ever",
					Runs: []Run{run("-algo=omega-timely -n=2 -timely=nothing -property=eventual-leadership", violated("eventual-leadership")...)}, Found: True, Sizes: "2"},
				{If: "it is omega-minimal, and no link is ever timely: not all come to trust one for ever",
					Runs: []Run{run("-algo=omega-minimal -n=2 -timely=nothing -property=eventual-leadership", violated("eventual-leadership")...)}, Found: True, Sizes: "2"},
				{If: "it is consensus by bully, and timers may fire at any time: two decisions",
					Runs: []Run{run("-algo=consensus -on=bully -n=3 -timeouts=any", violated("same-decision")...)}, Found: True, Sizes: "3"},
			},
			Found: Confirmed,
			Words: "Each algorithm here has its run. That no other algorithm could do better is a theorem (Fischer, Lynch and Paterson 1985), which such runs do not prove.",
		},
		{
			ID: "C16", Lectures: []string{"001"},
			Sentence: "there is no election among anonymous processes",
			Quotes:   []Quote{{"001", "Řešení volby vůdce ve skupině anonymních procesů neexistuje"}},
			Cases: []Case{
				{If: "it is any protocol on a ring without lots, up to a bound of states and messages",
					Runs:  []Run{run("anonymous", equals("exit", 0))},
					Found: True, Sizes: "2 to 3"},
				{If: "it is Chang–Roberts, all ids being equal",
					Runs:  sizes("-algo=anonymous -n=%d", 2, 5, same(violated("one-leader", "decides")...)),
					Found: True, Sizes: "2 to 5"},
				{If: "processes know their number and draw lots, and every fair run must elect a leader",
					Runs:  sizes("-algo=itai-rodeh -n=%d", 2, 4, same(violated("decides")...)),
					Found: True, Sizes: "2 to 4"},
			},
			Found: Confirmed,
			Words: "If all take turns, all do the same, for ever; that is the argument for any size (Angluin 1980), and the first command tries it on every protocol of the sizes that it names. " +
				"Lots help all the same: itai-rodeh never has two leaders, and it fails to end only by drawing the same again and again, which has probability 0.",
		},
	}
}

// consensus asks for what an election must do, and a consensus that rests on it.
func consensus() []Ask { return append(promises(), holds("same-decision", "all-decide")...) }

package claims

// reductions are the claims about what an election can and cannot do.
func reductions() []Claim {
	return []Claim{
		{
			ID: "C14", Lectures: []string{"000"},
			Sentence: "an election solves consensus: the last bit of the leader's id",
			Quotes:   []Quote{{"000", "Stačí zvolit lídra a poslední bit jeho ID interpretovat jako výsledek konsensu."}},
			Waits:    "consensus",
		},
		{
			ID: "C15", Lectures: []string{"000", "003"},
			Sentence: "no election here, and no Ω, is solved in an asynchronous system with crashes",
			Quotes: []Quote{
				{"000", "protože konsensus není řešitelný v asynchronních DS se selháními, není řešitelná ani volba lídra"},
				{"003", "Elección de líder y Ω no se pueden resolver en un sistema asíncrono con f>0"},
			},
			Cases: []Case{
				{If: "it is ring, and one dies: it never decides", Runs: []Run{run("-algo=ring -n=3", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is ring-maxid, and one dies: it never decides", Runs: []Run{run("-algo=ring-maxid -n=3", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is ring-watch, and its timers may fire at any time: it never decides",
					Runs: []Run{run("-algo=ring-watch -n=3 -repair=resent -timeouts=any -capacity=2", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is ring-detector, and its detector is inaccurate: it never decides",
					Runs: []Run{run("-algo=ring-detector -n=3 -repair=resent -detector=inaccurate", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is chang-roberts, and one dies: it never decides", Runs: []Run{run("-algo=chang-roberts -n=3 -crashes=1", violated("decides")...)}, Found: True, Sizes: "3"},
				{If: "it is bully, and its timers may fire at any time: two leaders", Runs: []Run{run("-algo=bully -n=3 -timeouts=any", violated("one-leader")...)}, Found: True, Sizes: "3"},
				{If: "it is bully-recovery, and its timers may fire at any time: two leaders",
					Runs: []Run{run("-algo=bully-recovery -n=3 -timeouts=any", violated("one-leader")...)}, Found: True, Sizes: "3"},
			},
			Waits: "the algorithms that are still to come",
			Words: "Each algorithm here has its run. That no other algorithm could do better is a theorem (Fischer, Lynch and Paterson 1985), which such runs do not prove.",
		},
		{
			ID: "C16", Lectures: []string{"001"},
			Sentence: "there is no election among anonymous processes",
			Quotes:   []Quote{{"001", "Řešení volby vůdce ve skupině anonymních procesů neexistuje"}},
			Waits:    "anonymous",
		},
	}
}

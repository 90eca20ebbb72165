package claims

// practice are the claims of lecture 004, and those about Raft.
func practice() []Claim {
	return []Claim{
		{
			ID: "C30", Lectures: []string{"004"},
			Sentence: "with delivery within Tm and handling within Tp, T = 2·Tm + Tp is a reliable detector, and one tick less is not",
			Quotes:   []Quote{{"004", "Se um processo não responde em 2Tm+Tp unidades de tempo, ele falhou"}},
			Waits:    "the clock",
		},
		{
			ID: "C33", Lectures: []string{"004"},
			Sentence: "stability: bully makes no needless re-election; a live leader stays the leader unless someone has suspected it",
			Quotes:   []Quote{{"004", "Stability - Devem ser evitadas reeleições desnecessárias"}},
			Cases: []Case{
				{
					If: "nobody comes back, and the system is synchronous",
					Runs: append(sizes("-algo=bully -n=%d -property=elected-is-max,irrevocable", 2, 4, same(holds("elected-is-max", "irrevocable")...)),
						run("-algo=bully -n=4 -crashes=3 -property=elected-is-max,irrevocable", holds("elected-is-max", "irrevocable")...)),
					Found: True, Sizes: "2 to 4",
				},
				{
					If:    "nobody comes back, and messages of the dead may arrive late: nobody is to turn away from a live leader",
					Runs:  []Run{run("-algo=bully -n=3 -timeouts=perfect -property=irrevocable", holds("irrevocable")...)},
					Found: False, Sizes: "3",
				},
				{
					If:    "a higher process comes back",
					Runs:  []Run{impossible("higher-comes-back")},
					Found: False,
				},
			},
			Found: OnlyIf,
			Words: "As long as nobody comes back the leader is the highest that lives, and whoever turned away from it would turn to a lower one: no one does. " +
				"A higher one that comes back takes the office of a live leader whom nobody suspects; that is the bully of its name (lecture 003), and what 004 asks to avoid. " +
				"Where a dead leader's announcement may come late, a process turns away from the living one, until the next election.",
		},
		{
			ID: "C34", Lectures: []string{"000", "004"},
			Sentence: "Raft's answer: with terms, stable votes and a majority, one leader per term survives crashes, restarts with the same id and any timing",
			Quotes:   []Quote{{"000", "nejúplnější log v případě RAFTu"}, {"004", "Escreva um pequeno artigo de 2 páginas descrevendo a solução de eleição do RAFT"}},
			Waits:    "raft",
		},
		{
			ID: "C35", Lectures: []string{"004"},
			Sentence: "ring-accept: when the highest id has come round, every member already knows the result",
			Quotes:   []Quote{{"004", "circulou por todo o anel tornando todos os seus membros cientes do resultado"}},
			Cases: []Case{
				{
					If:    "one process starts: then all have decided when the leader sends its first ELECTED",
					Runs:  sizes("measure -algo=ring-accept -n=%d -orders=all -no-delays -runs=1", 2, 6, same(decided("ELECTED").greatest(Equals, 1))),
					Found: True, Sizes: "2 to 6",
				},
				{
					If:    "two starts happen",
					Runs:  sizes("measure -algo=ring-accept -n=%d -starts=2 -orders=all -no-delays -runs=1", 3, 4, same(decided("ELECTED").greatest(Equals, 1))),
					Found: False, Sizes: "3 to 4",
				},
			},
			Found: OnlyIf,
			Words: "The leader declares itself in the step in which it sends ELECTED: so all knew if this is the only ELECTED sent until all have decided. A second process may start behind the " +
				"highest id, and is accepted in its place by whoever comes next, until ELECTED mends it.",
		},
	}
}

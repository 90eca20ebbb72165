package claims

import "fmt"

// practice are the claims of lecture 004, and those about Raft.
func practice() []Claim {
	const asked = " -property=elected-is-max,irrevocable,stability"
	stable := holds("elected-is-max", "irrevocable", "stability")
	return []Claim{
		{
			ID: "C30", Lectures: []string{"004"},
			Sentence: "with delivery within Tm and handling within Tp, T = 2·Tm + Tp is a reliable detector, and one tick less is not",
			Quotes:   []Quote{{"004", "Se um processo não responde em 2Tm+Tp unidades de tempo, ele falhou"}},
			Cases: []Case{
				{If: "T = 2·Tm + Tp, and messages due in a tick arrive before timers fire",
					Runs:  byBounds("", 0, append(neverTwo(), holds("decides")...)),
					Found: True, Sizes: "2 to 3"},
				{If: "T is one tick less: two processes lead",
					Runs:  byBounds("", 1, violated("one-leader")),
					Found: True, Sizes: "2 to 3"},
				{If: "T = 2·Tm + Tp, and a timer may fire before a message that is due in the same tick",
					Runs:  byBounds(" -ties=timer-first", 0, neverTwo()),
					Found: False, Sizes: "2 to 3"},
			},
			Found: OnlyIf,
			Words: "For (Tm,Tp) = (1,0), (1,1), (2,0), (2,1) and (1,3): the call takes Tm, its handling Tp, the answer Tm. Where a timer may beat an answer that comes in the same tick, T must be one tick more.",
		},
		{
			ID: "C33", Lectures: []string{"004"}, About: []string{"stability"},
			Sentence: "stability: bully makes no needless re-election; a live leader stays the leader unless someone has suspected it",
			Quotes:   []Quote{{"004", "Stability - Devem ser evitadas reeleições desnecessárias"}},
			Cases: []Case{
				{If: "no process comes back, and the system is synchronous",
					Runs: append(sizes("-algo=bully -n=%d"+asked, 2, 4, same(stable...)),
						run("-algo=bully -n=4 -crashes=3"+asked, stable...)),
					Found: True, Sizes: "2 to 4"},
				{If: "no process comes back, messages of dead processes may arrive late, and no process may leave a live leader",
					Runs:  []Run{run("-algo=bully -n=3 -timeouts=perfect"+asked, stable...)},
					Found: False, Sizes: "3"},
				{If: "a higher process comes back",
					Runs: append(sizes("-algo=bully -n=%d -initial=leader -starts=0 -restarts=1 -property=stability", 2, 3, same(holds("stability")...)),
						impossible("higher-comes-back")),
					Found: False, Sizes: "2 to 3"},
			},
			Found: OnlyIf,
			Words: "As long as nobody comes back the leader is the highest that lives, and whoever turned away from it would turn to a lower one: no one does. " +
				"A higher one that comes back takes the office of a live leader whom nobody suspects; that is the bully of its name (lecture 003), and what 004 asks to avoid. " +
				"Where a dead leader's announcement may come late, a process turns away from the living one, until the next election.",
		},
		{
			ID: "C34", Lectures: []string{"000", "004"}, About: []string{"leader-per-term"},
			Sentence: "Raft's answer: with terms, stable votes and a majority, one leader per term survives crashes, restarts with the same id and any timing",
			Quotes:   []Quote{{"000", "nejúplnější log v případě RAFTu"}, {"004", "Escreva um pequeno artigo de 2 páginas descrevendo a solução de eleição do RAFT"}},
			Cases: []Case{
				{If: "timeouts are right: processes die and come back under their ids",
					Runs: []Run{
						run("-algo=raft -n=3 -property=leader-per-term", holds("leader-per-term")...),
						run("-algo=raft -n=3 -timeouts=perfect -property=leader-per-term", holds("leader-per-term")...),
						run("-algo=raft -n=4 -restarts=0 -property=leader-per-term", holds("leader-per-term")...),
					},
					Found: True, Sizes: "3 to 4"},
				{If: "timeouts fire at any time, and a bound limits each process to one candidacy per life",
					Runs:  []Run{run("-algo=raft -n=3 -timeouts=any -elections=1 -property=leader-per-term", unbroken("leader-per-term")...)},
					Found: Within, Sizes: "3"},
				{If: "leaders of different terms count: two may lead at a time",
					Runs:  []Run{run("-algo=raft -n=3 -timeouts=any -restarts=0 -property=one-leader", violated("one-leader")...)},
					Found: True, Sizes: "3"},
			},
			Found: Unrefuted,
			Words: "Where timeouts fire at any time terms have no end, so no exploration is complete: within the bound of the second case nothing is violated, and beyond it there is an argument. A leader of a term has votes of a majority in that term (RF5), its own among them (RF1). " +
				"Two majorities have a process in common, and it votes for one candidate in a term (RF3), which it still knows when it comes back (RF10); its term never falls (RF1, RF2). What Raft does not promise is that an old leader knows of a new one.",
		},
		{
			ID: "C35", Lectures: []string{"004"},
			Sentence: "ring-accept: when the highest id has come round, every member already knows the result",
			Quotes:   []Quote{{"004", "circulou por todo o anel tornando todos os seus membros cientes do resultado"}},
			Cases: []Case{
				{If: "one process starts: then all have decided when the leader sends its first ELECTED",
					Runs:  sizes("measure -algo=ring-accept -n=%d -orders=all -no-delays -runs=1", 2, 6, same(decided("ELECTED").greatest(Equals, 1))),
					Found: True, Sizes: "2 to 6"},
				{If: "two processes start, or one starts twice",
					Runs:  sizes("measure -algo=ring-accept -n=%d -starts=2 -orders=all -no-delays -runs=1", 3, 4, same(decided("ELECTED").greatest(Equals, 1))),
					Found: False, Sizes: "3 to 4"},
			},
			Found: OnlyIf,
			Words: "The leader declares itself in the step in which it sends ELECTED: so all knew if this is the only ELECTED sent until all have decided. A second process may start behind the " +
				"highest id, and is accepted in its place by whoever comes next, until ELECTED mends it.",
		},
	}
}

// byBounds runs bully by the clock with several bounds, and a T that is less ticks shorter than 2·Tm + Tp.
func byBounds(also string, less int, shows []Ask) (runs []Run) {
	for _, b := range []struct{ n, tm, tp int }{{2, 1, 0}, {3, 1, 0}, {3, 1, 1}, {3, 2, 0}, {3, 2, 1}, {3, 1, 3}} {
		command := "-algo=bully -n=%d -timeouts=clock -tm=%d -tp=%d -t=%d%s"
		runs = append(runs, run(fmt.Sprintf(command, b.n, b.tm, b.tp, 2*b.tm+b.tp-less, also), shows...))
	}
	return runs
}

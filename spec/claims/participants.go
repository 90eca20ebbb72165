package claims

import "slices"

// participants are the claims about what a process may believe while it takes part or comes back, and
// about the criterion by which the best process is elected.
func participants() []Claim {
	return []Claim{
		{
			ID: "C40", Lectures: []string{"001"}, About: []string{"decides"},
			Sentence: "bully-recovery: a recovered process becomes the boss and tells all, or learns the boss",
			Quotes:   []Quote{{"001", "Pokud není aktivní žádný proces s vyšší prioritou než je jeho priorita, přebere tak roli šéfa a všichni se o tom dozví … nebo se dozví, kdo je šéfem"}},
			Cases: []Case{
				{If: "all know the highest, and the story of lecture 001 is told: P1 learns of P3, and P4 takes over",
					Runs:  []Run{told("eight-steps")},
					Found: True},
				{If: "one process dies and comes back at any time",
					Runs:  sizes("-algo=bully-recovery -n=%d -initial=leader -starts=0 -restarts=1 -property=decides", 2, 3, same(holds("decides")...)),
					Found: False, Sizes: "2 to 3"},
			},
			Found: OnlyIf,
			Words: "It depends on when it comes back: an announcement from before may reach it, or others, later than its own.",
		},
		{
			ID: "C41", Lectures: []string{"001"},
			Sentence: "each participant of an election has no leader, or has elected P_max",
			Quotes:   []Quote{{"001", "každý účastník volby má elected_i = ⊥ nebo elected_i = id s P_max"}},
			Cases: []Case{
				{If: "no process crashes: chang-roberts, lelann, hirschberg-sinclair and bully-recovery, where P_max is the highest live process", Runs: slices.Concat(
					sizes("-algo=chang-roberts -n=%d -property=strict-pmax -orders=all", 2, 5, same(holds("strict-pmax")...)),
					sizes("-algo=lelann -n=%d -property=strict-pmax -orders=all", 2, 4, same(holds("strict-pmax")...)),
					sizes("-algo=hirschberg-sinclair -n=%d -property=strict-pmax -orders=all", 2, 4, same(holds("strict-pmax")...)),
					sizes("-algo=bully-recovery -n=%d -crashes=0 -restarts=0 -property=strict-pmax", 2, 4, same(holds("strict-pmax")...))),
					Found: True, Sizes: "2 to 5"},
				{If: "the boss has died in bully-recovery, and by the letter a caller must have no leader or a live one",
					Runs:  []Run{impossible("old-boss")},
					Found: False},
			},
			Found: OnlyIf,
			Words: "No rule of the bullies resets elected when an election begins: until it is told of the new one, a participant holds the dead boss. Lecture 001 allows that of processes that take no part yet. " +
				"So elected-is-max, which is asked everywhere else, is weaker than the lecture's sentence: it forgives who has died.",
		},
		{
			ID: "C42", Lectures: []string{"000", "001"}, About: []string{"elected-is-max"},
			Sentence: "the best process may follow from another fixed order than the ids, such as the load",
			Quotes: []Quote{
				{"000", "Volební kritérium: typicky nejvyšší identifikátor … ale také např: nejvíce RAM, diskového prostoru … nebo nejúplnější log v případě RAFTu"},
				{"001", "priorita může být i strukturovaná … jako id procesoru zavedeme hodnotu {1/load, i}"},
			},
			Cases: []Case{
				{If: "the order is by load, and then by id", Runs: slices.Concat(
					[]Run{
						run("-algo=bully -n=3 -criterion=load -loads=1,3,2", promises()...),
						run("-algo=bully -n=3 -criterion=load -loads=1,1,2", promises()...),
					},
					[]Run{
						run("-algo=chang-roberts -n=4 -criterion=load -loads=2,1,3,1", promises()...),
						run("-algo=ring -n=4 -crashes=0 -starts=2 -criterion=load -loads=2,1,3,1", promises()...),
					}),
					Found: True, Sizes: "3 to 4"},
			},
			Found: Confirmed,
			Words: "No algorithm here does more with an id than compare it: an election by load is one by id among processes that are called so, and for raft the log comes first. The order must not change while an election runs.",
		},
	}
}

package claims

// stories are the lectures' example runs of bully and of Chang and Roberts.
func stories() []Claim {
	return []Claim{
		{
			ID: "C25", Lectures: []string{"001"},
			Sentence: "the eight-step story of P1 to P4 (P1 and P4 fail, P2 notices; later P1, then P4 recover) is a run of bully",
			Quotes:   []Quote{{"001", "P_1 a P_4 vypadnou. P_2 nedostane do doby T odpověď od P_4 … Až se obnoví P_4 sdělí to P_1, P_2 a P_3"}},
			Cases: []Case{
				{If: "the algorithm is bully-recovery, repaired", Runs: []Run{told("eight-steps")}, Found: True},
				{If: "the algorithm is bully-recovery as printed: the boss does not answer, and step 7 ends with two leaders", Runs: []Run{impossible("eight-steps-printed")}, Found: False},
			},
			Found: OnlyIf,
			Words: "Step by step. In step 7 the boss P3 answers P1 with a rejection: that is what the print of the algorithm does not let it do " +
				"(its rules hold only if P_i is not the boss).",
		},
		{
			ID: "C31", Lectures: []string{"004"},
			Sentence: "the story of figure 6.19: 4 calls, 5 and 6 answer, both call, 6 wins and tells all",
			Quotes:   []Quote{{"004", "(a) O processo 4 convoca uma eleição. … (e) O processo 6 vence e informa a todos."}},
			Cases:    []Case{{If: "the processes are 1 to 7", Runs: []Run{told("figure-6.19")}, Found: True}},
			Found:    Confirmed,
			Words:    "Step by step; process 0 of the figure, which only hears of the result, is left out, since ids begin with 1.",
		},
		{
			ID: "C32", Lectures: []string{"001", "004"},
			Sentence: "the figure of the ring: started by 17, the highest id met so far is 24, 28 wins",
			Quotes: []Quote{
				{"004", "The election was started by process 17. The highest process identifier encountered so far is 24."},
				{"001", "28 získá po čase zprávu „28“ a pošle po kruhu zprávu, že je zvolený 28"},
			},
			Cases: []Case{{If: "the ring is 17, 4, 24, 9, 1, 15, 28, 3", Runs: []Run{told("ring-figure")}, Found: True}},
			Found: Confirmed,
			Words: "Step by step. The texts of the lectures say who starts, which id is the highest so far, and that 28 wins. The order of the ids round the ring, and who takes part at the " +
				"moment of the figure, only its picture shows, which is in neither text: both are ours.",
		},
		{
			ID: "C37", Lectures: []string{"000"},
			Sentence: "failure during the election: P6 is dead, P5 answers OK and fails before COORDINATOR, T' expires, P4 wins",
			Quotes:   []Quote{{"000", "Selhání během volby … Vyprší timeout → iniciuje nové volby a nakonec je vyhraje"}},
			Cases: []Case{
				{If: "P4 has noticed that P6 is dead", Runs: []Run{told("failure-during-election")}, Found: True},
				{If: "P5 does not fail: the story of the earlier figures, which P5 wins", Runs: []Run{told("five-wins")}, Found: True},
			},
			Found: Confirmed,
			Words: "Step by step: P4 waits for the leader, T' fires, it calls again, nobody answers, T fires, it wins.",
		},
	}
}

// told is a story that must be a run of its model.
func told(story string) Run { return run("story -story="+story, equals("exit", 0)) }

// impossible is a story that must not be a run of its model.
func impossible(story string) Run { return run("story -story="+story, equals("exit", 12)) }

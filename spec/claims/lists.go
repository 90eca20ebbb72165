package claims

import "slices"

// lists are the claims about LeLann's algorithm. As printed no run ends, so that to draw one is in vain.
func lists() []Claim {
	return []Claim{
		{
			ID: "C18", Lectures: []string{"001"},
			Sentence: "LeLann: each of the N processes causes N messages, N² in all, even with one starter",
			Quotes:   []Quote{{"001", "každý proces z N procesů způsobí generování N zpráv"}},
			Cases: []Case{
				{If: "one process starts, on any ring", Runs: sizes("measure -algo=lelann -n=%d -starts=1 -orders=all -runs=1", 2, 5, squared), Found: True, Sizes: "2 to 5"},
				{If: "any processes start, on any ring", Runs: sizes("measure -algo=lelann -n=%d -orders=all -no-delays -runs=1", 2, 5, squared), Found: True, Sizes: "2 to 5"},
				{If: "it is as printed, which sends a starter's id twice", Runs: sizes("measure -algo=lelann -n=%d -starts=1 -orders=all -no-delays -runs=1 -max-steps=1000 -reading=printed", 2, 2, func(n int) []Ask {
					return []Ask{decided("ELECT").least(Equals, n*n), decided("ELECT").greatest(Equals, n*n)}
				}), Found: False, Sizes: "2"},
				{If: "it is as printed, and the election is to be over", Runs: sizes("measure -algo=lelann -n=%d -starts=1 -orders=all -no-delays -runs=1 -max-steps=1000 -reading=printed", 2, 2, squared), Found: False, Sizes: "2"},
			},
			Found: OnlyIf,
			Words: "As mended the least and the greatest number of all runs, for each id goes round once: its owner sends it, and all others forward it. As printed (LL-D1, LL-D2) it costs " +
				"8 to 10 messages until both of two have decided, and it is over in no run.",
		},
		{
			ID: "C19", Lectures: []string{"001"},
			Sentence: "a process recovered in LeLann may learn the leader by asking round the ring",
			Quotes:   []Quote{{"001", "může id koordinátora zjistit např. dotazem poslaným po kruhu"}},
			Cases: []Case{
				{
					If: "nothing else happens",
					Runs: slices.Concat([]Run{told("asks-round-the-ring")},
						sizes("-algo=lelann -n=%d -initial=leader -initiators=nobody -starts=0 -crashes=1 -restarts=1", 2, 4, same(append(safety(), holds("ends")...)...))),
					Found: True, Sizes: "2 to 4",
				},
				{
					If:    "others have found the death out, and elect: it is to learn whom all have",
					Runs:  sizes("-algo=lelann -n=%d -initial=leader -crashes=1 -restarts=1", 2, 3, same(holds("elected-is-max", "agreement")...)),
					Found: False, Sizes: "2 to 3",
				},
			},
			Found: OnlyIf,
			Words: "The highest, come back, accepts a lower leader, against the lecture's own condition; and who is in the middle of an election answers with the leader of before, " +
				"so that on a ring of three, 3 comes back, is told that it leads, and the others elect 2.",
		},
	}
}

// squared: N² messages in every run.
func squared(n int) []Ask {
	return []Ask{over("ELECT").least(Equals, n*n), over("ELECT").greatest(Equals, n*n), over("messages").greatest(Equals, n*n)}
}

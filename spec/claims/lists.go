package claims

// lists are the claims about LeLann's algorithm.
func lists() []Claim {
	return []Claim{
		{
			ID: "C18", Lectures: []string{"001"},
			Sentence: "LeLann: each of the N processes causes N messages, N² in all, even with one starter",
			Quotes:   []Quote{{"001", "každý proces z N procesů způsobí generování N zpráv"}},
			Waits:    "lelann",
		},
		{
			ID: "C19", Lectures: []string{"001"},
			Sentence: "a process recovered in LeLann may learn the leader by asking round the ring",
			Quotes:   []Quote{{"001", "může id koordinátora zjistit např. dotazem poslaným po kruhu"}},
			Waits:    "lelann",
		},
	}
}

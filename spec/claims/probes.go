package claims

// probes are the claims about the algorithm of Hirschberg and Sinclair.
func probes() []Claim {
	return []Claim{{
		ID: "C24", Lectures: []string{"001"},
		Sentence: "Hirschberg–Sinclair: at most n/(2^(k−1)+1) winners of phase k−1, at most 4·2^k messages per starter in phase k, below 8n(log n + 2)+5n in all",
		Quotes: []Quote{
			{"001", "ve fázi k − 1 bude nejvýše n/(2^(k−1) + 1) vítězů"},
			{"001", "v každé fázi se přenesou až 4 × 2^k zpráv"},
		},
		Waits: "hirschberg-sinclair, and the numbers of messages",
	}}
}

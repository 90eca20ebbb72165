package claims

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
)

// probes are the claims about the algorithm of Hirschberg and Sinclair.
func probes() []Claim {
	return []Claim{{
		ID: "C24", Lectures: []string{"001"},
		Sentence: "Hirschberg–Sinclair: at most n/(2^(k−1)+1) winners of phase k−1, at most 4·2^k messages per starter in phase k, below 8n(log n + 2)+5n in all",
		Quotes: []Quote{
			{"001", "ve fázi k − 1 bude nejvýše n/(2^(k−1) + 1) vítězů"},
			{"001", "v každé fázi se přenesou až 4 × 2^k zpráv"},
			{"001", "Celkový počet zpráv je sumou přes všechny fáze počtů vítězů v těchto fázích krát počty zpráv … < 8n(log n + 2) + 5n"},
		},
		Cases: []Case{
			{If: "all runs are measured, on every ring: the messages in all", Runs: sizes("measure -algo=hirschberg-sinclair -n=%d -orders=all -no-delays -runs=1", 2, 5, func(n int) []Ask {
				return []Ask{over("messages").greatest(AtMost, below(n)), over("messages").greatest(AtMost, tighter(n))}
			}), Found: True, Sizes: "2 to 5"},
			{If: "all runs are measured, on every ring: the starters of each phase, which have won the phase before, and the messages of one of them", Runs: sizes("measure -algo=hirschberg-sinclair -n=%d -orders=all -no-delays -runs=1", 2, 5, byPhase), Found: True, Sizes: "2 to 5"},
			{If: "a hundred runs are drawn, on twenty drawn rings: the messages in all", Runs: drawnRings(6, 64), Found: Within, Sizes: "6 to 64"},
			{If: "eight start in lockstep, and 4, 2 and 1 win phases 0, 1 and 2: a bound of 8/2, 8/3 and 8/5", Runs: []Run{told("eight-on-a-ring")}, Found: True},
		},
		Found: Unrefuted,
		Words: "Asked are all three quantities, and the sum of the slide from which the bound comes. The runs stand beside an argument for all N. Who wins phase k−1 has met nobody higher up to 2^(k−1) places away, on either side (HS3, HS4): so two winners are more than " +
			"that apart, and there are at most N/(2^(k−1)+1). In phase k a starter has two probes of at most 2^k hops, and as many of replies: 4·2^k. So phase 0 has at most 4N messages, " +
			"each later one fewer than 8N, there are at most ⌈log N⌉ later ones, and N are of the announcement: that stays below 8N(log N+2)+5N. " +
			"(The lecture lists 4, 8, …, 2^(i+1) messages a starter: the general term is half of 4·2^i.)",
	}}
}

// byPhase: at most n/(2^(k−1)+1) processes start phase k, and none a phase beyond ⌈log n⌉; each of them
// causes at most 4·2^k messages.
func byPhase(n int) []Ask {
	last := bits.Len(uint(n - 1))
	asks := []Ask{{"points.last_phase", AtMost, strconv.Itoa(last)}}
	for k := range last + 1 {
		starters := n
		if k > 0 {
			starters = n / (1<<(k-1) + 1)
		}
		place := fmt.Sprintf("points.phases.phase %d.", k)
		asks = append(asks, Ask{place + "starters", AtMost, strconv.Itoa(starters)}, Ask{place + "of_one", AtMost, strconv.Itoa(4 << k)})
	}
	return asks
}

// below is the greatest whole number below the lecture's bound.
func below(n int) int {
	return int(math.Ceil(8*float64(n)*(math.Log2(float64(n))+2)+5*float64(n))) - 1
}

// tighter is the sum on the slide, which the bound simplifies: 222 for eight. Phase k has n/(2^(k−1)+1)
// starters and 4·2^k messages for each, and the last phase is ⌈log(n−1)⌉+1.
func tighter(n int) int {
	sum := 5 * float64(n)
	for k := 1; k <= int(math.Ceil(math.Log2(float64(n-1))))+1; k++ {
		sum += 4 * math.Pow(2, float64(k)) * float64(n) / (math.Pow(2, float64(k-1)) + 1)
	}
	return int(sum)
}

// drawnRings draws runs on twenty random rings; a low bound on states skips the exploration.
func drawnRings(from, to int) []Run {
	return sizes("measure -algo=hirschberg-sinclair -n=%d -orders=drawn -no-delays -max-states=10 -runs=5", from, to,
		func(n int) []Ask {
			return []Ask{over("messages").drawn(AtMost, below(n)), over("messages").drawn(AtMost, tighter(n))}
		})
}

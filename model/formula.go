package model

import "math"

// A Formula is a lecture's statement of what an election costs.
type Formula struct {
	Text   string // "3N-1"
	Of     func(n int) float64
	Source string // the lectures that state it

	// Cost is the counted unit: a kind of messages, "messages" for all of them, or "message delays".
	Cost  string
	Claim Claim
	Cause Cause
}

// A Claim is the way in which a formula bounds the costs of runs.
type Claim string

const (
	AtMost  Claim = "at most"
	AtLeast Claim = "at least"
	Below   Claim = "less than"
)

// A Cause selects the elections of a formula by their beginning. No process dies during them.
type Cause string

const (
	OneStarter    Cause = "one starter"
	AnyStarters   Cause = "any starters"
	LowestDetects Cause = "the lowest detects the death of the leader"
)

// What a formula may count besides the messages of one kind.
const (
	allMessages   = "messages"
	messageDelays = "message delays"
)

// timesN is the formula a·N + b.
func timesN(a, b float64) func(n int) float64 {
	return func(n int) float64 { return a*float64(n) + b }
}

// pairs is the formula N(N-1)/2.
func pairs(n int) float64 { return float64(n*(n-1)) / 2 }

// allTravel is N(N+1)/2 + N: the ELECTION of rank k goes k hops, and the announcement N.
func allTravel(n int) float64 { return float64(n*(n+1))/2 + float64(n) }

func square(n int) float64 { return float64(n * n) }

// bothWays is the formula 8N(log₂N + 2) + 5N.
func bothWays(n int) float64 { return 8*float64(n)*(math.Log2(float64(n))+2) + 5*float64(n) }

var (
	// ofOneStarter are the lectures' formulas for a ring with one starter.
	ofOneStarter = []Formula{
		{"2N", timesN(2, 0), "lecture 000", allMessages, AtLeast, OneStarter},
		{"3N-1", timesN(3, -1), "lectures 000, 001 and 003", allMessages, AtMost, OneStarter},
		{"2N", timesN(2, 0), "lecture 000", messageDelays, AtLeast, OneStarter},
		{"3N-1", timesN(3, -1), "lecture 000", messageDelays, AtMost, OneStarter},
	}

	// ofChangRoberts adds the formulas for several starters.
	ofChangRoberts = append(ofOneStarter[:len(ofOneStarter):len(ofOneStarter)],
		Formula{"N(N+1)/2+N", allTravel, "lecture 001", allMessages, AtMost, AnyStarters})

	// ofLeLann: each of the N processes causes N messages, even with one starter.
	ofLeLann = []Formula{
		{"N²", square, "lecture 001", ELECT.String(), AtLeast, AnyStarters},
		{"N²", square, "lecture 001", ELECT.String(), AtMost, AnyStarters},
	}

	ofHirschbergSinclair = []Formula{
		{"8N(log₂N+2)+5N", bothWays, "lecture 001", allMessages, Below, AnyStarters},
	}

	ofBully = []Formula{
		{"N(N-1)/2", pairs, "lectures 000, 001, 003 and 004", ELECTION.String(), AtMost, LowestDetects},
	}
)

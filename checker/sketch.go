package checker

import (
	"errors"
	"math"
	"slices"
)

// A Sketch is the least prints of the states of a set, in ascending order: of a set of few states all, of a larger one
// SketchSize. As prints are spread evenly, they tell how many states there are, and since prints are the same in every process, the least of
// several sets are the sketch of their union (bottom-k sketches: Cohen and Kaplan, "Summarizing Data using Bottom-k Sketches", 2007).
type Sketch []uint64

// SketchSize is the most prints that a sketch has. The standard error of the numbers that it tells is some 3 %.
const SketchSize = 1024

// add enters a print.
func (s *Sketch) add(print uint64) {
	if n := len(*s); n == SketchSize && print >= (*s)[n-1] {
		return
	}
	at, known := slices.BinarySearch(*s, print)
	if known {
		return
	}
	if len(*s) == SketchSize {
		*s = (*s)[:SketchSize-1]
	}
	*s = slices.Insert(*s, at, print)
}

// Check says what is wrong with a sketch that comes from elsewhere, nil if nothing is.
func (s Sketch) Check() error {
	if len(s) == 0 || len(s) > SketchSize {
		return errors.New("a sketch has 1 to 1024 prints")
	}
	for i, print := range s {
		if i > 0 && print <= s[i-1] {
			return errors.New("the prints of a sketch ascend")
		}
	}
	return nil
}

// States is how many states the set has: exactly if the sketch has them all, else about.
func (s Sketch) States() Guess {
	if len(s) < SketchSize {
		return Guess{float64(len(s)), float64(len(s)), float64(len(s))}
	}
	part := (float64(s[SketchSize-1]) + 1) / math.Exp2(64)
	return guess((SketchSize-1)/part, 1/math.Sqrt(SketchSize-2))
}

// A Guess is a number that is between Least and Most 19 times in 20.
type Guess struct{ About, Least, Most float64 }

// guess is a number with a relative standard error.
func guess(about, deviation float64) Guess {
	return Guess{about, about / (1 + 1.96*deviation), about / (1 - 1.96*deviation)}
}

// A Coverage is what several members of a swarm have met, as far as that can be told from their sketches.
type Coverage struct {
	Members int

	// Union is how many states they have met together.
	Union Guess

	// Sampled states of the union have been looked at: those with the least prints, which is a sample without a preference. MetBy[i] of
	// them were met by i+1 members.
	Sampled int
	MetBy   []int

	// Least is Chao's lower bound on how many states there are that such members may meet, zero for fewer than two members. It
	// assumes that members are alike and independent, which they are if their bounds are the same and did not depend on time. It is a
	// bound on the average: how far off it is for these members cannot be told, since a member meets states together and not one by one.
	Least float64
}

// A Catch is what one member has met: its sketch, and how many states that is, 0 if that is not known exactly.
type Catch struct {
	Sketch Sketch
	States int
}

// Cover tells what members have met together.
func Cover(members []Catch) Coverage {
	c := Coverage{Members: len(members), MetBy: make([]int, len(members))}
	var all []uint64
	for _, m := range members {
		all = append(all, m.Sketch...)
	}
	slices.Sort(all)
	var union Sketch
	for i := 0; i < len(all) && len(union) < SketchSize; {
		end := i
		for end < len(all) && all[end] == all[i] {
			end++
		}
		union = append(union, all[i])
		c.MetBy[end-i-1]++
		i = end
	}
	c.Sampled, c.Union = len(union), union.States()
	c.Union.limit(members)
	if len(members) > 1 {
		c.Least = c.chao()
	}
	return c
}

// limit makes use of what is known exactly: a union has no less than each of its parts, and no more than all of them.
func (g *Guess) limit(members []Catch) {
	least, most := 0.0, 0.0
	for _, m := range members {
		if m.States == 0 {
			most = math.Inf(1)
		}
		least, most = max(least, float64(m.States)), most+float64(m.States)
	}
	for _, n := range []*float64{&g.About, &g.Least, &g.Most} {
		*n = min(max(*n, least), most)
	}
}

// chao is the estimator of A. Chao, "Estimating the population size for capture-recapture data with unequal catchability", 1987,
// in its form for few samples.
func (c Coverage) chao() float64 {
	each := c.Union.About / float64(max(c.Sampled, 1))
	once, twice, m := each*float64(c.MetBy[0]), each*float64(c.MetBy[1]), float64(c.Members)
	more := once * max(once-1, 0) / 2
	if twice > 0 {
		more = once * once / (2 * twice)
	}
	return c.Union.About + (m-1)/m*more
}

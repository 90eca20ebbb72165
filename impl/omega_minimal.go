package impl

import (
	"fmt"
	"slices"
	"strings"
)

// omegaMinimal is a member's state in the Ω of spec/omega-minimal.md, rules OM1 to OM4. Slices have an entry
// for each member, in ring order, and are replaced, never changed.
//
// The page keeps numbers finite; here they grow. Without restarts the two correspond: with M distinct numbers
// the page has beats modulo M for beats, and for seen[q] the ages beats - s, from -1 to M - 2, of the taken
// numbers s. Older messages are no longer in transit.
type omegaMinimal struct {
	*Config
	elected ID
	suspect []int
	beats   int
	seen    [][]span // of each member's numbers: ascending, with gaps between them
}

// A span is the numbers from first to last.
type span struct{ first, last int }

func omegaMinimalAlgorithm() Algorithm {
	return Algorithm{
		Name:     "omega-minimal",
		Topology: Complete,
		Forms:    []Form{{alive, []Kind{anID, serial, vector}}},
		Timers:   []string{timerBeat, timerWait},
		Boot:     bootOmegaMinimal,
	}
}

func bootOmegaMinimal(c *Config, _ *Stable, _ bool) (State, Outputs) {
	o := omegaMinimal{
		Config:  c,
		elected: c.Self,
		suspect: make([]int, len(c.Members)),
		beats:   c.FirstBeat,
		seen:    make([][]span, len(c.Members)),
	}
	var out Outputs
	out.set(timerBeat)
	for _, q := range c.Others() { // not oneself (OM-D1)
		o.wait(q, &out)
	}
	return o, out
}

// Step follows the page rule by rule.
func (o omegaMinimal) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Receive:
		q, s, v := ID(in.Message.Args[0]), in.Message.Args[1], in.Message.Args[2:]
		if q != o.Self && o.isFirst(q, s) {
			o.relay(in.From, in.Message, &out)
			o.learn(q, v, &out)
		}
	case Timeout:
		switch k := o.Place(in.Timer.Of); {
		case out.enabled(in.Timer.Name == timerBeat): // OM1
			o.beats++
			out.broadcast(o.Others(), alive, slices.Concat([]int{int(o.Self), o.beats}, o.suspect)...)
			out.set(timerBeat)
		case out.enabled(in.Timer.Name == timerWait && k >= 0 && in.Timer.Of != o.Self): // OM4
			o.suspect = slices.Clone(o.suspect)
			o.suspect[k]++
			o.elected = o.leastSuspected()
			o.wait(in.Timer.Of, &out)
		}
	default:
		out.Ignored = true
	}
	return o, out
}

// relay follows OM2.
func (o *omegaMinimal) relay(from ID, m Message, out *Outputs) {
	for _, id := range o.Others() {
		if id != ID(m.Args[0]) && id != from {
			out.forward(id, m)
		}
	}
}

// learn follows OM3.
func (o *omegaMinimal) learn(q ID, v []int, out *Outputs) {
	o.suspect = slices.Clone(o.suspect)
	for k := range o.suspect {
		o.suspect[k] = max(o.suspect[k], v[k])
	}
	o.elected = o.leastSuspected()
	o.wait(q, out)
}

// wait sets timer(q) to η, which the loop adds, plus the suspicions of q in ticks.
func (o *omegaMinimal) wait(q ID, out *Outputs) {
	out.Set = append(out.Set, Setting{Timer: Timer{Name: timerWait, Of: q}, Extra: o.suspect[o.Place(q)]})
}

// leastSuspected is the k with the least (suspect[k], k).
func (o *omegaMinimal) leastSuspected() ID {
	return slices.MinFunc(o.ascending(), func(a, b ID) int { return o.suspect[o.Place(a)] - o.suspect[o.Place(b)] })
}

// isFirst reports whether number s of q is taken for the first time, and notes it.
func (o *omegaMinimal) isFirst(q ID, s int) bool {
	k := o.Place(q)
	seen := o.seen[k]
	i, _ := slices.BinarySearchFunc(seen, s, func(n span, s int) int { return n.last - s })
	if i < len(seen) && seen[i].first <= s {
		return false
	}
	from, to, own := i, i, span{s, s} // it stands before seen[i], or closes a gap
	if i > 0 && seen[i-1].last == s-1 {
		from, own.first = i-1, seen[i-1].first
	}
	if i < len(seen) && seen[i].first == s+1 {
		to, own.last = i+1, seen[i].last
	}
	o.seen = slices.Clone(o.seen)
	o.seen[k] = slices.Replace(slices.Clone(seen), from, to, own)
	return true
}

// Elected implements State.
func (o omegaMinimal) Elected() ID { return o.elected }

// TakesPart implements State: no election is ever under way.
func (o omegaMinimal) TakesPart() bool { return false }

// Variables implements State. seen is a list of numbers, not of ages: {1-4,6} {} {1}.
func (o omegaMinimal) Variables() []Variable {
	var seen []string
	for _, spans := range o.seen {
		var list []string
		for _, n := range spans {
			list = append(list, n.String())
		}
		seen = append(seen, "{"+strings.Join(list, ",")+"}")
	}
	return []Variable{
		{"elected", o.elected.String()}, {"suspect", fmt.Sprint(o.suspect)},
		{"beats", fmt.Sprint(o.beats)}, {"seen", strings.Join(seen, " ")},
	}
}

// String prints 4, or 1-4.
func (n span) String() string {
	if n.first == n.last {
		return fmt.Sprint(n.first)
	}
	return fmt.Sprintf("%d-%d", n.first, n.last)
}

package impl

import (
	"fmt"
	"slices"
)

// omegaTimely is a member's state in the Ω of spec/omega-timely.md, rules OT1 to OT4. Here raised is
// unbounded: it equals the page's until that reaches its bound.
type omegaTimely struct {
	*Config
	trusted int // the print's leader: the members by ascending id are 1 to n; 0 is none, n+1 is past
	raised  int
}

const (
	alive = "ALIVE"

	timerBeat = "heartbeat"
	timerWait = "timer"
)

func omegaTimelyAlgorithm() Algorithm {
	return Algorithm{
		Name:     "omega-timely",
		Topology: Complete,
		Forms:    []Form{{alive, nil}},
		Timers:   []string{timerBeat, timerWait},
		Boot: func(c *Config, _ *Stable, _ bool) (State, Outputs) {
			var out Outputs
			out.set(timerBeat)
			out.set(timerWait)
			return omegaTimely{Config: c}, out
		},
	}
}

// Step follows the page rule by rule.
func (o omegaTimely) Step(in Input) (State, Outputs) {
	var out Outputs
	switch in := in.(type) {
	case Receive:
		o.hear(in.From, &out)
	case Timeout:
		switch {
		case out.enabled(in.Timer.Name == timerBeat): // OT1
			out.broadcast(o.Others(), alive)
			out.set(timerBeat)
			o.hear(o.Self, &out)
		case out.enabled(in.Timer.Name == timerWait && !o.past()): // OT4
			o.trusted++
			if !o.past() {
				o.wait(&out)
			}
		}
	default:
		out.Ignored = true
	}
	return o, out
}

// hear handles an ALIVE. It drops one from above the leader.
func (o *omegaTimely) hear(from ID, out *Outputs) {
	switch q := o.number(from); {
	case q == o.trusted: // OT2
		o.wait(out)
	case q < o.trusted: // OT3
		o.trusted = q
		o.raised++
		o.wait(out)
	}
}

// wait sets the timer to tout: η, which the loop adds, plus raised.
func (o *omegaTimely) wait(out *Outputs) {
	out.Set = append(out.Set, Setting{Timer: Timer{Name: timerWait}, Extra: o.raised})
}

// number is a member's among 1 to n.
func (o omegaTimely) number(id ID) int { return slices.Index(o.ascending(), id) + 1 }

// past reports whether no member is left to trust.
func (o omegaTimely) past() bool { return o.trusted > len(o.Members) }

// Elected implements State.
func (o omegaTimely) Elected() ID {
	if o.trusted == 0 || o.past() {
		return Nobody
	}
	return o.ascending()[o.trusted-1]
}

// TakesPart implements State: no election is ever under way.
func (o omegaTimely) TakesPart() bool { return false }

// Variables implements State.
func (o omegaTimely) Variables() []Variable {
	return []Variable{
		{"elected", o.Elected().String()}, {"past", yesNo(o.past())}, {"raised", fmt.Sprint(o.raised)},
	}
}

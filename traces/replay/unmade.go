package replay

import (
	"slices"

	"interrex/model"
	"interrex/traces"
)

// A node writes the line of a step, then keeps what the step asks for, and only then lets anything
// leave. One that is killed before it has kept comes back as if it had not made the step.

// A lastStep is one that may turn out to be an incarnation's last: what it was like before, and what the
// line says was sent.
type lastStep struct {
	before model.Local
	sent   []*traces.Parcel
}

// An unsent message is of a step that was not made: the [traces.Parcel.Value] of what nobody can take.
// If somebody does, the return is what diverges.
type unsent struct {
	process *process
	back    *Divergence
}

// unmade lets a process come back as it was before its last step, if that is as it has come back, and
// nobody has taken anything of the step. The refusal is of its coming back as it was afterwards.
func (f *follower) unmade(p *process, m *traces.Moment, last *lastStep, no *refusal) bool {
	if last == nil {
		return false
	}
	before := f.group.handler.Kept(last.before)
	variables := f.group.spell(before)
	taken := func(parcel *traces.Parcel) bool { return parcel != nil && parcel.Times > 0 }
	if !slices.Equal(m.Line.Event.After, variables) || slices.ContainsFunc(last.sent, taken) {
		return false
	}
	back := f.divergence(p, m, no)
	for _, parcel := range last.sent {
		if parcel != nil {
			parcel.Value = unsent{p, back}
		}
	}
	p.enter(before, variables, m.At())
	f.counts.Unmade++
	return true
}

// hasLeft notes that somebody has taken a message of a step that was not made.
func (f *follower) hasLeft(u unsent) {
	if !slices.Contains(f.diverged, u.back) {
		u.process.lost = true
		f.diverged = append(f.diverged, u.back)
	}
}

package detect

import "time"

// A Quality measures a detector, in the terms of W. Chen, S. Toueg and M. K. Aguilera, On the Quality of
// Service of Failure Detectors (2002), as the detecting member observes it. A suspicion of a member that turns
// out to be live in the same incarnation is a mistake; any other is a detected death.
type Quality struct {
	Mistakes    int
	MistakeTime time.Duration // how long the mistakes have lasted, all added up
	Deaths      int
	DeathTime   time.Duration // the silence before each death was found, all added up
}

// A Record follows the judgements on one member. Its zero value trusts it.
type Record struct {
	suspected bool
	since     time.Time     // it was suspected
	silence   time.Duration // before; negative: its death has been counted
}

// Suspected records that the member is taken for dead, after a silence.
func (r *Record) Suspected(at time.Time, silence time.Duration) {
	if !r.suspected {
		*r = Record{true, at, silence}
	}
}

// Trusted records that the member is taken for live again: in the same incarnation, or after it has come
// back.
func (r *Record) Trusted(q *Quality, at time.Time, same bool) {
	if !r.suspected {
		return
	}
	if same {
		q.Mistakes++
		q.MistakeTime += at.Sub(r.since)
	} else {
		r.Dead(q)
	}
	*r = Record{}
}

// Dead records that a suspicion has become a certainty.
func (r *Record) Dead(q *Quality) {
	if r.suspected && r.silence >= 0 {
		q.Deaths++
		q.DeathTime += r.silence
		r.silence = -1
	}
}

package detect

import "time"

// A Quality says how well a detector has judged, in the terms of W. Chen, S. Toueg and M. K.
// Aguilera, On the Quality of Service of Failure Detectors (2002), as the detecting member sees it: a
// suspicion of a member that turns out to live in the same incarnation is a mistake; any other has
// found a death.
type Quality struct {
	Mistakes    int
	MistakeTime time.Duration // how long the mistakes have lasted, all added up
	Deaths      int
	DeathTime   time.Duration // the silence before each death was found, all added up
}

// A Record follows the judgements on one member.
type Record struct {
	since     time.Time // it was trusted, or suspected
	silence   time.Duration
	suspected bool
}

// NewRecord begins with trust.
func NewRecord(from time.Time) Record { return Record{since: from} }

// Suspected records that the member is taken for dead, after a silence.
func (r *Record) Suspected(q *Quality, at time.Time, silence time.Duration) {
	if r.suspected {
		return
	}
	*r = Record{since: at, silence: silence, suspected: true}
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
		r.settle(q)
	}
	*r = Record{since: at}
}

// Dead records that a suspicion has become a certainty.
func (r *Record) Dead(q *Quality) {
	if r.suspected {
		r.settle(q)
	}
}

// settle counts a death once.
func (r *Record) settle(q *Quality) {
	if r.silence < 0 {
		return
	}
	q.Deaths++
	q.DeathTime += r.silence
	r.silence = -1
}

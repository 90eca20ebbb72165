package detect

import "time"

// A Quality says how well a detector has judged, in the terms of W. Chen, S. Toueg and M. K.
// Aguilera, On the Quality of Service of Failure Detectors (2002), as the detecting member sees it: a
// suspicion of a member that turns out to live in the same incarnation is a mistake; any other has
// found a death.
type Quality struct {
	Watched     time.Duration // for how long members have been trusted, all added up
	Mistakes    int
	MistakeTime time.Duration // how long the mistakes have lasted, all added up
	Deaths      int
	DeathTime   time.Duration // the silence before each death was found, all added up
	Slowest     time.Duration // the longest of these silences
}

// MistakeRate is the number of mistakes for each second that a member has been trusted.
func (q Quality) MistakeRate() float64 {
	if q.Watched == 0 {
		return 0
	}
	return float64(q.Mistakes) / q.Watched.Seconds()
}

// MistakeDuration is how long a mistake lasts on average.
func (q Quality) MistakeDuration() time.Duration { return mean(q.MistakeTime, q.Mistakes) }

// DetectionTime is how long it takes on average until a death is found, from the last sign of life. The time
// from the death itself, which nobody knows, is at most that.
func (q Quality) DetectionTime() time.Duration { return mean(q.DeathTime, q.Deaths) }

func mean(sum time.Duration, of int) time.Duration {
	if of == 0 {
		return 0
	}
	return sum / time.Duration(of)
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
	q.Watched += at.Sub(r.since)
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
	q.Slowest = max(q.Slowest, r.silence)
	r.silence = -1
}

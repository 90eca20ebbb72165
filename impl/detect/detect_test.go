package detect_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"interrex/impl/detect"
)

const (
	beat  = 100 * time.Millisecond
	least = 3 * beat
	most  = 10 * beat
)

var birth = time.Unix(1_000_000, 0)

func TestPatienceFollowsTheRhythm(t *testing.T) {
	e := detect.NewEstimator(beat, birth)
	if e.Patience() != most {
		t.Fatalf("without a rhythm %v are borne, want the most: %v", e.Patience(), most)
	}
	at := birth
	follow := func(gaps ...time.Duration) time.Duration {
		for range 50 {
			for _, gap := range gaps {
				at = at.Add(gap)
				e.Beat(at)
			}
		}
		return e.Patience()
	}
	even := follow(beat)
	if even != least {
		t.Errorf("an even rhythm: %v are borne, want the least: %v", even, least)
	}
	uneven := follow(beat/2, 2*beat)
	if uneven <= even {
		t.Errorf("an uneven rhythm: %v are borne, no more than %v", uneven, even)
	}
	if wild := follow(time.Hour, beat); wild != most {
		t.Errorf("a wild rhythm: %v are borne, want the most: %v", wild, most)
	}
	if calm := follow(beat); calm != least {
		t.Errorf("an even rhythm again: %v are borne, want the least: %v", calm, least)
	}
}

// TestDeadline: whatever comes and when, the deadline is after the last sign of life by a time that
// is within the bounds.
func TestDeadline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := detect.NewEstimator(beat, birth)
		last := birth
		for range rapid.IntRange(0, 40).Draw(t, "signs") {
			at := birth.Add(time.Duration(rapid.Int64Range(-1e9, 1e12).Draw(t, "at")))
			if rapid.Bool().Draw(t, "beat") {
				e.Beat(at)
			} else {
				e.Heard(at)
			}
			if at.After(last) {
				last = at
			}
			if borne := e.Deadline().Sub(last); borne < least || borne > most {
				t.Fatalf("%v are borne, want %v to %v", borne, least, most)
			}
		}
	})
}

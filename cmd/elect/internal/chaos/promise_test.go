package chaos

import (
	"testing"
	"time"

	"interrex/cmd/elect/internal/cluster"
	"interrex/impl"
)

// TestOwes: an agreement counts that lasts, and begins in time; a run that is too short owes none.
func TestOwes(t *testing.T) {
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	s := &cluster.Settings{Algorithm: bully, N: 3, Heartbeat: 50 * time.Millisecond, Duration: time.Minute,
		Faults: []cluster.Fault{{At: time.Second, For: 9 * time.Second}, {At: 2 * time.Second, For: time.Second}}}
	last, bound, lasts := 10*time.Second, within(s), firm*s.Heartbeat
	reign := func(from, to time.Duration) []cluster.Agreement {
		return []cluster.Agreement{{Leader: 3, From: from, To: to}}
	}
	for _, c := range []struct {
		name    string
		agreed  []cluster.Agreement
		lasted  time.Duration
		missing bool
	}{
		{"from before the last fault on", reign(time.Second, time.Minute), time.Minute, false},
		{"at the last moment", reign(last+bound, last+bound+lasts), time.Minute, false},
		{"too late", reign(last+bound+1, time.Minute), time.Minute, true},
		{"for too short a time", reign(last+1, last+lasts), time.Minute, true},
		{"mostly before the last fault was over", reign(time.Second, last+lasts-1), time.Minute, true},
		{"never", nil, time.Minute, true},
		{"not yet", nil, last + bound, false},
		{"the second time", append(reign(last+1, last+2), reign(last+3, last+3+lasts)...), time.Minute, false},
	} {
		if text, missing := owes(s, &cluster.Outcome{Agreed: c.agreed, Lasted: c.lasted}); missing != c.missing {
			t.Errorf("%s: %s, missing %t", c.name, text, missing)
		}
	}
}

// TestCalmIsLongEnough: half a minute, which is what CI gives, is enough for what any algorithm owes.
func TestCalmIsLongEnough(t *testing.T) {
	for _, a := range impl.Algorithms() {
		s := &cluster.Settings{Algorithm: a, N: 4, Heartbeat: 50 * time.Millisecond, Duration: 30 * time.Second}
		if left := s.Duration - calm(s); left < within(s)+firm*s.Heartbeat {
			t.Errorf("%s: %v are left, and %v are to be given", a.Name, left, within(s))
		}
	}
}

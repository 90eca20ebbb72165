package chaos

import (
	"fmt"
	"slices"
	"time"

	"interrex/cmd/elect/internal/cluster"
)

// guarded are the rings whose pages let nobody start who takes part or has elected someone, and ring-maxid,
// which drops what is lower than what it remembers of the dead (remark 1 of its page). They know no
// crash during an election, and promise nothing after one: their processes are slow at worst, stopped,
// cut off for a while, far away. Even so what a member waits for may be lost with one that was passed
// over, and no rule tells; then it waits in vain for a hundred heartbeats, and comes back.
var guarded = []string{"chang-roberts", "hirschberg-sinclair", "lelann", "ring-maxid"}

func isGuarded(s *cluster.Settings) bool { return slices.Contains(guarded, s.Algorithm.Election()) }

// within is how soon after the last fault all that live must agree upon one leader, who lives too and
// says so. Raft may split its vote a few times, and waits for up to twenty heartbeats each time; of the
// guarded rings a member may have to come back twice.
func within(s *cluster.Settings) time.Duration {
	if isGuarded(s) {
		return 250 * s.Heartbeat
	}
	return 100 * s.Heartbeat
}

// calm is when nothing must befall a cluster any more: at three quarters of the time, or earlier if what is
// owed takes longer, but not before the half. A run that is too short for that owes nothing.
func calm(s *cluster.Settings) time.Duration {
	early := s.Duration - within(s) - 2*firm*s.Heartbeat
	if late := s.Duration * 3 / 4; early < s.Duration/2 || early > late {
		return late
	}
	return early
}

// firm is how many heartbeats an agreement must last to be one. That it lasts for ever is not asked: a
// machine that is too busy for its heartbeats ends it.
const firm = 20

// owes says how a run has come to an agreement, or that it has not, and whether it owes one. A run that
// was too short for its bound owes none.
func owes(s *cluster.Settings, o *cluster.Outcome) (text string, missing bool) {
	var last time.Duration
	for _, f := range s.Faults {
		last = max(last, f.At+f.For)
	}
	bound := within(s)
	for _, a := range o.Agreed {
		from := max(a.From, last)
		if a.To-from < firm*s.Heartbeat || from-last > bound {
			continue
		}
		return fmt.Sprintf("node %v leads, say all that live, %v after the last fault", a.Leader, (from - last).Round(time.Millisecond)), false
	}
	calm := (o.Lasted - last).Round(time.Millisecond)
	if calm < bound+firm*s.Heartbeat {
		return fmt.Sprintf("no leader yet upon whom all agree, %v after the last fault: it may take %v", calm, bound), false
	}
	return fmt.Sprintf("no leader upon whom all agree within %v after the last fault", bound), true
}

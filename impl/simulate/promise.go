package simulate

import (
	"time"

	"interrex/impl"
)

// A Promise says what an algorithm bears, if all are back in the end, and how soon it then has a leader
// of whom all know.
type Promise struct {
	Mistakes   bool // that members die while an election is under way, and that the living are held for dead
	Losses     bool // of messages between two that live
	Duplicates bool
	Within     time.Duration
}

// PromiseOf is what follows from the pages; the bounds are for [heartbeat] and the timers that go with
// it. A node calls an election two seconds after it has come, or has lost its leader; a silence is
// borne for one; that there are two leaders is doubted for less than half of one. No timer but raft's
// runs for more than one second. Raft's runs for up to two, and a vote may be split several times.
// Omega's timers have grown with each mistake.
//
// On most rings what names a dead member may go round for as long as that is dead; when it is back it
// takes it off. Ring, ring-accept, ring-detector and ring-watch start whenever they are asked to, and so
// they mend; in ring-maxid a memory that has outlived its subject drops every start (remark 1). The others
// guard their starts. In chang-roberts a participant whose election is lost waits for ever (remark 2 of
// its page), in hirschberg-sinclair a candidate (remark 4), in lelann a process whose ELECT is lost
// (remark 4). And where two lead that have passed one another over, none may start (CR1, HS1, LL1), and
// what the loop does about it is in no page.
func PromiseOf(a impl.Algorithm) Promise {
	switch a.Election() {
	case "bully", "bully-recovery", "ring", "ring-accept", "ring-detector", "ring-watch":
		return Promise{Mistakes: true, Within: 5 * time.Second}
	case "omega-minimal", "omega-timely":
		return Promise{Mistakes: true, Losses: true, Within: 5 * time.Second}
	case "raft":
		return Promise{Mistakes: true, Losses: true, Duplicates: true, Within: 10 * time.Second}
	}
	return Promise{Within: 5 * time.Second}
}

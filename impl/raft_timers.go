package impl

// The page says when a timer may fire; here it is said when it runs. T, whose length the loop draws
// anew each time, runs at whoever does not lead and has heard of an election. It begins anew with
// each word of the leader and with each vote given away, and it is cut short when the failure
// detector gives up the leader. That is not a rule: by the rules it may fire at any time.
//
// H runs at a leader, always. The page holds back the heartbeats from which nobody could learn
// anything (RF-D2); here they are sent, as RF9 says, since it is they that T waits for. One that finds
// its taker as it was changes nothing. One that has become news on its way is what the page's H would
// have sent later, had the leader still led then: who follows a run in the model must let H fire at
// any time, not only on occasion.
//
// Q runs at a leader with CheckQuorum while it hears no majority: while those that the detector does
// not suspect are, with itself, too few.
const (
	timerH = "H"
	timerQ = "Q"
)

// timeout follows RF8, RF9 and RF14. A timer that does not run has no occasion to fire.
func (t *raftStep) timeout(name string) {
	switch {
	case name == timerT && t.waits(): // RF8
		t.campaign()
	case name == timerH && t.leads(): // RF9
		t.broadcast(t.Others(), leader, t.term)
		t.set(timerH)
	case name == timerQ && t.fails(): // RF14
		t.elected = Nobody
	default:
		t.Ignored = true
	}
}

// waits reports whether T runs.
func (r raft) waits() bool { return !r.leads() && (r.term > 0 || r.role == preCandidate) }

// fails reports whether Q runs.
func (r raft) fails() bool {
	return r.CheckQuorum && r.leads() && len(r.Members)-len(r.suspected) < r.Majority()
}

// suspect notes a verdict of the failure detector, and ends the patience with a leader.
func (t *raftStep) suspect(peer ID) {
	t.Aside = peer != t.Self && t.Place(peer) >= 0 && !t.suspected.has(peer)
	t.Ignored = !t.Aside
	if t.Ignored {
		return
	}
	t.suspected = t.suspected.with(peer)
	if t.elected == peer {
		t.Set = append(t.Set, Setting{Timer: Timer{Name: timerT}, Soon: true, Turn: t.turn()})
	}
}

// turn is how many must be let go first, lest votes are split. With PreVote whoever asks is heard only
// by those who have asked already (RF12), and so as many need no turn as could not win even together.
func (r raft) turn() int {
	if r.PreVote {
		return max(0, r.before()-(r.Majority()-2))
	}
	return r.before()
}

// before counts those of the living who come before one in ring order.
func (r raft) before() (count int) {
	for _, id := range r.Members[:r.Place(r.Self)] {
		if !r.suspected.has(id) {
			count++
		}
	}
	return count
}

// rival notes that another stands in the same term. Votes may be split, and then nobody wins: one has
// not long to wait for the one who has won.
func (t *raftStep) rival() {
	t.Set = append(t.Set, Setting{Timer: Timer{Name: timerT}, Soon: true, Turn: 1 + t.before()})
}

// trust notes that the failure detector has been wrong.
func (t *raftStep) trust(peer ID) {
	t.Aside = t.suspected.has(peer)
	t.Ignored = !t.Aside
	t.suspected = t.suspected.without(peer)
}

// settle ends a step: what has changed of term and vote is to be kept, and timers follow from what
// the member was and is.
func (t *raftStep) settle(was raft) {
	if t.term != was.term || t.votedFor != was.votedFor { // RF10
		t.Keep = &Stable{Term: t.term, VotedFor: t.votedFor}
	}
	is := t.raft
	t.run(timerT, was.waits(), is.waits(), t.patient)
	t.run(timerH, was.leads(), is.leads(), false)
	t.run(timerQ, was.fails(), is.fails(), false)
}

// run sets a timer that ought to run and does not, or is to begin anew, and stops one that runs and
// ought not to.
func (t *raftStep) run(name string, runs, ought, anew bool) {
	switch {
	case ought && (anew || !runs):
		t.set(name)
	case runs && !ought:
		t.stop(name)
	}
}

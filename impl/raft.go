package impl

import (
	"fmt"
	"slices"
)

// raft is a member's state in Raft's election, rules RF1 to RF17 of spec/raft.md.
type raft struct {
	*Config
	term     int
	votedFor ID
	role     role
	votes    idSet
	elected  ID

	suspected idSet // by the failure detector; no variable of the page
}

// A role is what a member of Raft is doing about an election. A leader has the role of a follower.
type role string

const (
	follower     role = "follower"
	preCandidate role = "pre-candidate"
	candidate    role = "candidate"
)

const (
	requestVote    = "REQUESTVOTE"
	vote           = "VOTE"
	leader         = "LEADER"
	refuse         = "REFUSE"
	requestPreVote = "REQUESTPREVOTE"
	preVote        = "PREVOTE"
	timeoutNow     = "TIMEOUTNOW"
	transferVote   = "TRANSFERVOTE"
)

func raftAlgorithm() Algorithm {
	return Algorithm{
		Name:     "raft",
		Topology: Complete,
		Forms: []Form{
			{requestVote, []Kind{number, log}}, {vote, []Kind{number}},
			{leader, []Kind{number}}, {refuse, []Kind{number}},
			{requestPreVote, []Kind{number, log}}, {preVote, []Kind{number}},
			{timeoutNow, []Kind{number}}, {transferVote, []Kind{number, log}},
		},
		Timers: []string{timerT, timerH, timerQ},
		Terms:  true,
		Keeps:  true,
		Boot:   bootRaft,
	}
}

// bootRaft follows RF10. A member with a term on stable storage has heard of an election, and waits for its
// leader; in term 0 no timer runs (RF-D4).
func bootRaft(c *Config, kept *Stable, _ bool) (State, Outputs) {
	r := raft{Config: c, role: follower}
	var out Outputs
	if kept != nil && kept.Term > 0 {
		r.term, r.votedFor = kept.Term, kept.VotedFor
		out.set(timerT)
	}
	return r, out
}

// Step follows the page rule by rule.
func (r raft) Step(in Input) (State, Outputs) {
	t := raftStep{raft: r}
	switch in := in.(type) {
	case Start:
		if t.enabled(r.term == 0 && r.role == follower) {
			t.campaign()
		}
	case Receive:
		t.receive(in.From, in.Message)
	case Timeout:
		t.timeout(in.Timer.Name)
	case Transfer:
		if t.enabled(r.leads() && in.To != r.Self && r.Place(in.To) >= 0) { // RF16
			t.send(in.To, timeoutNow, t.term)
			t.elected = Nobody
		}
	case Suspect:
		t.suspect(in.Peer)
	case Trust:
		t.trust(in.Peer)
	default:
		t.Ignored = true
	}
	t.settle(r)
	return t.raft, t.Outputs
}

// A raftStep is a member in the middle of a step.
type raftStep struct {
	raft
	Outputs
	patient bool // T is set anew
}

// campaign is what a member does when its patience has ended, RF8.
func (t *raftStep) campaign() {
	if t.PreVote {
		t.ask()
	} else {
		t.stand(requestVote)
	}
}

// stand follows RF1.
func (t *raftStep) stand(word string) {
	t.Begun = true
	t.term, t.votedFor, t.elected = t.term+1, t.Self, Nobody
	t.votes, t.role, t.patient = idSet{t.Self}, candidate, true
	t.broadcast(t.Others(), word, t.term, t.Log.Term, t.Log.Length)
	t.count(t.Self)
}

// ask follows RF11.
func (t *raftStep) ask() {
	t.votes, t.role, t.patient = idSet{t.Self}, preCandidate, true
	t.elected = Nobody
	t.broadcast(t.Others(), requestPreVote, t.term+1, t.Log.Term, t.Log.Length)
	t.count(t.Self)
}

// count adds a vote, and does what a majority of votes allows.
func (t *raftStep) count(from ID) {
	t.votes = t.votes.with(from)
	switch {
	case len(t.votes) < t.Majority():
	case t.role == preCandidate: // RF13
		t.stand(requestVote)
	default: // RF5
		t.follow(t.Self)
		t.broadcast(t.Others(), leader, t.term)
	}
}

func (t *raftStep) receive(from ID, m Message) {
	term := m.Args[0]
	if t.CheckQuorum && m.Word == requestVote && t.elected != Nobody { // RF15
		return
	}
	if term > t.term && !slices.Contains([]string{requestPreVote, preVote, timeoutNow}, m.Word) { // RF2
		t.term, t.votedFor = term, Nobody
		t.follow(Nobody)
	}
	switch m.Word {
	case requestVote, transferVote: // RF3
		if term == t.term && (t.votedFor == Nobody || t.votedFor == from) && t.upToDate(m.Args[1:]) {
			t.votedFor, t.patient = from, true
			t.send(from, vote, term)
		} else if term == t.term && t.role == candidate {
			t.shorten(1 + t.before()) // votes may be split without a winner
		}
	case vote: // RF5
		if term == t.term && t.role == candidate {
			t.count(from)
		}
	case leader: // RF6
		if term == t.term {
			t.follow(from)
			t.patient = true
		} else if term < t.term {
			t.send(from, refuse, t.term)
		}
	case refuse: // RF7: nothing but RF2
	case requestPreVote: // RF12
		if term <= t.term {
			t.send(from, refuse, t.term)
		} else if t.elected == Nobody && t.upToDate(m.Args[1:]) {
			t.send(from, preVote, term)
		}
	case preVote: // RF13
		if term == t.term+1 && t.role == preCandidate {
			t.count(from)
		}
	case timeoutNow: // RF17
		if term == t.term {
			t.stand(transferVote)
		}
	}
}

// follow ends the member's candidacy and sets its leader.
func (t *raftStep) follow(whom ID) {
	t.elected, t.votes, t.role = whom, nil, follower
}

// upToDate reports whether a log is at least as up to date as one's own, RF4.
func (r raft) upToDate(log []int) bool {
	return log[0] > r.Log.Term || log[0] == r.Log.Term && log[1] >= r.Log.Length
}

func (r raft) leads() bool { return r.elected == r.Self }

// Elected implements State.
func (r raft) Elected() ID { return r.elected }

// TakesPart implements State.
func (r raft) TakesPart() bool { return r.role != follower }

// Term implements Termed.
func (r raft) Term() int { return r.term }

// Variables implements State.
func (r raft) Variables() []Variable {
	return []Variable{
		{"term", fmt.Sprint(r.term)}, {"votedFor", r.votedFor.String()}, {"role", string(r.role)},
		{"votes", r.spell(r.votes)}, {"elected", r.elected.String()},
	}
}

// The page defines when a timer may fire; this file defines when it runs. T has a random length and runs at
// each member that does not lead and has heard of an election. Each message of the leader and each granted
// vote restarts it. A suspicion of the leader shortens it. The rules allow this: T may fire at any time.
//
// H always runs at a leader. The page omits heartbeats without news (RF-D2); here they are sent, as RF9 says,
// since T waits for them. A heartbeat without news changes nothing at its receiver. One that becomes news in
// transit is one that the page's H would have sent later, had the leader still led. So replay must let H fire
// at any time, not only on occasion.
//
// Q runs at a leader with CheckQuorum while it and the members that its detector does not suspect are no
// majority.
const (
	timerH = "H"
	timerQ = "Q"
)

// timeout follows RF8, RF9 and RF14. A timer that does not run has no occasion to fire.
func (t *raftStep) timeout(name string) {
	switch {
	case t.enabled(name == timerT && t.waits()): // RF8
		t.campaign()
	case t.enabled(name == timerH && t.leads()): // RF9
		t.broadcast(t.Others(), leader, t.term)
		t.set(timerH)
	case t.enabled(name == timerQ && t.fails()): // RF14
		t.elected = Nobody
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
	t.Aside = t.enabled(peer != t.Self && t.Place(peer) >= 0 && !t.suspected.has(peer))
	if t.Ignored {
		return
	}
	t.suspected = t.suspected.with(peer)
	if t.elected == peer {
		t.shorten(t.turn())
	}
}

// turn is the number of members that go first, to avoid split votes. With PreVote only members that have
// already asked answer (RF12). So a minority needs no turn.
func (r raft) turn() int {
	if r.PreVote {
		return max(0, r.before()-(r.Majority()-2))
	}
	return r.before()
}

// before counts the live members that precede this one in ring order.
func (r raft) before() (count int) {
	for _, id := range r.Members[:r.Place(r.Self)] {
		if !r.suspected.has(id) {
			count++
		}
	}
	return count
}

// shorten sets T to end after the turns of some other members.
func (t *raftStep) shorten(turns int) {
	t.Set = append(t.Set, Setting{Timer: Timer{Name: timerT}, Soon: true, Turn: turns})
}

// trust notes that the failure detector has been wrong.
func (t *raftStep) trust(peer ID) {
	t.Aside = t.enabled(t.suspected.has(peer))
	t.suspected = t.suspected.without(peer)
}

// settle ends a step: a changed term or vote is to be stored, and timers follow from the old and new state.
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

package model

import (
	"fmt"
	"slices"
)

// Raft is the election of Raft: rules RF1 to RF15 of spec/raft.md.
type Raft struct {
	Logs        []Log // of each process, in ring order; nil: all logs are empty
	PreVote     bool  // a process asks for pre-votes before it stands
	CheckQuorum bool  // a leader without a majority steps down; until then its followers stay with it
}

var (
	preVote     = Option{"pre-vote", "a process asks whether it could win before it stands for election", onOrOff}
	checkQuorum = Option{"check-quorum", "a leader steps down if no majority answers it; until then its followers stay with it", onOrOff}
)

type raft struct {
	term     int // the newest term that it has heard of
	votedFor ID  // in this term
	role     role
	votes    set // processes that have granted a vote or pre-vote
	elected  ID  // the leader of this term, or Nobody
}

// A role is the part of a process in the election. A leader is a follower of itself.
type role uint8

const (
	follower role = iota
	preCandidate
	asCandidate
)

func (Raft) Initial(elected ID) raft {
	if elected == Nobody {
		return raft{}
	}
	return raft{term: 1, votedFor: elected, elected: elected}
}

// Terms is part of Termed.
func (Raft) Terms() {}

// Declares lists the messages and timers of the options.
func (r Raft) Declares(bool) (kinds []Kind, timers []string) {
	if r.PreVote {
		kinds = []Kind{REQUESTPREVOTE, PREVOTE}
	}
	if r.CheckQuorum {
		timers = []string{quorumCheck.Name}
	}
	return kinds, timers
}

// Bounds: terms are unbounded where possibly no process can win.
func (r Raft) Bounds(d Dangers) (elections, capacity int) {
	if r.PreVote || r.Logs != nil || d.Cut || d.Crashes == Unlimited || 2*d.Crashes >= d.Processes {
		return 2, Unlimited
	}
	return Unlimited, Unlimited
}

// Kept follows RF10.
func (Raft) Kept(l raft) raft { return raft{term: l.term, votedFor: l.votedFor} }

func (Raft) Status(l raft) Status {
	return Status{
		Elected: l.elected, TakesPart: l.role != follower, MayStart: l.role == follower && l.term == 0, Term: l.term,
	}
}

func (r Raft) Start(p *Process[raft]) { r.campaign(p) }
func (Raft) Detect(*Process[raft])    {} // never called: the election timeout replaces detection

// campaign follows RF1 or, with pre-votes, RF11.
func (r Raft) campaign(p *Process[raft]) {
	if !r.PreVote {
		r.stand(p)
		return
	}
	p.Rule("RF11")
	l := &p.Local // could I win?
	l.role, l.votes, l.elected = preCandidate, r.own(p), Nobody
	p.Broadcast(p.Others(), RequestPreVote{l.term + 1, r.log(p, p.ID)})
	if l.votes.isMajority(p.Group) {
		r.stand(p)
	}
}

// stand follows RF1. A process with no election left becomes a follower.
func (r Raft) stand(p *Process[raft]) {
	l := &p.Local
	if !p.MayBegin() {
		l.role, l.votes = follower, 0
		return
	}
	p.Rule("RF1")
	*l = raft{term: l.term + 1, votedFor: p.ID, role: asCandidate, votes: r.own(p)}
	p.Broadcast(p.Others(), RequestVote{l.term, r.log(p, p.ID)})
	r.count(p)
}

// count follows RF5.
func (Raft) count(p *Process[raft]) {
	if l := &p.Local; l.votes.isMajority(p.Group) {
		l.role, l.votes, l.elected = follower, 0, p.ID
		p.Broadcast(p.Others(), Leader{l.term})
	}
}

// Receive follows RF2 to RF7 and, of the options, RF12, RF13 and RF15.
func (r Raft) Receive(p *Process[raft], from ID, m Message) {
	switch m := m.(type) {
	case RequestVote:
		if r.CheckQuorum && p.Local.elected != Nobody {
			p.Rule("RF15", "t", m.Term, "l", m.Log) // a process that hears a leader is deaf to others
			return
		}
		heed(p, m.Term)
		r.vote(p, from, m)
	case Vote:
		heed(p, m.Term)
		p.Rule("RF5", "t", m.Term, "j", from)
		if p.Local.role == asCandidate && m.Term == p.Local.term {
			p.Local.votes = p.Local.votes.with(p.Group.Index(from))
			r.count(p)
		}
	case Refuse: // it can only bring a newer term
		heed(p, m.Term)
		p.Rule("RF7", "t", m.Term)
	case Leader:
		heed(p, m.Term)
		p.Rule("RF6", "t", m.Term, "j", from)
		if m.Term < p.Local.term {
			p.Send(from, Refuse{p.Local.term})
			return
		}
		p.Local.role, p.Local.votes, p.Local.elected = follower, 0, from
	case RequestPreVote: // a process that hears a leader wants no other
		p.Rule("RF12", "t", m.Term, "l", m.Log, "j", from)
		switch {
		case m.Term <= p.Local.term:
			p.Send(from, Refuse{p.Local.term})
		case p.Local.elected == Nobody && m.Log.upToDate(r.log(p, p.ID)):
			p.Send(from, PreVote{m.Term})
		}
	case PreVote:
		p.Rule("RF13", "t", m.Term, "j", from)
		if p.Local.role == preCandidate && m.Term == p.Local.term+1 {
			p.Local.votes = p.Local.votes.with(p.Group.Index(from))
			if p.Local.votes.isMajority(p.Group) {
				r.stand(p)
			}
		}
	}
}

// heed follows RF2: a newer term makes any process a follower without a vote in it.
func heed(p *Process[raft], term int) {
	if term > p.Local.term {
		p.Rule("RF2", "t", term, "term", p.Local.term)
		p.Local = raft{term: term}
	}
}

// vote follows RF3: one vote in a term, and only for a log that is not behind its own.
func (r Raft) vote(p *Process[raft], from ID, m RequestVote) {
	p.Rule("RF3", "t", m.Term, "l", m.Log, "j", from)
	l := &p.Local
	isFree := l.votedFor == Nobody || l.votedFor == from
	if m.Term == l.term && isFree && m.Log.upToDate(r.log(p, p.ID)) {
		l.votedFor = from
		p.Send(from, Vote{l.term})
	}
}

// Timeout follows RF8, RF9 and RF14.
func (r Raft) Timeout(p *Process[raft], t Timer) {
	switch t {
	case electionTimeout:
		p.Rule("RF8")
		r.campaign(p)
	case beat:
		p.Rule("RF9")
		p.Broadcast(p.Others(), Leader{p.Local.term})
	case quorumCheck:
		p.Rule("RF14")
		p.Local.elected = Nobody
	}
}

// Awaits: a candidate and a pre-candidate ask all others for their votes.
func (Raft) Awaits(id ID, group *Group, l raft) (asked, answered []ID) {
	if l.role == follower {
		return nil, nil
	}
	return group.others(id), (l.votes &^ (1 << group.Index(id))).members(group)
}

// own returns the set of the process alone.
func (Raft) own(p *Process[raft]) set { return set(0).with(p.Group.Index(p.ID)) }

// log returns the log of a process.
func (r Raft) log(p *Process[raft], id ID) Log {
	if r.Logs == nil {
		return Log{}
	}
	return r.Logs[p.Group.Index(id)]
}

// upToDate reports whether l is at least as up to date as another log: rule RF4 of spec/raft.md.
func (l Log) upToDate(other Log) bool { return l.Compare(other) >= 0 }

func (l Log) String() string { return fmt.Sprintf("%d:%d", l.Term, l.Length) }

// RequestVote asks for a vote in a term.
type RequestVote struct {
	Term int
	Log  Log // of the sender
}

func (RequestVote) Kind() Kind  { return REQUESTVOTE }
func (RequestVote) Calls() bool { return true }

// Vote is a vote in a term.
type Vote struct{ Term int }

func (Vote) Kind() Kind { return VOTE }

// Refuse answers an outdated LEADER or REQUESTPREVOTE, with the term of the sender.
type Refuse struct{ Term int }

func (Refuse) Kind() Kind { return REFUSE }

// Leader announces a leader in a term.
type Leader struct{ Term int }

func (Leader) Kind() Kind      { return LEADER }
func (Leader) Announces() bool { return true }

// RequestPreVote asks for pre-votes in a term.
type RequestPreVote struct {
	Term int
	Log  Log
}

func (RequestPreVote) Kind() Kind  { return REQUESTPREVOTE }
func (RequestPreVote) Calls() bool { return true }

// PreVote grants a pre-vote.
type PreVote struct{ Term int }

func (PreVote) Kind() Kind { return PREVOTE }

// The timers of Raft. A follower or candidate has an election timeout. A leader sends heartbeats and, with
// CheckQuorum, checks which processes answer them.
var (
	electionTimeout = Timer{Name: "T", Slot: 0}
	beat            = Timer{Name: "H", Slot: 1}
	quorumCheck     = Timer{Name: "Q", Slot: 2}
)

// Timers: a process that has heard of no election yet has no election timeout: the adversary starts it.
func (r Raft) Timers(id ID, _ *Group, l raft) []Timer {
	switch {
	case l.elected == id && r.CheckQuorum:
		return []Timer{beat, quorumCheck}
	case l.elected == id:
		return []Timer{beat}
	case l.term > 0 || l.role != follower:
		return []Timer{electionTimeout}
	}
	return nil
}

// Accuses: when T fires, i assumes that no possible leader is live (section 5.2).
func (Raft) Accuses(group *Group, i ID, _ Status, t Timer) []ID {
	if t != electionTimeout {
		return nil
	}
	return group.others(i)
}

// HasOccasion: a leader sends only heartbeats with news, and a pre-candidate does not ask again while it may
// get an answer.
func (Raft) HasOccasion(s Situation, group *Group, i ID, t Timer) bool {
	switch t {
	case beat:
		return isNews(s, group, i)
	case electionTimeout:
		return !s.OnItsWay(REQUESTPREVOTE, i, Anyone) && !s.OnItsWay(PREVOTE, Anyone, i) && !s.OnItsWay(REFUSE, Anyone, i)
	}
	return true
}

// isNews reports whether a process that the leader i reaches does not follow it, while none of its
// announcements and no refusal to it is in transit.
func isNews(s Situation, group *Group, i ID) bool {
	if s.OnItsWay(LEADER, i, Anyone) || s.OnItsWay(REFUSE, Anyone, i) {
		return false
	}
	return slices.ContainsFunc(group.Ring, func(j ID) bool {
		status := s.Status(j)
		return j != i && s.Live(j) && !s.Cut(i, j) && (status.Elected != i || status.Term != s.Status(i).Term)
	})
}

// CanCome implements the timers of spec/raft.md.
func (Raft) CanCome(s Situation, group *Group, i ID, t Timer) bool {
	switch t {
	case electionTimeout:
		return s.OnItsWay(REQUESTVOTE, Anyone, Anyone) || s.OnItsWay(VOTE, Anyone, Anyone) ||
			s.OnItsWay(LEADER, Anyone, i) || hearsLeader(s, group, i)
	case quorumCheck:
		return hearsMajority(s, group, i)
	}
	return false
}

// hearsLeader reports whether i hears a live leader of a term that is not older than i's.
func hearsLeader(s Situation, group *Group, i ID) bool {
	return slices.ContainsFunc(group.Ring, func(j ID) bool {
		status := s.Status(j)
		return s.Live(j) && status.Elected == j && status.Term >= s.Status(i).Term && !s.Cut(j, i)
	})
}

// hearsMajority reports whether i and the processes that answer its heartbeats are a majority.
func hearsMajority(s Situation, group *Group, i ID) bool {
	var heard set
	for place, j := range group.Ring {
		if s.Live(j) && !s.Cut(i, j) && !s.Cut(j, i) {
			heard = heard.with(place)
		}
	}
	return heard.isMajority(group)
}

// Concerns: an election timeout waits for all messages of dead processes.
func (Raft) Concerns(_ *Group, _ ID, t Timer, _ ID) bool { return t == electionTimeout }

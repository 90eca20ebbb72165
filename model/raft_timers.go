package model

// The timers of Raft. A follower or candidate has an election timeout; a leader sends heartbeats
// and, with CheckQuorum, looks now and then who answers them.
var (
	electionTimeout = Timer{Name: "T", Slot: 0}
	beat            = Timer{Name: "H", Slot: 1}
	quorumCheck     = Timer{Name: "Q", Slot: 2}
)

// Timers: who has heard of no election yet has no election timeout: its start is the adversary's.
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

// Accuses: when T fires, i assumes that no one who could lead lives (section 5.2).
func (Raft) Accuses(group *Group, i ID, _ Status, t Timer) (others []ID) {
	for _, j := range group.Ring {
		if j != i && t == electionTimeout {
			others = append(others, j)
		}
	}
	return others
}

// HasOccasion: a heartbeat that nobody could learn anything from is not sent, and a pre-candidate
// does not ask again while it may get an answer.
func (Raft) HasOccasion(s Situation, group *Group, i ID, t Timer) bool {
	switch t {
	case beat:
		return isNews(s, group, i)
	case electionTimeout:
		return !s.OnItsWay(REQUESTPREVOTE, i, Anyone) && !s.OnItsWay(PREVOTE, Anyone, i) && !s.OnItsWay(REFUSE, Anyone, i)
	}
	return true
}

// isNews: someone whom the leader i reaches does not follow it, none of its announcements is on
// its way, and it is not about to hear why.
func isNews(s Situation, group *Group, i ID) bool {
	if s.OnItsWay(LEADER, i, Anyone) || s.OnItsWay(REFUSE, Anyone, i) {
		return false
	}
	for _, j := range group.Ring {
		status := s.Status(j)
		if j != i && s.Live(j) && !s.Cut(i, j) && (status.Elected != i || status.Term != s.Status(i).Term) {
			return true
		}
	}
	return false
}

// CanCome says what the timers wait for, in the words of spec/raft.md.
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

// hearsLeader: heartbeats come from a live leader, of a term that is not older than i's.
func hearsLeader(s Situation, group *Group, i ID) bool {
	for _, j := range group.Ring {
		status := s.Status(j)
		if s.Live(j) && status.Elected == j && status.Term >= s.Status(i).Term && !s.Cut(j, i) {
			return true
		}
	}
	return false
}

// hearsMajority: the heartbeats of i are answered by so many that they are a majority with i.
func hearsMajority(s Situation, group *Group, i ID) bool {
	var heard set
	for place, j := range group.Ring {
		if s.Live(j) && !s.Cut(i, j) && !s.Cut(j, i) {
			heard = heard.with(place)
		}
	}
	return heard.isMajority(group)
}

// Concerns: an election timeout outlasts all that the dead have sent.
func (Raft) Concerns(_ *Group, _ ID, t Timer, _ ID) bool { return t == electionTimeout }

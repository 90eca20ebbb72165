package model

import "testing"

var (
	empty   = Log{}
	longer  = Log{1, 3}
	shorter = Log{1, 2}
	later   = Log{2, 1}

	logged = Raft{Logs: []Log{shorter, longer, shorter, later}} // of 1, 2, 3, 4
)

var raftShows = []show{{"raft", "", Handle(Raft{}), []row{
	{"RF1", "a new term, one's own vote, and a request to all others",
		2, raft{}, starts(), raft{1, 2, asCandidate, of(2), 0}, "REQUESTVOTE(1,0:0)→1,3,4"},
	{"RF2 RF3", "of a newer term one is a follower, and free to vote",
		2, raft{1, 2, asCandidate, of(2, 1), 0}, takes(RequestVote{2, empty}, 3), raft{2, 3, follower, 0, 0}, "VOTE(2)→3"},
	{"RF2", "so is a leader",
		2, raft{1, 2, follower, 0, 2}, takes(RequestVote{2, empty}, 3), raft{2, 3, follower, 0, 0}, "VOTE(2)→3"},
	{"RF3", "one vote in a term",
		2, raft{1, 1, follower, 0, 0}, takes(RequestVote{1, empty}, 3), raft{1, 1, follower, 0, 0}, ""},
	{"RF3", "the same vote may be given again",
		2, raft{1, 3, follower, 0, 0}, takes(RequestVote{1, empty}, 3), raft{1, 3, follower, 0, 0}, "VOTE(1)→3"},
	{"RF3", "no vote in a term that is over",
		2, raft{2, 0, follower, 0, 0}, takes(RequestVote{1, empty}, 3), raft{2, 0, follower, 0, 0}, ""},
	{"RF5", "two of four are no majority",
		2, raft{1, 2, asCandidate, of(2), 0}, takes(Vote{1}, 1), raft{1, 2, asCandidate, of(2, 1), 0}, ""},
	{"RF5", "a vote that comes twice counts once",
		2, raft{1, 2, asCandidate, of(2, 1), 0}, takes(Vote{1}, 1), raft{1, 2, asCandidate, of(2, 1), 0}, ""},
	{"RF5", "three are",
		2, raft{1, 2, asCandidate, of(2, 1), 0}, takes(Vote{1}, 4), raft{1, 2, follower, 0, 2}, "LEADER(1)→1,3,4"},
	{"RF5", "a vote of an older term counts for nothing",
		2, raft{2, 2, asCandidate, of(2, 1), 0}, takes(Vote{1}, 4), raft{2, 2, asCandidate, of(2, 1), 0}, ""},
	{"RF5", "nor does one that comes after the election",
		2, raft{1, 2, follower, 0, 2}, takes(Vote{1}, 4), raft{1, 2, follower, 0, 2}, ""},
	{"RF6", "a candidate gives way to the leader of its term",
		2, raft{1, 2, asCandidate, of(2), 0}, takes(Leader{1}, 3), raft{1, 2, follower, 0, 3}, ""},
	{"RF6 RF2", "and to one of a newer term",
		2, raft{1, 2, follower, 0, 2}, takes(Leader{3}, 1), raft{3, 0, follower, 0, 1}, ""},
	{"RF6", "one of an older term is told",
		2, raft{3, 0, follower, 0, 0}, takes(Leader{1}, 1), raft{3, 0, follower, 0, 0}, "REFUSE(3)→1"},
	{"RF7 RF2", "and leads no more",
		1, raft{1, 1, follower, 0, 1}, takes(Refuse{3}, 2), raft{3, 0, follower, 0, 0}, ""},
	{"RF7", "what is no news changes nothing",
		1, raft{3, 1, follower, 0, 1}, takes(Refuse{3}, 2), raft{3, 1, follower, 0, 1}, ""},
	{"RF8 RF1", "no votes, or no heartbeats: a newer term",
		2, raft{1, 3, follower, 0, 3}, fires(electionTimeout), raft{2, 2, asCandidate, of(2), 0}, "REQUESTVOTE(2,0:0)→1,3,4"},
	{"RF9", "a heartbeat",
		2, raft{1, 2, follower, 0, 2}, fires(beat), raft{1, 2, follower, 0, 2}, "LEADER(1)→1,3,4"},
}}, {"raft", "logs", Handle(logged), []row{
	{"RF1", "the request tells of one's log",
		3, raft{}, starts(), raft{1, 3, asCandidate, of(3), 0}, "REQUESTVOTE(1,1:2)→1,2,4"},
	{"RF4 RF2", "no vote for a shorter log, and yet the term is newer",
		2, raft{1, 2, follower, 0, 2}, takes(RequestVote{2, shorter}, 3), raft{2, 0, follower, 0, 0}, ""},
	{"RF4", "a later term counts for more than length",
		2, raft{}, takes(RequestVote{1, later}, 4), raft{1, 4, follower, 0, 0}, "VOTE(1)→4"},
	{"RF4", "an earlier one for less",
		4, raft{}, takes(RequestVote{1, longer}, 2), raft{1, 0, follower, 0, 0}, ""},
	{"RF4", "equal logs are up to date",
		1, raft{}, takes(RequestVote{1, shorter}, 3), raft{1, 3, follower, 0, 0}, "VOTE(1)→3"},
	{"RF4", "a longer one too",
		1, raft{}, takes(RequestVote{1, longer}, 2), raft{1, 2, follower, 0, 0}, "VOTE(1)→2"},
}}, {"raft", "pre-vote", Handle(Raft{PreVote: true}), []row{
	{"RF11", "the first election timeout asks, in no new term",
		2, raft{}, starts(), raft{0, 0, preCandidate, of(2), 0}, "REQUESTPREVOTE(1,0:0)→1,3,4"},
	{"RF11 RF8", "so does every other, and the leader is forgotten, not the vote",
		2, raft{1, 3, follower, 0, 3}, fires(electionTimeout), raft{1, 3, preCandidate, of(2), 0}, "REQUESTPREVOTE(2,0:0)→1,3,4"},
	{"RF12", "who hears no leader would vote, though it has voted",
		2, raft{1, 1, follower, 0, 0}, takes(RequestPreVote{2, empty}, 3), raft{1, 1, follower, 0, 0}, "PREVOTE(2)→3"},
	{"RF12", "who hears one would not",
		2, raft{1, 1, follower, 0, 1}, takes(RequestPreVote{2, empty}, 3), raft{1, 1, follower, 0, 1}, ""},
	{"RF12", "one who lags behind is told the term",
		2, raft{2, 0, follower, 0, 0}, takes(RequestPreVote{2, empty}, 3), raft{2, 0, follower, 0, 0}, "REFUSE(2)→3"},
	{"RF13", "two of four would: no majority",
		2, raft{1, 0, preCandidate, of(2), 0}, takes(PreVote{2}, 1), raft{1, 0, preCandidate, of(2, 1), 0}, ""},
	{"RF13 RF1", "three would: stand",
		2, raft{1, 0, preCandidate, of(2, 1), 0}, takes(PreVote{2}, 4), raft{2, 2, asCandidate, of(2), 0}, "REQUESTVOTE(2,0:0)→1,3,4"},
	{"RF13", "what was promised for another term is nothing",
		2, raft{2, 0, preCandidate, of(2, 1), 0}, takes(PreVote{2}, 4), raft{2, 0, preCandidate, of(2, 1), 0}, ""},
	{"RF6", "a pre-candidate that hears of a leader is content",
		2, raft{1, 0, preCandidate, of(2), 0}, takes(Leader{1}, 4), raft{1, 0, follower, 0, 4}, ""},
}}, {"raft", "check-quorum", Handle(Raft{CheckQuorum: true}), []row{
	{"RF14", "a leader whom no majority answers gives up",
		2, raft{1, 2, follower, 0, 2}, fires(quorumCheck), raft{1, 2, follower, 0, 0}, ""},
	{"RF15", "who hears a leader is deaf to candidates, of whatever term",
		2, raft{1, 3, follower, 0, 3}, takes(RequestVote{2, empty}, 1), raft{1, 3, follower, 0, 3}, ""},
	{"RF15 RF2 RF3", "who hears none is not",
		2, raft{1, 3, follower, 0, 0}, takes(RequestVote{2, empty}, 1), raft{2, 1, follower, 0, 0}, "VOTE(2)→1"},
}}, {"raft", "pre-vote", Handle(logged.withPreVote()), []row{
	{"RF12 RF4", "nor would one whose log is longer",
		2, raft{}, takes(RequestPreVote{1, shorter}, 1), raft{}, ""},
}}}

func (r Raft) withPreVote() Raft { r.PreVote = true; return r }

// keeps shows what is on stable storage: rule RF10.
var keeps = []struct {
	rules, why    string
	before, after raft
}{
	{"RF10", "a candidate comes back with its term and its own vote", raft{3, 2, asCandidate, of(2, 1), 0}, raft{3, 2, follower, 0, 0}},
	{"RF10", "a leader does not know that it led", raft{3, 2, follower, 0, 2}, raft{3, 2, follower, 0, 0}},
	{"RF10", "who has not voted has not", raft{3, 0, follower, 0, 1}, raft{3, 0, follower, 0, 0}},
}

func TestKept(t *testing.T) {
	for _, test := range keeps {
		if got := Handle(Raft{}).Kept(test.before); got != test.after {
			t.Errorf("%+v: kept is %+v, want %+v: %s", test.before, got, test.after, test.why)
		}
	}
}

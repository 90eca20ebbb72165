package model

import "fmt"

// upToDate reports whether l is at least as up to date as another log: rule RF4 of spec/raft.md.
func (l Log) upToDate(other Log) bool { return l.Compare(other) >= 0 }

func (l Log) String() string { return fmt.Sprintf("%d:%d", l.Term, l.Length) }

// RequestVote asks for a vote in a term.
type RequestVote struct {
	Term int
	Log  Log // of the sender
}

func (RequestVote) Kind() Kind { return REQUESTVOTE }

// Calls is part of Calling.
func (RequestVote) Calls() bool { return true }

func (m RequestVote) String() string { return fmt.Sprintf("REQUESTVOTE(%d,%v)", m.Term, m.Log) }

// Vote is a vote in a term.
type Vote struct{ Term int }

func (Vote) Kind() Kind       { return VOTE }
func (m Vote) String() string { return fmt.Sprintf("VOTE(%d)", m.Term) }

// Refuse is the answer of one who does not vote, or does not follow: with its own term.
type Refuse struct{ Term int }

func (Refuse) Kind() Kind       { return REFUSE }
func (m Refuse) String() string { return fmt.Sprintf("REFUSE(%d)", m.Term) }

// Leader says that the sender leads in a term.
type Leader struct{ Term int }

func (Leader) Kind() Kind { return LEADER }

// Announces is part of Announcing.
func (Leader) Announces() bool { return true }

func (m Leader) String() string { return fmt.Sprintf("LEADER(%d)", m.Term) }

// RequestPreVote asks who would vote for the sender if it stood in a term.
type RequestPreVote struct {
	Term int
	Log  Log
}

func (RequestPreVote) Kind() Kind { return REQUESTPREVOTE }

// Calls is part of Calling.
func (RequestPreVote) Calls() bool { return true }

func (m RequestPreVote) String() string { return fmt.Sprintf("REQUESTPREVOTE(%d,%v)", m.Term, m.Log) }

// PreVote says that the sender would.
type PreVote struct{ Term int }

func (PreVote) Kind() Kind       { return PREVOTE }
func (m PreVote) String() string { return fmt.Sprintf("PREVOTE(%d)", m.Term) }

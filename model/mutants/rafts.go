package mutants

import (
	"interrex/model"
	"interrex/model/world"
)

// rafts are the mutants of raft.
var rafts = []Mutant{
	{Name: "same-term", Of: "raft", Rule: "RF1", Breaks: "ends",
		Wound: "stands again in the term that it is in",
		wound: supposing(firing("T"), "term", func(self model.Self, _ model.Event) int { return variable(self.Local, "term") - 1 })},
	{Name: "deaf-leader", Of: "raft", Rule: "RF2", Breaks: "decides",
		Wound: "takes no message while it leads, be its term never so new",
		World: unheard, wound: ignoring(whileLeading(at(model.Receive)))},
	{Name: "vote-not-noted", Of: "raft", Rule: "RF3", Breaks: "leader-per-term",
		Wound: "votes, and does not store its vote", wound: keeping(on(model.REQUESTVOTE), "votedFor")},
	{Name: "any-log", Of: "raft", Rule: "RF4", Breaks: "elected-is-max",
		Wound: "takes every log for up to date",
		World: with(noCrash, pair, unequalLogs, preVote),
		wound: mistaking(asked, func(_ model.Self, e model.Event) model.Event {
			switch m := e.Message.(type) {
			case model.RequestVote:
				e.Message = model.RequestVote{Term: m.Term, Log: best}
			case model.RequestPreVote:
				e.Message = model.RequestPreVote{Term: m.Term, Log: best}
			}
			return e
		})},
	{Name: "own-vote-suffices", Of: "raft", Rule: "RF5", Breaks: "leader-per-term",
		Wound: "leads as soon as it stands, and waits for no majority",
		wound: trusting(standing, func(term int) model.Message { return model.Vote{Term: term} })},
	{Name: "old-leader-obeyed", Of: "raft", Rule: "RF6", Breaks: "irrevocable",
		Wound: "follows a leader of any term",
		World: func(c *world.Config) { c.Restarts, c.Timeouts = 0, world.Perfect },
		wound: mistaking(on(model.LEADER), func(self model.Self, e model.Event) model.Event {
			e.Message = model.Leader{Term: max(e.Message.(model.Leader).Term, variable(self.Local, "term"))}
			return e
		})},
	{Name: "never-impatient", Of: "raft", Rule: "RF8", Breaks: "not-stuck",
		Wound: "has no election timeout",
		World: noCrash, wound: unarmed("T")},
	{Name: "announced-once", Of: "raft", Rule: "RF9", Breaks: "decides",
		Wound: "sends no heartbeat after its election", wound: unarmed("H")},
	{Name: "vote-forgotten", Of: "raft", Rule: "RF10", Breaks: "leader-per-term",
		Wound: "has its term on stable storage, and not its vote", wound: forgetting("votedFor")},
	{Name: "stands-unasked", Of: "raft", Rule: "RF11", Breaks: "strict-stability",
		Wound: "asks, and stands before anyone has answered",
		Known: "the disruptive server of Ongaro's thesis, 9.6; etcd in Cloudflare's outage of 2020 is of its kind",
		World: with(unheard, preVote),
		wound: trusting(firing("T"), func(term int) model.Message { return model.PreVote{Term: term + 1} })},
	{Name: "disloyal", Of: "raft", Rule: "RF12", Breaks: "strict-stability",
		Wound: "would vote for another though it hears a leader", Known: "PreVote of etcd without CheckQuorum",
		World: with(unheard, preVote), wound: overlooking(on(model.REQUESTPREVOTE), "elected")},
	{Name: "never-stands", Of: "raft", Rule: "RF13", Breaks: "ends",
		Wound: "drops PREVOTE",
		World: with(noCrash, twoStarts, preVote), wound: ignoring(on(model.PREVOTE))},
	{Name: "clings-to-office", Of: "raft", Rule: "RF14", Breaks: "decides",
		Wound: "leads on when no majority answers",
		Known: "the quorum loss of the Omni-Paxos paper (2023), with PreVote alone",
		World: func(c *world.Config) {
			with(noCrash, known, four, preVote)(c)
			c.Options = c.Options.With("check-quorum", "true")
			c.Cut = []world.Pair{{From: 2, To: 3}, {From: 3, To: 2}, {From: 2, To: 4}, {From: 4, To: 2}, {From: 3, To: 4}, {From: 4, To: 3}, {From: 3, To: 1}}
		},
		wound: unarmed("Q")},
}

func preVote(c *world.Config) { c.Options = c.Options.With("pre-vote", "true") }

// unequalLogs: the higher of two has the longer log.
func unequalLogs(c *world.Config) { c.Logs = []model.Log{{Term: 1, Length: 1}, best} }

var best = model.Log{Term: 1, Length: 2}

// unheard: all have elected the highest, no process dies, and the lowest cannot hear it.
func unheard(c *world.Config) {
	c.Crashes, c.Restarts, c.Initial = 0, 0, world.LeaderElected
	c.Cut = []world.Pair{{From: 3, To: 1}}
}

// asked picks the deliveries of a request for a vote or a pre-vote.
func asked(self model.Self, e model.Event) bool {
	return on(model.REQUESTVOTE)(self, e) || on(model.REQUESTPREVOTE)(self, e)
}

// standing picks the events that make a process stand.
func standing(self model.Self, e model.Event) bool {
	return at(model.Start)(self, e) || firing("T")(self, e)
}

// trusting assumes, after an event, the answers of all others in the process's term.
func trusting(when trigger, answer func(term int) model.Message) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		for _, other := range self.Group.Ring {
			if out.Capped || other == self.ID {
				continue
			}
			self.Local, self.Elections = out.Local, out.Elections
			next := healthy.Handle(self, model.Event{
				Kind: model.Receive, From: other, Message: answer(variable(out.Local, "term")),
			})
			next.Sends = append(out.Sends, next.Sends...)
			out = next
		}
		return out
	})
}

// forgetting omits some variables from stable storage.
func forgetting(names ...string) wound {
	return func(healthy model.Handler) model.Handler { return forgetter{healthy, names} }
}

type forgetter struct {
	model.Handler
	names []string
}

func (f forgetter) Kept(local model.Local) model.Local {
	kept := f.Handler.Kept(local)
	for _, name := range f.names {
		kept = assign(kept, name, 0)
	}
	return kept
}

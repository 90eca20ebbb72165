package museum

import "interrex/model"

// A wound makes a mutant of a healthy handler. It knows of local states only what everyone may:
// their status, and how one begins.
type wound func(healthy model.Handler) model.Handler

// acting replaces what happens when a process handles an event.
func acting(act func(healthy model.Handler, self model.Self, e model.Event) model.Outcome) wound {
	return func(healthy model.Handler) model.Handler { return actor{healthy, act} }
}

type actor struct {
	model.Handler
	act func(model.Handler, model.Self, model.Event) model.Outcome
}

func (a actor) Handle(self model.Self, e model.Event) model.Outcome { return a.act(a.Handler, self, e) }

// mistaking takes one event for another.
func mistaking(take func(self model.Self, e model.Event) model.Event) wound {
	return acting(func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		return healthy.Handle(self, take(self, e))
	})
}

// withholding does not send some of the messages.
func withholding(secret func(self model.Self, m model.Message) bool) wound {
	return acting(func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		var sends []model.Send
		for _, s := range out.Sends {
			if !secret(self, s.Message) {
				sends = append(sends, s)
			}
		}
		out.Sends = sends
		return out
	})
}

// believing sets elected to what belief says after an event, if it says anything: the rest of
// the local state begins anew.
func believing(belief func(healthy model.Handler, self model.Self, e model.Event) (model.ID, bool)) wound {
	return acting(func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		if elected, ok := belief(healthy, self, e); ok {
			out.Local = healthy.Initial(elected)
		}
		return out
	})
}

// seeming misjudges its own local state.
func seeming(judge func(model.Status) model.Status) wound {
	return func(healthy model.Handler) model.Handler { return seemer{healthy, judge} }
}

type seemer struct {
	model.Handler
	judge func(model.Status) model.Status
}

func (s seemer) Status(local model.Local) model.Status { return s.judge(s.Handler.Status(local)) }

// timeless has timers that never fire.
func timeless(healthy model.Handler) model.Handler { return stopped{healthy} }

type stopped struct{ model.Handler }

func (stopped) Timers(model.ID, *model.Group, model.Local) []model.Timer { return nil }

// carefree is never told by its failure detector.
func carefree(healthy model.Handler) model.Handler { return deaf{healthy} }

type deaf struct{ model.Handler }

func (deaf) Suspects(model.ID, *model.Group, model.Local) (report, withdraw []model.ID) {
	return nil, nil
}

package museum

import (
	"slices"

	"interrex/model"
)

// A wound makes a mutant of a healthy handler.
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

// A trigger is an event that a wound is about.
type trigger func(self model.Self, e model.Event) bool

// on is the taking of a message of that kind.
func on(kind model.Kind) trigger {
	return func(_ model.Self, e model.Event) bool { return e.Kind == model.Receive && e.Message.Kind() == kind }
}

// onOthers is the taking of such a message that carries another's id, onOwn of one's own.
func onOthers(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id != own })
}
func onOwn(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id == own })
}
func onHigher(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id > own })
}
func onLower(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id < own })
}

func onID(kind model.Kind, suits func(id, own model.ID) bool) trigger {
	return func(self model.Self, e model.Event) bool {
		return on(kind)(self, e) && suits(carried(e.Message), self.ID)
	}
}

// at is an event of that kind, and firing of a timer of that name.
func at(kind model.EventKind) trigger {
	return func(_ model.Self, e model.Event) bool { return e.Kind == kind }
}

func firing(timer string) trigger {
	return func(_ model.Self, e model.Event) bool { return e.Kind == model.Timeout && e.Timer.Name == timer }
}

// carried is the id in a message, or Nobody.
func carried(m model.Message) model.ID {
	switch m := m.(type) {
	case model.Election:
		return m.ID
	case model.Elected:
		return m.ID
	case model.Coordinator:
		return m.ID
	case model.Elect:
		return m.ID
	case model.Ask:
		return m.ID
	case model.Probe:
		return m.ID
	case model.Reply:
		return m.ID
	}
	return model.Nobody
}

// instead replaces what happens on a trigger.
func instead(when trigger, act func(healthy model.Handler, self model.Self, e model.Event) model.Outcome) wound {
	return acting(func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		if when(self, e) {
			return act(healthy, self, e)
		}
		return healthy.Handle(self, e)
	})
}

// ignoring drops an event.
func ignoring(when trigger) wound {
	return instead(when, func(_ model.Handler, self model.Self, _ model.Event) model.Outcome { return unmoved(self) })
}

// unmoved is the outcome of doing nothing but to send.
func unmoved(self model.Self, sends ...model.Send) model.Outcome {
	return model.Outcome{Local: self.Local, Elections: self.Elections, Sends: sends}
}

// mistaking takes one event for another.
func mistaking(when trigger, take func(self model.Self, e model.Event) model.Event) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		return healthy.Handle(self, take(self, e))
	})
}

// keeping forgets to assign variables: they are what they were before the event.
func keeping(when trigger, names ...string) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		for _, name := range names {
			out.Local = graft(out.Local, self.Local, name)
		}
		return out
	})
}

// setting assigns a variable that the rule leaves alone, or assigns something else.
func setting(when trigger, name string, value func(self model.Self, e model.Event) int) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		out.Local = assign(out.Local, name, value(self, e))
		return out
	})
}

// overlooking handles an event as if a variable were zero, and leaves the variable as it was.
func overlooking(when trigger, name string) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		before := variable(self.Local, name)
		self.Local = assign(self.Local, name, 0)
		out := healthy.Handle(self, e)
		out.Local = assign(out.Local, name, before)
		return out
	})
}

// withholding does not send some of the messages.
func withholding(when trigger, secret func(self model.Self, s model.Send) bool) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		out.Sends = slices.DeleteFunc(slices.Clone(out.Sends), func(s model.Send) bool { return secret(self, s) })
		return out
	})
}

// reversing sends the same messages in the opposite order.
func reversing(when trigger) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		out.Sends = slices.Clone(out.Sends)
		slices.Reverse(out.Sends)
		return out
	})
}

// always is every event.
func always(model.Self, model.Event) bool { return true }

// any kind of message, or any of one kind.
func everything(model.Self, model.Send) bool { return true }

func every(kind model.Kind) func(model.Self, model.Send) bool {
	return func(_ model.Self, s model.Send) bool { return s.Message.Kind() == kind }
}

package study

import (
	"interrex/model"
	"interrex/model/world"
)

// A Member is one process at the present position.
type Member struct {
	ID      model.ID
	Live    bool
	Fresh   bool    // restarted, and no step of the algorithm taken since
	Fields  []Field // its variables; of a dead one, what it would come back with, if that is kept
	Timers  []world.Running
	DeadFor int  // ticks, as far as they matter
	Changed bool // anything of this has, in the last step
}

// A Field is a variable of a process.
type Field struct {
	Name, Value string
	Changed     bool   // by the last step
	Was         string // before it
}

// before is the snapshot of the state that the last step was taken in; at the beginning, of this.
func (w *Walk) before() world.Snapshot { return w.world.Snapshot(w.states[max(w.at-1, 0)]) }

// Members lists the processes in ring order.
func (w *Walk) Members() []Member {
	var members []Member
	before := w.before()
	for i, m := range w.world.Snapshot(w.State()).Members {
		was := before.Members[i]
		member := Member{ID: m.ID, Live: m.Live, Fresh: m.Fresh, Timers: m.Timers, DeadFor: m.DeadFor, Changed: m.Live != was.Live || m.Fresh != was.Fresh}
		variables, old := m.Variables, was.Variables
		if !m.Live {
			variables, old = m.Kept, was.Kept
		}
		for _, v := range variables {
			f := Field{Name: v.Name, Value: v.Value, Was: v.Value}
			if m.Live && was.Live {
				f.Was = valueOf(old, v.Name)
			}
			f.Changed = f.Was != f.Value
			member.Changed = member.Changed || f.Changed
			member.Fields = append(member.Fields, f)
		}
		members = append(members, member)
	}
	return members
}

func valueOf(variables []model.Variable, name string) string {
	for _, v := range variables {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

// A Channel is what is on its way from one process to another.
type Channel struct {
	From, To model.ID
	Messages []Message // the next to arrive first; of a bag, in the order of the spelling
}

// A Message is one under way.
type Message struct {
	Text     string
	Deadline string // by the clock: "within 2 ticks"
	Sent     bool   // by the last step, or come to this channel in it
}

// Channels lists those that are not empty.
func (w *Walk) Channels() []Channel {
	var channels []Channel
	there := map[world.Flight]int{}
	for _, f := range w.before().InFlight {
		there[untimed(f)]++
	}
	for _, f := range w.world.Snapshot(w.State()).InFlight {
		if n := len(channels); n == 0 || channels[n-1].From != f.From || channels[n-1].To != f.To {
			channels = append(channels, Channel{From: f.From, To: f.To})
		}
		there[untimed(f)]--
		last := &channels[len(channels)-1]
		last.Messages = append(last.Messages, Message{f.Message, f.Deadline(), there[untimed(f)] < 0})
	}
	return channels
}

// untimed is a message without its deadline, which time changes.
func untimed(f world.Flight) world.Flight {
	return world.Flight{From: f.From, To: f.To, Message: f.Message}
}

// A Budget is something of which the adversary has only so much in a run.
type Budget struct {
	Name     string
	Left, Of int // or world.Unlimited
}

// Budgets lists those that the world has.
func (w *Walk) Budgets() []Budget {
	var budgets []Budget
	first := w.world.Snapshot(w.states[0]).Budgets
	for i, b := range w.world.Snapshot(w.State()).Budgets {
		if first[i].Left != 0 {
			budgets = append(budgets, Budget{b.Name, b.Left, first[i].Left})
		}
	}
	return budgets
}

// A Clock is what the clock of a world shows.
type Clock struct {
	Ticks   int // that have passed on the way here
	Settles int // ticks within which its bounds begin to hold, or world.Unlimited; 0: they hold
}

// Clock returns what the clock shows, nil where there is none.
func (w *Walk) Clock() *Clock {
	if !w.world.Config().IsClocked() {
		return nil
	}
	clock := Clock{Settles: w.world.Snapshot(w.State()).Settles}
	for _, t := range w.taken[:w.at] {
		if w.world.IsTick(t.step) {
			clock.Ticks++
		}
	}
	return &clock
}

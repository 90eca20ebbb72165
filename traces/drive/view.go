package drive

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/traces"
)

// A View is the part of a state that the algorithm's page defines: equal views agree.
type View struct {
	Members  []Member // in ring order
	InFlight []Flight // channel by channel, each in its order
}

// A Member is a process in a View. Of a dead one only its stable storage counts.
type Member struct {
	ID        model.ID
	Live      bool
	Variables []traces.Variable
	Timers    []string          // running timers, by the clock with the ticks left
	Kept      []traces.Variable // stable storage, if the algorithm has any
}

// A Flight is a message in transit.
type Flight struct {
	From, To model.ID
	Message  string
}

func left(timer string, ticks int) string { return fmt.Sprintf("%s in %d", timer, ticks) }

// sort orders the messages in transit: by channel, and in a bag by spelling.
func (v *View) sort(kind world.Channels) {
	slices.SortStableFunc(v.InFlight, func(a, b Flight) int {
		if a.From != b.From {
			return int(a.From - b.From)
		}
		if a.To != b.To {
			return int(a.To - b.To)
		}
		if kind == world.Bag {
			return strings.Compare(a.Message, b.Message)
		}
		return 0
	})
}

func (m Member) text() string { return fmt.Sprintln(m.ID, m.Live, m.Variables, m.Timers, m.Kept) }

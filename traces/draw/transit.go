package draw

import (
	"cmp"
	"slices"
	"strings"
)

// A Transit is the messages in transit between real processes, the oldest first.
type Transit []Flight

// A Flight is a message in transit, with the id by which its receiver names it.
type Flight struct {
	Message
	ID string
}

// Take removes a message to a process, if it is there.
func (t *Transit) Take(id string, to int) {
	if i := slices.IndexFunc(*t, func(f Flight) bool { return f.ID == id && f.To == to }); i >= 0 {
		*t = slices.Delete(*t, i, i+1)
	}
}

// State is the state of these processes, with the messages by channel.
func (t Transit) State(members []Member) State {
	s := State{Members: slices.Clone(members)}
	for _, f := range t {
		s.Under = append(s.Under, f.Message)
	}
	slices.SortStableFunc(s.Under, func(a, b Message) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return s
}

// Heartbeats are the messages that timeouts have sent again and again.
type Heartbeats map[string]bool

// Is reports whether a step that changes no variable only sends heartbeats, or only takes one.
func (h Heartbeats) Is(s Step) bool {
	if s.Message != "" {
		return len(s.Sends) == 0 && h[s.Message]
	}
	if !strings.HasPrefix(s.Action, "timeout") || len(s.Sends) == 0 {
		return false
	}
	for _, sent := range s.Sends {
		h[sent.Message] = true
	}
	return true
}

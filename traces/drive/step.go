package drive

import (
	"fmt"
	"strings"

	"interrex/impl"
	"interrex/model"
)

// A Step is one step of a world, in the words of a counterexample.
type Step struct {
	Action     string   // "deliver", "timeout T'", "crash"
	Process    model.ID // the process that acts, or that the step affects; Nobody for a tick
	Peer       model.ID // the sender, the suspected process or the leader; Nobody: none
	Message    string   // the message delivered or lost, as the page prints it
	CrashAfter int      // the number of messages after which the process dies, 0 if it does not
}

// A Sending is a message sent in a step. Lost: it is never taken.
type Sending struct {
	To      model.ID
	Message string
	Lost    bool
}

// A Deed is what came of a step.
type Deed struct {
	Sends []Sending // in the order in which they left
	Of    int       // how many would have left without a crash
}

// String prints P2: deliver ELECTION(1) of P1, dies after 1.
func (s Step) String() string {
	text := s.Action
	if s.Process != model.Nobody {
		text = fmt.Sprintf("P%d: %s", s.Process, s.Action)
	}
	if s.Message != "" {
		text += " " + s.Message
	}
	if s.Peer != model.Nobody {
		text += fmt.Sprintf(" of P%d", s.Peer)
	}
	if s.CrashAfter > 0 {
		text += fmt.Sprintf(", dies after %d", s.CrashAfter)
	}
	return text
}

const timeout = "timeout "

// input is the member's input, nil if the step is not one of its own. The group itself has the delivered
// message.
func (s Step) input() impl.Input {
	peer := impl.ID(s.Peer)
	switch s.Action {
	case "start":
		return impl.Start{}
	case "recover":
		return impl.Recover{}
	case "detect", "suspect":
		return impl.Detect{Peer: peer}
	case "report":
		return impl.Suspect{Peer: peer}
	case "withdraw":
		return impl.Trust{Peer: peer}
	}
	if name, is := strings.CutPrefix(s.Action, timeout); is {
		return impl.Timeout{Timer: timerNamed(name)}
	}
	return nil
}

// timerNamed reads T, or timer(3).
func timerNamed(text string) impl.Timer {
	t := impl.Timer{Name: text}
	if name, of, found := strings.Cut(text, "("); found {
		if n, err := fmt.Sscanf(of, "%d)", &t.Of); n == 1 && err == nil {
			t.Name = name
		}
	}
	return t
}

package world

import (
	"fmt"
	"strings"

	"interrex/checker"
	"interrex/model"
)

// holdsTime says what time waits for.
func (x *expansion) holdsTime() (Guard, string) {
	if x.later() {
		return "", ""
	}
	if x.dueDelivery {
		return NothingDue, x.firstDue()
	}
	for p, id := range x.config.IDs {
		if x.from[p] == dead {
			continue
		}
		switch t := x.traits(p, x.from[p]); {
		case !x.isBusy(p, t):
		case t.due:
			return NothingDue, fmt.Sprintf("%s of P%d is due", t.timers[strings.IndexByte(string(t.hand), 0)], id)
		case t.status.Recovering:
			return NothingDue, fmt.Sprintf("P%d must recover first", id)
		default:
			return NothingDue, fmt.Sprintf("P%d must first find out that P%d is dead", id, x.config.IDs[t.elected])
		}
	}
	return TimeMatters, "nothing is under way that time could change"
}

// firstDue names a channel whose delivery time waits for.
func (x *expansion) firstDue() string {
	for i := range x.links {
		if content := x.content(x.from, i); content != 0 && x.channels.flow(content).due {
			return "due now: " + x.carries(x.from, i)
		}
	}
	return "a delivery is due"
}

// sentBy lists what a process has sent and nobody has taken.
func (w *World) sentBy(s checker.State, p int) string {
	var all []string
	for i, link := range w.links {
		if link.from == p && w.content(s, i) != 0 {
			all = append(all, w.carries(s, i))
		}
	}
	return strings.Join(all, ", ")
}

// carries lists what is in a channel.
func (w *World) carries(s checker.State, link int) string {
	var messages []string
	l := w.links[link]
	for _, f := range w.flights(link, w.channels.contents.at(w.content(s, link)).messages) {
		messages = append(messages, f.Message)
	}
	return fmt.Sprintf("%s of P%d to P%d", strings.Join(messages, ", "), w.config.IDs[l.from], w.config.IDs[l.to])
}

// variablesOf spells a local state.
func (x *expansion) variablesOf(t *traits) string {
	var all []string
	for _, v := range model.Variables(x.group, t.state) {
		all = append(all, v.Name+" is "+v.Value)
	}
	return strings.Join(all, ", ")
}

package world

import (
	"interrex/checker"
	"interrex/model"
)

// A Flight is a message on its way.
type Flight struct {
	From, To model.ID
	Message  string

	// By the clock, what the world promises of it: "timely", it arrives within so many ticks;
	// "late", so it does from when the bounds hold on; "unsure", within so many or never.
	Promise string
	Within  int
}

// Deadline says by when a message arrives; nothing where there is no clock.
func (f Flight) Deadline() string {
	switch f.Promise {
	case promises[timely]:
		return within(f.Within)
	case promises[open]:
		return "may be late"
	case promises[unsure]:
		return within(f.Within) + " or never"
	}
	return ""
}

// flights lists the messages of a channel.
func (w *World) flights(link int, messages []number) []Flight {
	var flights []Flight
	for _, number := range messages {
		l, m := w.links[link], *w.channels.messages.at(number)
		f := Flight{From: w.config.IDs[l.from], To: w.config.IDs[l.to], Message: m.String()}
		if p, clocked := m.(posted); clocked {
			f.Promise, f.Within = promises[p.promise], p.within
		}
		flights = append(flights, f)
	}
	return flights
}

// inFlight lists all messages on their way.
func (w *World) inFlight(s checker.State) []Flight {
	var flights []Flight
	for link := range w.links {
		flights = append(flights, w.flights(link, w.channels.contents.at(w.content(s, link)).messages)...)
	}
	return flights
}

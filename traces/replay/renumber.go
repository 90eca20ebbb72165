package replay

import (
	"bytes"
	"fmt"
	"slices"

	"interrex/traces"
)

// sources writes lines as the files of a trace: numbered anew, with the clocks and the ids of messages
// that follow from it. A taken message that nobody sends keeps the id that it had.
func sources(lines []line, h *traces.Header) []traces.Source {
	n := len(h.IDs)
	files := make([][]byte, n)
	heads := make([]*traces.Header, n)
	clocks := make([][]uint64, n)
	events, sent := make([]uint64, n), make([]uint64, n)
	type message struct {
		id    string
		clock []uint64
	}
	under := map[string]message{}
	for _, l := range lines {
		p := l.place
		if l.head != nil {
			heads[p], clocks[p], events[p], sent[p] = l.head, make([]uint64, n), 0, 0
			files[p] = traces.AppendHeader(files[p], l.head)
			continue
		}
		if heads[p] == nil {
			continue
		}
		e := *l.event
		events[p]++
		clocks[p][p] = heads[p].Incarnation*traces.Era + events[p]
		if e.Message != nil {
			m := *e.Message
			if was, known := under[m.ID]; known {
				m.ID = was.id
				for i, c := range was.clock {
					if i != p {
						clocks[p][i] = max(clocks[p][i], c)
					}
				}
			}
			e.Message = &m
		}
		e.Clock = slices.Clone(clocks[p])
		e.Sends = slices.Clone(e.Sends)
		for i, s := range e.Sends {
			id := under[s.ID].id
			if !e.Aside {
				sent[p]++
				id = fmt.Sprintf("%d.%d.%d", h.IDs[p], heads[p].Incarnation, sent[p])
			}
			under[s.ID] = message{id, e.Clock}
			e.Sends[i].ID = id
		}
		e.Seq = events[p]
		files[p] = traces.AppendEvent(files[p], &e)
	}
	var list []traces.Source
	for p, text := range files {
		if len(text) > 0 {
			list = append(list, traces.Source{Name: traces.FileName(h.IDs[p]), From: bytes.NewReader(text)})
		}
	}
	return list
}

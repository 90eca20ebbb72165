package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interrex/traces"
)

// A line is one of a trace in memory, with its node.
type line struct {
	place int
	head  *traces.Header
	event *traces.Event
}

// lines are a trace in memory.
type lines struct {
	list   []line
	header *traces.Header
}

// kind is the name of an event's action, without its timer.
func kind(e *traces.Event) string {
	word, _, _ := strings.Cut(e.Action, " ")
	return word
}

// readLines reads a trace of the corpus.
func readLines(t testing.TB, name string) *lines {
	t.Helper()
	found, err := Find([]string{filepath.Join("../corpus/good", name)})
	if err != nil {
		t.Fatal(err)
	}
	list, closeAll, err := found[0].Open()
	defer closeAll()
	if err != nil {
		t.Fatal(err)
	}
	m, err := traces.NewMerge(list)
	if err != nil {
		t.Fatal(err)
	}
	all := &lines{header: m.Header}
	for {
		moment, err := m.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if l := moment.Line; l.Header != nil || l.Event != nil {
			all.list = append(all.list, line{moment.Place, l.Header, l.Event})
		}
	}
}

// sources writes lines as the files of a trace: renumbered, with the resulting clocks and message ids. A
// message that is taken and never sent keeps its id.
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

// inCorpus are the algorithms that have a run in the corpus.
var inCorpus = []string{
	"bully", "bully-recovery", "chang-roberts", "consensus", "hirschberg-sinclair", "lelann", "omega-minimal", "omega-timely", "raft", "ring", "ring-accept", "ring-detector", "ring-maxid", "ring-watch",
}

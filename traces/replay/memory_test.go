package replay_test

import (
	"fmt"
	"io"
	"runtime"
	"testing"

	"interrex/internal/testlevel"
	"interrex/traces"
	"interrex/traces/replay"
)

// An endless is the file of a node that is made while it is read.
type endless struct {
	round, rounds int
	make          func(round int) string // of a round from 1 on; 0: the head
	text          string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.text == "" {
		if e.round > e.rounds {
			return 0, io.EOF
		}
		e.text = e.make(e.round)
		e.round++
	}
	n := copy(p, e.text)
	e.text = e.text[n:]
	return n, nil
}

// endlessly is a trace of bully between 1 and 2: 1 calls an election, 2 bullies it, again and again. Each round has four
// events: those of a story by hand.
func endlessly(rounds int) []traces.Source {
	const era = traces.Era
	file := func(node int, head string, round func(r int) (text string, last int)) traces.Source {
		return traces.Source{Name: traces.FileName(node), From: &endless{rounds: rounds, make: func(r int) string {
			if r == 0 {
				return head + `"action":"boot","after":{"mode":"idle","elected":"⊥"}}` + "\n"
			}
			text, last := round(r)
			if r == rounds {
				text += fmt.Sprintf(`{"end":%d}`+"\n", last)
			}
			return text
		}}}
	}
	const group = `{"interrex":2,"run":"r","algorithm":"bully","ids":[1,2],"node":%d,"incarnation":1,"configuration":{}}` + "\n" + `{"seq":1,"clock":[%d,%d],`
	caller := file(1, fmt.Sprintf(group, 1, era+1, 0), func(r int) (string, int) {
		elected, seq, heard := "2", 3*r-1, era+r
		if r == 1 {
			elected, heard = "⊥", 0
		}
		return fmt.Sprintf(`{"seq":%d,"clock":[%d,%d],"action":"start","sends":[{"id":"1.1.%d","to":2,"message":"ELECTION(1)"}],"after":{"mode":"waiting for OK","elected":"%s"}}
{"seq":%d,"clock":[%d,%d],"action":"deliver","message":{"id":"2.1.%d","type":"OK","from":2,"to":1,"text":"OK"},"after":{"mode":"waiting for COORDINATOR","elected":"%s"}}
{"seq":%d,"clock":[%d,%d],"action":"deliver","message":{"id":"2.1.%d","type":"COORDINATOR","from":2,"to":1,"text":"COORDINATOR(2)"},"after":{"mode":"idle","elected":"2"}}
`, seq, era+seq, heard, r, elected, seq+1, era+seq+1, era+r+1, 2*r-1, elected, seq+2, era+seq+2, era+r+1, 2*r), seq + 2
	})
	bullier := file(2, fmt.Sprintf(group, 2, 0, era+1), func(r int) (string, int) {
		return fmt.Sprintf(`{"seq":%d,"clock":[%d,%d],"action":"deliver","message":{"id":"1.1.%d","type":"ELECTION","from":1,"to":2,"text":"ELECTION(1)"},"sends":[{"id":"2.1.%d","to":1,"message":"OK"},{"id":"2.1.%d","to":1,"message":"COORDINATOR(2)"}],"after":{"mode":"idle","elected":"2"}}
`, r+1, era+3*r-1, era+r+1, r, 2*r-1, 2*r), r + 1
	})
	return []traces.Source{caller, bullier}
}

// TestAMillionEventsInBoundedMemory: what is held after a million events is no more than what is held
// after a thousand; without INTERREX_TESTS=all, after a hundred thousand.
func TestAMillionEventsInBoundedMemory(t *testing.T) {
	testlevel.Slow(t, "a million events")
	testlevel.Alone(t)
	held := func(rounds int) uint64 {
		list := endlessly(rounds)
		var most uint64
		list[0].From = &gauge{from: list[0].From, every: rounds / 4, most: &most}
		r, err := replay.Follow(list, replay.Options{})
		if err != nil || r.Verdict != replay.Accepted || r.Events != 4*rounds+2 {
			t.Fatalf("%v %+v", err, r)
		}
		return most
	}
	held(250)
	rounds := 25_000
	if testlevel.All() {
		rounds = 250_000
	}
	little, much := held(250), held(rounds)
	if much > little+1<<20+uint64(12*rounds) { // three bytes an event, and some
		t.Errorf("%d bytes are held in a trace of %d events, and %d in one of a thousand", much, 4*rounds, little)
	}
}

// A gauge measures the heap now and then while it is read from.
type gauge struct {
	from  io.Reader
	every int
	reads int
	most  *uint64
}

func (g *gauge) Read(p []byte) (int, error) {
	if g.reads++; g.reads%g.every == 0 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		*g.most = max(*g.most, m.HeapAlloc)
	}
	return g.from.Read(p)
}

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

// An endless trace of bully between 1 and 2 is made while it is read: 1 calls an election, 2 bullies
// it, again and again. Each round has four events: those of a story by hand.
type endless struct {
	node   int
	rounds int
	made   int
	text   []byte
}

const group2 = `{"interrex":2,"run":"r","algorithm":"bully","ids":[1,2],"node":%d,"incarnation":1,"configuration":{}}
{"seq":1,"clock":[%d,%d],"action":"boot","after":{"mode":"idle","elected":"⊥"}}
`

func (e *endless) Read(p []byte) (int, error) {
	if len(e.text) == 0 {
		switch {
		case e.made > e.rounds:
			return 0, io.EOF
		case e.made == 0 && e.node == 1:
			e.text = fmt.Appendf(nil, group2, 1, traces.Era+1, 0)
		case e.made == 0:
			e.text = fmt.Appendf(nil, group2, 2, 0, traces.Era+1)
		case e.node == 1:
			e.text = e.caller(e.made - 1)
		default:
			e.text = e.bullier(e.made - 1)
		}
		e.made++
	}
	n := copy(p, e.text)
	e.text = e.text[n:]
	return n, nil
}

func (e *endless) caller(round int) (text []byte) {
	elected := "2"
	if round == 0 {
		elected = "⊥"
	}
	seq, era := 3*round+2, traces.Era
	heard := 0
	if round > 0 {
		heard = era + round + 1
	}
	text = fmt.Appendf(text, `{"seq":%d,"clock":[%d,%d],"action":"start","sends":[{"id":"1.1.%d","to":2,"message":"ELECTION(1)"}],"after":{"mode":"waiting for OK","elected":"%s"}}`+"\n",
		seq, era+seq, heard, round+1, elected)
	text = fmt.Appendf(text, `{"seq":%d,"clock":[%d,%d],"action":"deliver","message":{"id":"2.1.%d","type":"OK","from":2,"to":1,"text":"OK"},"after":{"mode":"waiting for COORDINATOR","elected":"%s"}}`+"\n",
		seq+1, era+seq+1, era+round+2, 2*round+1, elected)
	text = fmt.Appendf(text, `{"seq":%d,"clock":[%d,%d],"action":"deliver","message":{"id":"2.1.%d","type":"COORDINATOR","from":2,"to":1,"text":"COORDINATOR(2)"},"after":{"mode":"idle","elected":"2"}}`+"\n",
		seq+2, era+seq+2, era+round+2, 2*round+2)
	if round+1 == e.rounds {
		text = fmt.Appendf(text, `{"end":%d}`+"\n", seq+2)
	}
	return text
}

func (e *endless) bullier(round int) (text []byte) {
	seq, era := round+2, traces.Era
	text = fmt.Appendf(text, `{"seq":%d,"clock":[%d,%d],"action":"deliver","message":{"id":"1.1.%d","type":"ELECTION","from":1,"to":2,"text":"ELECTION(1)"},"sends":[{"id":"2.1.%d","to":1,"message":"OK"},{"id":"2.1.%d","to":1,"message":"COORDINATOR(2)"}],"after":{"mode":"idle","elected":"2"}}`+"\n",
		seq, era+3*round+2, era+seq, round+1, 2*round+1, 2*round+2)
	if round+1 == e.rounds {
		text = fmt.Appendf(text, `{"end":%d}`+"\n", seq)
	}
	return text
}

func endlessly(rounds int) []traces.Source {
	return []traces.Source{{Name: "1.ndjson", From: &endless{node: 1, rounds: rounds}}, {Name: "2.ndjson", From: &endless{node: 2, rounds: rounds}}}
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
		r, err := replay.Follow(list, replay.Options{World: replay.Perfect()})
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

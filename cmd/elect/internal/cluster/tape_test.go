package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interrex/traces"
	"interrex/traces/stage"
)

// record adds text to the file of a node.
func record(t *testing.T, folder string, node int, text string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(folder, traces.FileName(node)), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// line is an event of node 1 or 2, with the events that it knows of.
func line(node, seq, other int, at int, rest string) string {
	clock := []int{0, 0}
	clock[node-1] = traces.Era + seq
	if other > 0 {
		clock[2-node] = traces.Era + other
	}
	return fmt.Sprintf(`{"seq":%d,"clock":[%d,%d],%s,"after":{"elected":"%d"},"at":%d}`+"\n", seq, clock[0], clock[1], rest, min(seq-1, 1)*2, at)
}

func header(node int) string {
	return fmt.Sprintf(`{"interrex":2,"run":"r","algorithm":"ring","ids":[1,2],"node":%d,"incarnation":1,"configuration":{}}`+"\n", node)
}

// looks reads the files, takes the events recorded until a time, and returns the steps so far.
func looks(t *testing.T, tape *tape, until uint64) (*stage.Run, string) {
	t.Helper()
	if _, err := tape.look(until); err != nil {
		t.Fatal(err)
	}
	run := tape.document(nil)
	var said []string
	for _, s := range run.Steps {
		said = append(said, s.Says)
	}
	return run, strings.Join(said, " ")
}

const sends = `"sends":[{"id":"1.1.1","to":2,"message":"ELECTION(1)"}]`

// TestTape: an event waits for its time, which is after those of its causes, and for its whole line, heartbeats fold, and a death comes after its last event, before others detect it.
func TestTape(t *testing.T) {
	folder := t.TempDir()
	record(t, folder, 1, "a line of an earlier run\n")
	tape := newTape(folder, 2)
	record(t, folder, 1, header(1)+line(1, 1, 0, 1000, `"action":"boot"`))
	takes := line(2, 2, 2, 1_500_000, `"action":"deliver","message":{"id":"1.1.1","type":"ELECTION","from":1,"to":2,"text":"ELECTION(1)"}`)
	record(t, folder, 2, header(2)+line(2, 1, 0, 2000, `"action":"boot"`)+takes)
	if run, said := looks(t, tape, 1_000_900); said != "" || !run.Locals[run.States[0].Locals[0]].Live {
		t.Fatalf("before the message is sent: %q", said)
	}
	start := line(1, 2, 0, 1_001_000, `"action":"start",`+sends)
	record(t, folder, 1, start[:20])
	if _, said := looks(t, tape, 1_001_000); said != "" {
		t.Fatalf("of half a line: %q", said)
	}
	record(t, folder, 1, start[20:])
	run, said := looks(t, tape, 1_600_000)
	if said != "P1 starts an election, takes P2 for the leader and sends ELECTION(1) to P2. P2 takes ELECTION(1) from P1, becomes the leader." {
		t.Fatalf("%q", said)
	}
	if m := run.Messages; len(m) != 1 || m[0].Fate != "taken" || *run.Steps[0].Seconds != 1 || *run.Steps[1].Seconds != 1.499 || run.Steps[1].Takes == nil {
		t.Errorf("messages %+v, steps %+v", m, run.Steps)
	}
	for seq := 3; seq < 5; seq++ {
		record(t, folder, 1, line(1, seq, 0, 2_000_000, fmt.Sprintf(`"action":"timeout H","timer":"H","sends":[{"id":"1.1.%d","to":2,"message":"LEADER"}]`, seq-1)))
	}
	tape.files[0].ended = 2_005_000
	record(t, folder, 2, line(2, 3, 0, 1_900_000, `"action":"start"`)+line(2, 4, 0, 2_004_000, `"action":"start"`))
	if run, said = looks(t, tape, 3_000_000); !strings.HasSuffix(said, " P2 starts an election. P1 dies. P2 starts an election.") || run.Steps[3].Folded != 2 {
		t.Errorf("after its death: %q, %+v", said, run.Steps)
	}
	if live := run.Locals[run.States[4].Locals[0]].Live; live {
		t.Error("the dead node lives")
	}
	record(t, folder, 2, "nonsense\n")
	if _, err := tape.look(3_000_000); err == nil || !strings.Contains(err.Error(), "2.ndjson: ") {
		t.Errorf("of nonsense: %v", err)
	}
}

// TestTapeIsBounded: of a long run the last steps are kept.
func TestTapeIsBounded(t *testing.T) {
	folder := t.TempDir()
	tape := newTape(folder, 1)
	text := `{"interrex":2,"run":"r","algorithm":"ring","ids":[1],"node":1,"incarnation":1,"configuration":{}}` + "\n"
	for seq := range mostSteps + 50 {
		text += fmt.Sprintf(`{"seq":%d,"clock":[%d],"action":"start","after":{"elected":"%d"}}`+"\n", seq+1, traces.Era+seq+1, seq%2)
	}
	record(t, folder, 1, text)
	run, _ := looks(t, tape, 0)
	if len(run.Steps) != mostSteps || len(run.States) != mostSteps+1 || tape.dropped != 49 {
		t.Errorf("%d steps, %d states, %d dropped", len(run.Steps), len(run.States), tape.dropped)
	}
	if i := slices.IndexFunc(run.Steps, func(s stage.Step) bool { return s.Seconds != nil }); i >= 0 {
		t.Errorf("step %d has a time, and none is recorded", i)
	}
}

// TestTapeHasGaps: of a node that cannot write its trace steps are missing, until it writes again.
func TestTapeHasGaps(t *testing.T) {
	folder := t.TempDir()
	tape := newTape(folder, 2)
	record(t, folder, 1, header(1)+line(1, 1, 0, 1000, `"action":"boot"`))
	record(t, folder, 2, header(2)+line(2, 1, 0, 2000, `"action":"boot"`))
	record(t, folder, 2, line(2, 2, 2, 3000, `"action":"deliver","message":{"id":"1.1.1","type":"ELECTION","from":1,"to":2,"text":"ELECTION(1)"}`))
	if _, said := looks(t, tape, 3000); !strings.HasPrefix(said, "P2 takes ELECTION(1) from P1") || !slices.Equal(tape.gaps(), []int{1}) {
		t.Fatalf("%q, gaps of %v", said, tape.gaps())
	}
	record(t, folder, 1, line(1, 3, 0, 4000, `"action":"start"`))
	if _, said := looks(t, tape, 4000); !strings.Contains(said, " P1 starts an election") || tape.gaps() != nil {
		t.Errorf("%q, gaps of %v", said, tape.gaps())
	}
}

package explore

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// recordedWorlds holds one line of JSON for each world of bench/catalogue.txt and of spec/instances.txt, as interrex 0.1.0 explored
// it. The arguments name every flag, so that a change of a default changes no line. TLC agrees with the lines of the
// instances, and the explorer of revision ba27d38 with all.
//
//	go test ./explore -run TestRecordedWorlds          compares all worlds; without -run those of statesCompared
//	go test ./explore -run TestRecordedWorlds -update  fills in the lines that have args alone, and keeps the others
const recordedWorlds = "testdata/worlds.jsonl"

// A recordedWorld is what must not change about the exploration of a world.
type recordedWorld struct {
	Args     string                `json:"args"`
	States   int                   `json:"states"`
	Steps    int                   `json:"steps"`
	Terminal int                   `json:"terminal"`
	Depth    int                   `json:"depth"`
	Bound    string                `json:"bound,omitempty"`
	Verdicts map[string]theVerdict `json:"verdicts"`
}

// theVerdict is a property's verdict, with the numbers of steps of its counterexample.
type theVerdict struct {
	Verdict string `json:"verdict"`
	Stem    int    `json:"stem,omitempty"`
	Cycle   int    `json:"cycle,omitempty"`
}

// statesCompared bounds the worlds that are explored again: large ones take minutes in all, and exercise no other code.
func statesCompared() int {
	switch {
	case testlevel.Quick():
		return 20_000
	case testlevel.CI() && !testlevel.All():
		return 300_000
	}
	return math.MaxInt
}

// recorded is the line of a world explored with the arguments.
func recorded(t *testing.T, args string) recordedWorld {
	t.Helper()
	d := decode(t, args+" -quiet")
	w := recordedWorld{Args: args, States: d.States, Steps: d.Steps, Terminal: d.Terminal, Depth: d.Depth, Verdicts: map[string]theVerdict{}}
	if d.Bound != nil {
		w.Bound = *d.Bound
	}
	for _, p := range d.Properties {
		found := theVerdict{Verdict: p.Verdict}
		if c := p.Counterexample; c != nil {
			found.Stem, found.Cycle = len(c.Stem), len(c.Cycle)
		}
		w.Verdicts[p.Name] = found
	}
	return w
}

// Each recorded world has the states, steps, verdicts and lengths of runs that it had.
func TestRecordedWorlds(t *testing.T) {
	file, err := os.ReadFile(recordedWorlds)
	if err != nil {
		t.Fatal(err)
	}
	testlevel.Alone(t)
	all, compared := 0, 0
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	for decoder := json.NewDecoder(bytes.NewReader(file)); decoder.More(); all++ {
		var w recordedWorld
		if err := decoder.Decode(&w); err != nil {
			t.Fatal(err)
		}
		switch {
		case golden.Update() && w.States == 0:
			w = recorded(t, w.Args)
		case !golden.Update() && !testlevel.Short() && w.States <= statesCompared():
			compared++
			if d := cmp.Diff(w, recorded(t, w.Args)); d != "" {
				t.Errorf("explore %s: recorded (-), now (+):\n%s", w.Args, d)
			}
		}
		if err := encoder.Encode(w); err != nil {
			t.Fatal(err)
		}
	}
	if all < 400 {
		t.Errorf("%d worlds in %s", all, recordedWorlds)
	}
	golden.File(t, recordedWorlds, text.String())
	t.Logf("%d of %d worlds", compared, all)
}

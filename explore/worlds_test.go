package explore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// recordedWorlds holds one line of JSON for each world of bench/catalogue.txt and of spec/instances, as interrex 0.1.0 explored
// it. The arguments name every flag, so that a change of a default changes no line. TLC agrees with the lines of the
// instances, and the explorer of revision ba27d38 with all.
//
//	go test ./explore -run TestRecordedWorlds          compares all worlds; without -run, at the level quick, small ones
//	go test ./explore -run TestRecordedWorlds -update  records the worlds that the file lacks, and keeps its lines
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

// A checked is the part of a JSON report of check that the reference is made of.
type checked struct {
	Algorithm               string
	World                   map[string]any
	Bound                   string
	States, Steps, Terminal int
	Depth                   int
	Properties              []struct {
		Name, Verdict  string
		Asked          bool
		Counterexample struct{ Stem, Cycle []any }
	}
}

// explored checks a world.
func explored(t testing.TB, args string) checked {
	t.Helper()
	r := call(args + " -format=json -quiet")
	var c checked
	decoder := json.NewDecoder(strings.NewReader(r.stdout))
	decoder.UseNumber()
	if err := decoder.Decode(&c); err != nil {
		t.Fatalf("%s: exit code %d, %s%v", args, r.code, r.stderr, err)
	}
	return c
}

// asRecorded is the line of a world explored with the arguments.
func (c checked) asRecorded(args string) recordedWorld {
	w := recordedWorld{Args: args, States: c.States, Steps: c.Steps, Terminal: c.Terminal, Depth: c.Depth, Bound: c.Bound,
		Verdicts: map[string]theVerdict{}}
	for _, p := range c.Properties {
		w.Verdicts[p.Name] = theVerdict{p.Verdict, len(p.Counterexample.Stem), len(p.Counterexample.Cycle)}
	}
	return w
}

// isNumbered reports whether the ids are 1 to N, in this order, for which -n stands.
func (c checked) isNumbered() bool {
	for i, id := range c.World["ids"].([]any) {
		if fmt.Sprint(id) != fmt.Sprint(i+1) {
			return false
		}
	}
	return true
}

// explicit names every setting of the world, its properties, and the bounds among the arguments.
func (c checked) explicit(args string) string {
	all := []string{"-algo=" + c.Algorithm}
	for _, setting := range slices.Sorted(maps.Keys(c.World)) {
		if setting == "n" && !c.isNumbered() || setting == "ids" && c.isNumbered() {
			continue
		}
		list, ok := c.World[setting].([]any)
		if !ok {
			list = []any{c.World[setting]}
		}
		var values []string
		for _, value := range list {
			values = append(values, fmt.Sprint(value))
		}
		all = append(all, "-"+setting+"="+strings.Join(values, ","))
	}
	var properties []string
	for _, p := range c.Properties {
		properties = append(properties, p.Name)
	}
	all = append(all, "-property="+strings.Join(properties, ","))
	for arg := range strings.FieldsSeq(args) {
		if strings.HasPrefix(arg, "-max-") {
			all = append(all, arg)
		}
	}
	return strings.Join(all, " ")
}

// meaningless is what check answers to a flag that its algorithm does not have.
var meaningless = regexp.MustCompile(`explore: (-\S+) has no meaning for`)

// accepted leaves out flags that the algorithm does not have, although its report has the setting.
func accepted(args string) string {
	for {
		r := call(args + " -max-depth=0 -quiet")
		flag := meaningless.FindStringSubmatch(r.stderr)
		if flag == nil {
			return args
		}
		args = regexp.MustCompile(flag[1]+`=\S* `).ReplaceAllString(args, "")
	}
}

// sources are the arguments of the catalogue and of the instances for TLC, as they are written there.
func sources(t testing.TB) []string {
	t.Helper()
	catalogue, err := os.ReadFile("../bench/catalogue.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(string(catalogue)), "\n")
	files, err := filepath.Glob("../spec/instances/*/*.cfg")
	if err != nil || len(files) == 0 {
		t.Fatalf("instances: %d, %v", len(files), err)
	}
	for _, file := range files {
		config, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(string(config), "\n")
		args, ok := strings.CutPrefix(line, `\* explore `)
		if !ok {
			t.Fatalf("%s begins with %q", file, line)
		}
		list = append(list, args)
	}
	return list
}

// readWorlds reads the file; if there is none, it is empty.
func readWorlds(t testing.TB) []recordedWorld {
	t.Helper()
	text, err := os.ReadFile(recordedWorlds)
	if err != nil && !golden.Update() {
		t.Fatal(err)
	}
	var all []recordedWorld
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var w recordedWorld
		if err := decoder.Decode(&w); err != nil {
			t.Fatal(err)
		}
		all = append(all, w)
	}
	return all
}

// Each recorded world has the states, steps, verdicts and lengths of runs that it had.
func TestRecordedWorlds(t *testing.T) {
	if golden.Update() {
		record(t)
	}
	worlds := readWorlds(t)
	if len(worlds) < 400 {
		t.Fatalf("%d worlds in %s", len(worlds), recordedWorlds)
	}
	testlevel.Alone(t)
	compared := 0
	for _, w := range worlds {
		if testlevel.Short() || w.States > 20_000 && testlevel.Quick() {
			continue
		}
		compared++
		if d := cmp.Diff(w, explored(t, w.Args).asRecorded(w.Args)); d != "" {
			t.Errorf("explore %s: recorded (-), now (+):\n%s", w.Args, d)
		}
	}
	t.Logf("%d of %d worlds", compared, len(worlds))
}

// record adds the worlds that the file lacks.
func record(t testing.TB) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	known := map[string]bool{}
	for _, w := range readWorlds(t) {
		known[w.Args] = true
		if err := encoder.Encode(w); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range sources(t) {
		c := explored(t, args)
		all := accepted(c.explicit(args))
		if known[all] {
			continue
		}
		known[all] = true
		w := c.asRecorded(all)
		if d := cmp.Diff(w, explored(t, all).asRecorded(all)); d != "" {
			t.Fatalf("explore %s is not explore %s:\n%s", args, all, d)
		}
		if err := encoder.Encode(w); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(recordedWorlds), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(recordedWorlds, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

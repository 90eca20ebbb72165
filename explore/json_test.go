package explore

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"interrex/internal/testlevel"
)

// A document is a report as a reader of its schema would declare it.
type document struct {
	Interrex        string
	Algorithm       string
	N               int
	IDs             []int
	World           map[string]any
	Complete        bool
	Bound           *string
	States          int
	Steps           int
	Terminal        int
	Depth           int
	Seconds         float64
	LivenessSeconds float64 `json:"liveness_seconds"`
	StatesPerSecond int     `json:"states_per_second"`
	PeakBytes       int     `json:"peak_bytes"`
	DiskBytes       int     `json:"disk_bytes"`
	BytesPerState   float64 `json:"bytes_per_state"`
	RowBytes        int     `json:"row_bytes"`
	NumberBytes     int     `json:"number_bytes"`
	Workers         int
	Properties      []decision
	Actions         []activity
	Warnings        []warning
	Panic           *string
	NoLeader        *struct {
		Text, Property string
		Steps          int
	} `json:"no_leader"`
	Reproduce string
	Exit      int
}

type activity struct {
	Action         string
	Enabled, Taken int
}

type warning struct{ About, Name, Text string }

type decision struct {
	Name           string
	Kind           string
	Promised       bool
	Verdict        string
	Premise        int
	Vacuous        bool
	Counterexample *counterexample
	Because        *string
	Others         []*counterexample
}

type counterexample struct {
	Initial []struct {
		Process   int
		Live      bool
		Variables map[string]string
	}
	Stem, Cycle []occurrence
	Lasso       bool
}

type occurrence struct {
	Action     string
	Process    int
	Peer       *int
	Message    *string
	CrashAfter *int `json:"crash_after"`
	Sends      []struct {
		To      int
		Message string
		Lost    bool
	}
	Changes []struct {
		Process            int
		Variable, From, To string
	}
	Variables map[string]string
}

// decode asks for a report in JSON and reads it strictly.
func decode(t *testing.T, args string) (d document) {
	t.Helper()
	r := call(args + " -format=json")
	decoder := json.NewDecoder(strings.NewReader(r.stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		t.Fatalf("explore %s: %v in\n%s%s", args, err, r.stdout, r.stderr)
	}
	if d.Exit != r.code {
		t.Errorf("explore %s: exit is %d in JSON, and the exit code %d", args, d.Exit, r.code)
	}
	return d
}

// A ringDocument is what check writes with -orders=all.
type ringDocument struct {
	Interrex, Algorithm string
	N                   int
	Arrangements        []struct {
		IDs                            []int
		States, Steps, Terminal, Depth int
		Complete                       bool
		Verdicts                       map[string]string
		Warnings                       []warning
		Exit                           int
	}
	Complete bool
	Actions  []activity
	Exit     int
}

func decodeRings(t *testing.T, args string) (d ringDocument) {
	t.Helper()
	r := call(args + " -format=json")
	decoder := json.NewDecoder(strings.NewReader(r.stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil || d.Exit != r.code {
		t.Fatalf("explore %s: %v, exit code %d, in\n%s%s", args, err, r.code, r.stdout, r.stderr)
	}
	return d
}

// text writes ids as on the command line.
func text(ids ...int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(ids), "[]"), " ", ",")
}

// find returns the decision on a property.
func (d document) find(t *testing.T, property string) decision {
	t.Helper()
	i := slices.IndexFunc(d.Properties, func(p decision) bool { return p.Name == property })
	if i < 0 {
		t.Fatalf("nothing was decided of %s", property)
	}
	return d.Properties[i]
}

// variety has small worlds of all kinds: each algorithm and reading, each value of each flag,
// each verdict, bounds, ids with gaps and in disorder.
var variety = []string{
	"-algo=bully -n=3",
	"-algo=bully -n=1",
	"-algo=anonymous -n=2",
	"-algo=itai-rodeh -n=2",
	"-algo=bully -n=2 -starts=0",
	"-algo=bully -ids=7,2,40 -crashes=2 -crash-points=steps",
	"-algo=bully -n=3 -initial=leader -starts=0",
	"-algo=bully -n=3 -restarts=1",
	"-algo=bully -n=3 -restarts=1 -stop=first",
	"-algo=bully -n=2 -restarts=1 -crashes=unlimited -initiators=2",
	"-algo=bully -n=3 -timeouts=perfect -property=irrevocable,announced-last,strict-pmax,strict-agreement,strict-decides,eventual-leadership",
	"-algo=bully -n=3 -timeouts=any",
	"-algo=bully -n=2 -timeouts=any -starts=unlimited -elections=2 -capacity=2",
	"-algo=bully -n=3 -max-states=100",
	"-algo=bully -n=3 -max-depth=2",
	"-algo=bully -n=3 -max-time=1ns -workers=1",
	"-algo=bully -n=2 -channels=bag",
	"-algo=bully -n=2 -channels=lossy -losses=2",
	"-algo=bully -n=2 -channels=duplicating -duplicates=2",
	"-algo=bully -n=3 -timeouts=clock -t=1",
	"-algo=bully -n=2 -timeouts=clock -tm=2 -tp=1 -gst=2",
	"-algo=bully -n=2 -timeouts=clock -gst=unlimited -timely=from:1 -property=eventual-leadership",
	"-algo=bully -n=3 -timeouts=clock -ties=timer-first -initial=leader -starts=0",
	"-algo=ring-watch -n=2 -timeouts=clock -t=1",
	"-algo=bully-recovery -ids=3,11,5 -initiators=5,3",
	"-algo=bully-recovery -n=3 -restarts=1",
	"-algo=omega-timely -n=2 -timely=nothing",
	"-algo=omega-minimal -n=2",
	"-algo=bully-recovery -n=3 -reading=printed",
	"-algo=chang-roberts -n=4",
	"-algo=chang-roberts -ids=5,9,2 -crashes=1",
	"-algo=chang-roberts -n=3 -channels=bag",
	"-algo=chang-roberts -n=3 -channels=lossy",
	"-algo=chang-roberts -n=3 -channels=duplicating",
	"-algo=chang-roberts -n=3 -starts=0 -fail-on=vacuous",
	"-algo=ring -n=1",
	"-algo=ring -ids=4,8,3 -crashes=1",
	"-algo=ring -n=2 -crashes=1 -detector=incomplete",
	"-algo=ring -n=2 -crashes=1 -detector=inaccurate -mistakes=1 -elections=1",
	"-algo=ring-maxid -n=3 -crashes=0 -starts=2",
	"-algo=ring-maxid -n=3 -crashes=1",
	"-algo=ring-watch -n=3 -crashes=1",
	"-algo=ring-watch -n=3 -crashes=1 -reading=printed -watchers=successor",
	"-algo=ring-watch -n=3 -crashes=1 -repair=resent -watchers=predecessor",
	"-algo=ring-detector -n=2 -crashes=1",
	"-algo=ring-detector -n=2 -crashes=1 -reading=printed -repair=resent",
	"-algo=ring-detector -n=2 -detector=inaccurate -mistakes=1",
	"-algo=ring-detector -n=2 -crashes=0 -detector=eventually-perfect",
	"-algo=ring-accept -ids=2,1,3 -crashes=0",
	"-algo=lelann -n=3",
	"-algo=lelann -n=2 -reading=printed",
	"-algo=lelann -n=2 -crashes=1 -restarts=1 -initial=leader",
}

// ringVariety has the same with -orders=all.
var ringVariety = []string{
	"-orders=all -algo=chang-roberts -n=1",
	"-orders=all -algo=chang-roberts -ids=9,2,5,4",
	"-orders=all -algo=chang-roberts -n=3 -crashes=1",
	"-orders=all -algo=ring -n=3 -crashes=1 -property=ends,strict-agreement",
	"-orders=all -algo=ring-maxid -n=3 -max-states=10",
	"-orders=all -algo=ring-watch -n=3 -crashes=0 -starts=0",
	"-orders=all -algo=ring-accept -n=3 -crashes=0",
	"-orders=all -algo=lelann -n=3",
}

// schema compiles one of the schemas in docs.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft4) // the schemas must say themselves that they are 2020-12
	s, err := compiler.Compile(filepath.Join(docs, name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if s.DraftVersion != 2020 {
		t.Fatalf("%s.schema.json is of draft %d", name, s.DraftVersion)
	}
	return s
}

// docs is the folder docs, found before any test changes the folder.
var docs, _ = filepath.Abs("../docs")

// value is a JSON text as the validator wants it.
func value(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return v
}

func TestReportsFitTheirSchema(t *testing.T) {
	reports := schema(t, "report")
	check := func(s *jsonschema.Schema, args string) {
		if err := s.Validate(value(t, call(args+" -format=json").stdout)); err != nil {
			t.Errorf("explore %s: %v", args, err)
		}
	}
	sample := func(s *jsonschema.Schema, variety []string) {
		for i, args := range variety {
			if testlevel.OneOf(4, i) {
				check(s, args)
			}
		}
	}
	sample(reports, variety)
	sample(reports, ringVariety)
}

// TestVarietyHasEverything: a test over worlds is as good as its worlds.
func TestVarietyHasEverything(t *testing.T) {
	seen := map[string]bool{}
	for _, args := range variety {
		d := decode(t, args)
		seen[d.Algorithm], seen[fmt.Sprint("exit ", d.Exit)], seen[fmt.Sprint("complete ", d.Complete)] = true, true, true
		for name, value := range d.World {
			seen[name], seen[fmt.Sprint(name, "=", value)] = true, true
		}
		for _, p := range d.Properties {
			seen[p.Verdict], seen[p.Name], seen[fmt.Sprint("vacuous ", p.Vacuous)] = true, true, true
			if c := p.Counterexample; c != nil {
				seen[c.shape()] = true
				for _, o := range slices.Concat(c.Stem, c.Cycle) {
					seen["action "+o.Action] = true
					seen["a crash inside a step"] = seen["a crash inside a step"] || o.CrashAfter != nil
				}
			}
		}
	}
	for _, want := range []string{
		"bully", "bully-recovery", "ring", "ring-maxid", "ring-watch", "ring-detector", "ring-accept", "lelann", "chang-roberts",
		"anonymous", "itai-rodeh", "omega-timely", "omega-minimal",
		"exit 0", "exit 11", "exit 12", "exit 13", "exit 75", "exit 152", "complete true", "complete false",
		"holds", "violated", "inconclusive", "vacuous true", "vacuous false",
		"one-leader", "elected-is-max", "agreement", "validity", "not-stuck", "decides", "ends",
		"strict-pmax", "strict-agreement", "strict-decides", "irrevocable", "announced-last", "eventual-leadership",
		"a finite run", "a run that comes to rest", "a run that goes round", "a crash inside a step",
		"action tick", "action bounds hold", "timeouts=clock", "tm=2", "tp=1", "t=1", "t2=4", "gst=2", "gst=unlimited",
		"timely=all", "timely=1-2", "ties=delivery-first", "ties=timer-first",
		"action start", "action deliver", "action crash", "action restart", "action detect", "action lose", "action draw 1",
		"crash-points=sends", "crash-points=steps", "crashes=unlimited", "initial=nobody", "initial=leader",
		"initiators=all", "starts=unlimited", "timeouts=sync", "timeouts=perfect", "timeouts=any",
		"detector=perfect", "detector=incomplete", "detector=inaccurate", "detector=eventually-perfect", "action mistakes end", "mistakes=1", "mistakes=unlimited",
		"channels=fifo", "channels=bag", "channels=lossy", "channels=duplicating", "losses=2", "duplicates=2",
		"repair=lost", "repair=resent", "reading=repaired", "reading=printed",
		"watchers=both", "watchers=predecessor", "watchers=successor", "elections=unlimited", "capacity=2",
	} {
		if !seen[want] {
			t.Errorf("no world has %s", want)
		}
	}
}

// shape says what kind of run a counterexample is.
func (c *counterexample) shape() string {
	switch {
	case !c.Lasso:
		return "a finite run"
	case len(c.Cycle) == 0:
		return "a run that comes to rest"
	}
	return "a run that goes round"
}

// codeOf is the table of exit codes, over what a document says of itself.
func (d document) codeOf() int {
	code := 0
	if !d.Complete {
		code = 152
	}
	worst := func(c int) {
		if severity[c] > severity[code] {
			code = c
		}
	}
	for _, p := range d.Properties {
		switch {
		case p.Verdict == "violated" && p.Kind == "liveness":
			worst(13)
		case p.Verdict == "violated" && p.Name == "not-stuck":
			worst(11)
		case p.Verdict == "violated":
			worst(12)
		}
	}
	if len(d.Warnings) > 0 && strings.Contains(d.Reproduce, "-fail-on=vacuous") {
		worst(75)
	}
	return code
}

var (
	counts = regexp.MustCompile(`(?m)^([\d,]+) states?, ([\d,]+) steps?, ([\d,]+) terminal, depth (\d+); exact, (.*)$`)
	ruling = regexp.MustCompile(`(?m)^  (safety   |liveness ) (\S+) +(holds|VIOLATED|inconclusive) +([\d,]+|no) states?( so far)?(?:   (\S.*))?$`)
)

// TestTextAndJSONSayTheSame: the text and the JSON of a run agree, and the JSON with itself.
func TestTextAndJSONSayTheSame(t *testing.T) {
	for _, args := range variety {
		d, text := decode(t, args), call(args).stdout
		found := counts.FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("explore %s: no counts in\n%s", args, text)
		}
		numbers := strings.ReplaceAll(strings.Join(found[1:5], " "), ",", "")
		if want := fmt.Sprint(d.States, d.Steps, d.Terminal, d.Depth); numbers != want {
			t.Errorf("explore %s: states, steps, terminal, depth are %s as text, and %s in JSON", args, numbers, want)
		}
		if (found[5] == "complete") != d.Complete {
			t.Errorf("explore %s: %s as text, and complete is %v in JSON", args, found[5], d.Complete)
		}
		lines := ruling.FindAllStringSubmatch(text, -1)
		if len(lines) != len(d.Properties) {
			t.Fatalf("explore %s: %d verdicts as text, %d in JSON", args, len(lines), len(d.Properties))
		}
		for i, p := range d.Properties {
			kind, name, verdict, remarks := strings.TrimSpace(lines[i][1]), lines[i][2], strings.ToLower(lines[i][3]), lines[i][6]
			promised, vacuous := !strings.Contains(remarks, "not promised here"), strings.Contains(remarks, "vacuous")
			if kind != p.Kind || name != p.Name || verdict != p.Verdict || promised != p.Promised || vacuous != p.Vacuous {
				t.Errorf("explore %s: %q as text, and %+v in JSON", args, lines[i][0], p)
			}
			if (verdict == "violated") != strings.Contains(text, "\n"+name+" is violated: ") {
				t.Errorf("explore %s: %s is %s, and whether its counterexample is drawn does not agree", args, name, verdict)
			}
		}
		if !strings.Contains(text, "\nreproduce: "+d.Reproduce+"\n") {
			t.Errorf("explore %s: not reproduced by %s as text", args, d.Reproduce)
		}
		var world []string
		line := text[strings.Index(text, "world: ")+len("world: ") : strings.Index(text, "\n\n")]
		for _, word := range strings.Fields(strings.Replace(line, "; by default:", "", 1)) {
			name, value, _ := strings.Cut(word, "=")
			world = append(world, name)
			inJSON := strings.ReplaceAll(strings.Trim(fmt.Sprint(d.World[name]), "[]"), " ", ",")
			if inJSON != value {
				t.Errorf("explore %s: %s as text, and %s in JSON", args, word, inJSON)
			}
		}
		if len(world) != len(d.World) || d.N != len(d.IDs) || fmt.Sprint(d.IDs) != fmt.Sprint(d.World["ids"]) {
			t.Errorf("explore %s: the world is %v as text, and %v in JSON", args, world, d.World)
		}
		if d.Complete != (d.Bound == nil) {
			t.Errorf("explore %s: complete is %v, the bound %v", args, d.Complete, d.Bound)
		}
		for _, p := range d.Properties {
			if p.Verdict == "holds" && !d.Complete {
				t.Errorf("explore %s: %s holds, although %s was hit", args, p.Name, *d.Bound)
			}
		}
		for flag, with := range map[string]bool{
			"crash-points": d.World["crashes"] != 0.0, "losses": d.World["channels"] == "lossy", "duplicates": d.World["channels"] == "duplicating",
			"tm": d.World["timeouts"] == "clock", "gst": d.World["timeouts"] == "clock",
		} {
			if _, has := d.World[flag]; has != with {
				t.Errorf("explore %s: the world %v has %s: %v", args, d.World, flag, has)
			}
		}
		if want := d.codeOf(); d.Exit != want {
			t.Errorf("explore %s: exit is %d, and by its verdicts it should be %d", args, d.Exit, want)
		}
	}
}

// TestTheCommandReproduces: the line that a report gives leads to the same report.
func TestTheCommandReproduces(t *testing.T) {
	line := regexp.MustCompile(`(?m)^reproduce: go run \./cmd/explore (.*)$`)
	took := regexp.MustCompile(`(?m)^took .*\n`)
	asked := [][]string{
		{"check", "-algo", "ring", "--ids", "4, 9 ,3", "-crashes=1"}, // spaces
		{"-algo=bully", "-n=3", "-max-memory=1024MiB", "-max-time=3600s", "-workers=1", "-quiet", "-o=-", "-format=text"},
	}
	for _, args := range slices.Concat(variety, ringVariety) {
		asked = append(asked, strings.Fields(args))
	}
	for _, args := range asked {
		if slices.Contains(args, "-max-time=1ns") {
			continue // where that falls no command tells
		}
		first := callWith(args...)
		command := line.FindStringSubmatch(first.stdout)
		if command == nil {
			t.Fatalf("explore %q does not say how to reproduce it:\n%s%s", args, first.stdout, first.stderr)
		}
		again := call(command[1])
		if again.code != first.code || took.ReplaceAllString(again.stdout, "") != took.ReplaceAllString(first.stdout, "") {
			t.Errorf("explore %q is not reproduced by %s:\n%s%s", args, command[1], again.stdout, again.stderr)
		}
	}
}

// TestTraceSchema: docs/trace.schema.json accepts every line of every trace that the reader accepts,
// and no line of which the codec says that it is none.
func TestTraceSchema(t *testing.T) {
	s := schema(t, "trace")
	names, err := filepath.Glob("../traces/corpus/good/*/*.ndjson")
	if err != nil || len(names) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		for _, line := range lines[:min(len(lines), 30)] {
			if err := s.Validate(value(t, line)); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, line)
			}
		}
	}
	const event = `{"seq":1,"clock":[1,0],"action":"start","after":{"mode":"idle"}}`
	if err := s.Validate(value(t, event)); err != nil {
		t.Fatal(err)
	}
	for _, wound := range [][2]string{
		{`"seq":1,`, ``}, {`"seq":1`, `"seq":0`}, {`"action":"start",`, ``}, {`"idle"`, `1`}, {`"action"`, `"done":true,"action"`}, {`[1,0]`, `[-1,0]`},
		{`"after"`, `"peer":0,"after"`}, {`"after"`, `"aside":false,"after"`}, {`"after"`, `"sends":[],"after"`}, {`"after"`, `"message":{},"after"`},
		{`"after"`, `"sends":[{"id":"1.1","to":2,"message":"OK"}],"after"`}, {event, `{"end":-1}`}, {event, `{}`}, {event, `{"interrex":1}`},
	} {
		if line := strings.Replace(event, wound[0], wound[1], 1); line == event || s.Validate(value(t, line)) == nil {
			t.Errorf("accepted: %s", line)
		}
	}
}

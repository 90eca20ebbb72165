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

	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/model"

	"interrex/internal/testlevel"
)

// A document is a report of check. TestReportsFitTheirSchema shows that it is what the schema says.
type (
	document = check.Document
	activity = check.Activity
)

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

// decodeRings does the same with -orders=all.
func decodeRings(t *testing.T, args string) (d orders.Document) {
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
func text(ids ...model.ID) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(ids), "[]"), " ", ",")
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

// schema compiles one of the schemas in docs, or a part of it: report.schema.json#/$defs/StageRun.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft4) // the schemas must say themselves that they are 2020-12
	file, part, _ := strings.Cut(name, ".schema.json")
	s, err := compiler.Compile(filepath.Join(docs, file+".schema.json") + part)
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

// TestRingsAddUp: a row of -orders=all is what check says of that ring, and the actions are the sums over all rows.
func TestRingsAddUp(t *testing.T) {
	for _, c := range []struct{ flags, warning string }{
		{"-algo=ring -n=4 -crashes=0 -starts=2", ""},
		{"-algo=ring-watch -n=3 -crashes=1", ""},
		{"-algo=ring -n=3 -crashes=1 -max-states=40", ""},
		{"-algo=chang-roberts -n=3 -restarts=1", "warning: restart is never taken (in 2 of 2 arrangements)"},
		{"-algo=chang-roberts -n=3 -starts=0 -property=ends", "warning: ends is vacuous: its premise is true in no state (in 2 of 2 arrangements)"},
	} {
		rings := decodeRings(t, "-orders=all "+c.flags)
		sum := make([]activity, len(rings.Actions))
		for _, a := range rings.Arrangements {
			one := decode(t, c.flags[:strings.Index(c.flags, " -n=")]+" -ids="+text(a.IDs...)+c.flags[strings.Index(c.flags, " -n=")+5:])
			if one.States != a.States || one.Steps != a.Steps || one.Terminal != a.Terminal || one.Depth != a.Depth || one.Exit != a.Exit || one.Complete != a.Complete {
				t.Errorf("explore -orders=all %s: the row %+v, and check says %+v", c.flags, a, one)
			}
			for _, p := range one.Properties {
				if a.Verdicts[p.Name] != p.Verdict {
					t.Errorf("explore -orders=all %s: on %v %s %s, and check says %s", c.flags, a.IDs, p.Name, a.Verdicts[p.Name], p.Verdict)
				}
			}
			for i, b := range one.Actions {
				sum[i] = activity{Action: b.Action, Enabled: sum[i].Enabled + b.Enabled, Taken: sum[i].Taken + b.Taken}
			}
			if fmt.Sprint(one.Warnings) != fmt.Sprint(a.Warnings) {
				t.Errorf("explore -orders=all %s: on %v the warnings are %v, and of check %v", c.flags, a.IDs, a.Warnings, one.Warnings)
			}
		}
		if !slices.Equal(sum, rings.Actions) {
			t.Errorf("explore -orders=all %s: %v, and the sums are %v", c.flags, rings.Actions, sum)
		}
		report := call("-orders=all " + c.flags).stdout
		if strings.Contains(report, "warning: ") != (c.warning != "") || !strings.Contains(report, c.warning) {
			t.Errorf("explore -orders=all %s: want %q in\n%s", c.flags, c.warning, report)
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
		more := " -v"
		if slices.Contains(args, "-orders=all") {
			more = ""
		}
		first := callWith(append(args, strings.Fields(more)...)...)
		command := line.FindStringSubmatch(first.stdout)
		if command == nil {
			t.Fatalf("explore %q does not say how to reproduce it:\n%s%s", args, first.stdout, first.stderr)
		}
		again := call(command[1] + more)
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

package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/cmd/explore/internal/exchange"
	"interrex/cmd/explore/internal/request"
)

// told is a world of variety in all formats: explored once, since writing is what is tested.
func told(t *testing.T, args string) map[string]string {
	t.Helper()
	if known := toldWorlds[args]; known != nil {
		return known
	}
	r, err := request.Parse(strings.Fields(args + " -quiet"))
	if err != nil {
		t.Fatal(err)
	}
	found, err := explore(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, format := range []string{"json", "itf", "tlc", "shiviz", "sarif", "junit", "html"} {
		write := found.Exchange(format)
		if format == "json" {
			write = found.JSON
		}
		var out strings.Builder
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		all[format] = out.String()
	}
	toldWorlds[args] = all
	return all
}

var toldWorlds = map[string]map[string]string{}

func decoded(t *testing.T, text string) (d document) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// firstRun reads the first run of a report in a format that can be read back, nil if there is none.
func firstRun(t *testing.T, args, format string) *exchange.Run {
	t.Helper()
	runs, err := exchange.Read("report", []byte(told(t, args)[format]))
	if err != nil {
		t.Fatalf("explore %s -format=%s: %v", args, format, err)
	}
	if len(runs) == 0 {
		return nil
	}
	return runs[0]
}

// states writes what can be compared of states: a dead process has no local state.
func statesOf(r *exchange.Run) (all []string) {
	for _, s := range r.States {
		var words []string
		for p, m := range s.Members {
			variables := []string{"dead"}
			if !m.Dead {
				variables = nil
				for _, v := range m.Variables {
					variables = append(variables, strings.ReplaceAll(v.Name, ".", "_")+"="+v.Value)
				}
				slices.Sort(variables)
			}
			words = append(words, r.Processes[p]+" "+strings.Join(variables, " "))
		}
		under := slices.Clone(s.Under)
		slices.SortStableFunc(under, func(a, b exchange.Message) int { return (a.From-b.From)*100 + a.To - b.To })
		all = append(all, fmt.Sprint(words, under))
	}
	return all
}

// TestAllFormatsTellTheSameRun: what JSON says of steps, and only of steps, leads to the states that
// ITF and TLC's JSON list.
func TestAllFormatsTellTheSameRun(t *testing.T) {
	if raceDetector {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	compared := 0
	for _, args := range variety {
		if isLeftOut(args) || strings.Contains(args, "-max-time") {
			continue
		}
		one := firstRun(t, args, "json")
		if one == nil || strings.Contains(args, "-channels=bag") {
			continue // of a bag the order has no meaning
		}
		for _, format := range []string{"itf", "tlc"} {
			other := firstRun(t, args, format)
			a, b := statesOf(one), statesOf(other)
			if len(a) != len(b) {
				t.Errorf("explore %s: %d states in JSON, %d in %s", args, len(a), len(b), format)
				continue
			}
			for i := range a {
				if a[i] != b[i] {
					t.Errorf("explore %s: state %d is in JSON\n%s\nand in %s\n%s", args, i, a[i], format, b[i])
					break
				}
			}
			compared++
		}
	}
	if compared < 20 {
		t.Errorf("only %d comparisons", compared)
	}
}

// isITF says what is wrong with a trace, by the description of the format: every variable in every
// state, values of its grammar, a loop that is a state.
func isITF(text string) error {
	var trace struct {
		Meta struct {
			VarTypes    map[string]string `json:"varTypes"`
			Format      string            `json:"format"`
			Explained   string            `json:"format-description"`
			Description string            `json:"description"`
			Source      string            `json:"source"`
			Violates    string            `json:"violates"`
		} `json:"#meta"`
		Params []string `json:"params"`
		Vars   []string
		States []map[string]any
		Loop   *int
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&trace); err != nil {
		return err
	}
	if len(trace.States) == 0 || trace.Loop != nil && (*trace.Loop < 0 || *trace.Loop >= len(trace.States)) {
		return fmt.Errorf("%d states, and a loop from %v", len(trace.States), trace.Loop)
	}
	for i, s := range trace.States {
		if meta, ok := s["#meta"].(map[string]any); !ok || fmt.Sprint(meta["index"]) != fmt.Sprint(i) {
			return fmt.Errorf("state %d is called %v", i, s["#meta"])
		}
		if len(s) != len(trace.Vars)+1 {
			return fmt.Errorf("state %d has %d variables, declared are %v", i, len(s)-1, trace.Vars)
		}
		for _, name := range trace.Vars {
			value, set := s[name]
			if err := isExpression(value); !set || err != nil || trace.Meta.VarTypes[name] == "" {
				return fmt.Errorf("state %d, variable %s: %v", i, name, err)
			}
		}
	}
	return nil
}

var integer = regexp.MustCompile(`^-?[0-9]+$`)

// isExpression says what is wrong with a value, by the grammar of Apalache's ADR 015.
func isExpression(value any) error {
	switch value := value.(type) {
	case bool, string:
		return nil
	case []any:
		for _, v := range value {
			if err := isExpression(v); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		if pairs, ok := value["#map"].([]any); ok && len(value) == 1 {
			for _, p := range pairs {
				if pair, ok := p.([]any); !ok || len(pair) != 2 {
					return fmt.Errorf("%v is no pair", p)
				}
				if err := isExpression(p); err != nil {
					return err
				}
			}
			return nil
		}
		for _, special := range []string{"#tup", "#set"} {
			if list, ok := value[special].([]any); ok && len(value) == 1 {
				return isExpression(list)
			}
		}
		for _, special := range []string{"#bigint", "#unserializable"} {
			if text, ok := value[special].(string); ok && len(value) == 1 && (special != "#bigint" || integer.MatchString(text)) {
				return nil
			}
		}
		for name, v := range value {
			if err := isExpression(v); err != nil || strings.HasPrefix(name, "#") {
				return fmt.Errorf("field %s: %v", name, err)
			}
		}
		return nil
	}
	return fmt.Errorf("%v is no expression: an integer is {\"#bigint\": …}", value)
}

func TestITF(t *testing.T) {
	if raceDetector {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	for _, args := range variety {
		if isLeftOut(args) {
			continue
		}
		if err := isITF(told(t, args)["itf"]); err != nil {
			t.Errorf("explore %s: %v", args, err)
		}
	}
	const whole = `{"#meta":{"varTypes":{"x":"T"}},"vars":["x"],"states":[{"#meta":{"index":0},"x":{"#set":[{"#bigint":"-1"},{"#tup":[true,"a",[]]},` +
		`{"#map":[[{"f":"g"},{"tag":"T","value":{"#unserializable":"Nat"}}]]}]}}],"loop":0}`
	if err := isITF(whole); err != nil {
		t.Error(err)
	}
	for _, wounded := range []string{
		strings.Replace(whole, `"-1"`, `"1.5"`, 1), strings.Replace(whole, `"-1"`, `-1`, 1), strings.Replace(whole, `"#tup"`, `"#tuple"`, 1),
		strings.Replace(whole, `{"f":"g"},`, ``, 1), strings.Replace(whole, `"f"`, `"#f"`, 1), strings.Replace(whole, `"a"`, `null`, 1),
		strings.Replace(whole, `"loop"`, `"back"`, 1), strings.Replace(whole, `"index":0`, `"index":1`, 1),
		`{"vars":[],"states":[]}`,
		`{"#meta":{"varTypes":{"x":"Int"}},"vars":["x"],"states":[{"#meta":{"index":0},"x":1}]}`,
		`{"#meta":{"varTypes":{"x":"Int"}},"vars":["x"],"states":[{"#meta":{"index":0}}]}`,
		`{"#meta":{"varTypes":{"x":"Bool"}},"vars":["x"],"states":[{"#meta":{"index":0},"x":true}],"loop":1}`,
	} {
		if isITF(wounded) == nil {
			t.Errorf("%s is taken for ITF", wounded)
		}
	}
}

// TestSARIF: a result for each violation, each step once and in one thread, each place a line that is
// there.
func TestSARIF(t *testing.T) {
	related := 0
	for _, args := range variety {
		if isLeftOut(args) {
			continue
		}
		type location struct {
			ID               int
			Message          struct{ Text string }
			Relationships    []struct{ Target int }
			PhysicalLocation struct {
				ArtifactLocation struct{ URI string }
				Region           struct{ StartLine int }
			}
		}
		var log struct {
			Version string
			Runs    []struct {
				Tool struct {
					Driver struct{ Rules []struct{ ID string } }
				}
				Results []struct {
					RuleID    string
					RuleIndex int
					Locations []location
					Related   []location `json:"relatedLocations"`
					CodeFlows []struct {
						ThreadFlows []struct {
							ID        string
							Locations []struct {
								ExecutionOrder int
								Location       location
							}
						}
					}
				}
			}
		}
		if err := json.Unmarshal([]byte(told(t, args)["sarif"]), &log); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 {
			t.Fatalf("explore %s: %v", args, err)
		}
		d := decoded(t, told(t, args)["json"])
		results := log.Runs[0].Results
		for _, p := range d.Properties {
			if p.Counterexample == nil {
				continue
			}
			if len(results) == 0 || results[0].RuleID != p.Name || log.Runs[0].Tool.Driver.Rules[results[0].RuleIndex].ID != p.Name {
				t.Fatalf("explore %s: no result for %s", args, p.Name)
			}
			places := append(results[0].Locations, results[0].Related...)
			for i, at := range results[0].Related {
				if at.ID != i+1 || !isAbout(t, at.PhysicalLocation.ArtifactLocation.URI, at.PhysicalLocation.Region.StartLine, at.Message.Text) {
					t.Errorf("explore %s: %s is not at %+v", args, at.Message.Text, at.PhysicalLocation)
				}
			}
			steps := map[int]int{}
			for _, flow := range results[0].CodeFlows {
				for _, thread := range flow.ThreadFlows {
					for _, at := range thread.Locations {
						steps[at.ExecutionOrder]++
						places = append(places, at.Location)
						for _, r := range at.Location.Relationships {
							if r.Target < 1 || r.Target > len(results[0].Related) {
								t.Errorf("explore %s: a step is related to %d of %d places", args, r.Target, len(results[0].Related))
							}
							related++
						}
					}
				}
			}
			n := len(p.Counterexample.Stem) + len(p.Counterexample.Cycle)
			for i := 1; i <= n; i++ {
				if steps[i] != 1 || len(steps) != n {
					t.Errorf("explore %s: %s: step %d is told %d times", args, p.Name, i, steps[i])
				}
			}
			for _, at := range places {
				text, err := os.ReadFile("../../" + at.PhysicalLocation.ArtifactLocation.URI)
				if line := at.PhysicalLocation.Region.StartLine; err != nil || line < 1 || line > 1+bytes.Count(text, []byte("\n")) {
					t.Errorf("explore %s: no line %d: %v", args, line, err)
				}
			}
			results = results[1:]
		}
		if len(results) > 0 {
			t.Errorf("explore %s: %d results too many", args, len(results))
		}
	}
	if related < 100 {
		t.Errorf("only %d steps are related to a line of the model", related)
	}
}

// isAbout reports whether a line of a Go file, or the comment right above it, names a rule.
func isAbout(t *testing.T, file string, line int, rule string) bool {
	t.Helper()
	text, err := os.ReadFile("../../" + file)
	if err != nil || !strings.HasPrefix(file, "model/") {
		t.Fatal(file, err)
	}
	lines := strings.Split(string(text), "\n")
	from := line - 1
	for from > 0 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "//") {
		from--
	}
	return slices.ContainsFunc(lines[from:line], func(l string) bool { return strings.Contains(l, rule) })
}

// TestJUnit: a case for each property, and as many failures as violations.
func TestJUnit(t *testing.T) {
	for _, args := range variety {
		if isLeftOut(args) {
			continue
		}
		var suites struct {
			Suites []struct {
				Tests, Failures, Errors, Skipped int `xml:",attr"`
				Cases                            []struct {
					Name    string    `xml:"name,attr"`
					Failure *struct{} `xml:"failure"`
					Skipped *struct{} `xml:"skipped"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		text := told(t, args)["junit"]
		text = strings.NewReplacer(`tests="`, `Tests="`, `failures="`, `Failures="`, `errors="`, `Errors="`, `skipped="`, `Skipped="`).Replace(text)
		if err := xml.Unmarshal([]byte(text), &suites); err != nil || len(suites.Suites) != 1 {
			t.Fatalf("explore %s: %v\n%s", args, err, text)
		}
		suite, d := suites.Suites[0], decoded(t, told(t, args)["json"])
		failures := 0
		for i, p := range d.Properties {
			c := suite.Cases[i]
			if violated := p.Verdict == "violated"; c.Name != p.Name || violated != (c.Failure != nil) || (p.Verdict == "inconclusive") != (c.Skipped != nil) {
				t.Errorf("explore %s: %s is %s, and the case is %+v", args, p.Name, p.Verdict, c)
			} else if violated {
				failures++
			}
		}
		if suite.Tests != len(d.Properties) || suite.Failures != failures {
			t.Errorf("explore %s: %d tests and %d failures, want %d and %d", args, suite.Tests, suite.Failures, len(d.Properties), failures)
		}
	}
}

// TestHTML: a page asks for nothing from anywhere, is well-formed where it must be, and has a picture
// for each state of each run.
func TestHTML(t *testing.T) {
	for _, args := range variety {
		if isLeftOut(args) {
			continue
		}
		page := told(t, args)["html"]
		states := 0
		for _, p := range decoded(t, told(t, args)["json"]).Properties {
			if c := p.Counterexample; c != nil {
				states += 1 + len(c.Stem) + len(c.Cycle)
			}
		}
		if got := strings.Count(page, `<div class="snapshot" `); got != states {
			t.Errorf("explore %s: %d snapshots of %d states", args, got, states)
		}
		for _, call := range []string{"src=", "@import", "url(", "fetch(", "<link", "XMLHttp"} {
			if strings.Contains(page, call) {
				t.Errorf("explore %s: the page has %s", args, call)
			}
		}
	}
}

// TestShow: what was written is drawn as it was, two files stand side by side, and a bad file is
// refused with its line.
func TestShow(t *testing.T) {
	folder(t)
	const args = "-algo=ring -n=3 -crashes=1 -property=ends -quiet"
	drawn := call(args).stdout
	for _, format := range []string{"json", "itf", "tlc"} {
		call(args + " -format=" + format + " -o=run." + format)
		shown := call("show run." + format)
		_, picture, _ := strings.Cut(shown.stdout, "\n\n")
		if shown.code != 0 || !strings.Contains(drawn, strings.TrimRight(picture, "\n")) {
			t.Errorf("explore show run.%s: exit %d\n%s%s", format, shown.code, shown.stdout, shown.stderr)
		}
	}
	call("-algo=ring -n=3 -crashes=1 -property=ends -channels=bag -quiet -format=json -o=other.json")
	if both := call("show run.itf other.json"); both.code != 0 || !strings.Contains(both.stdout, "in one run only: 0 of the steps") {
		t.Errorf("explore show run.itf other.json: exit %d\n%s%s", both.code, both.stdout, both.stderr)
	}
	if err := os.WriteFile("bad.json", []byte("{\n \"vars\": [],\n \"states\": 1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]reply{
		"show bad.json":                    {150, "", "explore: bad.json:3: a list is expected, it is a number (exit 150)\n"},
		"show bad.json run.itf":            {150, "", "explore: bad.json:3: a list is expected, it is a number (exit 150)\n"},
		"show missing.json":                {150, "", "explore: missing.json:1: the file cannot be read; name a report of -format=json, ITF, TLC's JSON, or a recorded run: its folder, or its files .ndjson (exit 150)\n"},
		"show run.itf -n=3":                {151, "", "explore: -n has no meaning for show: its flags are -format -o -quiet -steps -crashed -channels -losses -duplicates; it is explore show WHAT, or explore show WHAT WHAT (exit 151)\n"},
		"show run.itf run.tlc -format=svg": {151, "", "explore: -format=svg: allowed are text, html, shiviz (exit 151)\n"},
		"show run.itf -format=dot":         {151, "", "explore: -format=dot: allowed are text, svg, html, mermaid, itf, tlc, shiviz (exit 151)\n"},
		"show run.itf run.tlc run.json":    {151, "", "explore: 3 files are named: it is explore show WHAT, or explore show WHAT WHAT (exit 151)\n"},
	} {
		if got := call(args); got != want {
			t.Errorf("explore %s: %+v", args, got)
		}
	}
}

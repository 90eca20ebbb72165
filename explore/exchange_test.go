package explore

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"interrex/explore/internal/reports"
	"interrex/internal/check"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// told is a world of variety in all formats: explored once, since writing is what is tested.
func told(t *testing.T, args string) map[string]string {
	t.Helper()
	if known := toldWorlds[args]; known != nil {
		return known
	}
	call, err := whole.Line(strings.Fields(args + " -quiet"))
	if err != nil {
		t.Fatal(err)
	}
	found, err := check.Ask(t.Context(), *call.Asking.Of())
	if err == nil {
		err = found.Watch(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, format := range []string{"json", "itf", "junit", "html"} {
		var out strings.Builder
		if err := found.Writer(format, false)(&out); err != nil {
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

// firstRun reads the first run of a report in JSON, nil if there is none.
func firstRun(t *testing.T, args string) *draw.Run {
	t.Helper()
	runs, err := reports.Read("report", []byte(told(t, args)["json"]))
	if err != nil {
		t.Fatalf("explore %s: %v", args, err)
	}
	if len(runs) == 0 {
		return nil
	}
	return runs[0].Run
}

// statesOf writes what can be compared of states: a dead process has no local state.
func statesOf(r *draw.Run) (all []string) {
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
			words = append(words, r.Lanes[p].Name+" "+strings.Join(variables, " "))
		}
		for _, m := range s.Under {
			words = append(words, fmt.Sprintf("%s to %s %s", r.Lanes[m.From].Name, r.Lanes[m.To].Name, m.Text))
		}
		all = append(all, strings.Join(words, ", "))
	}
	return all
}

// statesOfITF writes the same of a trace in ITF, but for the state that a lasso ends with.
func statesOfITF(t *testing.T, text string) (all []string) {
	t.Helper()
	var trace struct {
		States []struct {
			Local struct {
				Map [][2]any `json:"#map"`
			} `json:"local"`
			Under []struct{ From, To, Message string } `json:"under"`
		} `json:"states"`
	}
	if err := json.Unmarshal([]byte(text), &trace); err != nil {
		t.Fatal(err)
	}
	for _, s := range trace.States {
		var words []string
		for _, member := range s.Local.Map {
			variables := []string{"dead"}
			if record := member[1].(map[string]any); record["live"] == true {
				variables = nil
				for name, value := range record {
					if name != "live" {
						variables = append(variables, fmt.Sprintf("%s=%v", name, value))
					}
				}
				slices.Sort(variables)
			}
			words = append(words, fmt.Sprintf("%v %s", member[0], strings.Join(variables, " ")))
		}
		for _, m := range s.Under {
			words = append(words, fmt.Sprintf("%s to %s %s", m.From, m.To, m.Message))
		}
		all = append(all, strings.Join(words, ", "))
	}
	return all
}

// TestJSONAndITFTellTheSameRun: what JSON says of steps, and only of steps, leads to the states that
// ITF lists.
func TestJSONAndITFTellTheSameRun(t *testing.T) {
	compared := 0
	for _, args := range variety {
		if strings.Contains(args, "-max-time") {
			continue
		}
		run := firstRun(t, args)
		if run == nil || strings.Contains(args, "-channels=bag") {
			continue // of a bag the order has no meaning
		}
		if diff := cmp.Diff(statesOf(run), statesOfITF(t, told(t, args)["itf"])); diff != "" {
			t.Errorf("explore %s (- JSON, + ITF):\n%s", args, diff)
		}
		compared++
	}
	if compared < 20 {
		t.Errorf("only %d comparisons", compared)
	}
}

// TestJUnit: a case for each property, and as many failures as violations.
func TestJUnit(t *testing.T) {
	for _, args := range variety {
		var suite struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Cases    []struct {
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Skipped *struct{} `xml:"skipped"`
			} `xml:"testcase"`
		}
		suites := struct {
			Suite any `xml:"testsuite"`
		}{&suite}
		if err := xml.Unmarshal([]byte(told(t, args)["junit"]), &suites); err != nil {
			t.Fatalf("explore %s: %v", args, err)
		}
		d, failures := decoded(t, told(t, args)["json"]), 0
		for i, p := range d.Properties {
			c := suite.Cases[i]
			if violated := p.Asked && p.Verdict == "violated"; c.Name != p.Name || violated != (c.Failure != nil) || (!p.Asked || p.Verdict == "inconclusive") != (c.Skipped != nil) {
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

// TestHTML: a page asks for nothing from anywhere, and holds the document of each run.
func TestHTML(t *testing.T) {
	for _, args := range variety {
		page, report := told(t, args)["html"], decoded(t, told(t, args)["json"])
		var want, got []int
		for _, r := range report.Runs {
			want = append(want, len(r.Run.States))
		}
		for _, r := range packedRuns(t, page) {
			got = append(got, len(r.States))
		}
		if !slices.Equal(got, want) {
			t.Errorf("explore %s: runs with %d states, want %d", args, got, want)
		}
		for _, call := range []string{"src=", "@import", "url(", "fetch(", "<link", "XMLHttp"} {
			if strings.Contains(page, call) {
				t.Errorf("explore %s: the page has %s", args, call)
			}
		}
	}
}

// packedRuns are the documents in a page.
func packedRuns(t *testing.T, page string) (runs []stage.Run) {
	t.Helper()
	_, after, _ := strings.Cut(page, `id="runs">`)
	packed, _, _ := strings.Cut(after, "<")
	text, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(strings.TrimSpace(packed))))
	if err == nil {
		err = json.NewDecoder(text).Decode(&runs)
	}
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

package explore

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/reports"
	"interrex/internal/check"
	"interrex/internal/golden"
	"interrex/traces/stage"
)

// documents asks for the runs of a report, which must be valid and fit the schema.
func documents(t *testing.T, args string) []*stage.Run {
	t.Helper()
	text := call(args + " -quiet -format=json").stdout
	if err := schema(t, "report").Validate(value(t, text)); err != nil {
		t.Errorf("explore %s: %v", args, err)
	}
	runs, err := reports.Read("report", []byte(text))
	if err != nil {
		t.Fatalf("explore %s: %v", args, err)
	}
	var all []*stage.Run
	for _, r := range runs {
		all = append(all, r.Document)
	}
	return all
}

// TestDocuments: the run documents of an election of each algorithm, of ELECTION(9), and of the stories.
func TestDocuments(t *testing.T) {
	all := map[string]*stage.Run{}
	for _, a := range Catalogue() {
		if runs := documents(t, "-algo="+a.Name+" -n=3 -show=election"); len(runs) > 0 {
			all[a.Name] = runs[len(runs)-1]
		}
	}
	all["election-9"] = documents(t, "-algo=ring -ids=4,8,9,3 -crashes=1 -property=ends")[0]
	var told struct {
		Stories []struct {
			Name     string
			Document *stage.Run
		}
	}
	if err := json.Unmarshal([]byte(call("story -format=json").stdout), &told); err != nil {
		t.Fatal(err)
	}
	for _, s := range told.Stories {
		all["story-"+s.Name] = s.Document
	}
	if len(all) < len(Catalogue())+1+18 {
		t.Errorf("there are %d documents", len(all))
	}
	for name, run := range all {
		if err := run.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		golden.File(t, filepath.Join("testdata", "runs", name+".json"), byLine(t, run))
	}
}

// TestDocumentsFitTheSchema: each run document that a command writes fits the schema of the reports.
func TestDocumentsFitTheSchema(t *testing.T) {
	s := schema(t, "report.schema.json#/$defs/StageRun")
	for args, most := range map[string]int{
		"story -format=json": 18,
		"show ../traces/corpus/good/bully-calm -format=json":           1,
		"find -algo=bully -n=3 leader(3) -count=2 -format=json -quiet": 2,
		"-algo=bully -n=3 -show=crash -format=json -quiet":             1,
	} {
		found := 0
		for _, run := range runsIn(value(t, call(args).stdout)) {
			found++
			if err := s.Validate(run); err != nil {
				t.Errorf("explore %s: %v", args, err)
			}
		}
		if found < most {
			t.Errorf("explore %s: %d documents, want %d", args, found, most)
		}
	}
}

// runsIn are the run documents in a JSON value.
func runsIn(v any) (all []any) {
	switch v := v.(type) {
	case map[string]any:
		if v["format"] == stage.Format {
			return []any{v}
		}
		for _, inner := range v {
			all = append(all, runsIn(inner)...)
		}
	case []any:
		for _, inner := range v {
			all = append(all, runsIn(inner)...)
		}
	}
	return all
}

// byLine is a document with a line for each element of its lists, without the sources of the rules.
func byLine(t *testing.T, run *stage.Run) string {
	copied := *run
	copied.Rules = nil
	for _, r := range run.Rules {
		copied.Rules = append(copied.Rules, stage.Rule{ID: r.ID, When: r.When, Text: r.Text})
	}
	var text strings.Builder
	if err := copied.JSON(&text); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	from := json.NewDecoder(strings.NewReader(text.String()))
	_, _ = from.Token()
	for sep := "{"; from.More(); sep = "," {
		key, _ := from.Token()
		var one json.RawMessage
		if err := from.Decode(&one); err != nil {
			t.Fatal(err)
		}
		var list []json.RawMessage
		fmt.Fprintf(&b, "%s\n%q: ", sep, key)
		if one[0] != '[' || json.Unmarshal(one, &list) != nil || len(list) == 0 {
			b.Write(one)
			continue
		}
		for i, element := range list {
			fmt.Fprintf(&b, "%s\n %s", map[bool]string{true: "[", false: ","}[i == 0], element)
		}
		b.WriteString("]")
	}
	return b.String() + "\n}\n"
}

// TestDocumentsAgreeWithTheReport: each document of a counterexample has the steps of the report's stem and cycle, with their
// actors and messages, and each variable that the report says a step changes has the new value in the state that it leads to.
func TestDocumentsAgreeWithTheReport(t *testing.T) {
	compared := 0
	for _, args := range variety {
		if strings.Contains(args, "-max-time") {
			continue
		}
		var d check.Document
		if err := json.Unmarshal([]byte(told(t, args)["json"]), &d); err != nil {
			t.Fatal(err)
		}
		var told []*check.Counterexample
		for _, p := range d.Properties {
			if p.Asked && p.Counterexample != nil {
				told = append(told, p.Counterexample)
			}
		}
		for i, w := range d.Runs {
			if w.Property == nil {
				continue
			}
			compared++
			if problem := disagreement(told[i], w.Run); problem != "" {
				t.Errorf("explore %s, %s: %s", args, *w.Property, problem)
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d runs were compared", compared)
	}
}

// disagreement says where a document tells another run than the report; empty: nowhere.
func disagreement(c *check.Counterexample, run *stage.Run) string {
	steps := slices.Concat(c.Stem, c.Cycle)
	if len(steps) != len(run.Steps) || c.Lasso && (run.Cycle == nil || *run.Cycle != len(c.Stem)) {
		return fmt.Sprintf("%d steps and cycle %v, want %d and %d", len(run.Steps), run.Cycle, len(steps), len(c.Stem))
	}
	for k, want := range steps {
		got, message := run.Steps[k], ""
		if got.Takes != nil {
			message = run.Messages[*got.Takes].Text
		}
		if got.Action != want.Action || want.Process != nil && got.Process != *want.Process || want.Message != nil && message != *want.Message {
			return fmt.Sprintf("step %d is %s of P%d with %q, want %+v", k+1, got.Action, got.Process, message, want)
		}
		for _, change := range want.Changes {
			l := run.Locals[run.States[k+1].Locals[slices.Index(run.Processes, change.Process)]]
			is := slices.Contains(l.Variables, [2]string{change.Variable, change.To})
			if change.Variable == "live" {
				is = l.Live == (change.To == "yes")
			}
			if !is {
				return fmt.Sprintf("after step %d P%d is %+v, want %s %s", k+1, change.Process, l, change.Variable, change.To)
			}
		}
	}
	return ""
}

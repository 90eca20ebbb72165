package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"interrex/cmd/explore/internal/exchange"
	"interrex/cmd/explore/internal/request"
	"interrex/model/crosscheck"
	"interrex/model/crosscheck/tla"
	"interrex/model/crosscheck/tlc"
	"interrex/spec"
)

// isTLC says what is wrong with a trace in TLC's JSON, as its module _JsonTrace writes it: states numbered
// from 1, the same variables in each, an action between each two, which names its place in a module, and
// at most one that leads back.
func isTLC(text string) error {
	type location struct {
		BeginLine, BeginColumn, EndLine, EndColumn *int
		Module                                     *string
	}
	type trace struct {
		State  [][2]json.RawMessage
		Action [][3]json.RawMessage
	}
	var file struct {
		Counterexample *trace
		trace
		Vars []string
	}
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		return err
	}
	all := file.trace
	if file.Counterexample != nil {
		all = *file.Counterexample
	}
	known := map[string]bool{}
	for i, s := range all.State {
		var variables map[string]json.RawMessage
		if err := json.Unmarshal(s[1], &variables); err != nil || string(s[0]) != fmt.Sprint(i+1) {
			return fmt.Errorf("state %d is %s: %v", i+1, s[0], err)
		}
		for _, name := range file.Vars {
			if _, set := variables[name]; !set || len(variables) != len(file.Vars) {
				return fmt.Errorf("state %d has %d variables, without %s", i+1, len(variables), name)
			}
		}
		known[squeezed(s[0])+squeezed(s[1])] = true
	}
	for i, a := range all.Action {
		var ends [2][2]json.RawMessage
		var action struct {
			Name     *string
			Location *location
		}
		for j, raw := range []json.RawMessage{a[0], a[2]} {
			if err := json.Unmarshal(raw, &ends[j]); err != nil || !known[squeezed(ends[j][0])+squeezed(ends[j][1])] {
				return fmt.Errorf("action %d: state %s is none of those before: %v", i+1, ends[j][0], err)
			}
		}
		if err := json.Unmarshal(a[1], &action); err != nil || action.Name == nil || action.Location == nil ||
			action.Location.BeginLine == nil || action.Location.BeginColumn == nil || action.Location.EndLine == nil ||
			action.Location.EndColumn == nil || action.Location.Module == nil {
			return fmt.Errorf("action %d: %s: %v", i+1, a[1], err)
		}
		from, to := string(ends[0][0]), string(ends[1][0])
		if from != fmt.Sprint(i+1) || to != fmt.Sprint(i+2) && i+1 < len(all.State) {
			return fmt.Errorf("action %d leads from state %s to %s", i+1, from, to)
		}
	}
	if n := len(all.Action); n != len(all.State) && n != len(all.State)-1 {
		return fmt.Errorf("%d states and %d actions", len(all.State), n)
	}
	return nil
}

func squeezed(raw json.RawMessage) string {
	var value any
	_ = json.Unmarshal(raw, &value)
	text, _ := json.Marshal(value)
	return string(text)
}

// TestTLCFormat: every file that is written is as TLC's own, and a wounded one is not.
func TestTLCFormat(t *testing.T) {
	if raceDetector {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	for _, args := range variety {
		if isLeftOut(args) {
			continue
		}
		if err := isTLC(told(t, args)["tlc"]); err != nil {
			t.Errorf("explore %s: %v", args, err)
		}
	}
	const place = `{"beginLine":1,"beginColumn":1,"endLine":1,"endColumn":1,"module":"M"}`
	whole := `{"counterexample":{"state":[[1,{"x":0}],[2,{"x":1}]],"action":[[[1,{"x":0}],{"name":"A","location":` + place + `},[2,{"x":1}]]]},"vars":["x"]}`
	if err := isTLC(whole); err != nil {
		t.Error(err)
	}
	for _, wound := range [][2]string{{`[2,{"x":1}]],`, `[3,{"x":1}]],`}, {`"name":"A",`, ``}, {`"endLine":1,`, ``}, {`[2,{"x":1}]]]`, `[2,{"x":7}]]]`}, {`["x"]`, `["x","y"]`}} {
		if wounded := strings.Replace(whole, wound[0], wound[1], 1); wounded == whole || isTLC(wounded) == nil {
			t.Errorf("%s is taken for TLC's", wounded)
		}
	}
}

// TestReadTLCsOwn: the run that TLC finds in our modules is read and drawn: its processes, who is dead,
// what is on its way, who takes what. It has as many steps as ours. TLC writes it itself where it knows
// -dumpTrace; the one that .ci/run installs does not, and then its states, as it prints them, are spelt as
// its module Json would.
func TestReadTLCsOwn(t *testing.T) {
	if lacksTLC(t) {
		return
	}
	tool, err := tlc.Find("")
	if err != nil && os.Getenv("INTERREX_CI") != "" {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, formula string }{
		{"-algo=bully -n=3 -timeouts=any -property=one-leader", "OneLeader"},
		{"-algo=chang-roberts -ids=4,8,9,3 -crashes=1 -property=not-stuck", "NotStuck"},
	} {
		ours := firstRun(t, c.args, "tlc")
		text := dumped(t, tool, c.args, c.formula)
		if err := isTLC(text); err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		runs, err := exchange.Read("theirs", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.args, err, text)
		}
		theirs := runs[0]
		if len(theirs.Steps) != len(ours.Steps) || len(theirs.Processes) != len(ours.Processes) {
			t.Errorf("%s: TLC's run has %d steps of %v, ours %d", c.args, len(theirs.Steps), theirs.Processes, len(ours.Steps))
		}
		crashes, taken := 0, 0
		for i, s := range theirs.Steps {
			if theirs.IsCrash(i) {
				crashes++
			}
			if s.Message != "" && s.Process != exchange.Nobody {
				taken++
			}
		}
		ourCrashes, ourTaken := 0, 0
		for i, s := range ours.Steps {
			if ours.IsCrash(i) {
				ourCrashes++
			}
			if s.Message != "" {
				ourTaken++
			}
		}
		if crashes != ourCrashes || taken != ourTaken {
			t.Errorf("%s: %d crashes and %d messages taken in TLC's run, %d and %d in ours", c.args, crashes, taken, ourCrashes, ourTaken)
		}
		if err := exchange.Text(io.Discard, runs); err != nil {
			t.Error(err)
		}
	}
}

var formulas = regexp.MustCompile(`(?m)^(INVARIANTS|PROPERTIES) .*\n?`)

// dumped is the run that TLC finds where one formula is violated, in its own JSON.
func dumped(t *testing.T, tool tlc.Tool, args, formula string) string {
	t.Helper()
	r, err := request.Parse(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	root := crosscheck.Module(r.World.Algorithm)
	config := formulas.ReplaceAllString(crosscheck.Configuration(r.World), "") + "\nINVARIANTS " + formula + "\n"
	if text, known := dumpTrace(t, tool, root, config); known {
		return text
	}
	found, err := tool.Run(t.Context(), tlc.Job{Modules: spec.Modules, Root: root, Config: config})
	if err != nil || found.Outcome != tlc.InvariantViolated {
		t.Fatalf("%s: TLC says %v, %v", args, found.Outcome, err)
	}
	states, actions := []any{}, []any{}
	for i, s := range found.Trace.Steps {
		states = append(states, []any{s.Number, spelt(s.State)})
		if i > 0 {
			place := map[string]any{"beginLine": 1, "beginColumn": 1, "endLine": 1, "endColumn": 1, "module": root}
			actions = append(actions, []any{states[i-1], map[string]any{"name": s.Action.Name, "location": place}, states[i]})
		}
	}
	text, err := json.Marshal(map[string]any{"state": states, "action": actions})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// dumpTrace lets TLC write its run itself, if it knows how to.
func dumpTrace(t *testing.T, tool tlc.Tool, root, config string) (text string, known bool) {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, spec.Modules); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "job.cfg"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), tool.Java, "-XX:+UseSerialGC", "-Djava.io.tmpdir="+folder, "-cp", tool.Jar, "tlc2.TLC", "-workers", "1",
		"-deadlock", "-metadir", filepath.Join(folder, "meta"), "-dumpTrace", "json", "run.json", "-config", "job.cfg", root+".tla")
	command.Dir = folder
	said, _ := command.CombinedOutput() // exit code 12: it is violated
	if strings.Contains(string(said), "unrecognized option: -dumpTrace") {
		t.Log("this TLC does not know -dumpTrace; TLC_JAR can name a newer one")
		return "", false
	}
	read, err := os.ReadFile(filepath.Join(folder, "run.json"))
	if err != nil {
		t.Fatalf("%v; TLC says\n%s", err, said)
	}
	return string(read), true
}

// spelt is a state as TLC's module Json spells it.
func spelt(state tla.State) map[string]any {
	variables := map[string]any{}
	for name, value := range state {
		variables[name] = spell(value)
	}
	return variables
}

// spell spells a value: a set and a function on 1..n are lists, other functions objects.
func spell(v tla.Value) any {
	if truth, ok := v.Bool(); ok {
		return truth
	}
	if n, ok := v.Int(); ok {
		return n
	}
	if s, ok := v.Text(); ok {
		return s
	}
	if name, ok := v.Model(); ok {
		return name
	}
	list := []any{}
	if elements, ok := v.Elements(); ok {
		for _, e := range elements {
			list = append(list, spell(e))
		}
		return list
	}
	if elements, ok := v.Sequence(); ok {
		for _, e := range elements {
			list = append(list, spell(e))
		}
		return list
	}
	object := map[string]any{}
	for argument, value := range v.Pairs() {
		key := argument.String()
		if s, ok := argument.Text(); ok {
			key = s
		}
		object[key] = spell(value)
	}
	return object
}

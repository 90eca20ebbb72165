package explore

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
	"interrex/traces/drive"
)

// TestDriveCounterexamples: the implementation shows each counterexample of the variety whose world it
// can be in.
func TestDriveCounterexamples(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	shown := map[string]int{}
	folder(t)
	for _, args := range variety {
		d := decode(t, args)
		isImplemented := slices.Contains(drive.Algorithms(), d.Algorithm) && d.World["reading"] != "printed" && d.World["initial"] == "nobody"
		if !hasCounterexample(d) {
			continue
		}
		if err := os.WriteFile("x.json", []byte(call(args+" -format=json").stdout), 0o644); err != nil {
			t.Fatal(err)
		}
		r := call("drive -counterexample=x.json")
		if !isImplemented {
			if r.code != 150 {
				t.Errorf("%s: exit code %d, and the implementation is not of that world", args, r.code)
			}
			continue
		}
		shown[d.Algorithm]++
		if r.code != 0 || !strings.HasSuffix(r.stdout, "(exit 0)\n") {
			t.Errorf("%s:\n%s%s", args, r.stdout, r.stderr)
			continue
		}
	}
	for _, name := range []string{"bully", "bully-recovery", "chang-roberts", "omega-timely", "ring"} {
		if shown[name] == 0 {
			t.Errorf("no counterexample of %s was driven", name)
		}
	}
}

// TestDriveEdges: all of a world, some of it, and a world in which the implementation cannot be.
func TestDriveEdges(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	for args, code := range map[string]int{
		"-algo=bully": 0, "-algo=chang-roberts -n=4 -crashes=1": 0, "-algo=bully -max-states=20": 152,
		"-algo=raft -check-quorum -crashes=2 -restarts=0 -elections=1": 0, "-algo=itai-rodeh": 151, "-algo=lelann -reading=printed": 151,
	} {
		r := call("drive -edges " + args)
		if r.code != code {
			t.Errorf("explore drive -edges %s: exit code %d, want %d:\n%s%s", args, r.code, code, r.stdout, r.stderr)
		}
	}
}

// TestDriveEdgesBounded: a bound that acts is named, in text and as JSON, of one world and of all; what is no
// bound of it is refused.
func TestDriveEdgesBounded(t *testing.T) {
	for args, bound := range map[string]string{"-max-states=1": "states", "-max-time=1ns": "time", "-max-memory=1KiB": "memory"} {
		for _, algorithm := range []string{" -algo=raft", ""} {
			args := "drive -edges " + args + algorithm
			r, asJSON := call(args), call(args+" -format=json")
			if want := "verdict: inconclusive: bounded by -max-" + bound + " in "; r.code != 152 || asJSON.code != 152 || !strings.Contains(r.stdout, want) {
				t.Errorf("explore %s: exit codes %d, %d, want 152 and %s:\n%s%s", args, r.code, asJSON.code, want, r.stdout, r.stderr)
			}
			if !strings.Contains(asJSON.stdout, `"bound": "`+bound+`"`) {
				t.Errorf("explore %s:\n%s", args, asJSON.stdout)
			}
		}
	}
	for _, args := range []string{"-max-depth=3", "-stop=first", "-algo=bully -property=ends", "-algo=bully -fail-on=vacuous", "-algo=bully -max-counterexamples=2"} {
		r := call("drive -edges " + args)
		if r.code != 151 || !strings.Contains(r.stderr, "has no meaning for drive") || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("explore drive -edges %s: exit code %d: %s", args, r.code, r.stderr)
		}
	}
}

// TestDriveRefuses: a file that is none, and a counterexample that is no run of the model: where it is
// wrong, and what was expected.
func TestDriveRefuses(t *testing.T) {
	folder(t)
	good := call("-algo=ring -n=3 -property=ends -format=json").stdout
	split := call("-algo=bully -n=3 -restarts=1 -property=one-leader -format=json").stdout
	before, after, found := strings.Cut(good, `"action": "deliver"`)
	if !found {
		t.Fatal("nothing is delivered in\n" + good)
	}
	wrong := before + `"action": "deliver"` + strings.Replace(after, "ELECTION(3)", "ELECTION(2)", 1)
	line := strings.Count(before, "\n")
	for _, c := range []struct{ text, want string }{
		{"", `x.json:1: it is not JSON: it ends too early; wanted is a report`},
		{good[:len(good)/2], `x.json:\d+: it is not JSON: it ends too early; wanted is a report`},
		{good + "{}", `x.json:\d+: there is more after the end of the JSON value; wanted is a report`},
		{"{\n\"interrex\": 3}", `x.json:2: .* wanted is a report`},
		{"{}", `x.json:1: this is not a report: interrex or reproduce is missing`},
		{strings.Replace(good, "-algo=ring", "-algo=rung", 1), `x.json:\d+: reproduce: -algo=rung`},
		{strings.Replace(good, `"stem": [`, `"stem": [7,`, 1), `x.json:\d+: .*wanted is a report`},
		{call("-algo=ring -n=3 -crashes=0 -format=json").stdout, `x.json:\d+: no counterexample there`},
		{edited(t, good, func(run map[string]any) { shorten(run, "cycle", 1) }), `x.json:\d+: the cycle does not end where it began`},
		{edited(t, good, func(run map[string]any) { run["cycle"] = []any{} }), `x.json:\d+: that run does not violate ends`},
		{edited(t, split, func(run map[string]any) { shorten(run, "stem", 1) }), `x.json:\d+: that run does not violate one-leader`},
		{strings.Replace(split, `"name": "one-leader"`, `"name": "decides"`, 1), `x.json:\d+: that run does not violate decides`},
		{strings.Replace(split, `"name": "one-leader"`, `"name": "leader"`, 1), `x.json:\d+: "leader" is no property: the properties are `},
		{wrong, fmt.Sprintf(`x.json:%d: step [0-9]+, P1: deliver ELECTION\(2\) of P3: the model cannot do that here; it can do `, line)},
	} {
		if err := os.WriteFile("x.json", []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := call("drive -counterexample=x.json")
		if r.code != 150 || !regexp.MustCompile(c.want).MatchString(r.stderr) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("exit code %d, want 150 and %s:\n%s", r.code, c.want, r.stderr)
		}
	}
	for _, args := range []string{"", "-edges -counterexample=x.json", "-counterexample=none.json", "-counterexample=x.json -n=3", "-edges -crashes=2"} {
		if r := call("drive " + args); r.code != 151 {
			t.Errorf("explore drive %s: exit code %d, want 151: %s", args, r.code, r.stderr)
		}
	}
}

// edited is a report whose only counterexample is changed by hand.
func edited(t *testing.T, report string, change func(run map[string]any)) string {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal([]byte(report), &d); err != nil {
		t.Fatal(err)
	}
	change(d["properties"].([]any)[0].(map[string]any)["counterexample"].(map[string]any))
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shorten takes the last steps from a part of a run.
func shorten(run map[string]any, part string, by int) {
	steps := run[part].([]any)
	run[part] = steps[:len(steps)-by]
}

// TestDriveReadsBounded: what never ends is not read for ever.
func TestDriveReadsBounded(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		return // a machine without it has nothing that never ends
	}
	r := call("drive -counterexample=/dev/zero")
	if r.code != 150 || !strings.Contains(r.stderr, "/dev/zero:1: it has more than 64 MiB, the most that is read") || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
}

func hasCounterexample(d document) bool {
	for _, p := range d.Properties {
		if p.Counterexample != nil {
			return true
		}
	}
	return false
}

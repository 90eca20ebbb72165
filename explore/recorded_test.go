package explore

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShowRecorded: a trace of the corpus is drawn in each format, its folder and its files alike.
func TestShowRecorded(t *testing.T) {
	t.Chdir("..")
	const folder, files = "traces/corpus/good/bully-calm", " traces/corpus/good/bully-calm/3.ndjson traces/corpus/good/bully-calm/1.ndjson traces/corpus/good/bully-calm/2.ndjson"
	text := call("show " + folder)
	if text.code != 0 || !strings.Contains(text.stdout, "   9    ●◄────────────────┼─COORDINATOR(3)──┤    deliver   P1: mode waiting for COORDINATOR → idle,\n") {
		t.Errorf("exit %d\n%s%s", text.code, text.stdout, text.stderr)
	}
	for _, format := range []string{"text", "svg", "html", "mermaid", "itf"} {
		one, other := call("show "+folder+" -format="+format), call("show"+files+" -format="+format)
		if one.code != 0 || other.code != 0 || strings.ReplaceAll(other.stdout, strings.TrimSpace(files), folder) != one.stdout {
			t.Errorf("-format=%s: exit %d of the folder, %d of its files\n%s%s", format, one.code, other.code, one.stderr, other.stderr)
		}
		if format == "itf" {
			if err := isITF(one.stdout); err != nil {
				t.Error(err)
			}
			if states := statesOfITF(t, one.stdout); len(states) != 20 {
				t.Errorf("ITF has %d states", len(states))
			}
		}
	}
	few := call("show traces/corpus/good/bully-troubled -steps=41..50")
	for _, want := range []string{"40 steps before are left out", "115 steps after are left out", "Of its 165 steps 155 are left out", "✖    crash"} {
		if !strings.Contains(few.stdout, want) {
			t.Errorf("-steps=41..50: there is no %q in\n%s", want, few.stdout)
		}
	}
}

// TestShowRecordedBesideCounterexample: what really ran stands beside what the model found.
func TestShowRecordedBesideCounterexample(t *testing.T) {
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folder(t)
	call("-algo=bully -n=3 -timeouts=any -property=one-leader -quiet -format=json -o=run.json")
	trace := filepath.Join(home, "../traces/corpus/good/bully-calm")
	both := callWith("show", trace, "run.json")
	for _, want := range []string{
		"\n    1  P1 starts an election            =    1  P1 starts an election\n",
		"\n                                        >    2  P1 times out on T\n",
		"\n    3  P3 takes ELECTION(1) from P1     ~    3  P3 takes ELECTION(1) from P1\n       P1 mode waiting for OK           ~       idle\n",
		"\nin one run only: 18 of the steps; after 1 in both the local states differ\n",
	} {
		if both.code != 0 || !strings.Contains(both.stdout, want) {
			t.Errorf("exit %d, and there is no %q in\n%s%s", both.code, want, both.stdout, both.stderr)
		}
	}
}

// TestShowMalformed: show refuses what replay refuses, in the same words, and draws all else, also
// where the model diverges, which it marks.
func TestShowMalformed(t *testing.T) {
	text, err := os.ReadFile("../traces/corpus/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Exit int
		File string
		Line int
	}
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	t.Chdir("../traces/corpus/bad")
	codes := map[int]int{}
	for name, want := range expected {
		replayed, shown := call("replay -crashed=none "+name), call("show -crashed=none "+name)
		codes[want.Exit]++
		if want.Exit == 150 {
			_, words, _ := strings.Cut(replayed.stdout, "malformed: ")
			words, _, _ = strings.Cut(words, "\n")
			if got := "explore: " + words + " (exit 150)\n"; shown.code != 150 || shown.stderr != got || shown.stdout != "" {
				t.Errorf("show %s: %+v, want %q", name, shown, got)
			}
			continue
		}
		marked := strings.Contains(call("show "+name+" -format=svg -steps=1..100000").stdout, "the model diverges here")
		unfolded := strings.Join(strings.Fields(shown.stdout), " ")
		if shown.code != 0 || !strings.Contains(unfolded, filepath.Join(name, want.File)) || marked != (want.Exit == 12) {
			t.Errorf("show %s: exit %d, marked %v\n%s%s", name, shown.code, marked, shown.stdout, shown.stderr)
		}
	}
	if codes[150] < 10 || codes[12] < 3 || codes[152] < 1 {
		t.Errorf("too few are tried: %v", codes)
	}
	for args, want := range map[string]reply{
		"show .":                      {150, "", "explore: .: it holds 21 recorded runs; name one, such as cycle (exit 150)\n"},
		"show overtaken -steps=9..2":  {151, "", "explore: -steps=9..2: it is FROM..TO, such as 1..1000 (exit 151)\n"},
		"show x.json -steps=1..2":     {151, "", "explore: -steps applies to recorded runs, and no such run is named (exit 151)\n"},
		"-algo=ring -n=3 -steps=1..2": {151, "", "explore: -steps has no meaning for check: use show (exit 151)\n"},
	} {
		if got := call(args); got != want {
			t.Errorf("explore %s: %+v", args, got)
		}
	}
	if killed := call("show end-missing -crashed=2"); killed.code != 0 || !strings.Contains(killed.stdout, "crash     its record breaks off\n") ||
		!strings.Contains(killed.stdout, "node 2 was killed: ") {
		t.Errorf("with -crashed=2: exit %d\n%s%s", killed.code, killed.stdout, killed.stderr)
	}
}

// TestKilledIsMember: whoever is said to have been killed is a node of the run, whether it is replayed or shown.
func TestKilledIsMember(t *testing.T) {
	good := filepath.Join("..", "traces", "corpus", "good")
	for args, want := range map[string]string{
		"replay -crashed=99 " + filepath.Join(good, "bully-calm"):      "-crashed=99: there is no node 99; the ids are ",
		"show -crashed=2147483647 " + filepath.Join(good, "raft-calm"): "-crashed=2147483647: there is no node 2147483647; the ids are ",
	} {
		if r := call(args); r.code != 151 || !strings.HasPrefix(r.stderr, "explore: "+want) || strings.Count(r.stderr, "\n") != 1 || r.stdout != "" {
			t.Errorf("explore %s: exit code %d, want 151 and %s:\n%s%s", args, r.code, want, r.stdout, r.stderr)
		}
	}
}

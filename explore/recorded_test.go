package explore

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

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
}

// TestShowFolds: heartbeats take one line, which names the steps that -steps shows.
func TestShowFolds(t *testing.T) {
	const trace = "show ../traces/corpus/good/raft-options"
	folded, steps := call(trace).stdout, call(trace+" -steps=12..90").stdout
	draws := func(text string, step int) bool {
		return regexp.MustCompile(fmt.Sprintf(`(?m)^ +%d +[│●├]`, step)).MatchString(text)
	}
	if !strings.Contains(folded, "   steps 12 to 90: heartbeats\n") || draws(folded, 12) || draws(folded, 90) || !draws(folded, 91) || !strings.Contains(folded, "   to the end: heartbeats\n") {
		t.Errorf("folded:\n%s", folded)
	}
	if !draws(steps, 12) || !draws(steps, 90) || strings.Contains(steps, "heartbeats") {
		t.Errorf("steps 12 to 90:\n%s", steps)
	}
}

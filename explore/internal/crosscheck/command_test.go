package crosscheck_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/commandtest"
	"interrex/explore/internal/crosscheck"
	"interrex/model/world"
)

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), crosscheck.Command(), strings.Fields(args)...)
}

// TestCrossCheckWithoutTLC: what is missing is said in one line, with what to do.
func TestCrossCheckWithoutTLC(t *testing.T) {
	t.Setenv("TLC_JAR", "no-such.jar")
	t.Setenv("JAVA_HOME", "")
	got := call("crosscheck -algo=bully -n=2")
	if got.Code != 75 || got.Stdout != "" || strings.Count(got.Stderr, "\n") != 1 || !strings.HasSuffix(got.Stderr, "(exit 75)\n") {
		t.Errorf("exit code %d\n%s%s", got.Code, got.Stdout, got.Stderr)
	}
}

// TestComparisons: what is said, and with which code, of worlds that agree, differ, or could not be
// compared.
func TestComparisons(t *testing.T) {
	all, err := crosscheck.Instances()
	if err != nil {
		t.Fatal(err)
	}
	worlds := []world.Config{all[0].World, all[1].World, all[2].World}
	agrees := func(i int) *crosscheck.Comparison {
		counts := crosscheck.Counts{States: 7, Steps: 8, Terminal: 1, Depth: 3}
		return &crosscheck.Comparison{World: worlds[i], Ours: counts, TLCs: counts, TLC: "2.18", Collision: "1.5E-12",
			Verdicts: []crosscheck.Verdict{
				{Property: "ends", Liveness: true, Compared: true, Ours: checker.Violated, TLCs: checker.Violated, OurLength: 4},
				{Property: "decides", Liveness: true, Ours: checker.Holds},
			}}
	}
	differs := agrees(1)
	differs.Differences = []string{"depth: 3 of ours, 4 of TLC's"}
	for _, test := range []struct {
		name      string
		second    *crosscheck.Comparison
		err       error
		interrupt bool
		code      int
		want      string
	}{
		{"agree", agrees(1), nil, false, 0, "3 of 3 worlds: our checker and TLC agree; 3 verdicts and 3 sets of states were too large to compare (exit 0)"},
		{"differ", differs, nil, false, 255, "2 of 3 worlds: our checker and TLC agree; in 1 they differ; 3 verdicts and 3 sets of states were too large to compare (exit 255)"},
		{"failed", nil, errors.New("no memory"), false, 75, "2 of 3 worlds: our checker and TLC agree; 1 could not be compared; 2 verdicts and 2 sets of states were too large to compare (exit 75)"},
		{"interrupted", nil, nil, true, 152, "2 of 3 worlds: our checker and TLC agree; 2 verdicts and 2 sets of states were too large to compare; interrupted (exit 152)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := crosscheck.NewComparisons(worlds...)
			found.Put(0, agrees(0), nil)
			found.Put(1, test.second, test.err)
			found.Put(2, agrees(2), nil)
			if test.interrupt {
				found.Interrupt()
			}
			var text, document strings.Builder
			if err := errors.Join(found.Text(&text), found.JSON(&document)); err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(text.String(), test.want+"\n") || found.Exit() != test.code {
				t.Errorf("exit code %d\n%s", found.Exit(), text.String())
			}
			if test.name == "differ" && !strings.Contains(text.String(), differs.Differences[0]) {
				t.Errorf("the difference is not told:\n%s", text.String())
			}
			if !strings.Contains(text.String(), "1.5E-12 at most") {
				t.Errorf("TLC's doubt is not told:\n%s", text.String())
			}
			if !json.Valid([]byte(document.String())) {
				t.Error("this is no JSON")
			}
		})
	}
}

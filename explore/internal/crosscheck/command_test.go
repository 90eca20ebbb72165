package crosscheck

import (
	"context"
	"errors"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/commandtest"
)

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
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
	for _, test := range []struct {
		name        string
		err         error
		differences []string
		code        int
		want        string
	}{
		{"agree", nil, nil, 0, "3 of 3 worlds: our checker and TLC agree; 3 verdicts and 3 sets of states were too large to compare (exit 0)"},
		{"differ", nil, []string{"depth: 3 of ours, 4 of TLC's"}, 255, "2 of 3 worlds: our checker and TLC agree; in 1 they differ; 3 verdicts and 3 sets of states were too large to compare (exit 255)"},
		{"failed", errors.New("no memory"), nil, 75, "2 of 3 worlds: our checker and TLC agree; 1 could not be compared; 2 verdicts and 2 sets of states were too large to compare (exit 75)"},
		{"interrupted", errInterrupted, nil, 152, "2 of 3 worlds: our checker and TLC agree; 2 verdicts and 2 sets of states were too large to compare; interrupted (exit 152)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			all := &Comparisons{interrupted: test.err == errInterrupted}
			for i := range 3 {
				counts := Counts{States: 7, Steps: 8, Terminal: 1, Depth: 3}
				found := &Comparison{Instance: Instance{"explore -algo=bully -n=2", find(t, "bully", 1, 2)}, TLC: "2.18", Ours: counts, TLCs: counts}
				found.Verdicts = []Verdict{
					{Property: "ends", Compared: true, Ours: checker.Violated, TLCs: checker.Violated, OurLength: 4},
					{Property: "decides", Ours: checker.Holds, TLCs: checker.Inconclusive},
				}
				if i == 1 {
					found.Error, found.Differences = test.err, test.differences
				}
				all.worlds = append(all.worlds, found)
			}
			var text strings.Builder
			if err := command.WriteText(all, &text); err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(text.String(), test.want+"\n") || all.Exit() != test.code {
				t.Errorf("exit code %d\n%s", all.Exit(), text.String())
			}
			for _, want := range test.differences {
				if !strings.Contains(text.String(), want) {
					t.Errorf("%q is not told:\n%s", want, text.String())
				}
			}
		})
	}
}

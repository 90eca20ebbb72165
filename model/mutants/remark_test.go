package mutants_test

import (
	"os"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// configure makes a world by flags of explore.
func configure(t *testing.T, line string) world.Config {
	t.Helper()
	q := check.Question{Elections: model.Catalogue()}
	flags := q.Flags()
	words, err := flags.Scan(strings.Fields(line))
	if err == nil {
		err = flags.Read(words)
	}
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return q.World.Bounded()
}

// TestRemarks: what the pages say of runs is so. Each line of remarks.txt has the page, a world, and verdicts.
func TestRemarks(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: one goroutine does it all")
		return
	}
	text, err := os.ReadFile("testdata/remarks.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") || !testlevel.OneOf(4, i) {
			continue
		}
		parts := strings.SplitN(line, ": ", 3)
		w := world.New(configure(t, parts[1]))
		report, err := checker.Check(t.Context(), w, w.Properties(recordless(w.Config().Algorithm)), checker.Options{MaxStates: 40_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, remark := range strings.Split(parts[2], ", ") {
			found := "unknown"
			for _, got := range report.Results {
				if name, _, _ := strings.Cut(remark, " "); got.Property.Name == name {
					found = name + " " + got.Verdict.String()
				}
			}
			if found != remark {
				t.Errorf("%s: found is %s (%d states, bound %q)", line, found, report.States, report.Bound)
			}
		}
	}
}

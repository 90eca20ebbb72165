package explore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// TestFindingsPage makes the tables of docs/findings.md and compares.
func TestFindingsPage(t *testing.T) {
	if !testlevel.All() {
		t.Log("left out: some sixty worlds, of which TestFindings has a few; set " + testlevel.Variable + "=all")
		return
	}
	made := "\n" + table(t, "ring-watch", 4, "-watchers", []string{"both", "predecessor", "successor"}) +
		"\n" + table(t, "ring-detector", 3, "-detector", []string{"perfect", "incomplete", "inaccurate", "eventually-perfect"}) + "\n"
	golden.Part(t, "../docs/findings.md", "tables", made)
}

// table has a row for each reading, repair and kind, and a column for each number of crashes.
func table(t *testing.T, algorithm string, n int, flag string, kinds []string) string {
	var b strings.Builder
	crashes := min(3, n-1)
	fmt.Fprintf(&b, "| `%s -n=%d` | `-repair` | `%s` |", algorithm, n, flag)
	for c := 1; c <= crashes; c++ {
		fmt.Fprintf(&b, " `-crashes=%d` |", c)
	}
	fmt.Fprintf(&b, "\n|%s\n", strings.Repeat("---|", 3+crashes))
	for _, reading := range []string{"printed", "repaired"} {
		for _, repair := range []string{"lost", "resent"} {
			for _, kind := range kinds {
				fmt.Fprintf(&b, "| %s | %s | %s |", reading, repair, kind)
				for c := 1; c <= crashes; c++ {
					args := []string{"-quiet", "-format=json", "-algo=" + algorithm, fmt.Sprintf("-n=%d", n), "-reading=" + reading,
						"-repair=" + repair, flag + "=" + kind, fmt.Sprintf("-crashes=%d", c)}
					if c > 1 || kind == "inaccurate" || kind == "eventually-perfect" {
						args = append(args, "-capacity=3", "-max-states=150000")
					}
					fmt.Fprintf(&b, " %s |", cell(t, args))
				}
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

// cell says in a few words what a run found.
func cell(t *testing.T, args []string) string {
	var out, complaints bytes.Buffer
	code := run(t.Context(), whole, args, &out, &complaints)
	var report struct {
		Properties []struct{ Name, Verdict string }
		Complete   bool
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("%v: %v %s", args, err, complaints.String())
	}
	var violated []string
	for _, p := range report.Properties {
		if p.Verdict == "violated" {
			violated = append(violated, "`"+p.Name+"`")
		}
	}
	switch {
	case len(violated) > 0:
		return strings.Join(violated, " ")
	case code == 0 && report.Complete:
		return "**mended**"
	}
	return "open"
}

package command

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"interrex/checker"
)

// levels makes one report for each level of such a width, a second apart.
func levels(m *Meter, widths ...int) {
	known, expanded := 0, 0
	for depth, width := range widths {
		known += width
		time.Sleep(time.Second)
		m.Report(checker.Progress{States: known, Depth: depth, Expanded: expanded, Frontier: width,
			Elapsed: time.Duration(depth+1) * time.Second, Bytes: 5 << 20})
		expanded += width
	}
}

func told(terminal bool, widths ...int) string {
	var out strings.Builder
	m := NewMeter(&out, terminal)
	levels(m, widths...)
	m.Close()
	return out.String()
}

func TestLinesWhereThereIsNoTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const want = "11 states, 6 states/s, depth 1, 10 to expand, 5 MiB, 2 s\n" +
			"1,111 states, 278 states/s, depth 3, 1,000 to expand, 5 MiB, 4 s\n"
		if got := told(false, 1, 10, 100, 1000, 10000); got != want { // every other second
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
}

func TestATerminalIsLeftClean(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := told(true, 1, 10, 100)
		if strings.Contains(got, "\n") || strings.Count(got, "\r\x1b[K") != 4 || !strings.HasSuffix(got, "3 s\r\x1b[K") {
			t.Errorf("got %q", got)
		}
		if got := told(true); got != "" {
			t.Errorf("nothing to tell, and told was %q", got)
		}
	})
}

// TestTheTightestBound: the line ends with the share of the bound of which most is used.
func TestTheTightestBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := Every(time.Second, nil)
		time.Sleep(5 * time.Second)
		resumed := checker.Progress{States: 18099, Depth: 3, Elapsed: time.Hour, Bytes: 1 << 20}
		for _, c := range []struct {
			bounds checker.Options
			want   string
		}{
			{checker.Options{}, " s"},
			{checker.Options{MaxTime: time.Minute}, " s, 8% of -max-time"},
			{checker.Options{MaxStates: 2 * 18099, MaxTime: 9 * time.Second}, " s, 56% of -max-time"},
			{checker.Options{MaxStates: 2 * 18099, MaxTime: time.Minute, MaxDepth: 12}, " s, 50% of -max-states"},
			{checker.Options{MaxMemory: 2 << 20, MaxDepth: 4}, " s, 75% of -max-depth"},
			{checker.Options{MaxMemory: 1 << 20, MaxDepth: 4}, " s, 100% of -max-memory"},
		} {
			if got := m.Within(c.bounds).line(resumed); !strings.HasSuffix(got, c.want) {
				t.Errorf("%+v: %q, want %s", c.bounds, got, c.want)
			}
		}
	})
}

// TestLinesFit: each line begins with the first violation, and none fills a terminal of 80 columns.
func TestLinesFit(t *testing.T) {
	always := func(checker.State) bool { return true }
	long := checker.Invariant("a-property-of-an-election-with-a-name-of-some-length", always)
	at := checker.Progress{States: 1_234_567_890, Expanded: 1_111_111_111, Depth: 12_345, Elapsed: 123_456 * time.Second, Bytes: 1 << 43,
		Violations: []checker.Violation{{Property: long, Steps: 12}, {Property: long, Steps: 13}}, Tasks: checker.Tasks{Kind: "expand", Done: 1234, Of: 12345}}
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		m := NewMeter(&out, true)
		time.Sleep(time.Hour)
		m.Report(at)
		line, isLine := strings.CutPrefix(out.String(), "\r\x1b[K"+long.Name+" violated after 12 steps")
		if !isLine || len(long.Name)+len(line) >= 80 {
			t.Errorf("got %q", out.String())
		}
	})
}

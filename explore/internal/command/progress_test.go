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
		m.Report(checker.Progress{States: known, Depth: depth, Expanded: expanded, Frontier: width, Widths: widths[:depth+1],
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
		const want = "11 states, 6 states/s, depth 1, 10 to expand, 5 MiB, 2 s, end unknown\n" +
			"1111 states, 278 states/s, depth 3, 1000 to expand, 5 MiB, 4 s, end unknown\n"
		if got := told(false, 1, 10, 100, 1000, 10000); got != want { // every other second
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
}

func TestStatesOnDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		m := NewMeter(&out, false)
		time.Sleep(2 * time.Second)
		m.Report(checker.Progress{States: 8, Depth: 2, Expanded: 3, Elapsed: 2 * time.Second, Bytes: 5 << 20, DiskBytes: 7 << 30})
		if want := "8 states, 4 states/s, depth 2, 5 to expand, 5 MiB and 7168 MiB on disk, 2 s, end unknown\n"; out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}

func TestATerminalIsLeftClean(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := told(true, 1, 10, 100)
		if strings.Contains(got, "\n") || strings.Count(got, "\r\x1b[K") != 4 || !strings.HasSuffix(got, "end unknown\r\x1b[K") {
			t.Errorf("got %q", got)
		}
		if got := told(true); got != "" {
			t.Errorf("nothing to tell, and told was %q", got)
		}
	})
}

// TestTheEndIsEstimated: 400, 200, 100, and what follows is taken for 50, 25, …; or levels still grow, by less and less.
func TestTheEndIsEstimated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			widths []int
			want   string
		}{
			{[]int{400}, "end unknown"},
			{[]int{400, 200, 100, 50}, "end unknown"},                                     // so few levels may be anything
			{[]int{1, 2, 4, 8, 16, 32, 64}, "end unknown"},                                // the factor does not shrink
			{[]int{1600, 800, 400, 200, 100}, "end in about 0 s, perhaps 6 s"},            // 200 left, and 3000 were done in 5 s
			{[]int{4000, 3800, 3610, 3430, 3259}, "end in about 22 s, perhaps 9 min"},     // 3259/(1-0.95) left, and 14840 were done in 5 s
			{[]int{5000, 9000, 700, 400, 410, 405, 480}, "end in about 0 s, perhaps 1 s"}, // up and down, but few
			{[]int{5000, 9000, 700, 600, 610, 605, 680}, "end unknown"},
			{[]int{10, 100, 600, 2400, 6400, 11000}, "end in about 25 s, perhaps 10 min"},
		} {
			if got := told(true, c.widths...); !strings.HasSuffix(got, c.want+"\r\x1b[K") {
				t.Errorf("levels of %v: %q, want %s", c.widths, got, c.want)
			}
		}
	})
}

// TestTheEndIsThatOfABound: if one ends the exploration before its levels end. What a checkpoint has had is no time of this process.
func TestTheEndIsThatOfABound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMeter(nil, false)
		time.Sleep(5 * time.Second)
		long, growing := []int{4000, 3800, 3610, 3430, 3259}, []int{1, 2, 4, 8, 16, 32, 64}
		at := func(widths []int) checker.Progress {
			return checker.Progress{States: 18099, Expanded: 14840, Widths: widths, Elapsed: 5 * time.Second}
		}
		resumed := at(long)
		resumed.Elapsed = time.Hour
		for _, c := range []struct {
			progress checker.Progress
			bounds   checker.Options
			isLively bool
			want     string
		}{
			{at(long), checker.Options{}, true, "exploration ends in about 22 s, perhaps 9 min"},
			{at(long), checker.Options{MaxTime: time.Minute}, false, "end in about 22 s, perhaps 55 s"},
			{at(long), checker.Options{MaxTime: 12 * time.Second}, false, "end in about 7 s"},
			{at(long), checker.Options{MaxStates: 2 * 18099}, true, "exploration ends in about 5 s"},
			{at(long), checker.Options{MaxStates: 2 * 18099, MaxTime: 9 * time.Second}, false, "end in about 4 s"},
			{at(growing), checker.Options{}, true, "end unknown"},
			{at(growing), checker.Options{MaxTime: 12 * time.Second}, false, "end within about 7 s"},
			{resumed, checker.Options{MaxTime: time.Minute}, false, "end in about 55 s"},
		} {
			if got := m.Heed(c.bounds, c.isLively).line(c.progress); !strings.HasSuffix(got, " s, "+c.want) {
				t.Errorf("%+v: %q, want %s", c.bounds, got, c.want)
			}
		}
	})
}

func TestLiveness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		m := NewMeter(&out, false)
		time.Sleep(3 * time.Second)
		m.Report(checker.Progress{States: 7, Elapsed: 3 * time.Second, Liveness: true})
		if want := "deciding liveness on 7 states, 3 s\n"; out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}

// TestTasks: where others may do them, tasks are told.
func TestTasks(t *testing.T) {
	for _, c := range []struct {
		tasks checker.Tasks
		want  string
	}{
		{checker.Tasks{}, "2 to expand, 5 MiB"},
		{checker.Tasks{Kind: "sift", Done: 3, Of: 8}, "2 to expand, 3 of 8 tasks to sift done, 5 MiB"},
		{checker.Tasks{Kind: "rank", Done: 3, Of: 8, Hands: 4}, "2 to expand, 3 of 8 tasks to rank done by 4 at a time, 5 MiB"},
	} {
		if got := NewMeter(nil, false).line(checker.Progress{States: 10, Expanded: 8, Bytes: 5 << 20, Tasks: c.tasks}); !strings.Contains(got, c.want) {
			t.Errorf("%q, and not %q", got, c.want)
		}
	}
}

package draw

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// randomRun returns a run of up to six lanes and fifteen steps: any mixture of arrivals, losses,
// crashes, restarts and steps of everyone, whether or not an algorithm could do it.
func randomRun(r *rand.Rand) Run {
	messages := []string{"m", "OK", "ELECTION(9)", "probe(3,0,1)"}
	var run Run
	for i := range 1 + r.IntN(6) {
		note := strings.Repeat("n", r.IntN(12))
		run.Lanes = append(run.Lanes, Lane{Name: fmt.Sprintf("P%d", i+1), Note: note})
	}
	lane := func() int { return r.IntN(len(run.Lanes)) }
	for range r.IntN(16) {
		step := Step{Action: "act", Lane: lane(), From: lane()}
		step.Crash, step.Restart = r.IntN(5) == 0, r.IntN(5) == 0
		if step.Message = messages[r.IntN(len(messages))]; r.IntN(3) == 0 {
			step.Message, step.From = "", Nobody
		}
		if r.IntN(5) == 0 {
			step.Action, step.Lost = "lose", true
		}
		for range r.IntN(4) {
			message := messages[r.IntN(len(messages))]
			step.Sends = append(step.Sends, Send{To: lane(), Message: message, Lost: r.IntN(2) == 0})
		}
		if r.IntN(8) == 0 {
			step = Step{Action: "pass", Lane: Everyone}
		}
		run.Steps = append(run.Steps, step)
	}
	if run.Cycle = r.IntN(len(run.Steps)+2) - 1; run.Cycle == NoCycle {
		run.Before, run.After = r.IntN(3)*r.IntN(3000), r.IntN(3)
		run.Lanes[lane()].Dead = run.Before > 0
	}
	return run
}

func forRandomRuns(t *testing.T, check func(t *testing.T, run Run)) {
	for seed := range uint64(300) {
		run := randomRun(rand.New(rand.NewPCG(seed, 9)))
		check(t, run)
		if t.Failed() {
			t.Fatalf("seed %d: %+v\n%s", seed, run, text(t, run))
		}
	}
}

func TestTextIsCompleteAndFits(t *testing.T) {
	forRandomRuns(t, func(t *testing.T, run Run) {
		page := text(t, run)
		for i, step := range run.Steps {
			for _, send := range step.Sends {
				if !strings.Contains(page, send.Message) {
					t.Errorf("step %d: %s is missing", i+1, send.Message)
				}
			}
		}
		fits := newPage(run).columns.width <= laneBudget
		for line := range strings.Lines(page) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasSuffix(line, " ") || fits && cells(line) > pageWidth {
				t.Errorf("%d cells: %q", cells(line), line)
			}
		}
	})
}

// TestNarrowPage: on a page too narrow for words beside the lanes they stand beneath, all of them, and nothing but lanes
// and single words is wider than the page.
func TestNarrowPage(t *testing.T) {
	forRandomRuns(t, func(t *testing.T, run Run) {
		wide := words(text(t, run))
		for _, run.Width = range []int{50, 60, 80, 95} {
			p, narrow := newPage(run), text(t, run)
			if got := words(narrow); !slices.Equal(got, wide) {
				t.Errorf("in %d cells it says %v, and in 100 %v", run.Width, got, wide)
			}
			most := max(run.Width, cells(p.margin(""))+p.columns.width+overhang)
			for line := range strings.Lines(narrow) {
				if line = strings.TrimSuffix(line, "\n"); cells(line) > most || strings.HasSuffix(line, " ") {
					t.Errorf("in %d cells: %d cells: %q", run.Width, cells(line), line)
				}
			}
		}
	})
}

// words are the letters of a page, in the order of the alphabet: lanes and the way they stand aside.
func words(page string) []string {
	all := strings.FieldsFunc(page, func(r rune) bool { return r != ';' && r != '(' && r != ')' && r != ',' && (r < '0' || r > 'z') })
	slices.Sort(all)
	return all
}

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
		if r.IntN(3) > 0 {
			step.Message = messages[r.IntN(len(messages))]
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

// What a reader sees of an arrow.
type seen struct {
	from, to int
	message  string
	lost     bool
}

// The dumb twin of the drawing: from the cells of a step's line alone it can be told who acts,
// which message arrives or is lost, from whom and for whom.
func TestArrowsCanBeReadBack(t *testing.T) {
	forRandomRuns(t, func(t *testing.T, run Run) {
		p := newPage(run)
		for _, m := range p.moments {
			p.lines = nil
			p.step(m)
			row := []rune(p.lines[0].lanes)
			if m.toItself() {
				row = []rune(p.lines[1].lanes)
			}
			if m.Message != "" {
				want := seen{m.From, m.Lane, m.Message, m.lost}
				if got := readArrow(p.columns, row); got != want {
					t.Errorf("step %d: read %v, want %v in %q", m.number, got, want, string(row))
				}
			}
			if m.Lane == Everyone {
				for lane, x := range p.columns.at {
					if want := map[bool]rune{true: '┼', false: passes}[m.after[lane]]; row[x] != want {
						t.Errorf("step %d: %c on lane %d, want %c", m.number, row[x], lane, want)
					}
				}
			}
			if mark, ok := m.mark(); ok && row[p.columns.at[m.Lane]] != mark {
				t.Errorf("step %d: no %c on lane %d", m.number, mark, m.Lane)
			}
		}
	})
}

func readArrow(c columns, row []rune) seen {
	drawing := " │┊●✖○×├┤┼─►◄╯"
	name := strings.Trim(string(row), drawing)
	head := slices.IndexFunc(row, func(r rune) bool { return strings.ContainsRune("►◄×", r) })
	back := -1 // from the head to where the arrow comes from
	if head < slices.Index(row, []rune(name)[0]) {
		back = 1
	}
	lost := row[head] == vanishes
	tip := head - back
	if lost {
		tip -= back
	}
	foot := head + back
	for !strings.ContainsRune("├┤┊╯", row[foot]) {
		foot += back
	}
	arrow := seen{slices.Index(c.at, foot), slices.Index(c.at, tip), name, lost}
	if row[foot] == '╯' {
		arrow.from = arrow.to
	}
	return arrow
}

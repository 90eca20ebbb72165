package checker_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// difference says in what a reduced check of some properties differs from a whole one where it may
// not: verdicts, the states of rest, the bounds that were met; and that it says it is reduced when it
// is. It returns both reports.
func difference(t testing.TB, system checker.System, asked []checker.Property, workers int, by checker.Reduction) (text string, whole, reduced *checker.Report) {
	resting := func(reduce checker.Reduction) (*checker.Report, map[string]bool) {
		found := map[string]bool{}
		all := slices.Concat(asked, []checker.Property{checker.AtRest("all", func(s checker.State) bool {
			found[fmt.Sprint(s)] = true
			return true
		})})
		one := workers
		if one != 1 { // the set above is not for two
			all = asked
		}
		report, err := checker.Check(t.Context(), system, all, checker.Options{Workers: one, Reduce: reduce})
		if err != nil {
			t.Fatal(err)
		}
		return report, found
	}
	whole, rest := resting(checker.Whole)
	reduced, restReduced := resting(by)
	switch {
	case !maps.Equal(rest, restReduced):
		return fmt.Sprintf("at rest are %v, reduced %v", rest, restReduced), whole, reduced
	case whole.Bound != reduced.Bound || whole.Terminal != reduced.Terminal || whole.States < reduced.States:
		return fmt.Sprintf("whole %+v, reduced %+v", whole, reduced), whole, reduced
	}
	if reduced.Reduction != by && reduced.Reduction != checker.Whole {
		return fmt.Sprintf("reduced by %s, not %s", reduced.Reduction, by), whole, reduced
	}
	for i, result := range whole.Results {
		if got := reduced.Results[i].Verdict; got != result.Verdict {
			return fmt.Sprintf("%s: %v, reduced %v", result.Property.Name, result.Verdict, got), whole, reduced
		}
	}
	return "", whole, reduced
}

// reductions are all there are.
var reductions = []checker.Reduction{checker.PartialOrder, checker.ByConfluence, checker.ByBoth}

// drawThreads draws two to four threads and as many variables at most. Sampled numbers are spread
// evenly, drawn ones are mostly small.
func drawThreads(t *rapid.T) *threads {
	among := func(what string, values ...int) int { return rapid.SampledFrom(values).Draw(t, what) }
	drawn := &threads{variables: among("variables", 0, 1, 2, 3)}
	for range among("threads", 2, 3, 4) {
		var lines []line
		for range among("lines", 1, 2, 3, 4) {
			l := line{from: among("from", 0, 1, 2), to: among("to", 1, 2, 0), reads: -1, sets: -1, owed: among("owed", 0, 1) == 1}
			if drawn.variables > 0 && among("reads", 0, 1, 2) == 0 {
				l.reads, l.value = among("which", 0, 1, 2)%drawn.variables, checker.Cell(among("value", 0, 1))
			}
			if drawn.variables > 0 && among("sets", 0, 1, 2) == 0 {
				l.sets, l.set = among("which", 0, 1, 2)%drawn.variables, checker.Cell(among("value", 0, 1))
			}
			if among("bounded", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) == 15 {
				l.bound, l.off = 1, among("off", 0, 1) == 1
			}
			lines = append(lines, l)
		}
		drawn.lines = append(drawn.lines, lines)
	}
	return drawn
}

func (t *threads) drawPlace(r *rapid.T) place {
	cell := rapid.IntRange(0, t.Width()-1)
	value := rapid.SampledFrom([]checker.Cell{0, 1, 2})
	return place{cell.Draw(r, "cell"), cell.Draw(r, "other"), value.Draw(r, "at"), value.Draw(r, "second"), rapid.Bool().Draw(r, "both")}
}

// TestReductionOfRandomThreads: reduced or not, everything asked is decided alike. Each question is
// asked alone too, since what is asked decides what may be left out.
func TestReductionOfRandomThreads(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		drawn := drawThreads(r)
		asked := drawn.questions(drawn.drawPlace(r), drawn.drawPlace(r))
		groups := [][]checker.Property{nil, asked, asked[:1], asked[3:4]}
		for i := range asked {
			groups = append(groups, asked[i:i+1])
		}
		for _, group := range groups {
			text, _, _ := difference(t, drawn, group, rapid.IntRange(1, 3).Draw(r, "workers"), rapid.SampledFrom(reductions).Draw(r, "by"))
			if text != "" {
				r.Fatalf("%v%s", drawn, text)
			}
		}
	})
}

// TestReductionPays: many of the graphs that are drawn are made smaller.
func TestReductionPays(t *testing.T) {
	smaller, tried := 0, 0
	for seed := range 100 {
		drawn := rapid.Custom(drawThreads).Example(seed)
		for _, by := range reductions {
			text, whole, reduced := difference(t, drawn, nil, 1, by)
			if text != "" {
				t.Errorf("%v%s", drawn, text)
			}
			if tried++; reduced.Reduction != checker.Whole && reduced.States < whole.States {
				smaller++
			}
		}
	}
	t.Logf("%d of %d graphs were made smaller", smaller, tried)
	if 10*smaller < tried {
		t.Errorf("only %d of %d graphs were made smaller", smaller, tried)
	}
}

// TestFlawedReductions: an argument wrongly made is caught by the same comparison.
func TestFlawedReductions(t *testing.T) {
	testlevel.Alone(t)
	for _, test := range []struct {
		why    string
		flawed flaw
		by     checker.Reduction
	}{
		{"who writes a variable does not commute with who reads or writes it", independent, checker.PartialOrder},
		{"nor who writes it with who reads it", forOneReader, checker.PartialOrder},
		{"what a key takes back must not be minded", invisible, checker.PartialOrder},
		{"nor what a sure step does", invisible, checker.ByConfluence},
		{"what has been seen to happen must be reckoned with", unrevised, checker.ByConfluence},
		{"what a sure step hides is not seen", hiding, checker.ByConfluence},
	} {
		t.Run(test.why, func(t *testing.T) {
			caught := 0
			anyThreads := rapid.Custom(func(r *rapid.T) [][]checker.Property {
				drawn := drawThreads(r)
				drawn.flawed = test.flawed
				asked := drawn.questions(drawn.drawPlace(r), drawn.drawPlace(r))
				for _, group := range [][]checker.Property{nil, asked[:1], asked[2:3], asked[3:4]} {
					if text, _, _ := difference(t, drawn, group, 1, test.by); text != "" {
						caught++
					}
				}
				return nil
			})
			for seed := 0; seed < 5000 && caught == 0; seed++ {
				anyThreads.Example(seed)
			}
			if caught == 0 {
				t.Error("never caught")
			}
		})
	}
}

// TestReductionOfAllTinyThreads tries all pairs of threads with two places and no variables, beside one
// that goes one step: what a reduction can get wrong here is to put off a step for ever.
func TestReductionOfAllTinyThreads(t *testing.T) {
	testlevel.Slow(t, "all of them; TestReductionOfRandomThreads draws some")
	testlevel.Alone(t)
	automaton := func(edges int) (lines []line) {
		for e := range 4 {
			if edges>>e&1 == 1 {
				lines = append(lines, line{from: e / 2, to: e % 2, reads: -1, sets: -1, owed: edges>>(4+e)&1 == 1})
			}
		}
		return lines
	}
	smaller := 0
	for first := range 1 << 4 {
		for second := range 1 << 8 {
			if second>>4&^second != 0 {
				continue // an edge that is not there owes nothing
			}
			system := &threads{lines: [][]line{automaton(first | first<<4), automaton(second), {{from: 0, to: 1, reads: -1, sets: -1}}}}
			for cell := range 3 {
				asked := system.questions(place{cell, cell, 1, 1, true}, place{(cell + 1) % 3, cell, 1, 1, true})
				for _, group := range [][]checker.Property{asked, asked[:4], asked[7:8]} {
					text, whole, reduced := difference(t, system, group, 1, reductions[(first+second+cell)%3])
					if text != "" {
						t.Fatalf("%v%s", system, text)
					}
					if reduced.States < whole.States {
						smaller++
					}
				}
			}
		}
	}
	if smaller == 0 {
		t.Error("nothing was ever left out")
	}
}

// again is a system that is told how often it is explored.
type again struct {
	*threads
	begun func()
}

func (a again) Init(emit func(checker.State)) {
	a.begun()
	a.threads.Init(emit)
}

// TestWhatIsShownStaysShown: a reduced graph shows that a property of safety is violated, and leaves another open. A
// bound that acts on the graph explored next takes back nothing of it.
func TestWhatIsShownStaysShown(t *testing.T) {
	system := &threads{lines: [][]line{
		{{from: 0, to: 1, reads: -1, sets: -1, owed: true}, {from: 1, to: 2, reads: -1, sets: -1, owed: true}, {from: 2, to: 1, reads: -1, sets: -1}},
		{{from: 0, to: 1, reads: -1, sets: -1, owed: true}, {from: 1, to: 2, reads: -1, sets: -1, owed: true}, {from: 2, to: 1, reads: -1, sets: -1, owed: true}},
	}}
	seen := false
	properties := []checker.Property{
		checker.Invariant("not 2", func(s checker.State) bool { seen = seen || s[1] == 2; return s[1] != 2 }),
		checker.Eventually("both", func(s checker.State) bool { return s[0] == 2 && s[1] == 2 }),
	}
	explored, kept := 0, 0
	for last := 2; ; last++ { // the exploration that is interrupted
		ctx, cancel := context.WithCancel(t.Context())
		explored, seen = 0, false
		shown := false // by the explorations before
		report, err := checker.Check(ctx, again{system, func() {
			if explored++; explored == last {
				shown = seen
				cancel()
			}
		}}, properties, checker.Options{Workers: 1, Reduce: checker.PartialOrder})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if explored < last {
			break
		}
		if not2 := report.Results[0]; shown && (not2.Verdict != checker.Violated || not2.Path == nil) {
			t.Errorf("exploration %d is interrupted: %s %v, and it was violated before", last, not2.Property.Name, not2.Verdict)
		} else if shown {
			kept++
		}
		if both := report.Results[1]; both.Verdict != checker.Inconclusive {
			t.Errorf("exploration %d is interrupted: %s %v", last, both.Property.Name, both.Verdict)
		}
		if report.Complete || report.Bound != "interrupted" {
			t.Errorf("exploration %d is interrupted: complete %t, bound %q", last, report.Complete, report.Bound)
		}
	}
	if kept == 0 {
		t.Error("nothing is shown before the last exploration")
	}
}

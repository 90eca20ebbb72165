package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"interrex/checker"

	"pgregory.net/rapid"
)

// told makes the invariants and the counted predicates among questions once more, of Facts.
func told(questions []question) (again []checker.Property, of []int) {
	facts := checker.NewFacts(func(s checker.State) (word uint64) {
		for i, q := range questions {
			if q.p.has(vertex(s)) {
				word |= 1 << i
			}
		}
		return word
	})
	for i, q := range questions {
		switch q.kind {
		case invariant:
			again, of = append(again, facts.Invariant(q.String(), i)), append(of, i)
		case counted:
			again, of = append(again, facts.Counted(q.String(), i)), append(of, i)
		}
	}
	return again, of
}

// Of Facts or of predicates, properties are the same, limits or none, however many workers; also
// where an invariant is of the bit that another property counts.
func TestFactsAreTheirPredicates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 9, altered: true, disabled: true})
		var questions []question
		for range rapid.IntRange(1, 4).Draw(t, "questions") {
			p := set(rapid.Uint32Range(0, uint32(everything(len(d.out)))).Draw(t, "p"))
			questions = append(questions, question{kind: invariant, p: p}, question{kind: counted, p: p})
		}
		again, of := told(questions)
		options := checker.Options{
			Workers: rapid.IntRange(1, 3).Draw(t, "workers"), MaxStates: rapid.IntRange(0, 9).Draw(t, "max states"),
			MaxDepth: rapid.IntRange(0, 4).Draw(t, "max depth"), StopFirst: rapid.Bool().Draw(t, "stop first"),
		}
		facts, _ := told(questions) // and twice of the same Facts
		plain := check(t, d, questions, options)
		quick, err := checker.Check(t.Context(), d, slices.Concat(again, again, facts), options)
		if err != nil {
			t.Fatal(err)
		}
		for i, result := range quick.Results {
			want := plain.Results[of[i%len(of)]]
			same := result.Verdict == want.Verdict && result.Count == want.Count && (result.Path == nil) == (want.Path == nil)
			if !same || result.Path != nil && result.Path.Text(d) != want.Path.Text(d) {
				t.Fatalf("%v, %+v: %s: %v in %d states, and of a predicate %v in %d", d, options,
					want.Property.Name, result.Verdict, result.Count, want.Verdict, want.Count)
			}
		}
	})
}

// In a cut graph predicates are counted in the states found, and actions in those expanded.
func TestCountsInACutGraph(t *testing.T) {
	m := maze{30_000, 17}
	found := m.search()
	for _, options := range []checker.Options{{}, {MaxStates: 12_345}, {MaxDepth: 7}, {MaxStates: 40, MaxDepth: 3}} {
		for _, options.Workers = range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%+v", options), func(t *testing.T) {
				r, err := checker.Check(t.Context(), m, []checker.Property{
					checker.Counted("even", func(s checker.State) bool { return m.number(s)%2 == 0 })}, options)
				if err != nil {
					t.Fatal(err)
				}
				even, steps, enabled, taken := 0, 0, 0, 0
				for _, n := range found.ranked[:r.States] {
					even += int(1 - n%2)
				}
				for _, n := range found.ranked { // expanded are the first of them
					if steps == r.Steps {
						break
					}
					before := steps
					m.Steps(m.state(n), func(checker.Step, checker.State) { steps++ })
					if n%2 == 0 && steps > before {
						enabled, taken = enabled+1, taken+steps-before
					}
				}
				want := checker.Activity{Action: "from an even number", Enabled: enabled, Taken: taken}
				if r.Results[0].Count != even || r.Actions[0] != want || r.Actions[0].Taken+r.Actions[1].Taken != r.Steps {
					t.Errorf("even in %d states of %d, want %d; %+v of %d steps, want %+v",
						r.Results[0].Count, r.States, even, r.Actions, r.Steps, want)
				}
			})
		}
	}
}

package claims

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestEveryClaimIsThere: C01 to C42, each once, in order.
func TestEveryClaimIsThere(t *testing.T) {
	all := All()
	if len(all) != 42 {
		t.Errorf("%d claims, and the lectures make 42", len(all))
	}
	for i, c := range all {
		if want := fmt.Sprintf("C%02d", i+1); c.ID != want {
			t.Errorf("claim %d is %s, want %s", i+1, c.ID, want)
		}
		if found, ok := Find(c.ID); !ok || found.Sentence != c.Sentence {
			t.Errorf("%s is not found", c.ID)
		}
	}
	if _, ok := Find("C43"); ok {
		t.Error("there is a C43")
	}
}

// TestClaimsAreWhole: each has a sentence, words of each lecture that says so, and cases that decide it.
func TestClaimsAreWhole(t *testing.T) {
	for _, c := range All() {
		complain := func(format string, args ...any) { t.Errorf("%s: %s", c.ID, fmt.Sprintf(format, args...)) }
		if c.Sentence == "" || len(c.Quotes) == 0 || len(c.Lectures) == 0 {
			complain("no sentence, no lecture or no quotation")
		}
		for _, q := range c.Quotes {
			if !slices.Contains(c.Lectures, q.Lecture) || len(q.Words) < 10 {
				complain("quoted is %q of lecture %s, and the claim is of %v", q.Words, q.Lecture, c.Lectures)
			}
		}
		for _, lecture := range c.Lectures {
			if !slices.ContainsFunc(c.Quotes, func(q Quote) bool { return q.Lecture == lecture }) {
				complain("not a word of lecture %s", lecture)
			}
		}
		for _, other := range c.Against {
			if o, ok := Find(other); !ok || !slices.Contains(o.Against, c.ID) {
				complain("it is against %s, and not the other way round", other)
			}
		}
		for _, property := range c.About {
			if !slices.ContainsFunc(c.Cases, func(one Case) bool {
				return slices.ContainsFunc(one.Runs, func(r Run) bool {
					return slices.ContainsFunc(r.Shows, func(a Ask) bool { return a.What == property && !a.Is.IsNumber() })
				})
			}) {
				complain("it is about %s, of which no run decides", property)
			}
		}
		if len(c.Cases) == 0 || c.Words == "" {
			complain("no case, or not a word of what was found")
		}
		for _, one := range c.Cases {
			checkCase(t, c.ID, one)
		}
	}
}

func checkCase(t *testing.T, id string, c Case) {
	if c.If == "" || len(c.Runs) == 0 || c.Found == Open {
		t.Errorf("%s: if %s: no condition, no run, or nothing recorded", id, c.If)
	}
	seen := map[string]bool{}
	for _, r := range c.Runs {
		if seen[r.Command] || r.Command != strings.Join(strings.Fields(r.Command), " ") || len(r.Shows) == 0 {
			t.Errorf("%s: explore %s is there twice, asks nothing, or has odd spaces", id, r.Command)
		}
		seen[r.Command] = true
		for _, ask := range r.Shows {
			_, isNumber := new(big.Rat).SetString(ask.Value)
			if ask.Is.IsNumber() != isNumber || (ask.Is == Repeating) != (ask.Value != "" && !isNumber) {
				t.Errorf("%s: explore %s: %s cannot be asked", id, r.Command, ask)
			}
		}
	}
}

// TestTheRecordAgreesWithItself: the recorded verdict is that of the recorded outcomes.
func TestTheRecordAgreesWithItself(t *testing.T) {
	for _, c := range All() {
		var outcomes []Outcome
		for _, one := range c.Cases {
			outcomes = append(outcomes, one.Found)
		}
		if got := c.Of(outcomes); got != c.Found {
			t.Errorf("%s: the record says %s, and its cases make it %s", c.ID, c.Found, got)
		}
	}
}

// TestVerdicts tries all outcomes of up to three cases against the sentences that say what a
// verdict is.
func TestVerdicts(t *testing.T) {
	each := []Outcome{Open, True, False, Within}
	lists := [][]Outcome{{}}
	for i := 0; i < len(lists) && len(lists[i]) < 3; i++ {
		for _, o := range each {
			lists = append(lists, append(slices.Clone(lists[i]), o))
		}
	}
	for _, outcomes := range lists {
		count := map[Outcome]int{}
		for _, o := range outcomes {
			count[o]++
		}
		n := len(outcomes)
		want := OnlyIf
		switch {
		case n == 0 || count[Open] > 0:
			want = Undecided
		case count[True] == n:
			want = Confirmed
		case count[False] == n:
			want = Refuted
		case count[False] == 0:
			want = Unrefuted
		}
		if got := (Claim{}).Of(outcomes); got != want {
			t.Errorf("%v make it %s, want %s", outcomes, got, want)
		}
	}
}

// TestFormulas: the numbers in the ledger are those of the lectures' formulas.
func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		id, command, what string // a claim, and substrings of its command and ask
		formula           func(n float64) float64
	}{
		{"C01", "measure -algo=ring ", "over.costs.messages.greatest", func(n float64) float64 { return 3*n - 1 }},
		{"C01", "-algo=ring -n=", "steps", func(n float64) float64 { return 3 * n }}, // a start more
		{"C09", "measure -algo=bully -n=", "costs.ELECTION.greatest", func(n float64) float64 { return n * (n - 1) / 2 }},
		{"C10", "-no-delays", "costs.COORDINATOR.", func(n float64) float64 { return n - 2 }},
		{"C18", "-orders=all", "costs.ELECT.", func(n float64) float64 { return n * n }},
		{"C20", "-orders=descending", "costs.messages.greatest", func(n float64) float64 { return n*(n+1)/2 + n }},
		{"C21", "-orders=all -runs=1", "costs.messages.least", func(n float64) float64 { return 2 * n }},
		{"C24", "-orders=drawn", "costs.messages.drawn", func(n float64) float64 { // the sum of the slide, or the bound that it simplifies
			sum := 5 * n
			for k := 1.0; k <= math.Ceil(math.Log2(n-1))+1; k++ {
				sum += 4 * math.Pow(2, k) * n / (math.Pow(2, k-1) + 1)
			}
			return math.Floor(sum)
		}},
	} {
		claim, _ := Find(c.id)
		met := 0
		for _, one := range claim.Cases {
			for _, run := range one.Runs {
				for _, ask := range run.Shows {
					size := regexp.MustCompile(`-n=(\d+)`).FindStringSubmatch(run.Command)
					if size == nil || !strings.Contains(run.Command, c.command) || !strings.Contains(ask.What, c.what) {
						continue
					}
					n, _ := strconv.ParseFloat(size[1], 64)
					got, _ := strconv.ParseFloat(ask.Value, 64)
					bound := math.Ceil(8*n*(math.Log2(n)+2)+5*n) - 1
					if got == c.formula(n) {
						met++
					} else if c.id != "C24" || got != bound {
						t.Errorf("%s: explore %s: %s", c.id, run.Command, ask)
					}
				}
			}
		}
		if met < 3 {
			t.Errorf("%s: %s is asked of %d sizes only", c.id, c.what, met)
		}
	}
}

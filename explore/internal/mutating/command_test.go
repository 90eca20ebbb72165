package mutating

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"interrex/explore/internal/commandtest"
	"interrex/internal/testlevel"
	"interrex/model/mutants"
)

// A readDocument is the JSON of the command mutants, as far as the tests look at it.
type readDocument struct {
	Interrex string
	Mutants  []triedMutant
	Scores   []mutantScore
	Total    mutantScore
	Complete bool
	Exit     int
}

type triedMutant struct {
	Algorithm, Name, Rule, Wound string
	Known                        *string
	OfWorld                      bool `json:"of_world"`
	World                        map[string]any
	Breaks                       *string
	Outcome                      string
	AsClaimed                    bool `json:"as_claimed"`
	Broken                       []struct {
		Property    string
		Stem, Cycle int
		Shortest    bool
	}
	Healthy, Wounded struct {
		States, Steps int
		Complete      bool
	}
	LockstepPairs  *int `json:"lockstep_pairs"`
	Counterexample *struct{ Stem, Cycle []struct{} }
}

type mutantScore struct {
	Algorithm                                        *string
	Mutants, Killed, Equivalent, Survived, Undecided int
}

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
}

// allMutants is what the command mutants says in JSON and as text, tried once for all tests.
var allMutants = sync.OnceValues(func() (inJSON, asText commandtest.Reply) {
	return call("mutants -quiet -format=json"), call("mutants -quiet")
})

func decodeMuseum(t *testing.T) (d readDocument) {
	t.Helper()
	r, _ := allMutants()
	commandtest.RoundTrips[mutantsDocument](t, r.Stdout)
	if err := json.Unmarshal([]byte(r.Stdout), &d); err != nil || d.Exit != r.Code {
		t.Fatalf("explore mutants: %v, exit code %d, in\n%s%s", err, r.Code, r.Stdout, r.Stderr)
	}
	return d
}

// TestMutantsAreAsClaimed: all mutants, each mutant in its place in JSON and text.
func TestMutantsAreAsClaimed(t *testing.T) {
	testlevel.Slow(t, "every mutant, twice; TestOneMutant tries some")
	d := decodeMuseum(t)
	_, asText := allMutants()
	if d.Exit != 0 || !d.Complete || len(d.Mutants) != len(mutants.Mutants()) || d.Total.Undecided != 0 {
		t.Fatalf("exit code %d, complete %v, %d mutants, %+v", d.Exit, d.Complete, len(d.Mutants), d.Total)
	}
	rest := asText.Stdout
	for i, m := range mutants.Mutants() {
		got := d.Mutants[i]
		if got.Name != m.Name || got.Algorithm != m.Of || got.Rule != m.Rule || !got.AsClaimed {
			t.Errorf("mutant %d: got %s of %s (%s), as claimed %v", i, got.Name, got.Algorithm, got.Rule, got.AsClaimed)
		}
		_, after, found := strings.Cut(rest, fmt.Sprintf("\n  %-5s %s ", m.Rule, m.Name))
		if rest = after; !found {
			t.Fatalf("the text has no %s of %s in its place", m.Name, m.Of)
		}
		if line, _, _ := strings.Cut(after, "\n"); m.Breaks != "" && !strings.Contains(line, "breaks "+m.Breaks+" in ") {
			t.Errorf("%s of %s: %s", m.Name, m.Of, line)
		}
		if m.Breaks == "" {
			if got.Counterexample != nil || len(got.Broken) != 0 || got.LockstepPairs == nil {
				t.Errorf("%s of %s breaks nothing: %+v", m.Name, m.Of, got)
			}
			continue
		}
		for _, b := range got.Broken {
			if b.Property == m.Breaks && (len(got.Counterexample.Stem) != b.Stem || len(got.Counterexample.Cycle) != b.Cycle) {
				t.Errorf("%s of %s: %d + %d steps, and shown is another run", m.Name, m.Of, b.Stem, b.Cycle)
			}
		}
	}
	var sum mutantScore
	for _, s := range d.Scores {
		if s.Mutants != s.Killed+s.Equivalent+s.Survived+s.Undecided {
			t.Errorf("%s: %+v", *s.Algorithm, s)
		}
		sum.Mutants, sum.Killed, sum.Equivalent, sum.Survived = sum.Mutants+s.Mutants, sum.Killed+s.Killed, sum.Equivalent+s.Equivalent, sum.Survived+s.Survived
	}
	if sum != d.Total || len(d.Scores) != len(mutants.Algorithms()) || sum.Killed == 0 || sum.Equivalent == 0 {
		t.Errorf("the scores make %+v, and the total is %+v", sum, d.Total)
	}
}

// TestOneMutant: the report of one is that of its world, with a line for what holds without it.
func TestOneMutant(t *testing.T) {
	for i, m := range mutants.Mutants() {
		if !testlevel.OneOf(7, i) {
			continue
		}
		args := "mutants -algo=" + m.Of + " -mutant=" + m.Name
		r := call(args + " -quiet")
		if r.Code != 0 || r.Stderr != "" {
			t.Errorf("explore %s: exit code %d: %s", args, r.Code, r.Stderr)
		}
		if shown := strings.Contains(r.Stdout, "\n"+m.Breaks+" is violated: "); shown != (m.Breaks != "") {
			t.Errorf("explore %s: a counterexample is shown: %v", args, shown)
		}
		if n := strings.Count(r.Stdout, " without the wound\n"); n < len(m.Asked()) {
			t.Errorf("explore %s: %d verdicts", args, n)
		}
		if !strings.Contains(r.Stdout, "\nreproduce: go run ./cmd/explore "+args+"\n") || !strings.Contains(r.Stdout, m.Wound) {
			t.Errorf("explore %s does not say what was asked:\n%s", args, r.Stdout)
		}
	}
}

// TestMutantsInterrupted: what was not tried is not claimed.
func TestMutantsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := commandtest.Call(ctx, Command(), "mutants", "-quiet")
	if r.Code != 152 || !strings.HasSuffix(r.Stdout, "(exit 152)\n") || !strings.Contains(r.Stdout, "verdict: inconclusive: ") {
		t.Errorf("exit code %d\n%s", r.Code, r.Stdout)
	}
}

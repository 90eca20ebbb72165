package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/command"
	"interrex/explore/internal/ledger"
	"interrex/internal/check"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/model/mutants"
	"interrex/model/world"
	"interrex/spec"
	"interrex/spec/claims"
)

// A harm is a wound, and the case of a claim that is to come out otherwise for it.
type harm struct {
	claim, of, wound string // of: an algorithm, or "" where the wound is a property that is never violated
	at               int    // the place of the case, from 0
	want             claims.Outcome
}

// harms are what the ledger must notice, by claims: each has one at least.
var harms = []harm{
	{"C01", "ring", "dead-end", 0, claims.False},
	{"C01", "chang-roberts", "flag-kept", 0, claims.False},
	{"C02", "ring", "dead-end", 0, claims.False},
	{"C03", "ring", "no-comparison", 0, claims.False},
	{"C03", "ring", "mute", 0, claims.Open},
	{"C03", "ring", "swallowed", 0, claims.False},
	{"C04", "ring-maxid", "not-strictly", 0, claims.False},
	{"C04", "ring-maxid", "never-dropped", 2, claims.False},
	{"C05", "ring", "swallowed", 0, claims.False},
	{"C06", "ring-watch", "nothing-seen", 0, claims.False},
	{"C06", "ring-watch", "announcement-kept", 10, claims.False},
	{"C07", "ring-detector", "unheeded-detector", 0, claims.False},
	{"C08", "bully", "short-t", 0, claims.False},
	{"C08", "bully", "no-answer", 0, claims.False},
	{"C09", "bully", "calls-nobody", 0, claims.False},
	{"C10", "bully", "short-t", 2, claims.True},
	{"C10", "bully", "short-t", 3, claims.False},
	{"C11", "bully", "no-answer", 0, claims.False},
	{"C11", "bully", "mute", 0, claims.False},
	{"C11", "bully", "own-call-forgotten", 0, claims.False},
	{"C12", "bully", "modest-leader", 0, claims.False},
	{"C12", "bully", "modest-leader", 1, claims.Open},
	{"C12", "", "one-leader", 0, claims.False},
	{"C13", "bully", "no-crown", 1, claims.False},
	{"C13", "bully", "short-t", 1, claims.False},
	{"C13", "bully", "work-done", 1, claims.False},
	{"C13", "bully", "short-t", 4, claims.False},
	{"C13", "", "decides", 5, claims.True},
	{"C14", "consensus", "own-bit", 0, claims.False},
	{"C15", "ring", "mute", 0, claims.Open},
	{"C15", "", "one-leader", 6, claims.False},
	{"C16", "anonymous", "modest", 1, claims.Open},
	{"C17", "chang-roberts", "everyone-wins", 5, claims.False},
	{"C17", "lelann", "forwarded-first", 6, claims.False},
	{"C17", "bully", "abdicating-leader", 23, claims.False},
	{"C18", "lelann", "silent-start", 0, claims.False},
	{"C19", "lelann", "no-help", 0, claims.False},
	{"C20", "chang-roberts", "never-swallowed", 1, claims.False},
	{"C20", "chang-roberts", "flag-not-set", 1, claims.False},
	{"C21", "chang-roberts", "unraised", 1, claims.False},
	{"C21", "chang-roberts", "never-swallowed", 0, claims.False},
	{"C21", "chang-roberts", "flag-not-set", 0, claims.False},
	{"C22", "chang-roberts", "flag-kept", 2, claims.True},
	{"C22", "", "decides", 0, claims.False},
	{"C23", "chang-roberts", "flag-kept", 1, claims.True},
	{"C24", "hirschberg-sinclair", "dead-end", 0, claims.False},
	{"C24", "hirschberg-sinclair", "a-hop-too-far", 1, claims.False},
	{"C24", "hirschberg-sinclair", "a-hop-too-far", 3, claims.False},
	{"C24", "hirschberg-sinclair", "no-doubling", 1, claims.False},
	{"C24", "hirschberg-sinclair", "no-doubling", 3, claims.False},
	{"C25", "bully-recovery", "no-comeback", 0, claims.False},
	{"C26", "omega-timely", "not-to-oneself", 0, claims.False},
	{"C26", "omega-timely", "learns-nothing", 0, claims.False},
	{"C27", "omega-timely", "blind-trust", 0, claims.False},
	{"C27", "", "one-leader", 0, claims.False},
	{"C28", "omega-timely", "blind-trust", 0, claims.False},
	{"C29", "omega-minimal", "relays-nothing", 0, claims.Open},
	{"C30", "bully", "short-t", 0, claims.False},
	{"C30", "bully", "timer-first", 0, claims.False},
	{"C30", "", "one-leader", 1, claims.False},
	{"C31", "bully", "no-answer", 0, claims.False},
	{"C32", "chang-roberts", "turned-round", 0, claims.False},
	{"C33", "bully", "calls-the-next", 0, claims.False},
	{"C33", "bully", "own-call-forgotten", 0, claims.False},
	{"C34", "raft", "vote-forgotten", 0, claims.False},
	{"C34", "raft", "half-suffices", 0, claims.False},
	{"C35", "ring-accept", "dead-end", 0, claims.False},
	{"C36", "chang-roberts", "raised-again", 0, claims.False},
	{"C36", "chang-roberts", "flag-not-set", 0, claims.False},
	{"C36", "chang-roberts", "overtaken", 0, claims.False},
	{"C37", "bully", "no-second-timer", 0, claims.False},
	{"C38", "chang-roberts", "head-count", 1, claims.False},
	{"C39", "ring", "no-comparison", 0, claims.False},
	{"C39", "hirschberg-sinclair", "temporal-leader", 1, claims.False},
	{"C39", "hirschberg-sinclair", "dead-end", 1, claims.False},
	{"C40", "bully-recovery", "no-comeback", 0, claims.False},
	{"C41", "chang-roberts", "turned-round", 0, claims.False},
	{"C42", "bully", "calls-nobody", 0, claims.False},
}

// unharmed are cases about the same algorithms that a wound leaves as they are recorded, and why it may.
var unharmed = []struct {
	harm
	because string
}{
	{harm{"C01", "chang-roberts", "never-swallowed", 0, claims.True}, "of one starter nothing is ever swallowed"},
	{harm{"C09", "bully", "own-call-forgotten", 0, claims.True}, "by the clock T runs for its ticks, whatever is on its way"},
	{harm{"C15", "raft", "vote-forgotten", 11, claims.True}, "nobody comes back in it, to have forgotten"},
	{harm{"C19", "lelann", "forwarded-first", 0, claims.True}, "nobody elects: a process asks, and is answered"},
	{harm{"C36", "chang-roberts", "flag-kept", 0, claims.True}, "who stays a participant starts nothing that could outlive the announcement"},
	{harm{"C40", "bully-recovery", "no-answer", 1, claims.False}, "it is false already"},
}

// mutant finds the mutant of a harm.
func (h harm) mutant(t *testing.T) mutants.Mutant {
	t.Helper()
	all := slices.Concat(mutants.Mutants(), mutants.Blunders())
	i := slices.IndexFunc(all, func(m mutants.Mutant) bool { return m.Of == h.of && m.Name == h.wound })
	if i < 0 {
		t.Fatalf("there is no mutant %s of %s", h.wound, h.of)
	}
	return all[i]
}

// mostWounded is how many states of a wounded world are explored, which may be infinite.
const mostWounded = 100_000

// surgeon inflicts the wound upon every request of its algorithm.
func (h harm) surgeon(t *testing.T) ledger.Surgeon {
	t.Helper()
	blind := func(r *check.Question) {
		for i, p := range r.Properties {
			if p.Name == h.wound {
				r.Properties[i] = neverViolated(p)
			}
		}
	}
	var m mutants.Mutant
	if h.of != "" {
		m = h.mutant(t)
	}
	return func(call *command.Call) {
		r := call.Asking.Of()
		if r.Options.MaxStates == 0 || r.Options.MaxStates > mostWounded {
			r.Options.MaxStates = mostWounded
		}
		if all, is := call.Asking.(interface{ Shorten() }); is { // of all protocols no wound is asked
			all.Shorten()
		}
		if h.of == "" {
			blind(r)
			return
		}
		if r.World.Algorithm.Name == h.of && r.World.Algorithm.On == m.Healthy().Algorithm.On {
			m.Inflict(&r.World)
		}
		if told, is := call.Asking.(interface{ Worlds() []*world.Config }); is {
			for _, c := range told.Worlds() {
				if c.Algorithm.Name == h.of {
					m.Inflict(c)
				}
			}
		}
	}
}

// neverViolated is a property that is always true where it speaks.
func neverViolated(p spec.Property) spec.Property {
	switch {
	case p.Always != nil:
		p.Always = func(spec.View) bool { return true }
	case p.Between != nil:
		p.Between = func(_, _ spec.View) bool { return true }
	case p.Rest != nil:
		p.Rest = func(spec.View) bool { return true }
	case p.Goal != nil:
		p.Goal = func(spec.View) bool { return true }
	case p.Lasts != nil:
		p.Lasts = func(spec.View) bool { return true }
	case p.Again != nil:
		p.Again = func(spec.View) bool { return true }
	}
	return p
}

// outcome judges one case with the wound. Its commands are run in their order, and none any more when
// one has made the case false.
func (h harm) outcome(t *testing.T, one claims.Case) claims.Outcome {
	t.Helper()
	reports := map[string]ledger.Report{}
	wound := h.surgeon(t)
	for i, run := range one.Runs {
		report, err := ledger.RunOne(context.Background(), whole, run.Command, 2, wound)
		if err != nil {
			t.Fatal(err)
		}
		reports[run.Command] = report
		judged, err := ledger.Judge(claims.Claim{ID: h.claim, Cases: []claims.Case{{If: one.If, Runs: one.Runs[:i+1]}}}, reports)
		if err != nil {
			t.Fatal(err)
		}
		if outcome := judged.Cases[0].Outcome; outcome == claims.False || i+1 == len(one.Runs) {
			return outcome
		}
	}
	return claims.Open
}

// TestWoundsChangeVerdicts: a ledger that would say the same of a wounded algorithm proves nothing. Each
// claim has a wound for which one of its cases comes out otherwise than recorded.
func TestWoundsChangeVerdicts(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: the ledger runs there too, unhurt")
		return
	}
	for _, c := range claims.All() {
		if !slices.ContainsFunc(harms, func(h harm) bool { return h.claim == c.ID }) {
			t.Errorf("%s has no wound", c.ID)
		}
	}
	for i, h := range harms {
		if !testlevel.OneOf(4, i) {
			continue
		}
		c, known := claims.Find(h.claim)
		if !known || h.at >= len(c.Cases) || c.Cases[h.at].Found == h.want {
			t.Fatalf("%s, case %d: the wound is to change what is recorded", h.claim, h.at)
		}
		if got := h.outcome(t, c.Cases[h.at]); got != h.want {
			t.Errorf("%s with %s of %q: if %s, %s, and %s was expected", h.claim, h.wound, h.of, c.Cases[h.at].If, got, h.want)
		}
	}
}

// TestWoundsLeaveTheRest: a wound changes what it has to do with, and not whatever it is asked of.
func TestWoundsLeaveTheRest(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: the ledger runs there too, unhurt")
		return
	}
	for i, h := range unharmed {
		if !testlevel.OneOf(4, i) {
			continue
		}
		c, _ := claims.Find(h.claim)
		if got := h.outcome(t, c.Cases[h.at]); got != h.want || got != c.Cases[h.at].Found {
			t.Errorf("%s with %s of %s: if %s, %s, and %s was expected", h.claim, h.wound, h.of, c.Cases[h.at].If, got, h.want)
		}
	}
}

// TestAWoundedLedgerSaysSo: what is not as recorded is named, and the exit code is 12.
func TestAWoundedLedgerSaysSo(t *testing.T) {
	for _, test := range []struct {
		harm
		want claims.Verdict
	}{
		{harm{claim: "C37", of: "bully", wound: "no-second-timer"}, claims.OnlyIf},
		{harm{claim: "C31", of: "bully", wound: "no-answer"}, claims.Refuted},
		{harm{claim: "C12", of: "bully", wound: "modest-leader"}, claims.Undecided},
	} {
		call, err := whole.Line([]string{"claims", "-quiet", "-format=json", "-id=" + test.claim})
		if err != nil {
			t.Fatal(err)
		}
		found, err := ledger.Decide(context.Background(), call, test.surgeon(t))
		if err != nil {
			t.Fatal(err)
		}
		one := found.Judged()[0]
		if one.Verdict == one.Claim.Found || len(one.Differs()) == 0 || found.Exit() != 12 {
			t.Errorf("%s with %s: %s, differs in %v, exit code %d", test.claim, test.wound, one.Verdict, one.Differs(), found.Exit())
		}
		if one.Verdict != test.want {
			t.Errorf("%s with %s: %s, want %s", test.claim, test.wound, one.Verdict, test.want)
		}
	}
}

// TestWoundsPage makes docs/ledger-wounds.md of the wounds and compares: the page may not be stale. That
// each wound does what it says, TestWoundsChangeVerdicts sees to.
func TestWoundsPage(t *testing.T) {
	golden.File(t, "../docs/ledger-wounds.md", madeWoundsPage(t))
}

const woundsPreface = `# Wounds of the ledger

<!-- written by %s -->

A ledger that would say the same of a wounded algorithm proves nothing. So each claim of the
[ledger](claims.md) is asked with wounds in the place of the healthy algorithm, and in each row a case
comes out otherwise than it is recorded: ` + "`explore claims`" + ` would end with 12. A test runs the
commands of each row (` + "`go test ./explore -run TestWoundsChangeVerdicts`" + `), in their order and until one of them
has made the case false, with at most 100,000 states each. No wound in the collection leaves its row as it was.

Most wounds are [mutants](mutants.md) that a property catches. Some are here only: what they change is counted, not
promised, or nothing comes up of which a property could speak. A wounded **property** is never violated, whatever happens:
it shows that the claim rests on that property. A wound of **the world** leaves the rules whole, and takes
away something they rely on.

*Open* is a case of which nothing is decided any more: what was to be violated is not, up to the bound, or the property
speaks of no state that comes up.

| claim | case: if … | of | wound | instead | recorded | with the wound |
|---|---|---|---|---|---|---|
`

func madeWoundsPage(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, woundsPreface, golden.Command(t))
	for _, h := range harms {
		fmt.Fprintf(&b, "%s | **%s** |\n", h.row(t), h.want)
	}
	b.WriteString("\nA wound need not change every claim about its algorithm. These cases stay as they are, and may:\n\n" +
		"| claim | case: if … | of | wound | instead | recorded | for |\n|---|---|---|---|---|---|---|\n")
	for _, h := range unharmed {
		fmt.Fprintf(&b, "%s | %s |\n", h.row(t), h.because)
	}
	return b.String()
}

// row is what the page says of a wound and a case, but for what comes of them.
func (h harm) row(t *testing.T) string {
	c, known := claims.Find(h.claim)
	if !known || h.at >= len(c.Cases) {
		t.Fatalf("%s has no case %d", h.claim, h.at)
	}
	of, wound := "the property", "is never violated"
	if h.of != "" {
		m := h.mutant(t)
		of, wound = fmt.Sprintf("`%s` %s", m.Of, m.Rule), m.Wound
		if m.OfWorld() {
			wound = "the world " + wound
		}
	}
	one := c.Cases[h.at]
	return fmt.Sprintf("| [%s](claims.md#%s) | %s | %s | `%s` | %s | %s",
		h.claim, strings.ToLower(h.claim), one.If, of, h.wound, wound, one.Found)
}

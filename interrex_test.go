package interrex_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"interrex"
	"interrex/checker"
	"interrex/model"
)

// A lead is a message, and what a process remembers.
type lead struct{ ID interrex.ID }

// proclaim is an election, with a place for each way to get it wrong.
type proclaim struct {
	start    func(p *interrex.Process[lead])
	outranks func(a, b interrex.ID) bool
	topology interrex.Topology
}

func (proclaim) Initial(leader interrex.ID) lead { return lead{leader} }

func (proclaim) Status(l lead) interrex.Status {
	return interrex.Status{Elected: l.ID, Idle: true, MayStart: l.ID == interrex.Nobody}
}

func (r proclaim) Start(p *interrex.Process[lead]) { r.start(p) }

func (r proclaim) Detect(p *interrex.Process[lead]) { r.start(p) }

func (proclaim) Receive(p *interrex.Process[lead], _ interrex.ID, m interrex.Message) {
	p.Local.ID = max(p.Local.ID, m.(lead).ID)
}

func tell(p *interrex.Process[lead]) {
	p.Local.ID = p.ID
	p.Broadcast(p.Others(), lead{p.ID})
}

// A failing is a test that records how it fails.
type failing struct {
	testing.TB
	said string
}

func (f *failing) Helper()                           {}
func (f *failing) Fatalf(format string, args ...any) { f.said = fmt.Sprintf(format, args...) }

// TestRequireShowsTheRun: it fails with each property that is violated, drawn.
func TestRequireShowsTheRun(t *testing.T) {
	f := &failing{TB: t}
	interrex.Require(f, interrex.Election("proclaim", proclaim{start: tell}), interrex.N(2), interrex.Starts(2))
	for _, want := range []string{"✗ one-leader is violated: P1 and P2 both lead\n", "sends lead(1) to P2", "●", "\nverdict: breaks its author's promise: "} {
		if !strings.Contains(f.said, want) {
			t.Errorf("no %q in\n%s", want, f.said)
		}
	}
	f.said = ""
	interrex.Require(f, interrex.Election("proclaim", proclaim{start: tell}), interrex.N(3), interrex.Properties("one-leader", "decides"))
	if f.said != "" {
		t.Errorf("it fails: %s", f.said)
	}
}

// TestWhatIsWrongIsSaidInOneLine: with an election, or an option.
func TestWhatIsWrongIsSaidInOneLine(t *testing.T) {
	good := interrex.Election("proclaim", proclaim{start: tell})
	number := 0
	impure := proclaim{start: func(p *interrex.Process[lead]) {
		number++
		p.Broadcast(p.Others(), lead{interrex.ID(number)})
	}}
	for _, c := range []struct {
		election interrex.Algorithm
		options  []interrex.Option
		want     string
	}{
		{good, []interrex.Option{interrex.N(0)}, "-n=0: out of range; allowed are 1 to 64"},
		{good, []interrex.Option{interrex.IDs(1, 1)}, "-ids=1,1: 1 is given twice; ids are distinct"},
		{good, []interrex.Option{interrex.Properties("leader-per-term")}, `-property=leader-per-term has no meaning for proclaim: its leaders have no terms`},
		{good, []interrex.Option{nil}, "an Option is nil: leave it out"},
		{interrex.Algorithm{}, nil, "Name is missing; reports use it"},
		{interrex.Election[lead]("none", nil), nil, "none: Make is missing"},
		{interrex.Election("cycle", ranked{proclaim{start: tell, outranks: func(a, b interrex.ID) bool { return a%3 == (b+1)%3 }}}), nil,
			"cycle: the method Outranks is not a strict total order of "},
		{interrex.Election("clumsy", ranked{proclaim{start: tell, outranks: func(a, b interrex.ID) bool { panic("no order") }}}), nil,
			"clumsy: panic in Outranks: no order (interrex_test.go:"},
		{interrex.Election("nothing", proclaim{start: tell}, interrex.Promises()), nil,
			"nothing: no property is promised or asked; Promises must name at least one, or be omitted"},
		{interrex.Election("termless", termless{proclaim{start: tell}}), nil,
			"termless: panic in Status: its status has term 7: an election with terms has a method Terms()"},
		{interrex.Election("awaits", careless{proclaim{start: tell}}), []interrex.Option{interrex.N(2)}, "awaits: panic in CanCome of P1: no idea (interrex_test.go:"},
		{interrex.Election("triangle", placed{proclaim{start: tell, topology: "triangle"}}), nil, `triangle: Topology "triangle": unknown; allowed are `},
		{interrex.Election("astray", proclaim{start: func(p *interrex.Process[lead]) { p.Send(99, lead{p.ID}) }}), nil,
			"astray: panic in Start of P1: it sends lead(1) to P99, and there is no channel to it; the processes are P1, P2, P3 (interrex_test.go:"},
		{interrex.Election("list", proclaim{start: func(p *interrex.Process[lead]) { p.Send(p.Others()[0], []int{1}) }}), nil,
			"list: panic in Start of P1: it sends a value of type []int: a message is any value that can be compared (interrex_test.go:"},
		{interrex.Election("impure", impure), nil, "impure: panic: a rule is not pure: for the same event P1 returned first "},
		{interrex.Election("broken", proclaim{start: func(*interrex.Process[lead]) { panic("a mistake of its author") }}), nil,
			"broken: panic in Start of P1: a mistake of its author (interrex_test.go:"},
		{interrex.Election("lines", proclaim{start: func(*interrex.Process[lead]) { panic("two\nlines") }}), nil, "lines: panic in Start of P1: two lines (interrex_test.go:"},
		{interrex.Election("nowhere", proclaim{start: func(p *interrex.Process[lead]) { p.Send(interrex.Nobody, lead{p.ID}) }}), nil,
			"nowhere: panic in Start of P1: it sends a message to nobody: Send names a process, from 1; Pass is to the next one on the ring (interrex_test.go:"},
		{interrex.Election("pointer", proclaim{start: func(p *interrex.Process[lead]) { p.Send(p.Others()[0], &lead{p.ID}) }}), nil,
			"pointer: panic: two outcomes of the same event of P1 are not equal: "},
		{interrex.Election("not-a-number", proclaim{start: func(p *interrex.Process[lead]) { p.Send(p.Others()[0], math.NaN()) }}), nil,
			"not-a-number: panic: two outcomes of the same event of P1 are not equal: "},
		{interrex.Election("mute", proclaim{start: func(p *interrex.Process[lead]) { p.Send(p.Others()[0], mute{}) }}), nil, "mute: panic in Start of P1: no words (interrex_test.go:"},
		{interrex.Election("ringless", proclaim{start: func(p *interrex.Process[lead]) { p.Pass(lead{p.ID}) }}), nil,
			"ringless: panic in Start of P1: it passes lead(1) on, and the channels of the election are no ring in that direction: Topology makes them one, and Send names a process (interrex_test.go:"},
		{interrex.Election("hoarder", hoarder{}), nil, "hoarder: panic: a local state of type interrex_test.held holds what cannot be compared"},
	} {
		report, err := interrex.Check(t.Context(), c.election, c.options...)
		if err == nil || report != nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// termless leads in a term, and has no method Terms.
type termless struct{ proclaim }

func (r termless) Status(l lead) interrex.Status {
	s := r.proclaim.Status(l)
	s.Term = 7
	return s
}

// careless has a timer, and panics where it is asked what that waits for.
type careless struct{ proclaim }

func (careless) Timers(interrex.ID, *interrex.Group, lead) []interrex.Timer {
	return []interrex.Timer{{Name: "T"}}
}
func (careless) Timeout(*interrex.Process[lead], interrex.Timer) {}
func (careless) CanCome(interrex.Situation, *interrex.Group, interrex.ID, interrex.Timer) bool {
	panic("no idea")
}
func (careless) Concerns(*interrex.Group, interrex.ID, interrex.Timer, interrex.ID) bool {
	return false
}

// mute cannot be spelt.
type mute struct{}

func (mute) String() string { panic("no words") }

// A hoarder's local state holds anything, and after a start what cannot be compared.
type (
	hoarder struct{}
	held    struct{ what any }
)

func (hoarder) Initial(interrex.ID) held { return held{} }

func (hoarder) Status(held) interrex.Status { return interrex.Status{MayStart: true} }

func (hoarder) Start(p *interrex.Process[held]) { p.Local.what = []int{1} }

func (hoarder) Detect(*interrex.Process[held]) {}

func (hoarder) Receive(*interrex.Process[held], interrex.ID, interrex.Message) {}

type ranked struct{ proclaim }

func (r ranked) Outranks(a, b interrex.ID) bool { return r.outranks(a, b) }

type placed struct{ proclaim }

func (r placed) Topology() interrex.Topology { return r.topology }

// TestGrowsForEver: an election without an end is inconclusive, and what has grown is named.
func TestGrowsForEver(t *testing.T) {
	answers := growing{proclaim{start: tell}}
	f := &failing{TB: t}
	interrex.Require(f, interrex.Election("growing", answers), interrex.N(2), interrex.MaxStates(2000), interrex.MaxTime(time.Hour), interrex.Properties("ends"))
	for _, want := range []string{"inconclusive: bounded by -max-states", "what has grown: a channel holds up to "} {
		if !strings.Contains(f.said, want) {
			t.Errorf("no %q in\n%s", want, f.said)
		}
	}
}

// growing answers each message with two.
type growing struct{ proclaim }

func (growing) Receive(p *interrex.Process[lead], from interrex.ID, m interrex.Message) {
	p.Local.ID = max(p.Local.ID, m.(lead).ID)
	p.Send(from, lead{p.Local.ID})
	p.Send(from, lead{p.Local.ID})
}

// TestOwnCriterionAndRing: the lowest id wins on a ring, as its protocol says.
func TestOwnCriterionAndRing(t *testing.T) {
	report, err := interrex.Check(t.Context(), interrex.Election("lowest", lowest{}), interrex.IDs(4, 2, 9), interrex.Starts(interrex.Unlimited))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Properties {
		if p.Verdict != checker.Holds {
			t.Errorf("%s %v", p.Name, p.Verdict)
		}
	}
	if !report.Complete || report.Exit != 0 || report.States < 10 {
		t.Errorf("%+v", report)
	}
}

// lowest is Chang and Roberts with the lowest id: a candidacy, and then its result, go round a ring.
type lowest struct{}

type local struct {
	candidate bool
	elected   interrex.ID
}

type (
	candidacy struct{ ID interrex.ID }
	result    struct{ ID interrex.ID }
)

func (candidacy) Calls() bool  { return true }
func (result) Announces() bool { return true }

func (lowest) Topology() interrex.Topology       { return interrex.Ring }
func (lowest) Outranks(a, b interrex.ID) bool    { return a < b }
func (lowest) Initial(elected interrex.ID) local { return local{elected: elected} }
func (lowest) Detect(*interrex.Process[local])   {}
func (lowest) Status(l local) interrex.Status {
	return interrex.Status{Elected: l.elected, TakesPart: l.candidate, MayStart: !l.candidate && l.elected == interrex.Nobody}
}

func (lowest) Start(p *interrex.Process[local]) {
	p.Local.candidate = true
	p.Pass(candidacy{p.ID})
}

func (lowest) Receive(p *interrex.Process[local], _ interrex.ID, m interrex.Message) {
	switch m := m.(type) {
	case candidacy:
		switch {
		case m.ID == p.ID:
			p.Local = local{elected: p.ID}
			p.Pass(result{p.ID})
		case p.Group.Outranks(m.ID, p.ID):
			p.Local.candidate = true
			p.Pass(m)
		case !p.Local.candidate:
			p.Local.candidate = true
			p.Pass(candidacy{p.ID})
		}
	case result:
		if m.ID != p.ID {
			p.Local = local{elected: m.ID}
			p.Pass(m)
		}
	}
}

// ruled is proclaim in terms, of which there is one only, cut off after one message a channel.
type ruled struct{ proclaim }

func (ruled) Terms()                                         {}
func (ruled) Bounds(model.Dangers) (elections, capacity int) { return interrex.Unlimited, 1 }
func (r ruled) Status(l lead) interrex.Status {
	status := r.proclaim.Status(l)
	status.Term = 1
	return status
}

// TestOwnTermsAndBounds: the methods of such an election are found as those of the catalogue are.
func TestOwnTermsAndBounds(t *testing.T) {
	report, err := interrex.Check(t.Context(), interrex.Election("ruled", ruled{proclaim{start: tell}}), interrex.Starts(2), interrex.Properties("leader-per-term"))
	if err != nil {
		t.Fatal(err)
	}
	if p := report.Properties[0]; p.Verdict != checker.Violated {
		t.Errorf("%s %v: two lead in term 1", p.Name, p.Verdict)
	}
	var text strings.Builder
	if err := report.JSON(&text); err != nil || !strings.Contains(text.String(), `"capacity": 1`) {
		t.Errorf("%v: a channel holds one message, and the report says\n%s", err, text.String())
	}
}

// TestWhatAUserCompiles: the front door needs the standard library alone.
func TestWhatAUserCompiles(t *testing.T) {
	for _, path := range dependencies(t, ".") {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !strings.HasPrefix(path, "vendor/") {
			t.Errorf("package interrex compiles %s", path)
		}
	}
}

// dependencies are the packages that a package of the module compiles.
func dependencies(t *testing.T, folder string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Fields(string(out))
}

func Example() {
	report, err := interrex.Check(context.Background(), interrex.Election("proclaim", proclaim{start: tell}),
		interrex.N(2), interrex.Starts(2), interrex.Properties("one-leader"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict)
	for i := range report.Properties[0].Run.Steps {
		fmt.Println(report.Properties[0].Run.Name(i))
	}
	// Output:
	// verdict: breaks its author's promise: one-leader (exit 12)
	// P1 starts an election
	// P2 starts an election
}

// TestPageShowsTheExample: the program on the page is the one that is built and run.
func TestPageShowsTheExample(t *testing.T) {
	program, err := os.ReadFile("examples/proclaim/main.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("docs/own-election.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```go\n"+string(program)+"```\n") {
		t.Error("docs/own-election.md shows another program than examples/proclaim/main.go")
	}
}

// TestWhatAUserDownloads: the go.sum of a module that only comes in by the front door gains the two modules that our own
// tests need, and no other.
func TestWhatAUserDownloads(t *testing.T) {
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module user\n\ngo 1.26\n\nrequire interrex v0.0.0\n\nreplace interrex => " + filepath.ToSlash(home) + "\n",
		"user.go": "package user\n\nimport \"interrex\"\n\nvar Check = interrex.Check\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("go", "mod", "tidy")
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	sums, err := os.ReadFile(filepath.Join(folder, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sums)) {
		if !strings.HasPrefix(line, "github.com/google/go-cmp ") && !strings.HasPrefix(line, "pgregory.net/rapid ") {
			t.Errorf("a user's go.sum gains %s", line)
		}
	}
}

// once is an election by a lock server, P1, that tells all who holds the lock. A process that has given the lock back asks no
// more or, if it asks again, begins anew.
type once struct{ again bool }

type holding struct {
	me, holder  interrex.ID
	asked, done bool
}

type (
	claim   struct{}
	holder  struct{ ID interrex.ID }
	release struct{}
)

func (claim) Calls() bool { return true }

func (once) Initial(interrex.ID) holding { return holding{} }
func (once) Begin(id interrex.ID, _ *interrex.Group, _ interrex.ID) holding {
	return holding{me: id}
}
func (once) Status(l holding) interrex.Status {
	return interrex.Status{Elected: l.holder, TakesPart: l.asked, MayStart: l.me != 1 && l.holder == l.me}
}
func (o once) Start(p *interrex.Process[holding]) {
	p.Local = holding{me: p.ID, done: !o.again}
	p.Send(1, release{})
}
func (once) Detect(*interrex.Process[holding]) {}
func (once) Receive(p *interrex.Process[holding], from interrex.ID, m interrex.Message) {
	switch m := m.(type) {
	case claim:
		if p.Local.holder == interrex.Nobody {
			p.Local.holder = from
		}
		p.Broadcast(p.Others(), holder{p.Local.holder})
	case release:
		if p.Local.holder == from {
			p.Local.holder = interrex.Nobody
			p.Broadcast(p.Others(), holder{})
		}
	case holder:
		if m.ID != p.ID || !p.Local.done {
			p.Local.holder, p.Local.asked = m.ID, false
		}
	}
}
func (once) Timers(_ interrex.ID, _ *interrex.Group, l holding) []interrex.Timer {
	if l.me == 1 || l.asked || l.done || l.holder != interrex.Nobody {
		return nil
	}
	return []interrex.Timer{{Name: "acquire"}}
}
func (once) Timeout(p *interrex.Process[holding], _ interrex.Timer) {
	p.Local.asked = true
	p.Send(1, claim{})
}

// gossip begins with each process as its own leader. It ends with the highest, or wrongly the lowest, as that of all.
type gossip struct{ lowest bool }

type rumour struct {
	leader interrex.ID
	said   bool
}

func (gossip) Initial(interrex.ID) rumour { return rumour{} }
func (gossip) Begin(id interrex.ID, _ *interrex.Group, _ interrex.ID) rumour {
	return rumour{leader: id}
}
func (gossip) Status(l rumour) interrex.Status {
	return interrex.Status{Elected: l.leader, TakesPart: !l.said}
}
func (gossip) Start(*interrex.Process[rumour])  {}
func (gossip) Detect(*interrex.Process[rumour]) {}
func (gossip) Timers(_ interrex.ID, _ *interrex.Group, l rumour) []interrex.Timer {
	if l.said {
		return nil
	}
	return []interrex.Timer{{Name: "say"}}
}
func (gossip) Timeout(p *interrex.Process[rumour], _ interrex.Timer) {
	p.Local.said = true
	p.Broadcast(p.Others(), lead{p.ID})
}
func (g gossip) Receive(p *interrex.Process[rumour], _ interrex.ID, m interrex.Message) {
	if id := m.(lead).ID; g.lowest == (id < p.Local.leader) {
		p.Local.leader = id
	}
}

// checked is the exit code of a check, its text and its JSON.
func checked(t *testing.T, election interrex.Algorithm, options ...interrex.Option) (exit int, text, document string) {
	t.Helper()
	report, err := interrex.Check(t.Context(), election, options...)
	if err != nil {
		t.Fatal(err)
	}
	var forPeople, forPrograms strings.Builder
	if err := errors.Join(report.Print(&forPeople), report.JSON(&forPrograms)); err != nil {
		t.Fatal(err)
	}
	return report.Exit, forPeople.String(), forPrograms.String()
}

// TestWhoLed: a counterexample of leader-per-term names the leaders of the term, one among them that died as it won.
func TestWhoLed(t *testing.T) {
	_, text, document := checked(t, interrex.Election("forgets", plebiscite{forgets: true}), interrex.Starts(2), interrex.Crashes(1), interrex.Restarts(1),
		interrex.Properties("leader-per-term"))
	const want = "P1 (step 3, in which it died) and P3 (step 8) led in term 1"
	if !strings.Contains(text, "✗ leader-per-term is violated: "+want+"\n") || !strings.Contains(document, `"because": "`+want+`"`) {
		t.Errorf("got\n%s\n%s", text, document)
	}
}

// TestInTheEnd: what lasts in the end tells two elections apart that differ in nothing else.
func TestInTheEnd(t *testing.T) {
	for _, test := range []struct {
		gossip   gossip
		property string
		exit     int
		says     string
	}{
		{gossip{}, "eventually-elected-is-max", 0, "verdict: holds"},
		{gossip{lowest: true}, "eventually-elected-is-max", 13, "for ever P1, P2 and P3 have elected P1, and P3 outranks P1 "},
		{gossip{}, "eventually-agreement", 0, "verdict: holds"},
		{gossip{lowest: true}, "eventually-agreement", 0, "verdict: holds"},
	} {
		exit, text, _ := checked(t, interrex.Election("gossip", test.gossip), interrex.Asynchronous(), interrex.Properties(test.property))
		if words := strings.Join(strings.Fields(text), " "); exit != test.exit || !strings.Contains(words, test.says) {
			t.Errorf("%+v, %s: exit code %d, want %d, and %q in\n%s", test.gossip, test.property, exit, test.exit, test.says, text)
		}
	}
}

// TestNoLeaderForEver: where decides and ends hold, a report says that no leader may be left for ever, and by which property
// to see that.
func TestNoLeaderForEver(t *testing.T) {
	const says = "no leader for ever is possible: after 16 steps P1, P2 and P3 live and none ever leads again; -property=somebody-leads shows such a run"
	world := []interrex.Option{interrex.Asynchronous(), interrex.Starts(2)}
	for _, again := range []bool{false, true} {
		election := interrex.Election("once", once{again})
		_, text, document := checked(t, election, world...)
		if strings.Contains(text, says+"\n") == again || strings.Contains(document, says) == again || strings.Contains(document, `"no_leader": null`) != again {
			t.Errorf("once, again: %v: got\n%s\n%s", again, text, document)
		}
		exit, text, _ := checked(t, election, append(world, interrex.Properties("somebody-leads"))...)
		if want := map[bool]int{false: 13, true: 0}[again]; exit != want {
			t.Errorf("once, again: %v: exit code %d, want %d\n%s", again, exit, want, text)
		}
	}
}

package interrex_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"interrex"
	"interrex/checker"
	"interrex/model"
)

// proclaimed is whether a process has proclaimed anyone.
func proclaimed(v interrex.View) bool { return len(v.Messages) > 0 }

// agreed is whether all live processes have elected the same one, as their local states say.
func agreed(v interrex.View) bool {
	for _, id := range v.Live() {
		if local := interrex.Local[lead](v, id); local.ID == interrex.Nobody || local.ID != v.Elected(v.Live()[0]) {
			return false
		}
	}
	return true
}

// TestOwnProperties: their verdicts, in options and in promises.
func TestOwnProperties(t *testing.T) {
	few := func(v interrex.View) bool { return len(v.Leaders()) <= 1 }
	for _, c := range []struct {
		property interrex.Property
		exit     int
		says     string
	}{
		{interrex.Always("few-leaders", few), 12, "✗ few-leaders is violated: its condition is false\n"},
		{interrex.Always("ids", func(v interrex.View) bool { return len(v.IDs()) == 3 && v.Term(1) == 0 && v.IsLive(2) }), 0, "ids holds"},
		{interrex.Eventually("two-lead", func(v interrex.View) bool { return len(v.Leaders()) == 2 }), 13, "✗ two-lead is violated: its condition is never true\n"},
		{interrex.LeadsTo("settles", proclaimed, agreed), 0, "settles holds"},
		{interrex.LeadsTo("unsettles", agreed, proclaimed), 13, "✗ unsettles is violated: its goal is not true then or later\n"},
	} {
		name := strings.Fields(c.says)[0]
		if name == "✗" {
			name = strings.Fields(c.says)[1]
		}
		asOption := []interrex.Option{interrex.Starts(2), interrex.Properties(name), c.property}
		exit, text, document := checked(t, interrex.Election("proclaim", proclaim{start: tell}), asOption...)
		if exit != c.exit || !strings.Contains(text, c.says) || !strings.Contains(document, `"name": "`+name+`"`) {
			t.Errorf("%s as an option: exit code %d, want %d, and %q in\n%s", name, exit, c.exit, c.says, text)
		}
		election := interrex.Election("proclaim", proclaim{start: tell}, interrex.Promises(), c.property)
		exit, text, document = checked(t, election, interrex.Starts(2))
		if exit != c.exit || !strings.Contains(text, c.says) || !strings.Contains(document, `"promised": true`) {
			t.Errorf("%s as a promise: exit code %d, want %d, and %q in\n%s", name, exit, c.exit, c.says, text)
		}
	}
}

// TestOwnPropertyInSet: an own property that is an option is in the sets default and all, and comes besides those promised.
func TestOwnPropertyInSet(t *testing.T) {
	own := interrex.Always("own", func(interrex.View) bool { return true })
	for set, want := range map[string]int{"default": 8, "all": 19, "promised": 8, "ends": 2} {
		report, err := interrex.Check(t.Context(), interrex.Election("proclaim", proclaim{start: tell}), own, interrex.Properties(set))
		if err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		names := map[string]bool{}
		for _, p := range report.Properties {
			names[p.Name] = true
		}
		if len(report.Properties) != want || len(names) != want || !names["own"] {
			t.Errorf("%s: asked are %v", set, names)
		}
	}
}

// TestOwnPropertiesRunOnce: each function of a property that holds is called once for each state, whatever the number of workers.
func TestOwnPropertiesRunOnce(t *testing.T) {
	for _, workers := range []string{"1", "3"} {
		var calls [4]atomic.Int64
		counted := func(i int, holds func(interrex.View) bool) func(interrex.View) bool {
			return func(v interrex.View) bool { calls[i].Add(1); return holds(v) }
		}
		report, err := interrex.Check(t.Context(), interrex.Election("proclaim", proclaim{start: tell}), interrex.Starts(2), interrex.Crashes(1),
			interrex.Always("ids", counted(0, func(v interrex.View) bool { return len(v.IDs()) == 3 })),
			interrex.LeadsTo("settles", counted(1, proclaimed), counted(2, func(v interrex.View) bool { return !proclaimed(v) })),
			interrex.Eventually("begins", counted(3, func(interrex.View) bool { return true })),
			interrex.Properties("ids", "settles", "begins"), interrex.Flags("-workers="+workers))
		if err != nil {
			t.Fatal(err)
		}
		for i := range calls {
			if n := int(calls[i].Load()); report.Exit != 0 || report.States < 100 || n != report.States {
				t.Errorf("%s workers: function %d is called %d times for %d states; %s", workers, i, n, report.States, report.Verdict)
			}
		}
	}
}

// TestOwnPropertiesSeeAll: a property may depend on what no built-in one sees: a part of the local state, or a message.
func TestOwnPropertiesSeeAll(t *testing.T) {
	election := interrex.Election("once", once{})
	waits := func(v interrex.View) bool { // P3 never asks, and P1 never sends P3 the lock
		for _, m := range v.Messages {
			if told, is := m.Message.(holder); is && m.From == 1 && m.To == 3 && told.ID == 3 {
				return false
			}
		}
		return !interrex.Local[holding](v, 3).asked
	}
	exit, text, _ := checked(t, election, interrex.Asynchronous(), interrex.Properties("waits"), interrex.Always("waits", waits))
	if exit != 12 || !strings.Contains(text, "asked no → yes") {
		t.Errorf("exit code %d\n%s", exit, text)
	}
}

// TestOwnPropertiesInError: names that cannot be, a vacuous premise, and a panic.
func TestOwnPropertiesInError(t *testing.T) {
	yes := func(interrex.View) bool { return true }
	no := func(interrex.View) bool { return false }
	election := interrex.Election("proclaim", proclaim{start: tell})
	for _, c := range []struct {
		options []interrex.Option
		want    string
	}{
		{[]interrex.Option{interrex.Always("one-leader", yes)}, `proclaim: Always("one-leader"): there is such a name already; choose another`},
		{[]interrex.Option{interrex.Eventually("all", yes)}, `proclaim: Eventually("all"): there is such a name already; choose another`},
		{[]interrex.Option{interrex.Always("x", yes), interrex.LeadsTo("X", yes, yes)}, `proclaim: LeadsTo("X"): it is given twice; `},
		{[]interrex.Option{interrex.Always("a,b", yes)}, `proclaim: Always("a,b"): a name has letters, `},
		{[]interrex.Option{interrex.Always("", yes)}, `proclaim: Always(""): a name has letters, `},
		{[]interrex.Option{interrex.Property{}}, "proclaim: Property{}: it is empty; make it with Always, Eventually or LeadsTo"},
		{[]interrex.Option{interrex.Always("x", nil)}, `proclaim: Always("x"): a function is nil; give a func(View) bool`},
		{[]interrex.Option{interrex.Eventually("x", nil)}, `proclaim: Eventually("x"): a function is nil; `},
		{[]interrex.Option{interrex.LeadsTo("x", nil, yes)}, `proclaim: LeadsTo("x"): a function is nil; `},
		{[]interrex.Option{interrex.LeadsTo("x", yes, nil)}, `proclaim: LeadsTo("x"): a function is nil; `},
		{[]interrex.Option{interrex.Always("panics", func(v interrex.View) bool { return len(v.Messages) < 2 || yes(v) == (v.Messages[9].To == 1) })},
			"proclaim: panic in property panics: index out of range [9] with length 2 (own_properties_test.go:"},
		{[]interrex.Option{interrex.Always("other", func(v interrex.View) bool { return interrex.Local[badge](v, 1).me == 1 })},
			"proclaim: panic in property other: the local state of P1 is a interrex_test.lead, not a interrex_test.badge (own_properties_test.go:"},
		{[]interrex.Option{interrex.Eventually("nobody", func(v interrex.View) bool { return v.IsLive(7) })},
			"proclaim: panic in property nobody: there is no process 7; the processes are [1 2 3] (own_properties_test.go:"},
	} {
		_, err := interrex.Check(t.Context(), election, c.options...)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	_, text, document := checked(t, election, interrex.LeadsTo("idle", no, no))
	if !strings.Contains(text, "idle") || !strings.Contains(document, `"vacuous": true`) || !strings.Contains(document, "idle is vacuous: its premise is true in no state") {
		t.Errorf("no word of the vacuous property in\n%s\n%s", text, document)
	}
}

// both are two options as one.
func both(one, other interrex.Option) interrex.Option {
	return interrex.OptionFunc(func(s *interrex.Setup) error { return errors.Join(one.Apply(s), other.Apply(s)) })
}

// TestOptionsAreFlags: each option changes the world, and a value that does not exist is an error that names the flag.
func TestOptionsAreFlags(t *testing.T) {
	plain, waiting := interrex.Election("proclaim", proclaim{start: tell}), interrex.Election("ticking", ticking{timed{proclaim{start: tell}}})
	ring, voting := interrex.Election("lowest", lowest{}), interrex.Election("keeps", plebiscite{})
	own := interrex.OptionFunc(func(s *interrex.Setup) error { s.Flags = append(s.Flags, "-ids=5,7"); return nil })
	for _, c := range []struct {
		election interrex.Algorithm
		option   interrex.Option
		want     string // in JSON, or the error
	}{
		{plain, interrex.Channels("bag"), `"channels": "bag"`},
		{plain, interrex.Channels("bog"), `-channels=bog: allowed are fifo, bag, lossy, duplicating`},
		{waiting, interrex.Timeouts("any"), `"timeouts": "any"`},
		{waiting, interrex.Timeouts("clock", interrex.Clock{Tm: 2, T: 6}), `"t": 6,`},
		{plain, interrex.Detector("incomplete"), `"detector": "incomplete"`},
		{ring, both(interrex.Repair("resent"), interrex.Crashes(1)), `"repair": "resent"`},
		{plain, interrex.Initial("leader"), `"initial": "leader"`},
		{plain, interrex.Initiators(1, 3), `"initiators": [`},
		{plain, interrex.Initiators(), `"initiators": "nobody"`},
		{voting, interrex.Cut(1, 2), `"cut": "1-2"`},
		{plain, interrex.Bounds(2, 3), `"capacity": 3`},
		{plain, interrex.Flags("-crash-points=steps -crashes=1"), `"crash-points": "steps"`},
		{plain, interrex.Flags("three"), `Flags("three"): three is not a flag; a flag is written -name=value`},
		{plain, interrex.Flags("-n=2 -help"), `Flags("-n=2 -help"): -help is of the command alone; allowed are the flags of check except -format, -h, -help, `},
		{plain, interrex.Flags("-store=x"), `Flags("-store=x"): -store=x is of the command alone; `},
		{plain, own, `"n": 2`},
	} {
		report, err := interrex.Check(t.Context(), c.election, c.option, interrex.Properties("validity"))
		var got bytes.Buffer
		if err != nil {
			got.WriteString(err.Error())
		} else if err := report.JSON(&got); err != nil {
			t.Fatal(err)
		}
		if text := got.String(); !strings.Contains(text, c.want) || err != nil && (!strings.HasPrefix(text, c.want) || strings.Contains(text, "\n")) {
			t.Errorf("got %s, want %s", text, c.want)
		}
	}
}

// TestOwnWorld: the default world of an election, its promises there, and what replaces it.
func TestOwnWorld(t *testing.T) {
	election := interrex.Election("ticking", ticking{timed{proclaim{start: tell}}}, interrex.Promises("validity"),
		interrex.World("-timeouts=clock -t=6 -crashes=1"), interrex.World("-starts=2 -ids=4,7"))
	for _, c := range []struct {
		options []interrex.Option
		want    []string
	}{
		{nil, []string{`"t": 6,`, `"crashes": 1`, `"starts": 2`, `"n": 2`, `"promised": true`}},
		{[]interrex.Option{interrex.Crashes(0), interrex.N(3)}, []string{`"t": 6,`, `"crashes": 0`, `"n": 3`, `"promised": true`}},
		{[]interrex.Option{interrex.Timeouts("any")}, []string{`"timeouts": "any"`, `"crashes": 1`, `"promised": false`}},
	} {
		_, text, document := checked(t, election, c.options...)
		for _, want := range c.want {
			if !strings.Contains(document, want) {
				t.Errorf("%d options: no %s in\n%s\n%s", len(c.options), want, text, document)
			}
		}
	}
	_, err := interrex.Check(t.Context(), interrex.Election("wrong", proclaim{start: tell}, interrex.World("-crash=1")))
	if want := `wrong: World("-crash=1"): unknown flag -crash: the flags are `; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
}

// An artist is a failing test with an ArtifactDir of its own.
type artist struct {
	failing
	dir string
}

func (a *artist) ArtifactDir() string { return a.dir }

// TestRequireDraws: a failed test prints at most 30 lines, and leaves a page and a picture.
func TestRequireDraws(t *testing.T) {
	t.Run("crash(1)+x it's", func(t *testing.T) {
		a := &artist{failing{TB: t}, t.TempDir()}
		interrex.Require(a, interrex.Election("once", once{}), interrex.Asynchronous(), interrex.Starts(2), interrex.Properties("somebody-leads", "one-leader", "ends"))
		if lines := strings.Count(a.said, "\n") + 1; lines > 30 || !strings.Contains(a.said, "✗ somebody-leads is violated: ") || !strings.Contains(a.said, " lines left out …") {
			t.Errorf("%d lines:\n%s", lines, a.said)
		}
		run := regexp.QuoteMeta(`go test -run '^TestRequireDraws$/^crash\(1\)\+x_it'\''s$'`)
		for _, want := range []string{"reproduce: " + run + " interrex", "keep the page: " + run + ` -artifacts -outputdir=\S+ interrex`} {
			if !regexp.MustCompile("(?m)^" + want + "$").MatchString(a.said) {
				t.Errorf("no %s in\n%s", want, a.said)
			}
		}
		page, err := os.ReadFile(filepath.Join(a.dir, "counterexample.html"))
		picture, err2 := os.ReadFile(filepath.Join(a.dir, "counterexample.svg"))
		if err := errors.Join(err, err2); err != nil || !bytes.Contains(page, []byte("<!DOCTYPE html>")) || !bytes.Contains(picture, []byte("<svg")) {
			t.Errorf("%v: page and picture begin %.40s, %.40s", err, page, picture)
		}
	})
}

// TestRequireVacuous: a premise that is never true fails the test if the property is its author's, and is logged if it is not.
func TestRequireVacuous(t *testing.T) {
	no := func(interrex.View) bool { return false }
	election := interrex.Election("proclaim", proclaim{start: tell})
	for _, c := range []struct {
		options      []interrex.Option
		said, logged string
	}{
		{[]interrex.Option{interrex.LeadsTo("vac", no, no), interrex.Properties("validity")}, "own property vac is vacuous: its premise is never true", ""},
		{[]interrex.Option{interrex.Initiators(), interrex.Properties("one-leader")}, "", "warning: vacuous, with a premise that is never true: one-leader"},
		{[]interrex.Option{interrex.LeadsTo("settles", proclaimed, agreed), interrex.Properties("validity")}, "", ""},
	} {
		l := &logging{failing: failing{TB: t}}
		if interrex.Require(l, election, c.options...); l.said != c.said || l.logged != c.logged {
			t.Errorf("it fails with %q and logs %q; want %q and %q", l.said, l.logged, c.said, c.logged)
		}
	}
}

// A logging is a failing test that records its log.
type logging struct {
	failing
	logged string
}

func (l *logging) Logf(format string, args ...any) { l.logged = fmt.Sprintf(format, args...) }

// TestOwnPropertiesOfTheCatalogue: an own property of an algorithm of the catalogue, asked beside its own ones.
func TestOwnPropertiesOfTheCatalogue(t *testing.T) {
	ring, _ := model.Find("chang-roberts")
	report, err := interrex.Check(t.Context(), ring, interrex.Always("few-messages", func(v interrex.View) bool { return len(v.Messages) <= 2 }))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Properties {
		if want := map[bool]checker.Verdict{true: checker.Violated, false: checker.Holds}[p.Name == "few-messages"]; p.Verdict != want {
			t.Errorf("%s %v, want %v", p.Name, p.Verdict, want)
		}
	}
	if len(report.Properties) != 8 {
		t.Errorf("%d properties", len(report.Properties))
	}
}

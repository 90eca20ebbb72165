package serve

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"interrex"
	"interrex/internal/study"
	"interrex/internal/testlevel"
	"interrex/traces/stage"
)

// fetched asks for the document of a walk, and says which walk it is.
func fetched(t *testing.T, s *Site, address string) (run stage.Run, walk string) {
	t.Helper()
	for {
		w := get(s, address)
		switch w.Code {
		case http.StatusSeeOther:
			address = w.Header().Get("Location")
			continue
		case http.StatusOK:
			if err := json.Unmarshal(w.Body.Bytes(), &run); err != nil {
				t.Fatal(err)
			}
			at, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			return run, at.Query().Get(walkParameter)
		}
		t.Fatalf("%s: %d\n%s", address, w.Code, w.Body)
	}
}

// TestThen: each way to go on leads to the address of the walk that it makes.
func TestThen(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ address, want string }{
		{"/walk?algo=bully&n=2&walk=0&then=1", "/walk?algo=bully&n=2&walk=0.1"},
		{"/walk?algo=bully&n=2&walk=0.1.0_1&then=0", "/walk?algo=bully&n=2&walk=0.1.0"},
		{"/run?algo=bully&n=2&walk=0.1.0_0&then=0", "/run?algo=bully&n=2&walk=0.0"},
		{"/walk?algo=bully&n=2&walk=0.1.0&then=undo", "/walk?algo=bully&n=2&walk=0.1"},
	} {
		if w := get(s, c.address); w.Code != http.StatusSeeOther || w.Header().Get("Location") != c.want {
			t.Errorf("%s: %d, to %q, want %q\n%s", c.address, w.Code, w.Header().Get("Location"), c.want, w.Body)
		}
	}
	for address, want := range map[string]string{
		"/walk?algo=bully&n=2&then=9":                  "step 9 after 0 steps: ",
		"/walk?algo=bully&n=2&then=on":                 "then=on: allowed are ",
		"/walk?algo=bully&n=2&then=undo":               "there is no step to undo",
		"/walk?algo=bully&n=2&then=calm":               "there is nothing left to do",
		"/walk?algo=lelann&n=2&then=most&initiators=3": "-initiators",
	} {
		if w := get(s, address); w.Code != http.StatusBadRequest || !strings.Contains(html.UnescapeString(w.Body.String()), want) {
			t.Errorf("%s: %d, and no %q in\n%s", address, w.Code, want, w.Body)
		}
	}
}

// TestOnward: a run goes on at random from where one stands, and to a calm end by required steps alone.
func TestOnward(t *testing.T) {
	s := newSite(t)
	const world = "/run?algo=bully&n=3&crashes=1&restarts=1&"
	for _, start := range []string{"0.0", "0.1.0"} {
		for _, way := range []string{"random", "calm"} {
			run, walk := fetched(t, s, world+"walk="+start+"&then="+way)
			steps := strings.Count(start, ".")
			if !strings.HasPrefix(walk, start+".") || len(run.Steps) <= steps {
				t.Fatalf("%s from %s is %s, of %d steps", way, start, walk, len(run.Steps))
			}
			for k := steps; way == "calm" && k < len(run.Steps); k++ {
				if c := run.Choices[run.States[k].Can[*run.Steps[k].Choice]]; !c.Owed {
					t.Errorf("%s is no calm end: %s", walk, c.Text)
				}
			}
		}
	}
	run, _ := fetched(t, s, world+"then=crash")
	if !strings.Contains(run.Note, "All live processes have elected") || !strings.Contains(run.Steps[0].Says+run.Steps[len(run.Steps)-1].Says, "P") {
		t.Errorf("an election with a crash ends with %q", run.Note)
	}
}

// TestSaved: each form is what its name says, is sent as a file, and has the run in it.
func TestSaved(t *testing.T) {
	s := newSite(t)
	for form, wants := range map[string][]string{
		"json": {`"format":"interrex-run/1"`, "P2 dies."}, "html": {"<!DOCTYPE html>", `id="runs"`, "P2 dies."},
		"svg": {"<svg ", "P1", "</svg>"}, "moving.svg": {"<svg ", "animation-duration", "P2 dies"},
	} {
		w := get(s, savedAs(form)+"?algo=bully&n=2&walk=0.3")
		if got := w.Header().Get("Content-Disposition"); w.Code != http.StatusOK || got != `attachment; filename="bully.`+form+`"` {
			t.Errorf("%s: %d, %s", form, w.Code, got)
		}
		for _, want := range wants {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s has no %q in it:\n%.2000s", form, want, w.Body)
			}
		}
	}
	if len(forms) != 4 {
		t.Errorf("%d forms, of which 4 are looked at", len(forms))
	}
	if w := get(s, savedAs("moving.svg")+"?algo=bully&n=2"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "an animation needs") {
		t.Errorf("a run without steps: %d\n%s", w.Code, w.Body)
	}
}

// TestLongWalk: a walk of the most steps goes on no further, and says so.
func TestLongWalk(t *testing.T) {
	s := newSite(t)
	ring := "/walk?algo=ring&n=2&ids=2,1&crashes=0&starts=unlimited&walk=0"
	run, walk := fetched(t, s, strings.Replace(ring, "/walk", "/run", 1)+"&then=random")
	if len(run.Steps) == 0 {
		t.Fatal("no step is taken")
	}
	if w := get(s, strings.Replace(ring, "walk=0", "walk="+walk+strings.Repeat(".0", 5*study.MostSteps), 1)); w.Code < 400 {
		t.Errorf("too long a walk: %d", w.Code)
	}
}

// hostile has in all its strings what a page must not take for its own.
type hostile struct{}

const attack = `<script>alert(1)</script>"'&amp;</script><!--` + "\u202e\u2066"

type shout struct{ Text string }

type said struct{ heard string }

func (hostile) Initial(interrex.ID) said { return said{} }
func (hostile) Status(l said) interrex.Status {
	return interrex.Status{Idle: true, MayStart: l.heard == "", Elected: interrex.Nobody}
}
func (hostile) Start(p *interrex.Process[said]) {
	p.Local.heard = attack
	if p.ID == 7 {
		p.Local.heard = strings.Repeat("long", 1000)
	}
	p.Broadcast(p.Others(), shout{p.Local.heard})
}
func (hostile) Detect(*interrex.Process[said]) {}

func (hostile) Receive(p *interrex.Process[said], _ interrex.ID, m interrex.Message) {
	p.Local.heard = m.(shout).Text
}

// TestHostileElection: strings of an election stay text, on pages, in documents and in files.
func TestHostileElection(t *testing.T) {
	p := program()
	p.Elections = []interrex.Algorithm{interrex.Election("hostile", hostile{})}
	s := newSite(t)
	s = New(Config{Offer: s.Offer, Program: p, Complain: func(words string) { t.Error(words) }})
	t.Cleanup(s.Close)
	const world = "algo=hostile&n=2&walk=0.0"
	for _, address := range []string{"/walk?" + world, "/run?" + world, "/check?algo=hostile&n=2", savedAs("html") + "?" + world, savedAs("svg") + "?" + world, savedAs("moving.svg") + "?" + world} {
		body := page(t, s, address)
		if strings.Contains(body, "<script>alert") || strings.Contains(body, "</script><!--") || strings.Contains(body, "\u202e") {
			t.Errorf("%s has the string as it is:\n%s", address, body)
		}
	}
	run, _ := fetched(t, s, "/run?"+world)
	if len(run.Messages) == 0 || !strings.Contains(run.Messages[0].Text, `<script>alert(1)</script>"`) {
		t.Errorf("the document has lost the message: %+v", run.Messages)
	}
	run, _ = fetched(t, s, "/run?algo=hostile&ids=7,9&walk=0.0")
	if got := utf8.RuneCountInString(run.Messages[0].Text); got > 300 {
		t.Errorf("a message has %d letters", got)
	}
}

// TestLongWalkOfMany: a walk whose document would take a server minutes is refused.
func TestLongWalkOfMany(t *testing.T) {
	testlevel.Alone(t)
	w := httptest.NewRecorder()
	newSite(t).ServeHTTP(w, httptest.NewRequest("GET", "/run?algo=omega-timely&n=60&walk=0"+strings.Repeat(".0", 300), nil))
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "a walk of 300 steps: allowed are 291 steps of 60 processes") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

// TestLeave: the page of a check may say that its visitor has left, and nothing else comes of it.
func TestLeave(t *testing.T) {
	s := newSite(t)
	for _, address := range []string{"/leave?algo=bully&n=2", "/leave?algo=nobody", "/leave"} {
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, httptest.NewRequest("POST", address, nil)); w.Code != http.StatusNoContent {
			t.Errorf("%s: %d", address, w.Code)
		}
	}
}

// TestWalkEndsWithItsVisitor: what a visitor does not wait for is not told to its end.
func TestWalkEndsWithItsVisitor(t *testing.T) {
	gone, leave := context.WithCancel(t.Context())
	k, _, err := newSite(t).walker(httptest.NewRequestWithContext(gone, "GET", "/run?algo=ring&n=3&walk=0.0", nil))
	if err != nil || k.document() == nil {
		t.Fatalf("there is no document: %v", err)
	}
	if leave(); k.document() != nil {
		t.Error("it is told although its visitor has left")
	}
}

// TestWithoutScripts: the page of a walk has the picture up to the moment, and links to others.
func TestWithoutScripts(t *testing.T) {
	body := page(t, newSite(t), "/walk?algo=bully&n=2&walk=0.1.0_1")
	_, still, _ := strings.Cut(body, `<div class="still">`)
	still, _, _ = strings.Cut(html.UnescapeString(still), "</div>")
	for _, want := range []string{
		`src="/save/run.svg?algo=bully&n=2&walk=0.1.0_1"`, "step 1 of 2",
		`href="/walk?algo=bully&n=2&walk=0.1.0_0">first`, `href="/walk?algo=bully&n=2&walk=0.1.0">next`,
	} {
		if !strings.Contains(still, want) {
			t.Errorf("no %s in %s", want, still)
		}
	}
}

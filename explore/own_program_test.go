package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"interrex"
	"interrex/checker"
	"interrex/explore/internal/serve"
	"interrex/internal/check"
	"interrex/model/mutants"
)

// believer is an election of a user: who starts proclaims itself, and the others believe the highest.
type believer struct{}

type belief struct{ leader interrex.ID }

type proclaimed struct{ ID interrex.ID }

func (believer) Initial(leader interrex.ID) belief { return belief{leader} }
func (believer) Status(l belief) interrex.Status {
	return interrex.Status{Elected: l.leader, Idle: true, MayStart: l.leader == interrex.Nobody}
}
func (believer) Start(p *interrex.Process[belief]) {
	p.Local.leader = p.ID
	p.Broadcast(p.Others(), proclaimed{p.ID})
}
func (b believer) Detect(p *interrex.Process[belief]) { b.Start(p) }
func (believer) Receive(p *interrex.Process[belief], _ interrex.ID, m interrex.Message) {
	p.Local.leader = max(p.Local.leader, m.(proclaimed).ID)
}

// illustrated is that election with its rules and a drawing.
type illustrated struct{ believer }

func (e illustrated) Start(p *interrex.Process[belief]) {
	p.Rule("BE1")
	e.believer.Start(p)
}

func (e illustrated) Receive(p *interrex.Process[belief], from interrex.ID, m interrex.Message) {
	p.Rule("BE2", "j", m.(proclaimed).ID)
	e.believer.Receive(p, from, m)
}

func (illustrated) Rules() []interrex.Rule {
	return []interrex.Rule{{ID: "BE1", Text: "Start: elected := i, send proclaimed(i) to all others."}, {ID: "BE2", When: "On taking proclaimed(j)", Text: "elected := max(elected, j)."}}
}

func (illustrated) Draw(v interrex.View) string {
	return fmt.Sprintf(`<circle cx="100" cy="100" r="%d"/>`, 20*len(v.Live()))
}

// ownExplorer serves that election.
func ownExplorer(t *testing.T) string {
	program := Program{Elections: []interrex.Algorithm{interrex.Election("believer", illustrated{}, interrex.World("-starts=2"))}}
	site := serve.New(serve.Config{Offer: serve.Usual(), Program: program.commands("believe"), Complain: func(words string) { t.Error(words) }})
	t.Cleanup(site.Close)
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	return server.URL
}

// own is the program of that election, with properties and a world of its own.
func own() Program {
	isQuiet := func(v interrex.View) bool { return len(v.Messages) == 0 }
	return Program{Elections: []interrex.Algorithm{interrex.Election("believer", believer{}, interrex.World("-starts=2 -crashes=1"),
		interrex.Always("one-follows", func(v interrex.View) bool {
			for _, id := range v.Live() {
				if interrex.Local[belief](v, id).leader == 1 && id != 1 {
					return false
				}
			}
			return true
		}),
		interrex.Eventually("two-lead", func(v interrex.View) bool { return len(v.Leaders()) == 2 }),
		interrex.LeadsTo("settles", func(v interrex.View) bool { return !isQuiet(v) }, isQuiet),
	)}}
}

// careless is that program with a property that panics.
func careless() Program {
	return Program{Elections: []interrex.Algorithm{interrex.Election("believer", believer{}, interrex.World("-starts=2"),
		interrex.Always("careful", func(v interrex.View) bool { return len(v.Messages) < 4 || v.Messages[len(v.IDs())+1].To == 0 }))}}
}

func callOwn(args ...string) reply { return callIn(own(), args...) }

func callIn(p Program, args ...string) reply {
	var stdout, stderr strings.Builder
	code := run(context.Background(), p.commands("believe"), args, &stdout, &stderr)
	return reply{code, stdout.String(), stderr.String()}
}

// measured is what differs between two runs of a check.
var measured = regexp.MustCompile(`(?m)^  "(seconds|liveness_seconds|states_per_second|peak_bytes|bytes_per_state|row_bytes|number_bytes|workers)": .*\n|^took .*\n`)

// TestOwnPropertiesAnywhere: a store and the number of workers change no word of a report.
func TestOwnPropertiesAnywhere(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		reports := map[string]bool{}
		for _, more := range [][]string{{"-workers=1"}, {"-workers=3"}, {"-workers=2", "-store=" + filepath.Join(t.TempDir(), "kept")}} {
			r := callOwn(append([]string{"-n=3", "-property=one-follows,two-lead,settles", "-quiet", "-format=" + format}, more...)...)
			if r.code != check.ExitSafety {
				t.Errorf("%v: %+v", more, r)
			}
			reports[measured.ReplaceAllString(r.stdout, "")] = true
		}
		if len(reports) != 1 {
			t.Errorf("%d different reports in %s", len(reports), format)
		}
		for report := range reports {
			for _, name := range []string{"one-follows", "two-lead", "settles"} {
				if !strings.Contains(report, name) {
					t.Errorf("no word of %s in\n%s", name, report)
				}
			}
		}
	}
}

// TestOwnPropertyPanics: it is an error of the election with a shortest run to there, with a store too.
func TestOwnPropertyPanics(t *testing.T) {
	reports := map[string]bool{}
	for _, more := range []string{"-workers=2", "-store=" + filepath.Join(t.TempDir(), "kept")} {
		r := callIn(careless(), "-n=3", "-property=careful", "-quiet", more)
		if !strings.Contains(r.stdout, "panic in property careful: index out of range [4] with length 4 (own_program_test.go:") || r.code != check.ExitError || r.stderr != "" {
			t.Errorf("%s: %+v", more, r)
		}
		reports[r.stdout] = true
	}
	if len(reports) != 1 {
		t.Errorf("%d different reports", len(reports))
	}
}

// A clumsy believer panics where it takes a message as the leader.
type clumsy struct{ believer }

func (c clumsy) Receive(p *interrex.Process[belief], from interrex.ID, m interrex.Message) {
	if p.Local.leader == p.ID {
		panic("no room")
	}
	c.believer.Receive(p, from, m)
}

// TestAPanicHasARun: the report of a panic has the run to it, and the pages of that run say what panics.
func TestAPanicHasARun(t *testing.T) {
	breaks := Program{Elections: []interrex.Algorithm{interrex.Election("believer", clumsy{}, interrex.World("-starts=2"))}}
	for words, p := range map[string]Program{
		"panic in property careful: index out of range [4] with length 4": careless(),
		"panic in Receive of P1: no room":                                 breaks,
	} {
		args, found := []string{"-n=3", "-quiet"}, check.Document{}
		r := callIn(p, append(args, "-format=json")...)
		if err := json.Unmarshal([]byte(r.stdout), &found); err != nil || r.code != check.ExitError || len(found.Runs) != 1 {
			t.Fatalf("%s: %v, exit %d, %s, %d runs", words, err, r.code, r.stderr, len(found.Runs))
		}
		run := found.Runs[0].Run
		if run.Validate() != nil || len(run.Steps) != len(found.Properties[0].Counterexample.Stem) || run.Property != "no-panic" || !strings.Contains(run.Note, words) || run.Cycle != nil {
			t.Errorf("%s: the run shows %q, %q in %d steps, %v", words, run.Property, run.Note, len(run.Steps), run.Validate())
		}
		for _, format := range []string{"html", "svg", "mermaid", "itf", "junit"} {
			if r := callIn(p, append(args, "-format="+format)...); r.code != check.ExitError || r.stdout == "" || strings.Contains(r.stderr, "panic") {
				t.Errorf("%s: -format=%s: %d, %s", words, format, r.code, r.stderr)
			}
		}
		playsPanic(t, p, words)
	}
}

// playsPanic looks at the pages of the run to a panic.
func playsPanic(t *testing.T, p Program, words string) {
	site := serve.New(serve.Config{Program: p.commands("believe"), Complain: func(words string) { t.Error(words) },
		Offer: serve.Offer{Jobs: 1, Bounds: checker.Options{Workers: 1, MaxStates: 10_000, MaxMemory: 1 << 30}}})
	defer site.Close()
	get := func(address string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		if w.Code >= 500 {
			t.Errorf("%s: %d\n%s", address, w.Code, w.Body)
		}
		return w
	}
	walk := regexp.MustCompile(`"/walk(\?[^"]*walk=0[.0-9]*)`).FindStringSubmatch(get("/check?n=3").Body.String())
	if walk == nil {
		t.Fatalf("%s: the page of the check leads to no run", words)
	}
	query := strings.ReplaceAll(walk[1], "&amp;", "&")
	for _, page := range []string{"/walk", "/run", "/graph", "/outlook", "/save/run.svg", "/save/run.html", "/save/run.json"} {
		get(page + query)
	}
	for _, way := range []string{"0", "random", "undo", "crash"} {
		get("/walk" + query + "&then=" + way)
	}
	if body := get("/run" + query).Body.String(); !strings.Contains(body, `"broken"`) && !strings.Contains(body, `"panic","peer":0,"why":"`+words) {
		t.Errorf("%s: the page says nothing of it: %s", words, body)
	}
}

// TestFindInOwnElection: conditions have the variables and messages of an own election, and a check of it has a run to watch.
func TestFindInOwnElection(t *testing.T) {
	for _, c := range []struct {
		condition string
		code      int
		says      string
	}{
		{"P2.leader == 1 & leaders > 0", 0, "verdict: found after "},
		{"P2.leader == nonsense", check.ExitFlags, `P2.leader is never "nonsense"; it is `},
		{"message(Nonsense)", check.ExitFlags, `no message is ever "Nonsense"; it is `},
		{"P2.follower == 1", check.ExitFlags, "column 1: there is no variable follower of P2; there are "},
	} {
		if r := callOwn("find", "-n=3", "-quiet", c.condition); r.code != c.code || !strings.Contains(r.stdout+r.stderr, c.says) {
			t.Errorf("%s: exit code %d, want %d: %s\n%s%s", c.condition, r.code, c.code, c.says, r.stdout, r.stderr)
		}
	}
	if r := callOwn("-n=3", "-property=validity", "-show=random", "-seed=3", "-quiet"); !strings.Contains(r.stdout, "A random run of ") {
		t.Errorf("%+v", r)
	}
}

// TestFlagsOfCheck: interrex.Flags takes or refuses each flag of check, and calls none unknown.
func TestFlagsOfCheck(t *testing.T) {
	program, refused := own(), 0
	for _, f := range program.commands("believe").Command("check").New(program.commands("believe")).Flags() {
		_, err := interrex.Check(t.Context(), program.Elections[0], interrex.Flags("-"+f.Name+"=?"))
		if err != nil && strings.Contains(err.Error(), "unknown flag") {
			t.Error(err)
		}
		if err != nil && strings.Contains(err.Error(), "of the command alone") {
			refused++
		}
	}
	if refused != 8 {
		t.Errorf("%d flags are refused; -format, -o, -orders, -quiet, -seed, -show, -store and -v have to be", refused)
	}
}

// TestOwnStory: a program without stories requires a file.
func TestOwnStory(t *testing.T) {
	if r := callOwn("story", "odyssey"); r.code != check.ExitFlags || r.stdout != "" || !strings.HasSuffix(r.stderr, "story: a file is required; name a FILE.story (exit 151)\n") {
		t.Errorf("%+v", r)
	}
}

// elsewhere is what a program of other elections must not speak of.
var elsewhere = regexp.MustCompile(`\bexplore (check|list|help|-)|\b(raft|omega|consensus|bully|chang-roberts|claims|crosscheck)\b`)

// TestOwnHelp: the help, the list and the errors of a program of other elections have its own name, and speak of no others.
func TestOwnHelp(t *testing.T) {
	calls := [][]string{{}, {"help"}, {"list"}, {"completion", "bash"}, {"-nn=3"}, {"nothing"}, {"help", "nothing"}, {"-property=all", "-n=0"}}
	for _, c := range own().commands("believe").Commands {
		calls = append(calls, []string{"help", c.Name})
	}
	for _, args := range calls {
		r := callOwn(args...)
		if said := elsewhere.FindString(r.stdout + r.stderr); said != "" || len(r.stdout+r.stderr) < 40 {
			t.Errorf("believe %v says %q in\n%s%s", args, said, r.stdout, r.stderr)
		}
	}
	if r := callOwn("list"); !strings.Contains(r.stdout, "one-follows          the author's condition is true in every state") || !strings.Contains(r.stdout, "by default -starts=2 -crashes=1") {
		t.Errorf("its own properties and its world are not listed:\n%s", r.stdout)
	}
	if r := callOwn("-nn=3"); !strings.HasPrefix(r.stderr, "believe: unknown flag -nn") {
		t.Errorf("the error has another name: %s", r.stderr)
	}
}

// TestOwnSite: each page that a page of a program of other elections links to is there, and no heading stands above nothing.
func TestOwnSite(t *testing.T) {
	site := serve.New(serve.Config{Program: own().commands("believe"), Complain: func(words string) { t.Error(words) },
		Offer: serve.Offer{Jobs: 1, Bounds: checker.Options{Workers: 1, MaxStates: 10_000, MaxMemory: 1 << 30}}})
	defer site.Close()
	link, emptyList := regexp.MustCompile(`href="(/[^"#]*)"`), regexp.MustCompile(`<ul[^>]*>\s*</ul>`)
	tags := regexp.MustCompile(`(?s)<(script|style|svg|head).*?</(script|style|svg|head)>|<[^>]+>`)
	known := map[string]bool{"/": true}
	for todo := []string{"/"}; len(todo) > 0 && len(known) < 40; todo = todo[1:] {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, strings.ReplaceAll(todo[0], "&amp;", "&"), nil))
		page := w.Body.String()
		if w.Code >= 400 || w.Code == http.StatusOK && strings.TrimSpace(page) == "" || emptyList.MatchString(page) {
			t.Errorf("%s: %d\n%s", todo[0], w.Code, page)
		}
		if strings.HasPrefix(todo[0], "/assets/") {
			continue
		}
		if said := elsewhere.FindString(tags.ReplaceAllString(page, " ")); said != "" {
			t.Errorf("%s speaks of %s", todo[0], said)
		}
		for _, found := range link.FindAllStringSubmatch(page, -1) {
			if !known[found[1]] {
				known[found[1]] = true
				todo = append(todo, found[1])
			}
		}
	}
	if len(known) < 6 {
		t.Errorf("there are only %d links", len(known))
	}
}

// TestStepsThroughTheViolation: the hint of a report names the program as its user calls it, and keeps the property.
func TestStepsThroughTheViolation(t *testing.T) {
	p := own().commands("believe")
	p.Name = "go run ."
	var stdout, stderr strings.Builder
	if code := run(context.Background(), p, []string{"believer", "-n=3", "-property=two-lead", "-quiet"}, &stdout, &stderr); code == check.ExitHolds ||
		!strings.Contains(stdout.String(), "\nstep through it: go run . step -algo=believer -n=3 -property=two-lead\n") {
		t.Errorf("exit %d: %s%s", code, stdout.String(), stderr.String())
	}
	if run(context.Background(), p, []string{"-n=0"}, &stdout, &stderr); !strings.HasPrefix(stderr.String(), "believe: -n=0: ") {
		t.Error(stderr.String())
	}
	for path, is := range map[string]bool{"/tmp/go-build123/b001/exe/lease": true, "/home/a/.cache/go-build/ab/cd-d/lease": true, "/home/a/lease/lease": false} {
		if isGoRun(path) != is {
			t.Errorf("%s: built by go run: %t", path, !is)
		}
	}
}

// deaf is an election in which no one hears the others.
type deaf struct{ believer }

func (deaf) Receive(*interrex.Process[belief], interrex.ID, interrex.Message) {}

// TestOwnMutant: a mutant of one's own is killed by the property that it must violate, and not by one that it keeps.
func TestOwnMutant(t *testing.T) {
	healthy := interrex.Election("believer", believer{})
	for breaks, code := range map[string]int{"somebody-leads": check.ExitHolds, "agreement": check.ExitSafety} {
		p := Program{Elections: []interrex.Algorithm{healthy},
			Mutants: []mutants.Mutant{mutants.Own(healthy, "deaf", "hears nobody", interrex.Election("believer", deaf{}), breaks)}}
		if r := callIn(p, "mutants", "-quiet"); r.code != code || !strings.Contains(r.stdout, "hears nobody") {
			t.Errorf("%s: %+v", breaks, r)
		}
	}
}

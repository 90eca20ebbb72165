package serve

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"interrex/checker"
	"interrex/explore/internal/checking"
	"interrex/explore/internal/command"
	"interrex/explore/internal/serve/jobs"
	"interrex/internal/testlevel"
	"interrex/model"
)

// program is one with all elections.
func program() *command.Program {
	bully, _ := model.Find("bully")
	p := &command.Program{Name: "explore", Elections: append(model.Catalogue(), model.Consensus(bully)), Catalogue: true}
	p.Commands = []*command.Command{checking.Command(nil)}
	return p
}

func init() { briefTime = time.Hour }

// newSite makes a site that ends with the test. Whatever it complains of is an error.
func newSite(t testing.TB) *Site {
	s := New(Config{
		Offer:    Offer{Jobs: 2, Bounds: checker.Options{Workers: 2, MaxStates: 100_000, MaxTime: time.Hour, MaxMemory: 4 << 30}},
		Program:  program(),
		Complain: func(words string) { t.Error(words) },
	})
	t.Cleanup(s.Close)
	return s
}

// get asks for a page as a browser does that follows a link.
func get(s http.Handler, address string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// page asks for a page until nothing on it is under way, and for what a form's address becomes.
func page(t testing.TB, s *Site, address string) string {
	t.Helper()
	for {
		w := get(s, address)
		if w.Code == http.StatusSeeOther {
			address = w.Header().Get("Location")
			continue
		}
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d\n%s", address, w.Code, w.Body)
		}
		if body := w.Body.String(); !strings.Contains(body, `id="progress"`) && !strings.HasPrefix(body, `{"detail":`) {
			return body
		}
	}
}

// addresses that any site has.
var everyPage = []string{
	"/", "/check", "/check?algo=raft&form=only", "/check?algo=bully&n=2", "/check?algo=bully&n=2&crashes=9x", "/check?algo=nobody",
	"/check?algo=chang-roberts&n=3&crashes=1", "/walk?algo=bully&n=2", "/walk?algo=bully&n=2&walk=0.0.1", "/walk?algo=bully&n=2&walk=7", "/walk",
	"/a/bully", "/a/omega-timely", "/a/nobody", "/find", "/find?algo=ring&n=2&find=leaders+>+1", "/find?algo=ring&n=2&find=leadr(2)", "/find?algo=ring&n=2&find=leader(2)",
	"/watch?algo=ring&n=2&show=nothing", "/watch?algo=ring&n=2&show=counterexample",
	"/walk?algo=bully&n=2&walk=0.0&ask=elect", "/walk?algo=bully&n=2&walk=0.0&then=9", "/claims", "/claims/C05",
	"/claims/C99", "/traces", "/nowhere", "/story/figure-6.19", "/story/nothing",
}

var (
	// Data in a script of another type is not executed.
	inline  = regexp.MustCompile(`(?i)<script(?:\s+(?:type="(?:module|text/javascript)"|src="[^"]*"|async|defer))*\s*>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:`)
	foreign = regexp.MustCompile(`(?:href|src|action)="(?:[a-z]+:)?//`)
)

// TestEveryPage: each says who may give it what, has nothing inline that this forbids, and leads
// nowhere else. Whatever can be filled in has a label, and no id is there twice.
func TestEveryPage(t *testing.T) {
	s := newSite(t)
	id := regexp.MustCompile(`\sid="([^"]*)"`)
	fillable := regexp.MustCompile(`<(?:input|select)\s[^>]*>`)
	for _, address := range everyPage {
		w := get(s, address)
		if w.Code >= 500 {
			t.Errorf("%s: %d", address, w.Code)
		}
		if got := w.Header().Get("Content-Security-Policy"); got != policyOfPage || strings.Contains(got, "unsafe") {
			t.Errorf("%s: its policy is %q", address, got)
		}
		if w.Code == http.StatusSeeOther {
			continue
		}
		body := strings.Replace(w.Body.String(), `<script type="application/json" id="runs">`, "<pre>", 1) // data, which no browser runs
		if bad := inline.FindString(body); bad != "" {
			t.Errorf("%s has %q in it", address, bad)
		}
		if bad := foreign.FindString(body); bad != "" {
			t.Errorf("%s has %q in it", address, bad)
		}
		for _, want := range []string{"<!DOCTYPE html>", `<html lang="en">`, `<main id="main">`, "<h1>", "</html>"} {
			if strings.Count(body, want) != 1 {
				t.Errorf("%s: %q is there %d times", address, want, strings.Count(body, want))
			}
		}
		seen := map[string]bool{}
		for _, found := range id.FindAllStringSubmatch(body, -1) {
			if seen[found[1]] {
				t.Errorf("%s: the id %s is there twice", address, found[1])
			}
			seen[found[1]] = true
		}
		for _, tag := range fillable.FindAllString(body, -1) {
			named := id.FindStringSubmatch(tag)
			if !strings.Contains(tag, `type="hidden"`) && (named == nil || !strings.Contains(body, `<label for="`+named[1]+`"`) && !strings.Contains(body, `<label class="unseen" for="`+named[1]+`"`)) {
				t.Errorf("%s: %s has no label", address, tag)
			}
		}
	}
}

// TestCrawl follows links from page to page, the jobs' results included: none is broken.
func TestCrawl(t *testing.T) {
	testlevel.Alone(t)
	s := newSite(t)
	link := regexp.MustCompile(`(?:href|src)="(/[^"#]*)`)
	entity := strings.NewReplacer("&amp;", "&", "&#43;", "+")
	seen := map[string]bool{}
	queue := []string{"/check?algo=bully&n=2&restarts=1", "/traces", "/claims/C25", "/walk?algo=ring-detector&n=2"}
	for pages := 0; len(queue) > 0 && pages < 250; pages++ {
		address := queue[0]
		queue = queue[1:]
		w := get(s, address)
		if w.Code != http.StatusOK && w.Code != http.StatusSeeOther && w.Code != http.StatusMovedPermanently {
			t.Errorf("%s: %d\n%s", address, w.Code, w.Body)
		}
		for _, found := range link.FindAllStringSubmatch(w.Body.String(), -1) {
			next := entity.Replace(found[1])
			if !seen[next] && next != "/" && !strings.HasPrefix(next, "/claims") && !strings.Contains(next, "algo=bully&n=4") {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d links were found", len(seen))
	}
}

// TestUnfair: a cycle that somebody has made up, in which a message is never taken, breaks nothing.
func TestUnfair(t *testing.T) {
	s := newSite(t)
	run, _ := fetched(t, s, "/run?algo=bully&n=2&initiators=2&channels=duplicating&duplicates=unlimited&walk=0.0.1~1")
	words := strings.Join(run.Words, " ")
	if !strings.Contains(words, "It does not break ends, since it is not fair") || !strings.Contains(words, "never taken: P1 takes COORDINATOR(2) from P2") || run.Verdict != "" {
		t.Errorf("it does not say that the run is not fair: %s %s", words, run.Verdict)
	}
}

// TestLinksAreWhole: an address shows the same on another server, byte for byte.
func TestLinksAreWhole(t *testing.T) {
	address := "/run?algo=bully&n=3&restarts=1&walk=0.0.0.1_2"
	if one, other := page(t, newSite(t), address), page(t, newSite(t), address); one != other {
		t.Errorf("%s is two pages:\n%s\n\n%s", address, one, other)
	}
}

// TestNoFiles: no flag that names a file is taken from an address, and what would read or write one
// is no command here.
func TestNoFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newSite(t)
	for _, flag := range []string{"o=x", "-o=x", "o%3Dx=1", "o%3Dx%3D1=1", "%20o=x", "counterexample=/etc/passwd", "story=/etc/passwd.story", "minimal=.", "edges=true", "format=html", "id=C01", "addr=:1", "workers=200", "h=true", "help=true"} {
		for _, path := range []string{"/check?", "/walk?", "/run?", "/outlook?", "/save/run.html?"} {
			if w := get(s, path+"algo=bully&n=2&"+flag); w.Code != http.StatusBadRequest {
				t.Errorf("%s%s: %d", path, flag, w.Code)
			}
		}
	}
	for _, address := range []string{"/check?algo=bully&n=1&n=2", "/check?algo=bully&n=1&n=2&t=", "/walk?algo=bully&n=1&n=2"} {
		if w := get(s, address); w.Code != http.StatusBadRequest {
			t.Errorf("%s: n given twice: %d", address, w.Code)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 0 {
		t.Errorf("on the disk there is %v, %v", left, err)
	}
}

// TestStrangers: other sites' pages get nothing done here.
func TestStrangers(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		name, method, address string
		headers               map[string]string
		want                  int
	}{
		{"a link elsewhere", "GET", "/", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200},
		{"a frame elsewhere", "GET", "/", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403},
		{"a picture elsewhere", "GET", "/check?algo=bully&n=4", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a picture on another port", "GET", "/check?algo=bully&n=4", map[string]string{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a form elsewhere", "POST", "/stop?algo=bully&n=4", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"our own form", "POST", "/stop?algo=bully&n=4", map[string]string{"Sec-Fetch-Site": "same-origin"}, 303},
		{"a long address", "GET", "/check?" + strings.Repeat("a", mostAddress+1), nil, 414},
		{"a method that is none", "DELETE", "/", nil, 405},
	} {
		r := httptest.NewRequest(c.method, c.address, nil)
		for name, value := range c.headers {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != c.want {
			t.Errorf("%s: %d, want %d", c.name, w.Code, c.want)
		}
	}
}

// TestStopAndAgain stops a check that would take long, and begins it anew.
func TestStopAndAgain(t *testing.T) {
	s := newSite(t)
	s.Bounds.MaxStates = 0
	world := "algo=bully&n=5&timeouts=any&crashes=3"
	if w := get(s, "/check?"+world); !strings.Contains(w.Body.String(), "Exploring.") {
		t.Fatalf("it does not run:\n%s", w.Body)
	}
	post := func(path string) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("POST", path+"?"+world, nil))
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/check?algo=bully&crashes=3&n=5&timeouts=any" {
			t.Fatalf("%s: %d, to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
	post("/stop")
	body := page(t, s, "/check?"+world)
	for _, want := range []string{"Stopped before the end", "bounded by an interrupt", "Explore again"} {
		if !strings.Contains(body, want) {
			t.Errorf("once stopped it does not say %q:\n%s", want, body)
		}
	}
	post("/again")
	if w := get(s, "/check?"+world); !strings.Contains(w.Body.String(), "Exploring.") {
		t.Errorf("it does not run again:\n%s", w.Body)
	}
}

// TestBounds: nobody gets more than the server gives.
func TestBounds(t *testing.T) {
	most := checker.Options{Workers: 2, MaxStates: 100, MaxTime: time.Minute, MaxMemory: 1 << 30}
	for _, c := range []struct{ asked, want checker.Options }{
		{checker.Options{Workers: 99}, most},
		{checker.Options{MaxStates: 7, MaxTime: time.Second, MaxMemory: 5, MaxDepth: 3}, checker.Options{Workers: 2, MaxStates: 7, MaxTime: time.Second, MaxMemory: 5, MaxDepth: 3}},
		{checker.Options{MaxStates: 101, MaxTime: time.Hour, MaxMemory: 1 << 40}, most},
	} {
		got := within(c.asked, most)
		if got.Workers != c.want.Workers || got.MaxStates != c.want.MaxStates || got.MaxTime != c.want.MaxTime || got.MaxMemory != c.want.MaxMemory || got.MaxDepth != c.want.MaxDepth {
			t.Errorf("asked for %+v: given %+v, want %+v", c.asked, got, c.want)
		}
	}
}

// TestQuota: the memory of a site is for all checks that run at a time together, and each has its part of it.
func TestQuota(t *testing.T) {
	for _, c := range []struct {
		line string
		want uint64
	}{
		{"-max-memory=120MiB -jobs=4", 30 << 20},
		{"-max-memory=120MiB -jobs=1", 120 << 20},
		{"-max-memory=120MiB", 60 << 20},
	} {
		a := &serving{}
		table := a.Flags()
		line, err := table.Scan(strings.Fields(c.line))
		if err == nil {
			err = table.Read(line)
		}
		if got := a.Offer.Bounds.MaxMemory; err != nil || got != c.want {
			t.Errorf("%s: %d bytes for a check, want %d (%v)", c.line, got, c.want, err)
		}
		if f, _ := table.Find("max-memory"); !strings.Contains(f.Help, "ends where that does not suffice") {
			t.Errorf("the command says of -max-memory: %s", f.Help)
		}
	}
}

// TestQueueOfVisitors: two who ask the same share a job, and more than fit are told so.
func TestQueueOfVisitors(t *testing.T) {
	s := newSite(t)
	s.Bounds.MaxStates = 0
	busy := func(i int) string {
		return "/check?algo=bully&n=5&timeouts=any&crashes=3&max-depth=" + string(rune('1'+i/10)) + string(rune('0'+i%10))
	}
	last := ""
	for i := 30; i < 30+2+mostWaiting; i++ {
		last = get(s, busy(i)).Body.String()
	}
	if !strings.Contains(last, "In the queue") {
		t.Errorf("the last one does not wait:\n%s", last)
	}
	if again := get(s, busy(30+1+mostWaiting)); again.Code != http.StatusOK {
		t.Errorf("asked for again: %d", again.Code)
	}
	if w := get(s, busy(29)); w.Code != http.StatusServiceUnavailable {
		t.Errorf("one too many: %d", w.Code)
	}
}

// TestFewWalksAtATime: pages of walks are drawn a few at a time, those who do not wait are forgotten, and
// other pages are not held up.
func TestFewWalksAtATime(t *testing.T) {
	drawing, goOn := make(chan bool, mostWalks), make(chan bool)
	h := newSite(t).guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/walk" {
			drawing <- true
			<-goOn
		}
	}))
	ask := func(ctx context.Context, path string) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", path, nil))
		return w.Code
	}
	var waiting sync.WaitGroup
	for range fewWalks {
		waiting.Go(func() { ask(t.Context(), "/walk") })
		<-drawing
	}
	gone, leave := context.WithCancel(t.Context())
	for range mostWalks - fewWalks {
		waiting.Go(func() { ask(gone, "/walk") })
	}
	for _, path := range []string{"/", "/graph"} {
		if ask(t.Context(), path) != http.StatusOK {
			t.Errorf("%s is held up", path)
		}
	}
	leave()
	if len(drawing) > 0 {
		t.Error("more are drawn at a time")
	}
	for range fewWalks {
		goOn <- true
	}
	waiting.Wait()
	if len(drawing) > 0 {
		t.Error("what nobody waits for is drawn")
	}
}

// TestClaimsSayWhatWasFound: a page names both what was asked and what was found where they differ, and the list has the condition.
func TestClaimsSayWhatWasFound(t *testing.T) {
	s := newSite(t)
	for address, want := range map[string]string{
		"/claims/C06": "not-stuck: violated (claimed: holds)",
		"/claims":     `<a class="mark partly" href="/claims/C06">holds only if option 1 is repaired, one process starts, one dies, and messages to the dead process are resent<br>or if `,
	} {
		if got := get(s, address).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s has no %q", address, want)
		}
	}
}

// TestBugIsToldOnce: however many look at a page that has failed.
func TestBugIsToldOnce(t *testing.T) {
	s, told := newSite(t), 0
	s.Complain = func(string) { told++ }
	bug := &jobs.Bug{Panic: "ouch"}
	if one, other := s.failure(bug), s.failure(bug); told != 1 || one != other || !strings.Contains(one, "ouch") {
		t.Errorf("told %d times, %q and %q", told, one, other)
	}
}

// TestOutOfMemory: a check that found no room can be asked for again, and one that is bounded by its
// own states would come to the same.
func TestOutOfMemory(t *testing.T) {
	s := newSite(t)
	for flag, want := range map[string]bool{"max-memory=1B": true, "max-states=100": false} {
		if body := page(t, s, "/check?algo=bully&n=4&crashes=1&"+flag); strings.Contains(body, "Explore again") != want || !strings.Contains(body, "inconclusive") {
			t.Errorf("%s: it can be asked for again: want %v\n%s", flag, want, body)
		}
	}
}

// TestOldLink: a link with a flag that is gone leads to the page without it.
func TestOldLink(t *testing.T) {
	s := newSite(t)
	for _, address := range []string{"/check?algo=bully&n=2&reduce=true", "/walk?algo=bully&n=2&shortest=true&walk=0.0",
		"/find?algo=bully&n=2&reduce=true&find=leader(2)", "/watch?algo=bully&n=2&show=election&shortest=true"} {
		if body := page(t, s, address); strings.Contains(body, "-reduce") || strings.Contains(body, "-shortest") {
			t.Errorf("%s:\n%s", address, body)
		}
	}
}

// TestSummedUp: the page has the verdicts on what is not asked in one line, and so the properties without a premise.
func TestSummedUp(t *testing.T) {
	s := newSite(t)
	if body := page(t, s, "/check?algo=raft&n=2"); !strings.Contains(body, "<p class=\"quiet\">not asked: ") {
		t.Errorf("what is not asked is missing:\n%s", body)
	}
	if body := page(t, s, "/check?algo=bully&n=2&starts=0&crashes=0"); strings.Count(body, "warning: vacuous") != 1 {
		t.Errorf("one line of vacuous properties is wanted:\n%s", body)
	}
}

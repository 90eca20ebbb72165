// Package play tests the renderer in a browser. It is a package of its own, so that a program that imports stage needs no browser.
package play

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"interrex/checker"
	"interrex/internal/browser"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/stage"
)

// electionWorld is a world of an election from the catalogue.
func electionWorld(t *testing.T, name string, ids ...model.ID) *world.World {
	t.Helper()
	for _, a := range model.Catalogue() {
		if a.Name == name {
			return world.New(world.Faulty(a, ids))
		}
	}
	t.Fatalf("there is no election %s", name)
	return nil
}

// takes follows the steps that pick chooses, until it chooses none.
func takes(w *world.World, pick func(at int, all []string, owed []bool) int) *checker.Path {
	p := &checker.Path{}
	w.Init(func(s checker.State) {
		if p.Initial == nil {
			p.Initial = slices.Clone(s)
		}
	})
	for at := p.Initial; ; at = p.Stem[len(p.Stem)-1].To {
		var all []checker.Transition
		var texts []string
		var owed []bool
		w.Steps(at, func(step checker.Step, to checker.State) {
			if to != nil {
				all = append(all, checker.Transition{Step: step, To: slices.Clone(to)})
				texts, owed = append(texts, w.DescribeStep(at, step)), append(owed, step.Fairness != checker.None)
			}
		})
		i := pick(len(p.Stem), texts, owed)
		if i < 0 {
			return p
		}
		p.Stem = append(p.Stem, all[i])
	}
}

// lasso is the lecture's run: P9 starts and dies, and ELECTION(9) goes round between the others.
func lasso(t *testing.T) *stage.Run {
	t.Helper()
	w := electionWorld(t, "ring", 4, 8, 9, 3)
	texts := []string{"P9 starts an election", "P9 dies", "P3 takes ELECTION(9) from P9", "P4 takes ELECTION(9) from P3", "P8 takes ELECTION(9) from P4", "P3 takes ELECTION(9) from P8"}
	p := takes(w, func(at int, all []string, _ []bool) int {
		if at == len(texts) {
			return -1
		}
		i := slices.Index(all, texts[at])
		if i < 0 {
			t.Fatalf("%q is not among %q", texts[at], all)
		}
		return i
	})
	p.Stem, p.Cycle, p.Lasso = p.Stem[:3], p.Stem[3:], true
	r := stage.Tell(t.Context(), w, p)
	r.Title, r.Property, r.Verdict, r.Note = "ELECTION(9) goes round for ever", "ends", "violated", "P9 is dead, and only P9 could stop ELECTION(9)."
	r.World, r.Command, r.Words = "One process may crash.", "explore -algo=ring -ids=4,8,9,3 -crashes=1", []string{"The run is fair."}
	r.Rules = []stage.Rule{{ID: "RI1", When: "Start", Text: "Send ELECTION(i).", Go: "func (r *Ring) Start()", TLA: "Start(i) == TRUE"}, {ID: "RI2", When: "On taking ELECTION(j)", Text: "i < j: pass ELECTION(j) on."}}
	r.Properties = []stage.Property{{Name: "ends", Text: "Every election ends.", Asked: true}, {Name: "one-leader", Text: "There is at most one leader.", Asked: true}}
	r.States[0].Properties, r.States[1].Properties = []string{"idle", "idle"}, []string{"pending", "idle"}
	for i := 3; i < len(r.Steps); i++ {
		r.Steps[i].Rules = []stage.Fired{{ID: "RI2", Text: fmt.Sprintf("%d < 9: passes ELECTION(9) on", r.Steps[i].Process)}}
	}
	r.Steps[0].Caption, r.Steps[0].Original = "P9 calls an election", "P9 vyhlásí volby"
	return r
}

// long is a run of many steps that have to happen, with some others among them.
func long(t *testing.T, name string, n, steps int) *stage.Run {
	t.Helper()
	var ids []model.ID
	for i := range n {
		ids = append(ids, model.ID(i+1))
	}
	w := electionWorld(t, name, ids...)
	p := takes(w, func(at int, all []string, owed []bool) int {
		if at == steps || len(all) == 0 {
			return -1
		}
		for i := range all {
			if j := (7*at + i) % len(all); owed[j] || at%12 == 0 {
				return j
			}
		}
		return at % len(all)
	})
	r := stage.Tell(t.Context(), w, p)
	r.Title = fmt.Sprintf("%s of %d", name, n)
	return r
}

// show writes a page into a file and opens it.
func show(t *testing.T, tab *browser.Tab, p stage.Page, hash string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.html")
	var page strings.Builder
	if err := stage.HTML(&page, p); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	tab.Do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String() + hash))
	tab.Until(`!!document.getElementById("stage")?.stage?.run`)
}

const onStage = `document.getElementById("stage").stage`

// key presses a key and compares what the page shows in the end.
func key(t *testing.T, tab *browser.Tab, key, expression, want string) {
	t.Helper()
	tab.Do(chromedp.KeyEvent(key))
	if got := tab.Settles(expression, want); got != want {
		t.Errorf("after %q: %s is %q, want %q", key, expression, got, want)
	}
}

// TestPictureIsAFunction: a moment has one picture, however it is reached, and ELECTION(9) moves along the ring, which
// closes over the dead P9.
func TestPictureIsAFunction(t *testing.T) {
	tab := browser.Open(t)
	show(t, tab, stage.Page{Title: "ring", Runs: []*stage.Run{lasso(t)}}, "#at=4.5")
	at := func(moment string) map[string][]float64 {
		t.Helper()
		places := map[string][]float64{}
		if err := json.Unmarshal([]byte(tab.Text(`(`+onStage+`.seek(`+moment+`), JSON.stringify(`+onStage+`.picture.places()))`)), &places); err != nil {
			t.Fatal(err)
		}
		return places
	}
	if got := tab.Text(onStage + `.at`); got != "4.5" {
		t.Errorf("the link leads to %s", got)
	}
	const markup = `(() => { const e = document.querySelector(".picture").cloneNode(true); e.querySelectorAll("[display=none], [opacity='0']").forEach((x) => x.remove()); return e.innerHTML; })()`
	linked := tab.Text(markup)
	at("2")
	at("6")
	at("4.5")
	if again := tab.Text(markup); again != linked {
		t.Errorf("the picture of 4.5 differs from that of the link:\n%s\n%s", again, linked)
	}
	ring := func(moment string) string {
		at(moment)
		return tab.Text(`document.querySelector(".ring").getAttribute("d")`)
	}
	if before, after := ring("1"), ring("2"); before == after {
		t.Error("the ring does not close over the dead process")
	}
	first, later := at("3.7"), at("3.9")
	message := "m" + tab.Text(onStage+`.run.messages.findIndex((m) => m.sent === 4)`)
	if p4, p8 := first["P4"], first["P8"]; first[message][0] <= p4[0] || later[message][0] <= first[message][0] || later[message][0] >= p8[0] {
		t.Errorf("ELECTION(9) stands at %v and %v, on its way from %v to %v", first[message], later[message], p4, p8)
	}
	if gone := tab.Text(`document.querySelector("[data-process='9']").classList.contains("gone")`); gone != "true" {
		t.Error("P9 does not look dead")
	}
}

// TestPageKeys: keys and clicks lead where they say. Without motion they do so at once.
func TestPageKeys(t *testing.T) {
	tab := browser.Open(t)
	tab.Prefer("light", "reduce")
	show(t, tab, stage.Page{Title: "ring", Runs: []*stage.Run{lasso(t)}}, "")
	const at, says = onStage + `.at + " " + location.hash`, `document.querySelector(".says").textContent`
	for _, c := range []struct{ key, show, want string }{
		{kb.ArrowRight, at, "1 #at=1"}, {kb.ArrowRight, at, "2 #at=2"}, {kb.ArrowLeft, at, "1 #at=1"}, {kb.End, at, "6 #at=6"},
		{kb.ArrowRight, at, "4 #at=4"}, // round the cycle
		{kb.Home, at, "0 "},
		{"9", at, "0 "}, // no such choice
		{"r", `document.querySelector(".toast").textContent`, "This run only plays; the walks of explore serve branch."},
		{"+", onStage + `.speed`, "2"}, {"-", onStage + `.speed`, "1"}, {"l", onStage + `.loop`, "false"}, {"l", onStage + `.loop`, "true"},
		{"f", `document.querySelector(".stage").classList.contains("present")`, "true"}, {kb.Escape, `document.querySelector(".stage").classList.contains("present")`, "false"},
		{"?", `document.querySelector("dialog").open`, "true"}, {kb.Escape, `document.querySelector("dialog").open`, "false"},
	} {
		key(t, tab, c.key, c.show, c.want)
	}
	chosen := tab.Text(onStage + `.run.chosen(0)`)
	key(t, tab, chosen, at, "1 #at=1")
	tab.Do(chromedp.Click(chromedp.CSS(".original")))
	if got := tab.Settles(`document.querySelector(".story").textContent`, "P9 calls an election P9 vyhlásí volby"); !strings.Contains(got, "vyhlásí") {
		t.Errorf("the caption is %q", got)
	}
	tab.Do(chromedp.Click(chromedp.CSS(`[data-process="4"]`)))
	if got := tab.Text(`document.querySelector(".menu").innerText`); !strings.Contains(got, "P4") || !strings.Contains(got, "budget") {
		t.Errorf("the menu of P4 is %q", got)
	}
	key(t, tab, kb.Escape, `document.querySelector(".menu").hidden`, "true")
	key(t, tab, kb.End, says, "P3 takes ELECTION(9) from P8 and sends ELECTION(9) to P4.")
	for what, want := range map[string]string{".lit .filled": "3 < 9: passes ELECTION(9) on", ".note": "✗ P9 is dead, and only P9 could stop ELECTION(9).", ".props .pending": "…ends: still to come"} {
		if got := tab.Text(`document.querySelector("` + what + `").textContent`); got != want {
			t.Errorf("%s is %q, want %q", what, got, want)
		}
	}
	other := `[...document.querySelectorAll(".now .choice")].find((b) => b.getAttribute("aria-disabled"))`
	tab.Do(chromedp.Evaluate[chromedp.Void](onStage + `.go(1)`))
	if got := tab.Text(other + `.title`); !strings.Contains(got, "explore serve") {
		t.Errorf("a choice that a file cannot take has the title %q", got)
	}
}

// TestPagePlays: a lasso plays its cycle again and again, until it is told to stop.
func TestPagePlays(t *testing.T) {
	tab := browser.Open(t)
	show(t, tab, stage.Page{Title: "ring", Runs: []*stage.Run{lasso(t)}}, "#at=5.9&play=1")
	tab.Until(onStage + `.round >= 2 && ` + onStage + `.k === 4`)
	key(t, tab, " ", onStage+`.playing`, "false")
}

// faults is a run on a ring in which a copy is delivered, P2 dies before its message comes, P1 suspects P3, heartbeats are
// left out, and P3 dies as it sends.
func faults() *stage.Run {
	two, five := 2, 5
	idle, suspicious := stage.Local{Live: true, Role: "idle"}, stage.Local{Live: true, Role: "idle", Suspects: []model.ID{3}}
	r := &stage.Run{Format: stage.Format, Title: "faults", Topology: "ring", Processes: []model.ID{1, 2, 3}, Locals: []stage.Local{idle, {Role: "dead"}, suspicious},
		Messages: []stage.Message{{From: 3, To: 1, Text: "ELECTION(3)", Kind: "ELECTION", Fate: "open"},
			{From: 1, To: 2, Text: "ELECTION(1)", Kind: "ELECTION", End: &two, Fate: "moved"}, {From: 1, To: 3, Text: "ELECTION(1)", Kind: "ELECTION", Sent: 2, Fate: "open"},
			{From: 3, To: 1, Text: "OK", Kind: "OK", Sent: 5, Fate: "open"}, {From: 3, To: 1, Text: "NO", Kind: "NO", Sent: 5, End: &five, Fate: "lost"}},
		Steps: []stage.Step{{Process: 1, Action: "deliver and keep", Peer: 3, Takes: new(int)}, {Process: 2, Action: "crash"}, {Process: 1, Action: "suspect", Peer: 3},
			{Process: 1, Action: "tick", Says: "Time passes.", Folded: 74}, {Process: 3, Action: "start", Crashed: true}}}
	for _, locals := range [][]int{{0, 0, 0}, {0, 0, 0}, {0, 1, 0}, {2, 1, 0}, {2, 1, 0}, {2, 1, 1}} {
		r.States = append(r.States, stage.State{Locals: locals, Drawing: fmt.Sprintf(`<circle r="%d"/>`, len(r.States)+1)})
	}
	return r
}

// TestFaults: what is rare has a picture: a copy, a message that changes its way, a suspicion, heartbeats left out, a death
// within a step, and an author's drawing.
func TestFaults(t *testing.T) {
	run := faults()
	if err := run.Validate(); err != nil {
		t.Fatal(err)
	}
	tab := browser.Open(t)
	show(t, tab, stage.Page{Title: "faults", Runs: []*stage.Run{run}}, "")
	// during names a moment of a part of a step, halfway through it.
	const during = `((s, k, part) => { const T = s.run.parts(k), from = { fold: 0, take: T.fold, change: T.fold + T.take, die: T.dies }[part];
		s.seek(k - 1 + (from + (part === "die" ? T.death : T[part]) / 2) / T.total); return s; })(` + onStage + `, %d, "%s")`
	at := func(k int, part, expression string) string {
		t.Helper()
		return tab.Text(`(s => String(` + expression + `))(` + fmt.Sprintf(during, k, part) + `)`)
	}
	const shown = `Object.keys(s.picture.places()).filter((p) => p[0] === "m").join()`
	for _, c := range []struct {
		k                      int
		part, expression, want string
	}{
		{1, "take", shown, "m0,m1,mcopy"},
		{1, "change", shown, "m0,m1,mcopy"},
		{2, "take", shown, "m0,m2"}, // m2 goes on for m1
		{2, "take", `((a, b) => { s.go(1); const was = s.picture.places().m1; return Math.hypot(was[0] - a, was[1] - b) < 1; })(...s.picture.places().m2)`, "true"},
		{2, "change", `((p, q) => p.join() !== q.join())(s.picture.places().m2, (s.go(2), s.picture.places().m2))`, "true"},
		{3, "take", `s.picture.look.getAttribute("opacity") > 0 && s.picture.nodes.get(1).suspects.textContent`, ""},
		{4, "take", `s.picture.look.getAttribute("opacity") + s.picture.nodes.get(1).suspects.textContent`, "0?3"},
		{4, "fold", `s.picture.pulseText.textContent + s.picture.pulseText.getAttribute("opacity")`, "74 heartbeats1"},
		{4, "take", `s.$(".says").textContent + s.picture.pulseText.getAttribute("opacity")`, "74 heartbeats, then: Time passes.0"},
		{5, "change", `s.picture.nodes.get(3).g.getAttribute("class")`, "node"},
		{5, "die", shown, "m0,m2,m3,m4"},
		{5, "die", `(s.go(5), s.picture.nodes.get(3).g.getAttribute("class"))`, "node gone"},
		{5, "die", `(s.go(5), ` + shown + `)`, "m0,m2,m3"},
		{3, "change", `decodeURIComponent(s.$(".drawing").src).includes('<circle r="4"/>') && !s.$(".drawing").hidden`, "true"},
	} {
		if got := at(c.k, c.part, c.expression); got != c.want {
			t.Errorf("step %d, %s: %s is %q, want %q", c.k, c.part, c.expression, got, c.want)
		}
	}
}

// TestNextRun: a key leads to the next run of a file, at the same moment.
func TestNextRun(t *testing.T) {
	tab := browser.Open(t)
	show(t, tab, stage.Page{Title: "two", Runs: []*stage.Run{lasso(t), faults()}}, "#at=3.5")
	const at = onStage + `.run.doc.title + " " + ` + onStage + `.at`
	key(t, tab, "n", at, "faults 3.5")
	key(t, tab, "n", at, "ELECTION(9) goes round for ever 3.5")
}

// TestPageFits: at three widths, in both schemes, nothing is cut off, no text is small, and axe finds nothing.
func TestPageFits(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestPagePlays is tried")
	tab := browser.Open(t)
	page := stage.Page{Title: "runs", Verdict: "violated: ends", Properties: []stage.Row{{Name: "ends", Verdict: "violated", Text: "Every election ends."}},
		Runs: []*stage.Run{lasso(t), long(t, "bully", 12, 90), long(t, "raft", 3, 40), long(t, "hirschberg-sinclair", 5, 30), long(t, "omega-timely", 4, 40)}}
	for i, scheme := range []string{"light", "dark"} {
		tab.Prefer(scheme, "reduce")
		for _, size := range [][2]int{{1400, 900}, {1024, 768}, {400, 800}} {
			tab.Do(chromedp.EmulateViewport(int64(size[0]), int64(size[1])))
			for run := range page.Runs {
				show(t, tab, page, fmt.Sprintf("#run=%d&at=%d", run+1, 5+20*i*min(run, 1)))
				name := fmt.Sprintf("%s, %d wide, run %d", scheme, size[0], run+1)
				for _, found := range slices.Concat(tab.Overflow(14), tab.Barriers()) {
					t.Errorf("%s: %s", name, found)
				}
				if bottom := tab.Text(`document.querySelector(".bar").getBoundingClientRect().bottom <= innerHeight`); size[0] > 700 && bottom != "true" {
					t.Errorf("%s: the stage needs scrolling", name)
				}
			}
		}
	}
}

// TestHost: a host answers choices with documents, which play their new steps.
func TestHost(t *testing.T) {
	tab := browser.Open(t)
	document := lasso(t)
	branch := *document
	branch.Cycle, branch.Verdict, branch.Property, branch.Title = nil, "", "", "a branch"
	assets := http.FileServerFS(stage.Assets())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:")
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!DOCTYPE html><html lang="en"><title>host</title><link rel="icon" href="data:,"><link rel="stylesheet" href="stage.css"><main><div id="stage"></div><div id="small"></div></main><script type="module" src="host.js"></script>`)
		case "/host.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `import { Stage } from "./stage.js";
				const get = async (name) => (await fetch(name)).json(), run = await get("run.json"), branch = await get("branch.json");
				window.calls = [];
				const answer = (name) => async (...args) => { window.calls.push([name, ...args].join(" ")); return branch; };
				const host = { act: answer("act"), random: answer("random"), undo: async () => { throw new Error("there is nothing to undo"); },
					link: (at) => "/?at=" + at, save: [{ label: "JSON", run: (stage) => window.calls.push("saved " + stage.run.doc.title) }] };
				new Stage(document.getElementById("stage"), host).load(run);
				new Stage(document.getElementById("small"), null, { mini: true }).load(run);`)
		case "/run.json":
			_ = document.JSON(w)
		case "/branch.json":
			_ = branch.JSON(w)
		default:
			assets.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	tab.Do(chromedp.Navigate(server.URL))
	tab.Until(`!!document.getElementById("small")?.stage?.run`)
	other := tab.Text(onStage + `.run.choices(0).findIndex((c, i) => i !== ` + onStage + `.run.chosen(0))`)
	key(t, tab, other, `window.calls.join()`, "act "+other+" 0")
	tab.Until(onStage + `.run.doc.title === "a branch" && ` + onStage + `.k === 6 && !` + onStage + `.playing`) // it plays to its end
	key(t, tab, "u", `document.querySelector(".toast").textContent`, "there is nothing to undo")
	tab.Do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".save").open = true`), chromedp.Click(chromedp.CSS(".save button")))
	if got := tab.Settles(`window.calls.at(-1)`, "saved a branch"); got != "saved a branch" {
		t.Errorf("the last call is %s", got)
	}
	if got := tab.Text(`location.search`); got != "?at=6" {
		t.Errorf("the address is %s", got)
	}
	tab.Do(chromedp.Evaluate[chromedp.Void](`document.getElementById("stage").remove()`))
	tab.Until(`document.getElementById("small").stage.playing`)
}

// TestPageSize: a run of 300 steps is a file of at most 200 kB, and no text of a run ends its script.
func TestPageSize(t *testing.T) {
	run := long(t, "omega-timely", 4, 300)
	if len(run.Steps) != 300 {
		t.Fatalf("the run has %d steps", len(run.Steps))
	}
	run.Title = "</script><script>alert(1)</script>"
	var page strings.Builder
	if err := stage.HTML(&page, stage.Page{Title: run.Title, Runs: []*stage.Run{run}}); err != nil {
		t.Fatal(err)
	}
	if page.Len() > 200_000 {
		t.Errorf("the page has %d bytes", page.Len())
	}
	if n := strings.Count(page.String(), "<script"); n != 2 {
		t.Errorf("the page has %d scripts", n)
	}
}

// TestModules: the bundle has every module, and each stands behind those that it imports.
func TestModules(t *testing.T) {
	var page strings.Builder
	if err := stage.HTML(&page, stage.Page{Title: "none"}); err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(stage.Assets(), "*.js")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(stage.Assets(), name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if declared, is := strings.CutPrefix(line, "export "); is && strings.Count(page.String(), strings.TrimSpace(declared)) != 1 {
				t.Errorf("%s: %q is not once in the page", name, declared)
			}
		}
	}
}

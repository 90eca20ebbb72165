package explore

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"interrex/explore/internal/serve"
	"interrex/internal/browser"
	"interrex/internal/testlevel"
)

// noScript switches JavaScript off.
var noScript = chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
	_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	return err
})

// click brings the first element that a selector finds, and that has such words in it, into view, and
// clicks where it is: what lies over it gets the click instead.
func click(tab *browser.Tab, selector, words string) {
	found := fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.textContent.includes(%q))`, selector, words)
	tab.Until(`document.readyState === "complete" && !!` + found)
	look := `(() => { const e = ` + found + `; e.scrollIntoView({block: "center"}); const r = e.getClientRects()[0];
		return (r.x + r.width / 2) + " " + (r.y + r.height / 2); })()`
	var x, y float64
	place := tab.Text(look)
	for before := ""; place != before; place = tab.Text(look) { // until nothing moves it any more
		before = place
		time.Sleep(50 * time.Millisecond) // some frames
	}
	if _, err := fmt.Sscan(place, &x, &y); err != nil {
		panic(err)
	}
	tab.Do(chromedp.MouseClickXY(x, y))
}

// where waits until the stage shows such a moment, "3 / 6", and has nothing to fetch.
func where(tab *browser.Tab, want string) {
	tab.Until(fmt.Sprintf(`document.querySelector("#stage .count")?.textContent.split(" · ")[0] === %q && !document.querySelector("#stage[aria-busy]")`, want))
}

// still asks pages to jump instead of moving.
var still = chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
	_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	return err
})

// lassoExplorer serves all tests of the lasso, for as long as the program runs: its world is explored once.
var lassoExplorer = sync.OnceValue(func() string {
	complain := func(words string) { fmt.Fprintln(os.Stderr, words) }
	return httptest.NewServer(serve.New(serve.Config{Offer: serve.Usual(), Program: whole, Complain: complain})).URL
})

// lasso opens the check of ELECTION(9), which shows the run.
func lasso(t *testing.T) *browser.Tab {
	t.Helper()
	tab := browser.Open(t)
	tab.Do(still, chromedp.Navigate(lassoExplorer()+"/check?algo=ring&ids=4,8,9,3&crashes=1&property=ends"))
	where(tab, "0 / 6")
	return tab
}

// TestBrowserLasso: from the check to the lasso, through it, and a link to one of its steps that
// shows the same to a colleague whose server is another.
func TestBrowserLasso(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := lasso(t)
	if words := tab.Text(`document.body.textContent`); !strings.Contains(words, "Then, again and again") || !strings.Contains(words, "no assumption of fairness excludes this run") {
		t.Errorf("the page does not say why it never ends:\n%s", words)
	}
	for _, c := range []struct{ key, want string }{
		{kb.ArrowRight, "1 / 6"}, {kb.End, "6 / 6"}, {kb.ArrowRight, "4 / 6"}, {kb.ArrowLeft, "3 / 6"}, {kb.Home, "0 / 6"},
	} {
		tab.Do(chromedp.KeyEvent(c.key))
		where(tab, c.want)
	}
	if path := tab.Text(`location.pathname`); path != "/check" {
		t.Errorf("looking at a run leads from the page of its check to %s", path)
	}
	click(tab, "#job a", "Step through this run")
	tab.Until(`location.pathname === "/walk" && document.title.startsWith("ELECTION(9) goes round for ever")`)
	where(tab, "0 / 6")
	tab.Do(chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent("f"))
	where(tab, "4 / 6")
	tab.Until(`location.search.endsWith("_4") && location.hash === "#present=1"`)
	shown := `document.querySelector("#stage .told").innerText + document.querySelector("#stage").className`
	here, path := tab.Text(shown), tab.Text(`location.pathname + location.search + location.hash`)

	other := browser.Open(t)
	other.Do(still, chromedp.Navigate(newExplorer(t)+path))
	where(other, "4 / 6")
	if got := other.Settles(shown, here); got != here {
		t.Errorf("%s shows elsewhere\n%s\nand here\n%s", path, got, here)
	}
}

// TestBrowserActs takes steps by keys and by clicks, goes on at random and calmly, and takes back what was done: by u, and by
// the browser.
func TestBrowserActs(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	tab.Do(still, chromedp.Navigate(newExplorer(t)+"/walk?algo=bully&n=3&crashes=1"))
	where(tab, "0 / 0")
	tab.Do(chromedp.KeyEvent("u"))
	tab.Until(`document.querySelector("#stage .toast.on")?.textContent === "there is no step to undo"`)
	tab.Forgive() // what is refused says 400, and the browser repeats it
	tab.Do(chromedp.KeyEvent("0"))
	where(tab, "1 / 1")
	tab.Until(`location.search.endsWith("walk=0.0") && document.querySelector("#stage .says").textContent.startsWith("P1 starts an election")`)
	click(tab, ".choices .choice", "P3 takes ELECTION(1)")
	where(tab, "2 / 2")
	took := tab.Text(`location.search`)
	tab.Do(chromedp.KeyEvent("u"))
	where(tab, "1 / 1")
	tab.Text(`history.back()`)
	where(tab, "2 / 2")
	if got := tab.Settles(`location.search`, took); got != took {
		t.Errorf("back leads to %q, not to %q", got, took)
	}
	tab.Text(`history.back()`)
	where(tab, "1 / 1")
	for _, key := range []string{"c", "r"} {
		tab.Do(chromedp.KeyEvent(key))
		tab.Until(`/^[0-9]+ \/ ([2-9]|1[0-9]+|[2-9][0-9])/.test(document.querySelector("#stage .count").textContent) && !document.querySelector("#stage[aria-busy]")`)
		if got := tab.Text(`new URL(location).searchParams.get("walk")`); !strings.HasPrefix(got, "0.0.") {
			t.Errorf("%s makes the walk %s", key, got)
		}
		tab.Do(chromedp.KeyEvent("u"))
		where(tab, "1 / 1")
	}
}

// TestBrowserBranch takes another step than the run: what if P9 had not crashed? It asks whether this can elect, and goes back.
func TestBrowserBranch(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := lasso(t)
	tab.Do(chromedp.KeyEvent(kb.ArrowRight))
	where(tab, "1 / 6")
	click(tab, ".choices .choice", "P3 takes ELECTION(9)")
	where(tab, "2 / 2")
	tab.Until(`location.pathname === "/walk"`)
	tab.Do(chromedp.KeyEvent("u"))
	where(tab, "1 / 6")
	click(tab, ".choices .choice", "P3 takes ELECTION(9)")
	where(tab, "2 / 2")

	click(tab, "#stage .host button", "Can it still elect?")
	tab.Until(`document.querySelector("#stage .answer a")`)
	if answer := tab.Text(`document.querySelector("#stage .answer").textContent`); !strings.Contains(answer, "Yes, but it may not") {
		t.Errorf("whether it can still elect: %q", answer)
	}
	click(tab, "#stage .answer a", "A nearest way to an election")
	tab.Until(`!document.querySelector("#stage .answer a")`)
	tab.Do(chromedp.KeyEvent(kb.End))
	tab.Until(`document.querySelector("#stage .told").textContent.includes("All live processes have elected P9.")`)
	for tab.Text(`location.pathname`) != "/check" { // over all steps of the branch
		before := tab.Text(`location.href`)
		tab.Text(`history.back()`)
		tab.Until(fmt.Sprintf(`location.href !== %q`, before))
	}
	tab.Until(`document.querySelector("#stage .count").textContent.endsWith("/ 6")`)
}

// TestBrowserRuns: the page of a check that holds shows an election, and others on request.
func TestBrowserRuns(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	tab.Do(still, chromedp.Navigate(newExplorer(t)+"/check?algo=bully&n=3&crashes=1"))
	where(tab, "0 / 3")
	click(tab, "a[data-run]", "With the most messages")
	tab.Until(`!document.querySelector("#stage .count").textContent.endsWith("/ 3")`)
	if got := tab.Text(`document.querySelector("#stage .pick").selectedOptions[0].textContent`); got != "With the most messages" {
		t.Errorf("the run that plays is called %q", got)
	}
}

// TestBrowserSave: each item of the menu gives what it promises.
func TestBrowserSave(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	explorer := newExplorer(t)
	tab.Do(still, chromedp.Navigate(explorer+"/walk?algo=bully&n=3&walk=0.0.0_1"))
	where(tab, "1 / 2")
	tab.Text(`(() => { window.files = {}; window.copied = [];
		navigator.clipboard.writeText = async text => { copied.push(text); };
		const of = URL.createObjectURL;
		let last;
		URL.createObjectURL = blob => of(last = blob);
		HTMLAnchorElement.prototype.click = function() { files[this.download] = last; last.arrayBuffer().then(b => { files[this.download] = new Uint8Array(b); }); }; })()`)
	for _, c := range []struct{ item, file, begins, has string }{
		{"HTML file", "bully.html", "<!DOCTYPE html>", "P1 starts an election"},
		{"Moving picture (SVG)", "bully.moving.svg", "<svg ", "animation-duration"},
		{"Picture (SVG)", "bully.svg", "<svg ", "<title>A run of"},
		{"Picture (PNG)", "bully.png", "\x89PNG", "IEND"},
		{"JSON", "bully.json", `{"format":"interrex-run/1"`, "P1 starts an election"},
	} {
		click(tab, "#stage .save summary", "Save")
		click(tab, "#stage .save button", c.item)
		tab.Until(fmt.Sprintf(`files[%q] instanceof Uint8Array`, c.file))
		text := tab.Text(fmt.Sprintf(`new TextDecoder("latin1").decode(files[%q])`, c.file))
		if !strings.HasPrefix(strings.ReplaceAll(text, "\u2030", "\u0089"), strings.ReplaceAll(c.begins, "\x89", "\u0089")) || !strings.Contains(text, c.has) {
			t.Errorf("%s gives %.80q, without %q", c.item, text, c.has)
		}
	}
	for item, want := range map[string]string{"Copy link": "/walk?algo=bully&n=3&walk=0.0.0_1", "Copy command": "-algo=bully -n=3"} {
		tab.Text(`(copied = [])`)
		click(tab, "#stage .save summary", "Save")
		click(tab, "#stage .save button", item)
		tab.Until(`copied.length === 1`)
		if got := tab.Text(`copied[0]`); !strings.HasSuffix(got, want) {
			t.Errorf("%s copies %q", item, got)
		}
	}
}

// TestBrowserForm chooses another algorithm, is refused in one line, and then gets a verdict.
func TestBrowserForm(t *testing.T) {
	tab := browser.Open(t)
	explorer := newExplorer(t)
	tab.Do(chromedp.Navigate(explorer + "/check"))
	tab.Until(`!!document.querySelector("#f-detector") && !document.querySelector("#f-timeouts")`)
	tab.Text(`(() => { const a = document.getElementById("algo"); a.value = "bully"; a.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	tab.Until(`!!document.querySelector("#f-timeouts") && !document.querySelector("#f-detector")`)
	click(tab, "#q-crashes label", "two may")
	tab.Until(`document.querySelector("#sentence").innerText.includes("two may crash") && document.querySelector("#command").innerText.endsWith("-algo=bully -crashes=2 -n=3")`)
	tab.Text(`document.getElementById("f-n").select()`)
	tab.Do(chromedp.KeyEvent("many" + kb.Enter))
	tab.Until(`document.querySelector("#refused")?.innerText.startsWith("-n=many: not a whole number")`)
	tab.Until(`document.activeElement.id === "f-n" && document.activeElement.getAttribute("aria-invalid") === "true"`)
	if crashes := tab.Text(`document.querySelector("[name=crashes]:checked").value`); crashes != "2" {
		t.Errorf("-crashes is %q after the refusal; what was filled in is gone", crashes)
	}
	tab.Forgive() // a page that is refused says 400, and the browser repeats it
	tab.Text(`document.getElementById("f-n").select()`)
	tab.Do(chromedp.KeyEvent("3"), chromedp.KeyEvent(kb.Enter))
	tab.Until(`document.querySelector(".verdict")?.innerText.includes("holds: everything asked for")`)
	if got := tab.Text(`location.search`); got != "?algo=bully&crashes=2&n=3" {
		t.Errorf("the address is %q: what was not filled in is in it", got)
	}
	tab.Until(`!!document.querySelector("#stage .count")?.textContent && !document.querySelector("#stage[aria-busy]")`) // all is loaded before the server ends
}

// TestBrowserStop follows the progress of a long check, leaves its page, comes back, and stops it.
func TestBrowserStop(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	site := serve.New(serve.Config{Offer: serve.Usual(), Program: whole, Complain: func(words string) { t.Error(words) }})
	t.Cleanup(site.Close)
	left := make(chan bool, 9)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if site.ServeHTTP(w, r); r.Method == http.MethodPost && r.URL.Path == "/leave" && r.URL.Query().Get("algo") == "bully" {
			left <- true
		}
	}))
	t.Cleanup(server.Close)
	tab := browser.Open(t)
	tab.Do(chromedp.Navigate(server.URL + "/check?algo=bully&n=5&timeouts=any&crashes=3"))
	tab.Until(`/states\/s, depth/.test(document.querySelector("#job .progress").innerText)`)
	tab.Text(`document.querySelector("#job button").focus()`)
	line := tab.Text(`document.querySelector("#progress").textContent`)
	tab.Until(fmt.Sprintf(`document.querySelector("#progress").textContent !== %q`, line))
	if tag := tab.Settles(`document.activeElement.tagName`, "BUTTON"); tag != "BUTTON" {
		t.Errorf("once the progress is another the focus is on %s: what polls takes the button away", tag)
	}
	tab.Do(chromedp.Navigate("about:blank"))
	select {
	case <-left:
	case <-time.After(30 * time.Second):
		t.Error("the page of a check that runs does not say that its visitor has left")
	}
	tab.Text(`history.back()`)
	tab.Until(`/states\/s, depth/.test(document.querySelector("#job .progress")?.innerText)`)
	click(tab, "#job button", "")
	tab.Until(`document.querySelector("#job")?.innerText.includes("Stopped before the end")`)
	tab.Until(`document.querySelector("#job").innerText.includes("bounded by an interrupt")`)
}

// ready is true once an element's script has done its work.
func ready(id string) string {
	return fmt.Sprintf(`document.querySelector("#%s")?.dataset.ready === ""`, id)
}

// shown is true once the stage shows a moment of so many.
func shown(moment string) string {
	return fmt.Sprintf(`document.querySelector("#stage .count")?.textContent.startsWith(%q) && !document.querySelector("#stage[aria-busy]")`, moment)
}

// sound reports what is cut off, too small or below the screen of the page at three sizes, and what axe finds in either scheme.
func sound(t *testing.T, tab *browser.Tab, page string) {
	t.Helper()
	for _, c := range []struct {
		width, height int64
		scheme        string
	}{{1400, 900, "light"}, {1400, 900, "dark"}, {1024, 768, "light"}, {400, 800, "dark"}} {
		tab.Prefer(c.scheme, "reduce")
		tab.Do(chromedp.EmulateViewport(c.width, c.height))
		tab.Text(`(window.frame = 0)`)
		tab.Until(fmt.Sprintf(`innerWidth === %d && ++window.frame > 2`, c.width)) // what observes the size has seen it
		for _, found := range append(tab.Overflow(14), tab.Barriers()...) {
			t.Errorf("%s at %d, %s: %s", page, c.width, c.scheme, found)
		}
		if low := tab.Text(`[".choices", ".props", ".bar", ".says"].filter(s => document.querySelector(".walk #stage " + s + ", .trace #stage " + s)?.getBoundingClientRect().bottom > innerHeight).join()`); c.width > 700 && low != "" {
			t.Errorf("%s at %d: %s is below the screen", page, c.width, low)
		}
	}
}

// corpus lists the files of a recorded trace.
func corpus(t *testing.T, name string) (files []string) {
	t.Helper()
	files, err := filepath.Glob("../traces/corpus/" + name + "/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i := range files {
		if files[i], err = filepath.Abs(files[i]); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestBrowserPages: each page is sound, those of an own election and of uploads included. A trace that diverges opens there.
func TestBrowserPages(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := lasso(t)
	check, explorer, other := tab.Text(`location.href`), lassoExplorer(), ownExplorer(t)
	walk := tab.Text(`new URL(document.querySelector("#stage").dataset.play, location).href`)
	for _, c := range []struct{ address, ready string }{
		{check, shown("0 / 6")}, {walk, shown("0 / 6")}, {explorer + "/story/five-wins", shown("0 / 9")},
		{explorer, ready("films")}, {explorer + "/a/ring", ready("what-if")}, {explorer + "/a/omega-timely", ready("what-if")},
		{explorer + "/find?algo=bully&n=3&restarts=1&find=leaders+>+1", ready("player")}, {explorer + "/find?algo=ring&n=3&find=leaders+>+1", `!!document.querySelector("#job .verdict")`},
		{explorer + "/check?algo=raft", "true"}, {explorer + "/check?algo=bully&form=only&n=3&timeouts=any", "true"},
		{explorer + "/claims", "true"}, {explorer + "/claims/C05", "true"}, {explorer + "/traces", "true"},
		{other, ready("films")}, {other + "/a/believer", ready("what-if")}, {other + "/walk?algo=believer&n=3&walk=0.0.0", shown("2 / 2")},
	} {
		tab.Do(chromedp.Navigate(c.address))
		tab.Until(c.ready)
		sound(t, tab, c.address)
	}
	if drawn := tab.Text(`document.querySelector("#stage .rules .lit").textContent + document.querySelector("#stage .drawing").hidden`); !strings.HasPrefix(drawn, "BE2") || !strings.HasSuffix(drawn, "false") {
		t.Errorf("the own election has no rule or no drawing: %s", drawn)
	}
	for trace, want := range map[string]struct{ moment, verdict string }{
		"good/raft-troubled": {"0 / ", "The model accepts it"}, "bad/state-changed": {"8 / 19", "The model diverges at 1.ndjson:6"},
	} {
		tab.Do(chromedp.Navigate(explorer+"/traces"), chromedp.SetUploadFiles(chromedp.CSS("#files"), corpus(t, trace)))
		tab.Until(shown(want.moment))
		if verdict := tab.Text(`document.querySelector(".verdict").textContent`); !strings.Contains(verdict, want.verdict) {
			t.Errorf("%s: %s", trace, verdict)
		}
		sound(t, tab, trace)
	}
	tab.Do(chromedp.Navigate(explorer + "/traces"))
	tab.Text(`(() => { const files = new DataTransfer();
		files.items.add(new File(['{"interrex":2,"run":"r"}\n'], "1.ndjson"));
		document.querySelector(".drop").dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: files})); })()`)
	tab.Until(`document.querySelector(".error")?.innerText.startsWith("1.ndjson:1: ")`)
	sound(t, tab, "an upload that is no trace")
}

// TestBrowserServerGone: one line says so, and the run stays.
func TestBrowserServerGone(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	site := serve.New(serve.Config{Offer: serve.Usual(), Program: whole, Complain: func(words string) { t.Error(words) }})
	t.Cleanup(site.Close)
	server := httptest.NewServer(site)
	tab := browser.Open(t)
	tab.Do(still, chromedp.Navigate(server.URL+"/walk?algo=bully&n=3"))
	where(tab, "0 / 0")
	server.CloseClientConnections()
	server.Close()
	tab.Do(chromedp.KeyEvent("0"))
	tab.Until(`document.querySelector("#stage .toast.on")?.textContent === "The server does not answer. Is it still running?"`)
	where(tab, "0 / 0")
	tab.Forgive()
}

// TestBrowserWithoutScript: with no script at all a run is a sequence of pictures.
func TestBrowserWithoutScript(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	tab.Do(noScript, chromedp.Navigate(newExplorer(t)+"/walk?algo=bully&n=3&walk=0.0.0_0"), chromedp.Click(chromedp.CSS("#stage .button")),
		chromedp.WaitVisible(chromedp.CSS("#stage .button ~ .button")), chromedp.WaitVisible(chromedp.CSS("#stage img")))
}

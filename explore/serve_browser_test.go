package explore

import (
	"context"
	"fmt"
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

// where waits until the page says that it shows such a step, and its script is there.
func where(tab *browser.Tab, want string) {
	tab.Until(fmt.Sprintf(`document.readyState === "complete" && document.querySelector(".where")?.textContent.startsWith(%q) && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")`, want))
}

// lassoExplorer serves all tests of the lasso, for as long as the program runs: its world is explored once.
var lassoExplorer = sync.OnceValue(func() string {
	complain := func(words string) { fmt.Fprintln(os.Stderr, words) }
	return httptest.NewServer(serve.New(serve.Config{Offer: serve.Usual(), Program: whole, Complain: complain})).URL
})

// lasso opens the question of the first page, as a reader of the lecture would, and the run that
// answers it.
func lasso(t *testing.T) *browser.Tab {
	t.Helper()
	tab := browser.Open(t)
	tab.Do(chromedp.Navigate(lassoExplorer()))
	click(tab, ".card", "Why does ELECTION(9) never stop?")
	click(tab, "#run-1 a.button", "")
	where(tab, "step 0 of 6")
	return tab
}

// TestBrowserLasso: from the first page to the lasso, through it, and a link to one of its steps that
// shows the same to a colleague whose server is another.
func TestBrowserLasso(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := lasso(t)
	if words := tab.Text(`document.body.innerText`); !strings.Contains(words, "Then, again and again") || !strings.Contains(words, "no assumption of fairness excludes this run") {
		t.Errorf("the page does not say why it never ends:\n%s", words)
	}
	for i := 1; i <= 6; i++ {
		click(tab, "#go-next", "")
		where(tab, fmt.Sprintf("step %d of 6", i))
	}
	click(tab, "#go-next", "") // round the cycle
	where(tab, "step 4 of 6, in the cycle")
	click(tab, "#go-back", "")
	where(tab, "step 3")
	click(tab, "#go-end", "")
	where(tab, "step 6")
	click(tab, "#go-first", "")
	where(tab, "step 0")
	click(tab, `.steps a[data-step="5"]`, "")
	where(tab, "step 5")
	click(tab, `.lanes .moment[data-step="4"] .hit`, "")
	where(tab, "step 4")
	if now := tab.Settles(`document.querySelector(".lanes .moment.now").dataset.step + document.querySelector(".steps [aria-current]").dataset.step`, "44"); now != "44" {
		t.Errorf("marked is %q, want 4 twice", now)
	}
	shown := tab.Text(`document.getElementById("walk").innerText`)
	path := tab.Text(`location.pathname + location.search`)

	other := browser.Open(t)
	other.Do(chromedp.Navigate(newExplorer(t) + path))
	where(other, "step 4 of 6, in the cycle")
	if got := other.Text(`document.getElementById("walk").innerText`); got != shown {
		t.Errorf("%s shows elsewhere\n%s\nand here\n%s", path, got, shown)
	}
}

// TestBrowserKeys goes through a run without a mouse: by the keys of the page, and by those that any
// page has.
func TestBrowserKeys(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := lasso(t)
	for _, c := range []struct{ key, want string }{
		{"j", "step 1"}, {kb.ArrowRight, "step 2"}, {kb.ArrowDown, "step 3"}, {"k", "step 2"}, {kb.ArrowLeft, "step 1"},
		{kb.ArrowUp, "step 0"}, {kb.End, "step 6"}, {kb.Home, "step 0"},
	} {
		tab.Do(chromedp.KeyEvent(c.key))
		where(tab, c.want)
	}
	tab.Do(chromedp.KeyEvent(" "))
	tab.Until(`!document.querySelector(".where").textContent.startsWith("step 0")`)
	tab.Do(chromedp.KeyEvent(" "))
	tab.Until(`document.querySelector("#go-play").getAttribute("aria-pressed") === "false"`)
	where(tab, "step")
	tab.Do(chromedp.KeyEvent(kb.Home))
	where(tab, "step 0")

	tab.Do(chromedp.Focus(chromedp.CSS("#go-next")), chromedp.KeyEvent(kb.Enter))
	where(tab, "step 1")
	if id := tab.Settles(`document.activeElement.id`, "go-next"); id != "go-next" {
		t.Errorf("after Enter the focus is on %q; a second Enter would do something else", id)
	}
	tab.Do(chromedp.KeyEvent(kb.Enter))
	where(tab, "step 2")
	tab.Until(`document.getElementById("said").textContent.startsWith("step 2")`) // what a screen reader hears
	tab.Do(chromedp.Focus(chromedp.CSS("#at")), chromedp.KeyEvent(kb.ArrowRight))
	where(tab, "step 3")
	outlined := `getComputedStyle(document.activeElement).outlineStyle`
	tab.Do(chromedp.Navigate(tab.Text(`location.href`)), chromedp.KeyEvent(kb.Tab))
	if got := tab.Text(outlined); got == "none" {
		t.Error("the focus cannot be seen")
	}
}

// TestBrowserBranch takes another step than the run: what if P9 had not crashed? Then back again.
func TestBrowserBranch(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := lasso(t)
	click(tab, "#go-next", "")
	where(tab, "step 1")
	click(tab, ".enabled a", "P3 takes ELECTION(9)")
	where(tab, "step 2 of 2")
	tab.Until(`document.querySelector(".branch")?.innerText.includes("Branched off after step 1")`)
	tab.Until(`document.querySelector("h1").innerText.startsWith("A branch of another run") && document.title.startsWith("A branch of another run")`)
	tab.Do(chromedp.KeyEvent("u"))
	where(tab, "step 1 of 6")
	click(tab, ".enabled a", "P3 takes ELECTION(9)")
	where(tab, "step 2 of 2")

	click(tab, "#go-ask", "")
	tab.Until(`document.querySelector("#outlook .answer")`)
	if answer := tab.Text(`document.querySelector("#outlook .answer").innerText`); !strings.Contains(answer, "Yes, but it may not") {
		t.Errorf("whether it can still elect: %q", answer)
	}
	click(tab, "#outlook .answer a", "")
	tab.Until(`!document.querySelector("#outlook .answer")`)
	click(tab, "#go-end", "")
	tab.Until(`document.querySelector(".ring").textContent.includes("elected 9")`)
	click(tab, "a", "Back to that run")
	where(tab, "step 1 of 6")
	tab.Until(`document.querySelector("h1").innerText === "ELECTION(9) goes round for ever" && document.title.startsWith("ELECTION(9) goes round for ever")`)
}

// TestBrowserForm chooses another algorithm, is refused in one line, and then gets a verdict.
func TestBrowserForm(t *testing.T) {
	tab := browser.Open(t)
	explorer := newExplorer(t)
	tab.Do(chromedp.Navigate(explorer + "/check"))
	tab.Until(`!!document.querySelector("#f-detector") && !document.querySelector("#f-timeouts")`)
	tab.Text(`(() => { const a = document.getElementById("algo"); a.value = "bully"; a.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	tab.Until(`!!document.querySelector("#f-timeouts") && !document.querySelector("#f-detector")`)
	tab.Text(`document.getElementById("f-crashes").focus()`)
	tab.Do(chromedp.KeyEvent("many" + kb.Enter))
	tab.Until(`document.querySelector("#refused")?.innerText === "-crashes=many: not a whole number; allowed are 0 to 65535, and unlimited"`)
	tab.Until(`document.activeElement.id === "f-crashes" && document.activeElement.getAttribute("aria-invalid") === "true"`)
	if n := tab.Text(`document.getElementById("f-n").value`); n != "3" {
		t.Errorf("-n is %q after the refusal; what was filled in is gone", n)
	}
	tab.Forgive() // a page that is refused says 400, and the browser repeats it
	tab.Text(`document.getElementById("f-crashes").select()`)
	tab.Do(chromedp.KeyEvent("1"), chromedp.KeyEvent(kb.Enter))
	tab.Until(`document.querySelector(".verdict")?.innerText.includes("holds: everything asked for")`)
	if got := tab.Text(`location.search`); got != "?algo=bully&crashes=1&n=3" {
		t.Errorf("the address is %q: what was not filled in is in it", got)
	}
}

// TestBrowserStop follows the progress of a long check, and stops it.
func TestBrowserStop(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	tab.Do(chromedp.Navigate(newExplorer(t) + "/check?algo=bully&n=5&timeouts=any&crashes=3"))
	tab.Until(`/states\/s, depth/.test(document.querySelector("#job .progress").innerText)`)
	tab.Text(`document.querySelector("#job button").focus()`)
	line := tab.Text(`document.querySelector("#progress").textContent`)
	tab.Until(fmt.Sprintf(`document.querySelector("#progress").textContent !== %q`, line))
	if tag := tab.Settles(`document.activeElement.tagName`, "BUTTON"); tag != "BUTTON" {
		t.Errorf("once the progress is another the focus is on %s: what polls takes the button away", tag)
	}
	click(tab, "#job button", "")
	tab.Until(`document.querySelector("#job")?.innerText.includes("Stopped before the end")`)
	tab.Until(`document.querySelector("#job").innerText.includes("bounded by an interrupt")`)
}

// TestBrowserUpload opens a recorded trace by the file input, and one by drag and drop.
func TestBrowserUpload(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	explorer := newExplorer(t)
	files, err := filepath.Glob("../traces/corpus/good/bully-calm/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i := range files {
		if files[i], err = filepath.Abs(files[i]); err != nil {
			t.Fatal(err)
		}
	}
	tab.Do(chromedp.Navigate(explorer+"/traces"), chromedp.SetUploadFiles(chromedp.CSS("#files"), files))
	where(tab, "step 0 of")
	tab.Until(`document.body.innerText.includes("verdict: accepted: 1 trace")`)
	click(tab, "#go-next", "")
	where(tab, "step 1 of")

	tab.Do(chromedp.Navigate(explorer + "/traces"))
	tab.Text(`(() => { const files = new DataTransfer();
		files.items.add(new File(['{"interrex":2,"run":"r"}\n'], "1.ndjson"));
		document.querySelector(".drop").dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: files})); })()`)
	tab.Until(`document.querySelector(".error")?.innerText.startsWith("1.ndjson:1: ")`)
}

// TestBrowserNarrow: on a telephone nothing sticks out but what can be scrolled, and it works.
func TestBrowserNarrow(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := lasso(t)
	tab.Do(chromedp.EmulateViewport(360, 740))
	here := tab.Text(`location.href`)
	base := strings.SplitAfter(here, "/")
	explorer := strings.Join(base[:3], "")
	for _, address := range []string{here, explorer, explorer + "check?algo=bully", explorer + "claims", explorer + "claims/C05", explorer + "traces"} {
		tab.Do(chromedp.Navigate(address))
		if wide := tab.Text(`document.documentElement.scrollWidth`); wide != "360" {
			t.Errorf("%s is %s wide on a screen of 360", address, wide)
		}
	}
	tab.Do(chromedp.Navigate(here))
	click(tab, "#go-next", "")
	where(tab, "step 1")
}

// TestBrowserWithoutScript: with no script at all a run can be read and stepped through.
func TestBrowserWithoutScript(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	explorer := newExplorer(t)
	read(t, explorer+"/check?algo=chang-roberts&crashes=1&n=3")
	tab.Do(noScript, chromedp.Navigate(explorer+"/check?algo=chang-roberts&crashes=1&n=3"), chromedp.Click(chromedp.CSS("#run-1 a.button")),
		chromedp.WaitVisible(chromedp.CSS("#go-next")), chromedp.Click(chromedp.CSS("#go-next")),
		chromedp.WaitVisible(chromedp.CSS(`.steps a[data-step="1"][aria-current]`)))
}

package show

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"interrex/internal/browser"
	"interrex/internal/testlevel"
	"interrex/traces/draw"
)

// goesRound is lecture 000's: P9 starts and dies, and its message goes round between P4 and P3.
func goesRound() *draw.Run {
	r := &draw.Run{Title: "ring", Property: "ends", Lanes: []draw.Lane{{Name: "P4"}, {Name: "P9"}, {Name: "P3"}}, Ring: true, Cycle: 3}
	state := func(dead bool, under ...draw.Message) {
		s := draw.State{Under: under}
		for p := range r.Lanes {
			s.Members = append(s.Members, draw.Member{Dead: dead && p == 1, Variables: []draw.Variable{{Name: "elected", Value: "⊥"}}})
		}
		r.States = append(r.States, s)
	}
	const m = "ELECTION(9)"
	state(false)
	state(false, draw.Message{From: 1, To: 2, Text: m})
	state(true, draw.Message{From: 1, To: 2, Text: m})
	state(true, draw.Message{From: 2, To: 0, Text: m})
	state(true, draw.Message{From: 0, To: 2, Text: m})
	state(true, draw.Message{From: 2, To: 0, Text: m})
	r.Steps = []draw.Step{
		{Action: "start", Lane: 1, From: draw.Nobody, Sends: []draw.Send{{To: 2, Message: m}}},
		{Action: "crash", Lane: 1, From: draw.Nobody},
		{Action: "deliver", Lane: 2, From: 1, Message: m, Sends: []draw.Send{{To: 0, Message: m}}},
		{Action: "deliver", Lane: 0, From: 2, Message: m, Sends: []draw.Send{{To: 2, Message: m}}},
		{Action: "deliver", Lane: 2, From: 0, Message: m, Sends: []draw.Send{{To: 0, Message: m}}},
	}
	r.Derive()
	return r
}

// openPage writes a page of runs to a file and opens it in a browser.
func openPage(t *testing.T, p draw.Page) (tab *browser.Tab, address string) {
	t.Helper()
	tab = browser.Open(t)
	file := filepath.Join(t.TempDir(), "run.html")
	var page strings.Builder
	if err := draw.HTML(&page, p); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	address = (&url.URL{Scheme: "file", Path: file}).String()
	tab.Do(chromedp.Navigate(address))
	return tab, address
}

// Where the page says that it is: the run, the step in words, what of it is shown, the address.
const (
	whereAbouts = `(() => {
  const shown = (list) => [...list].filter((e) => e.checkVisibility());
  const run = shown(document.querySelectorAll("section.run"));
  const snapshots = shown(document.querySelectorAll(".snapshot"));
  const now = shown(document.querySelectorAll(".moment.now")).map((m) => m.dataset.step);
  return [run.map((r) => r.dataset.run), run[0].querySelector("output").textContent, "snapshot " + snapshots.map((s) => s.dataset.step),
    "marked " + now, "slider " + run[0].querySelector("input").value, location.hash].join("; ");
})()`
)

// TestPageKeys: each key does what the page says, and all that shows where one is agrees.
func TestPageKeys(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestPagePlays is tried")
	finite := goesRound()
	finite.Property, finite.Cycle = "decides", draw.NoCycle
	tab, _ := openPage(t, draw.Page{Title: "ring", Runs: []*draw.Run{goesRound(), finite}})
	for _, c := range []struct{ key, want string }{
		{"", "1; step 0 of 5; snapshot 0; marked ; slider 0; "},
		{"j", "1; step 1 of 5; snapshot 1; marked 1; slider 1; #run=1&step=1"},
		{kb.ArrowRight, "1; step 2 of 5; snapshot 2; marked 2; slider 2; #run=1&step=2"},
		{kb.ArrowDown, "1; step 3 of 5; snapshot 3; marked 3; slider 3; #run=1&step=3"},
		{"j", "1; step 4 of 5, in the cycle; snapshot 4; marked 4; slider 4; #run=1&step=4"},
		{"k", "1; step 3 of 5; snapshot 3; marked 3; slider 3; #run=1&step=3"},
		{kb.ArrowLeft, "1; step 2 of 5; snapshot 2; marked 2; slider 2; #run=1&step=2"},
		{kb.ArrowUp, "1; step 1 of 5; snapshot 1; marked 1; slider 1; #run=1&step=1"},
		{kb.End, "1; step 5 of 5, in the cycle; snapshot 5; marked 5; slider 5; #run=1&step=5"},
		{"j", "1; step 4 of 5, in the cycle; snapshot 4; marked 4; slider 4; #run=1&step=4"}, // round it goes
		{kb.Home, "1; step 0 of 5; snapshot 0; marked ; slider 0; #run=1&step=0"},
		{"k", "1; step 0 of 5; snapshot 0; marked ; slider 0; #run=1&step=0"},
		{"]", "2; step 0 of 5; snapshot 0; marked ; slider 0; #run=2&step=0"},
		{kb.End, "2; step 5 of 5; snapshot 5; marked 5; slider 5; #run=2&step=5"},
		{"j", "2; step 5 of 5; snapshot 5; marked 5; slider 5; #run=2&step=5"},
		{"]", "1; step 0 of 5; snapshot 0; marked ; slider 0; #run=1&step=0"},
		{"[", "2; step 0 of 5; snapshot 0; marked ; slider 0; #run=2&step=0"},
	} {
		if c.key != "" {
			tab.Do(chromedp.KeyEvent(c.key))
		}
		if got := tab.Settles(whereAbouts, c.want); got != c.want {
			t.Fatalf("after %q the page shows %q, want %q", c.key, got, c.want)
		}
	}
}

// TestPagePlays: the space bar plays round the cycle and pauses; any other key ends it.
func TestPagePlays(t *testing.T) {
	tab, address := openPage(t, draw.Page{Title: "ring", Runs: []*draw.Run{goesRound()}})
	tab.Do(chromedp.Navigate(address+"#run=1&step=4"), chromedp.Reload(), chromedp.KeyEvent(" "))
	tab.Until(`document.querySelector("output").textContent.startsWith("step 5 of 5")`)
	tab.Until(`document.querySelector("output").textContent.startsWith("step 4 of 5")`) // back to the beginning of the cycle
	const pressed = `document.querySelector("[data-go=play]").getAttribute("aria-pressed") + (timer !== null)`
	for _, c := range []struct{ key, want string }{{"", "truetrue"}, {" ", "falsefalse"}, {" ", "truetrue"}, {"k", "falsefalse"}} {
		if c.key != "" {
			tab.Do(chromedp.KeyEvent(c.key))
		}
		if got := tab.Text(pressed); got != c.want {
			t.Fatalf("after %q: playing %s, want %s", c.key, got, c.want)
		}
	}
}

// TestPagePointer: buttons, the slider, the list of steps and the picture lead to a step, and so does a
// link that is opened anew.
func TestPagePointer(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestPagePlays is tried")
	tab, address := openPage(t, draw.Page{Title: "ring", Runs: []*draw.Run{goesRound()}})
	slide := func(to string) chromedp.Action[chromedp.Void] {
		return chromedp.Evaluate[chromedp.Void](`(() => { const s = document.querySelector("input"); s.value = ` + to + `; s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	}
	click := func(what string) chromedp.Action[chromedp.Void] { return chromedp.Click(chromedp.CSS(what)) }
	for _, c := range []struct {
		name string
		do   chromedp.Action[chromedp.Void]
		want string
	}{
		{"next", click("[data-go=next]"), "1; step 1 of 5; snapshot 1; marked 1; slider 1; #run=1&step=1"},
		{"last", click("[data-go=last]"), "1; step 5 of 5, in the cycle; snapshot 5; marked 5; slider 5; #run=1&step=5"},
		{"back", click("[data-go=back]"), "1; step 4 of 5, in the cycle; snapshot 4; marked 4; slider 4; #run=1&step=4"},
		{"first", click("[data-go=first]"), "1; step 0 of 5; snapshot 0; marked ; slider 0; #run=1&step=0"},
		{"a step of the list", click(".steps a[data-step='2']"), "1; step 2 of 5; snapshot 2; marked 2; slider 2; #run=1&step=2"},
		{"a row of the picture", click(".moment[data-step='3'] .hit"), "1; step 3 of 5; snapshot 3; marked 3; slider 3; #run=1&step=3"},
		{"the slider", slide("4"), "1; step 4 of 5, in the cycle; snapshot 4; marked 4; slider 4; #run=1&step=4"},
		{"a key in the slider", chromedp.SendKeys(chromedp.CSS("input"), kb.ArrowLeft), "1; step 3 of 5; snapshot 3; marked 3; slider 3; #run=1&step=3"},
		{"a link", chromedp.Navigate(address + "#run=1&step=2"), "1; step 2 of 5; snapshot 2; marked 2; slider 2; #run=1&step=2"},
		{"the link again", chromedp.Reload(), "1; step 2 of 5; snapshot 2; marked 2; slider 2; #run=1&step=2"},
		{"a link to nowhere", chromedp.Navigate(address + "#run=7&step=99"), "1; step 5 of 5, in the cycle; snapshot 5; marked 5; slider 5; #run=7&step=99"},
	} {
		tab.Do(c.do)
		if got := tab.Settles(whereAbouts, c.want); got != c.want {
			t.Errorf("%s: the page shows %q, want %q", c.name, got, c.want)
		}
	}
	for _, request := range tab.Requests() {
		if !strings.HasPrefix(request, address) {
			t.Errorf("the page asks for %s", request)
		}
	}
}

// TestPageNarrow: in a narrow window nothing of the page is cut off but what scrolls for itself.
func TestPageNarrow(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestPagePlays is tried")
	tab, _ := openPage(t, draw.Page{Title: "ring", Runs: []*draw.Run{goesRound()}})
	tab.Do(chromedp.EmulateViewport(360, 640))
	if wide := tab.Text(`document.documentElement.scrollWidth`); wide != "360" {
		t.Errorf("the page is %s wide in a window of 360", wide)
	}
}

// TestPageEmpty: without a counterexample there is a page all the same, and keys do nothing.
func TestPageEmpty(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestPagePlays is tried")
	tab, _ := openPage(t, draw.Page{Title: "ring"})
	tab.Do(chromedp.KeyEvent("j"), chromedp.KeyEvent(" "), chromedp.KeyEvent("]"))
	if text := tab.Text(`document.body.innerText`); !strings.Contains(text, "There is no counterexample to show.") {
		t.Errorf("the page says %q", text)
	}
}

// TestPageSides: each step of two runs side by side is a link to it, and what differs is marked.
func TestPageSides(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestPagePlays is tried")
	other := goesRound()
	other.Steps, other.States, other.Cycle = other.Steps[:4], other.States[:5], draw.NoCycle
	other.States[4].Members[0].Variables = []draw.Variable{{Name: "elected", Value: "9"}}
	tab, _ := openPage(t, draw.Page{Title: "ring", Runs: []*draw.Run{goesRound(), other}, Beside: 1})
	marks := tab.Text(`[...document.querySelectorAll(".sides tr")].map((r) => r.dataset.mark).join("")`)
	if marks != "===~<" {
		t.Errorf("the marks are %s", marks)
	}
	tab.Do(chromedp.Click(chromedp.CSS(".sides tr:nth-child(4) td:last-child a")))
	want := "2; step 4 of 4; snapshot 4; marked 4; slider 4; #run=2&step=4"
	if got := tab.Settles(whereAbouts, want); got != want {
		t.Errorf("the page shows %q", got)
	}
}

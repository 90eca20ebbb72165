package explore

import (
	"testing"

	"github.com/chromedp/chromedp"

	"interrex/internal/browser"
	"interrex/internal/testlevel"
)

// TestBrowserElections: the first page plays its runs, and the changes of an algorithm's world come to verdicts. A red one plays its run.
func TestBrowserElections(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	explorer := newExplorer(t)
	tab.Do(chromedp.Navigate(explorer))
	tab.Until(`[...document.querySelectorAll("a.film .screen")].every(e => e.stage?.run) && document.querySelector("a.film .screen").stage.k > 0`)
	click(tab, "a.film", "ELECTION(9) goes round for ever")
	tab.Until(`location.pathname === "/walk" && document.querySelector("#stage").stage?.run?.cycle !== null`)

	tab.Do(chromedp.Navigate(explorer + "/a/bully"))
	tab.Until(`document.querySelector("#player").dataset.ready === "" && document.querySelector("#what-if").dataset.ready === ""`)
	if playing := tab.Text(`document.querySelector("#player .screen").stage.playing`); playing != "false" {
		t.Error("the election of the page plays by itself")
	}
	want := "chip holds,chip holds,chip holds,chip violated,chip violated"
	if got := tab.Text(`[...document.querySelectorAll(".chip")].map(e => e.className).join()`); got != want {
		t.Errorf("the chips are %s, want %s", got, want)
	}
	click(tab, ".chip", "one comes back")
	tab.Until(`(({ run, k }) => run.doc.property === "one-leader" && k > 0)(document.querySelector("#player .screen").stage)`)
	click(tab, ".open", "Open on the stage")
	tab.Until(`location.pathname === "/walk" && document.querySelector("#stage").stage?.run?.doc.property === "one-leader"`)
}

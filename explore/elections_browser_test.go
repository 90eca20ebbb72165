package explore

import (
	"fmt"
	"strings"
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
	click(tab, ".nine .button", "Watch it go round")
	tab.Until(`location.pathname === "/walk" && document.querySelector("#stage").stage?.run?.cycle !== null`)
	if why := tab.Settles(`document.querySelector("#stage .count").textContent`, "0 / 6") + tab.Text(`document.querySelector("#stage .note").textContent`); !strings.Contains(why, "Only P9 takes ELECTION(9) off the ring") {
		t.Errorf("the film begins without its reason: %s", why)
	}
	click(tab, "#stage a.sequel", "Now watch it stop")
	stops := `document.querySelector("#stage").stage?.run?.doc.algorithm === %q && document.querySelector("#stage").stage.run.ids.join() === "4,8,9,3"`
	ends := `(run => run.waiting(run.last).length + " " + run.local(run.last, 9).role + " " + run.local(run.last, 8).role)(document.querySelector("#stage").stage.run)`
	for _, algorithm := range []string{"ring-watch", "ring-detector"} {
		tab.Until(fmt.Sprintf(stops, algorithm))
		if got := tab.Text(ends); got != "0 dead leader" {
			t.Errorf("%s ends with messages, P9 and P8: %s", algorithm, got)
		}
		click(tab, "#stage a.sequel", map[string]string{"ring-watch": "Another cure", "ring-detector": "Back to the loop"}[algorithm])
	}
	tab.Until(fmt.Sprintf(stops, "ring") + ` && document.querySelector("#stage").stage.run.cycle === 3`)

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

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
	tab.Until(`document.querySelector("#stage").stage.playing`)
	tab.Text(`document.querySelector("#stage").stage.go(0)`)
	if why := tab.Text(`document.querySelector("#stage .note").textContent`); !strings.Contains(why, "Only P9 takes ELECTION(9) off the ring") {
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

// TestBrowserChoices: on a screen of 1024 by 768, at least four choices of each step, or all of fewer, are in sight beside rules of any length.
func TestBrowserChoices(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	tab.Do(still, chromedp.EmulateViewport(1024, 768), chromedp.Navigate(newExplorer(t)+"/watch?algo=raft&n=5&show=election"))
	where(tab, "0 / 5")
	few := tab.Text(`(() => {
		const { stage } = document.querySelector("#stage"), few = [];
		for (let k = 0; k <= stage.run.last; k++) {
			stage.go(k);
			const end = document.querySelector("#stage .now").getBoundingClientRect().bottom, all = [...document.querySelectorAll("#stage .now .choice")];
			const seen = all.filter(c => c.getBoundingClientRect().bottom <= end).length;
			if (seen < Math.min(4, all.length)) few.push(k + ": " + seen + " of " + all.length);
		}
		return few.join();
	})()`)
	if few != "" {
		t.Errorf("in sight are, at step %s choices", few)
	}
}

package explore

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"interrex/internal/browser"
	"interrex/internal/testlevel"
)

// TestBrowserGraph: a small world is drawn state by state, with the run; a click goes to a state on the run, or beside it. A
// larger one is folded, by what one chooses.
func TestBrowserGraph(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	tab := browser.Open(t)
	tab.Do(still, chromedp.Navigate(newExplorer(t)+"/walk?algo=ring&n=3&walk=0.0.0.0"))
	where(tab, "3 / 3")
	tab.Text(`(document.querySelector(".graph").open = true) + ""`)
	tab.Until(`document.querySelectorAll(".graph .state").length === 10 && document.querySelectorAll(".graph path.run").length === 3`)
	tab.Until(`document.querySelectorAll(".graph .here").length === 1 && document.querySelector(".graph .here").getAttribute("aria-label").includes("after step 3 of the run")`)
	tab.Until(`document.querySelectorAll(".graph .terminal").length === 1 && document.querySelectorAll(".graph .passed").length === 4`)
	tab.Do(chromedp.KeyEvent(kb.Home))
	where(tab, "0 / 3")
	tab.Until(`document.querySelector(".graph .here").getAttribute("aria-label").includes("the run begins here")`)
	click(tab, ".graph .passed", "after step 2")
	where(tab, "2 / 3")
	click(tab, ".graph .state:not(.passed)", "P1→P2 ELECTION(3)")
	tab.Until(`document.querySelectorAll(".graph path.run").length === 2 && location.search.includes("walk=0.2.0")`)
	where(tab, "2 / 2")
	if found := tab.Barriers(); len(found) > 0 {
		t.Errorf("axe finds %q", found)
	}

	tab.Do(chromedp.Navigate(newExplorer(t) + "/walk?algo=ring&ids=4,8,9,3&crashes=1"))
	where(tab, "0 / 0")
	tab.Text(`(document.querySelector(".graph").open = true) + ""`)
	tab.Until(`document.querySelectorAll(".graph input:checked").length === 3 && document.querySelector(".graph p").textContent.includes("classes")`)
	before := tab.Text(`document.querySelectorAll(".graph .state").length + ""`)
	click(tab, ".graph label", "messages in transit")
	tab.Until(`document.querySelectorAll(".graph .state").length + "" !== "` + before + `" && !document.querySelector(".graph .state title").textContent.includes("messages")`)
	if words := tab.Text(`document.querySelector(".graph p").textContent`); !strings.Contains(words, "states in") {
		t.Errorf("the folded graph says %q", words)
	}
	if found := append(tab.Barriers(), tab.Overflow(14)...); len(found) > 0 {
		t.Errorf("the folded graph has %q", found)
	}
}

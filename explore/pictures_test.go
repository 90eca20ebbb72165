package explore

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"interrex/internal/browser"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// pictures are the screenshots in docs: pages of the explorer, each at a moment between two steps.
var pictures = []struct {
	name, address, moment string
	width, height         int64
	scheme                string
}{
	{"stage-election-9", "/watch?algo=ring&ids=4,8,9,3&crashes=1&property=ends&show=counterexample#at=4.6", "5 / 6", 1400, 900, "light"},
	{"stage-bully", "/watch?algo=bully&n=5&crashes=1&show=random#at=2.75", "3 / ", 1400, 900, "light"},
	{"stage-raft-dark", "/watch?algo=raft&n=5&show=election#at=3.6", "4 / ", 1400, 900, "dark"},
	{"stage-presentation", "/story/five-wins#at=5.5&present=1", "6 / ", 1024, 768, "light"},
	{"stage-phone", "/watch?algo=hirschberg-sinclair&n=5&show=election#at=4.5", "5 / ", 400, 900, "light"},
}

// TestPictures opens each page at its moment; the command makes the screenshots anew:
//
//	INTERREX_TESTS=ci go test ./explore -run '^TestPictures$' -update
func TestPictures(t *testing.T) {
	testlevel.Slow(t, "a browser of its own; TestBrowserForm is tried")
	site := newExplorer(t)
	for _, p := range pictures {
		tab := browser.Open(t)
		tab.Do(chromedp.EmulateViewport(p.width, p.height))
		tab.Prefer(p.scheme, "no-preference")
		tab.Do(chromedp.Navigate(site + p.address))
		tab.Until(`document.querySelector("#stage .count")?.textContent.startsWith("` + p.moment + `")`)
		name := filepath.Join("..", "docs", p.name+".png")
		if golden.Update() {
			if err := os.WriteFile(name, tab.Picture(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%v; %s makes it", err, "INTERREX_TESTS=ci go test ./explore -run '^TestPictures$' -update")
		}
	}
}

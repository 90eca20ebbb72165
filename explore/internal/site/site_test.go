package main

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"interrex/internal/browser"
	"interrex/internal/testlevel"
)

// mostPacked is how large the program of the site may be; bytes.
const mostPacked = 3_000_000

var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "site"); err != nil {
		panic(err)
	}
	testlevel.Only("^$") // the site runs in a browser, and not in this program
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

var generated = sync.OnceValue(func() error { return generate(folder, "/") })

// site is the folder of the site, which is made once for all tests.
func site(t *testing.T) string {
	t.Helper()
	testlevel.Slow(t, "everything is compiled for another platform")
	if err := generated(); err != nil {
		testlevel.Needs(t, err)
	}
	return folder
}

// TestSize: the program is small enough to be loaded by a page.
func TestSize(t *testing.T) {
	info, err := os.Stat(filepath.Join(site(t), "interrex.wasm.lzma"))
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d bytes", info.Size()); info.Size() > mostPacked {
		t.Errorf("the program has %d bytes, and at most %d are allowed", info.Size(), mostPacked)
	}
}

// TestNothingForeign: no file of the site names another server, except the namespaces of SVG.
func TestNothingForeign(t *testing.T) {
	foreign := regexp.MustCompile(`(?:https?:)?//[\w-]+\.[\w./-]+`)
	read := 0
	err := filepath.WalkDir(site(t), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".lzma") {
			return err
		}
		read++
		text, err := os.ReadFile(name)
		for _, found := range foreign.FindAllString(string(text), -1) {
			if !strings.HasSuffix(found, "//www.w3.org/2000/svg") {
				t.Errorf("%s names %s", name, found)
			}
		}
		return err
	})
	if err != nil || read < 20 {
		t.Errorf("%d files: %v", read, err)
	}
}

// frame is the document of the page that the site shows, once it has its contents from the explorer.
const frame = `((page) => page?.documentElement?.style.visibility === "hidden" ? null : page)(document.querySelector("iframe:not(.away)")?.contentDocument)`

// opened serves the site below a prefix as any file server does, and opens one of its addresses.
func opened(t *testing.T, prefix, address string) *browser.Tab {
	t.Helper()
	folder := site(t)
	files := http.StripPrefix(prefix, http.FileServer(http.Dir(folder)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/nowhere":
			http.ServeFile(w, r, filepath.Join(folder, "404.html"))
		case "/axe.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, browser.Axe())
		default:
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	tab := browser.Open(t)
	tab.Do(chromedp.Navigate(server.URL + prefix + address))
	return tab
}

// shows waits until the page has an element with such words.
func shows(tab *browser.Tab, selector, words string) {
	tab.Until(fmt.Sprintf(`[...(%s?.querySelectorAll(%q) ?? [])].some((e) => e.textContent.includes(%q))`, frame, selector, words))
}

// click clicks the first element of the page that a selector finds.
func click(tab *browser.Tab, selector string) {
	tab.Until(fmt.Sprintf(`!!%s?.querySelector(%q)`, frame, selector))
	tab.Text(fmt.Sprintf(`%s.querySelector(%q).click()`, frame, selector))
}

// at waits for an address, which the window and the page in it must have alike.
func at(t *testing.T, tab *browser.Tab, want string) {
	t.Helper()
	address := `(location.pathname + location.search)`
	both := address + ` + " " + ` + strings.ReplaceAll(address, "location", frame+"?.location")
	if got := tab.Settles(both, want+" "+want); got != want+" "+want {
		t.Errorf("the addresses are %s, want %s", got, want)
	}
}

// sound reports what is cut off or too small in the page at three sizes, and what axe finds in either scheme.
func sound(t *testing.T, tab *browser.Tab) {
	t.Helper()
	tab.Frame = frame + ".defaultView"
	tab.Text(fmt.Sprintf(`((page) => { page.head.append(Object.assign(page.createElement("script"), { src: "/axe.js" })); })(%s)`, frame))
	tab.Until("!!" + tab.Frame + ".axe")
	for i, size := range [][2]int64{{1400, 900}, {1024, 768}, {400, 800}} {
		tab.Prefer([]string{"light", "dark"}[i%2], "reduce")
		tab.Do(chromedp.EmulateViewport(size[0], size[1]))
		tab.Until(fmt.Sprintf(`%s.innerWidth === %d`, tab.Frame, size[0]))
		for _, found := range append(tab.Overflow(14), tab.Barriers()...) {
			t.Errorf("%s at %d: %s", tab.Text(`location.href`), size[0], found)
		}
	}
}

// TestBrowserSite explores a world without any server, steps through a run of it and goes back, at the root and below a prefix.
func TestBrowserSite(t *testing.T) {
	for _, prefix := range []string{"", "/some/where"} {
		tab := opened(t, prefix, "/")
		shows(tab, "h1", "Watch how processes elect a leader")
		if prefix == "" {
			sound(t, tab)
		}
		click(tab, `a[href$="/a/bully"]`)
		shows(tab, "#what-if .chip b", "crash")
		if prefix == "" {
			sound(t, tab)
		}
		click(tab, `a[href*="algo=bully&n=4"]`)
		shows(tab, ".verdict", "holds")
		shows(tab, ".facts", "252,718 states")
		at(t, tab, prefix+"/check?algo=bully&n=4")

		shows(tab, "#stage .count", "0 / 4")
		click(tab, `#stage [data-do="next"]`)
		shows(tab, "#stage .count", "1 / 4")
		click(tab, `#stage [data-do="play"]`)
		shows(tab, "#stage .count", "4 / 4")
		click(tab, `#stage [data-do="first"]`)
		shows(tab, "#stage .count", "0 / 4")
		click(tab, `#stage .choices button`) // another run: its address has its steps
		shows(tab, "#stage .count", "1 / 1")
		tab.Until(`location.pathname === "` + prefix + `/walk" && location.search.includes("walk=0")`)
		walk := tab.Text(`location.pathname + location.search`)

		tab.Do(chromedp.NavigateBack())
		at(t, tab, prefix+"/check?algo=bully&n=4")
		tab.Do(chromedp.NavigateBack())
		shows(tab, "h1", "bully:")
		at(t, tab, prefix+"/a/bully")
		tab.Do(chromedp.NavigateForward(), chromedp.NavigateForward())
		at(t, tab, walk)
		shows(tab, "#stage .count", "/ 1")

		if prefix == "" {
			sound(t, tab)
			tab.Do(chromedp.Navigate(tab.Text(`location.origin`) + "/nowhere"))
			shows(tab, ".error", "there is no such page")
			sound(t, tab)
			continue
		}
		tab.Do(chromedp.Reload()) // the same link, in a fresh browser of a colleague
		shows(tab, "#stage .count", "/ 1")
		at(t, tab, walk)
	}
}

// TestBrowserSiteStop: a long check tells its progress, lets other pages come, and can be stopped.
func TestBrowserSiteStop(t *testing.T) {
	tab := opened(t, "/some/where", "/check?algo=bully&n=5&timeouts=any&crashes=3")
	tab.Until(`/states\/s, depth/.test(` + frame + `?.querySelector("#job .progress")?.textContent)`)
	click(tab, "#job button")
	shows(tab, "#job", "Stopped before the end")
	shows(tab, "#job", "bounded by an interrupt")
	at(t, tab, "/some/where/check?algo=bully&crashes=3&n=5&timeouts=any")
}

// TestBrowserSiteForms sends a form that is refused, one of another page, and files.
func TestBrowserSiteForms(t *testing.T) {
	tab := opened(t, "/some/where", "/check?algo=bully&crashes=many&n=3#world")
	shows(tab, "#refused", "-crashes=many: not a whole number")
	click(tab, "#f-crashes-2")
	click(tab, "#world .main")
	shows(tab, ".verdict", "holds")
	at(t, tab, "/some/where/check?algo=bully&crashes=2&n=3")

	click(tab, `nav a[href$="/traces"]`)
	shows(tab, "h1", "Recorded runs")
	var files []string
	for _, name := range []string{"1", "2", "3"} {
		text, err := os.ReadFile("../../../traces/corpus/good/bully-calm/" + name + ".ndjson")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, fmt.Sprintf("files.items.add(new File([%q], %q));", text, name+".ndjson"))
	}
	tab.Text(`(() => { const files = new DataTransfer(), input = ` + frame + `.getElementById("files"); ` + strings.Join(files, " ") + `
		input.files = files.files; input.form.requestSubmit(); })()`)
	shows(tab, "body", "verdict: accepted: 1 trace")
	tab.Forgive() // the file server has no such page, which the browser notes
}

// TestPagesWithoutScript: what a browser without scripts shows is written, with links that lead on below any prefix.
func TestPagesWithoutScript(t *testing.T) {
	for name, want := range map[string]string{"index.html": `href="./check?algo=bully`, "claims/C05/index.html": `href="../../claims"`, "404.html": `src="/site.js"`} {
		text, err := os.ReadFile(filepath.Join(site(t), filepath.FromSlash(name)))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s: %v", name, want, err)
		}
	}
}

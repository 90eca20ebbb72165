package main

import (
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

// TestBrowserSite explores a world in the browser alone, below a prefix, and steps through its run.
func TestBrowserSite(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/some/where/", http.StripPrefix("/some/where", http.FileServer(http.Dir(site(t)))))
	server := httptest.NewServer(mux)
	defer server.Close()
	tab := browser.Open(t)
	tab.Do(chromedp.Navigate(server.URL + "/some/where/"))
	page := `document.querySelector("iframe:not(.away)")?.contentDocument`
	tab.Until(page + `?.querySelector("h1")?.textContent.includes("Elections")`)
	tab.Text(page + `.querySelector('a[href*="algo=bully&n=4"]').click()`)
	tab.Until(page + `.querySelector(".verdict")?.textContent.includes("holds")`)
	if text := tab.Text(page + `.querySelector(".facts").textContent`); !strings.Contains(text, "252,718 states") {
		t.Errorf("the facts are %s", text)
	}
	if got := tab.Text(`location.pathname + location.search`); got != "/some/where/check?algo=bully&n=4" {
		t.Errorf("the address is %s", got)
	}
}

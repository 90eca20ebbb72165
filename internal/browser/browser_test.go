package browser

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTab shows a page that complains and asks for things abroad: both are seen. The page is let
// off at the end, as no other test may.
func TestTab(t *testing.T) {
	tab := Open(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<!DOCTYPE html><link rel=icon href="data:,"><p id=p>here</p><script>
			console.error("ouch", 1); setTimeout(() => { document.title = "done"; throw new Error("thrown"); })</script>`))
	}))
	t.Cleanup(server.Close)
	tab.Do(chromedp.Navigate(server.URL))
	tab.Until(`document.title == "done"`)
	if got := tab.Text(`document.getElementById("p").textContent`); got != "here" {
		t.Errorf("the text is %q, want here", got)
	}
	complaints := strings.Join(tab.Complaints(), "\n")
	for _, want := range []string{"ouch", "thrown"} {
		if !strings.Contains(complaints, want) {
			t.Errorf("the complaints are %q, without %q", complaints, want)
		}
	}
	tab.Forgive()
	if !slices.Contains(tab.Requests(), server.URL+"/") || len(tab.Abroad()) != 0 {
		t.Errorf("asked for %q, abroad %q", tab.Requests(), tab.Abroad())
	}
}

// TestBarriers: what is hard to see or to use is found.
func TestBarriers(t *testing.T) {
	tab := Open(t)
	tab.Do(chromedp.Navigate(`data:text/html,<html lang="en"><title>x</title><main><h1>x</h1><img src="data:,"><p style="font-size:9px">little</p><p style="width:9999px">wide</p></main>`))
	barriers, overflow := strings.Join(tab.Barriers(), "\n"), strings.Join(tab.Overflow(14), "\n")
	if !strings.Contains(barriers, "image-alt") {
		t.Errorf("axe finds %q", barriers)
	}
	for _, want := range []string{"the page is", "small: p. little", "cut off: p. wide"} {
		if !strings.Contains(overflow, want) {
			t.Errorf("the overflow is %q, without %q", overflow, want)
		}
	}
}

func TestIsHere(t *testing.T) {
	for _, here := range []string{"http://127.0.0.1:1/x", "http://[::1]/", "ws://localhost:1/", "file:///x", "data:,", "blob:null/1", "about:blank"} {
		if !isHere(here) {
			t.Errorf("%s is on this machine", here)
		}
	}
	for _, abroad := range []string{"https://example.org/", "http://192.0.2.1/", "file://example.org/x", "http://127.0.0.1.example.org/", "//example.org", "%"} {
		if isHere(abroad) {
			t.Errorf("%s is not on this machine", abroad)
		}
	}
}

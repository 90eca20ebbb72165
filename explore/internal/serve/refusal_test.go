package serve

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestErrorPagesLinkBack: to a page that there is; of a walk to its beginning.
func TestErrorPagesLinkBack(t *testing.T) {
	s := newSite(t)
	link := regexp.MustCompile(`<a class="button" href="([^"]*)">([^<]*)</a>`)
	for _, c := range []struct{ address, words, to string }{
		{"/nowhere", "", ""},
		{"/claims/C99", "All claims", "/claims"},
		{"/check?algo=bully&n=2&n=3", "Change the world", "/check?algo=bully&form=only&n=2"},
		{"/walk", "Change the world", "/check?form=only"},
		{"/walk?algo=bully&n=x&o=y", "Change the world", "/check?algo=bully&form=only&n=x"},
		{"/walk?algo=bully&n=2&walk=99", "Back to step 0", "/walk?algo=bully&n=2&walk=0"},
	} {
		w := get(s, c.address)
		if w.Code != http.StatusBadRequest && w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", c.address, w.Code)
			continue
		}
		links := link.FindAllStringSubmatch(w.Body.String(), -1)
		if len(links) == 0 || links[len(links)-1][1] != "/" {
			t.Errorf("%s does not link to the home page", c.address)
			continue
		}
		if c.words != "" && (len(links) != 2 || links[0][2] != c.words || html.UnescapeString(links[0][1]) != c.to) {
			t.Errorf("%s links to %q, want %s, %s", c.address, links, c.words, c.to)
		}
		for _, back := range links {
			if w := get(s, html.UnescapeString(back[1])); w.Code == http.StatusNotFound || w.Code >= 500 {
				t.Errorf("%s links to %s: %d", c.address, back[1], w.Code)
			}
		}
	}
}

// TestHeadings: a run of the gallery has its title.
func TestHeadings(t *testing.T) {
	s := newSite(t)
	const asked = "algo=bully&n=3&restarts=1&property=one-leader"
	found := page(t, s, "/check?"+asked)
	address := regexp.MustCompile(`href="/walk(\?[^"]*)"`).FindStringSubmatch(found)
	if address == nil {
		t.Fatalf("there is no run:\n%s", found)
	}
	for query, want := range map[string]string{html.UnescapeString(address[1]): "Two coordinators after a restart", "?" + asked + "&walk=0": "bully: "} {
		if run, _ := fetched(t, s, "/run"+query); !strings.HasPrefix(run.Title, want) {
			t.Errorf("%s is called %q, want %s", query, run.Title, want)
		}
	}
}

// TestInconclusiveHasItsOwnSign: neither that of what is violated nor that of what holds.
func TestInconclusiveHasItsOwnSign(t *testing.T) {
	s := newSite(t)
	for query, want := range map[string]string{
		"algo=bully&n=2": "good", "algo=bully&n=3&max-states=9": "inconclusive", "algo=bully&n=3&restarts=1&property=one-leader": "bad",
		"algo=bully&n=3&restarts=1&property=one-leader&max-depth=12": "bad",
	} {
		if body := page(t, s, "/check?"+query); !strings.Contains(body, `<p class="verdict `+want+`">`) {
			t.Errorf("%s: its verdict is not %s:\n%s", query, want, body)
		}
	}
	style := string(assets()["explorer.css"].text)
	if !strings.Contains(style, `.verdict.inconclusive::before { content: "? "`) || !strings.Contains(style, `.mark.inconclusive::before { content: "? "`) {
		t.Error("inconclusive has no sign")
	}
}

// TestOutlookAgreesWithTheTable: where decides holds, an election that is under way does not stay undecided.
func TestOutlookAgreesWithTheTable(t *testing.T) {
	s := newSite(t)
	for address, want := range map[string]string{
		"/outlook?algo=bully&n=3":                                    "Yes, once an election begins: each one elects, or dies out",
		"/outlook?algo=bully&n=2&crashes=2&walk=0.0":                 "Yes, unless it dies out: the election that is under way elects",
		"/outlook?algo=bully&n=3&crashes=0&walk=0.0":                 "Yes, always",
		"/outlook?algo=ring&ids=2,1&crashes=1&property=decides":      "Yes, but it may not",
		"/outlook?algo=chang-roberts&n=2&crashes=1&property=decides": "Yes, but it may not",
	} {
		if body := page(t, s, address); !strings.Contains(body, want) {
			t.Errorf("%s does not say %q:\n%s", address, want, body)
		}
	}
}

// TestOddParameters: each page refuses odd parameters in one line, or leaves them out; none is a bug.
func TestOddParameters(t *testing.T) {
	s := newSite(t)
	alert := regexp.MustCompile(`(?s)role="alert"[^>]*>([^<]*)<`)
	odd := []string{
		"", "algo", "algo=%00", "algo=bully&algo=ring&n=2", "algo=%ff%fe", "algo=bully&n=0", "algo=bully&n=-1", "algo=bully&n=999999999999999999999", "algo=ring&ids=1,1",
		"algo=ring&ids=", "algo=ring&n=2&ids=3", "algo=bully&n=2;x=1", "algo=bully&n=2&nonsense=1", "%zz=1", "algo=bully&n=2&property=%0a", "algo=bully&n=2&max-states=0&store=/tmp/x&o=y",
	}
	for _, more := range []string{
		"walk=", "walk=~", "walk=_", "walk=0_", "walk=0..0", "walk=-1", "walk=0.99", "walk=0~0", "walk=0&walk=0", "walk=0&shows=%00", "walk=0&then=-1", "walk=0&then=crash", "walk=0&then=%0a",
		"walk=0&at=-9", "fold=a", "fold=leaders,leaders,dead", "fold=,", "fold=%00", "show=", "show=%0a", "show=find", "show=find&find=", "show=find&find=%28%28%28", "show=crash", "show=most",
		"show=counterexample&show=most", "find=%ff", "find=P9.mode", "find=" + strings.Repeat("(", 9000), "find=" + strings.Repeat("!", 5000) + "leader(1)", "find=leaders+%3e+99999999999999999999",
	} {
		odd = append(odd, "algo=bully&n=2&"+more)
	}
	pages := []string{"/find", "/film", "/films", "/watch", "/walk", "/run", "/graph", "/outlook", "/sentence", "/check", "/story/figure-6.19", "/story/%00", "/a/bully", "/a/%ff"}
	for form := range forms {
		pages = append(pages, savedAs(form))
	}
	for _, page := range pages {
		for _, query := range odd {
			w := get(s, page+"?"+query)
			if w.Code >= 500 && w.Code != http.StatusServiceUnavailable { // a full queue
				t.Errorf("%s?%.80s: %d\n%s", page, query, w.Code, w.Body)
			}
			said := alert.FindStringSubmatch(w.Body.String())
			if isPage := strings.HasPrefix(w.Header().Get("Content-Type"), "text/html"); w.Code >= 400 && isPage && (said == nil || strings.TrimSpace(said[1]) == "") && !strings.Contains(w.Body.String(), "wrong") {
				t.Errorf("%s?%.80s: %d does not say why:\n%s", page, query, w.Code, w.Body)
			}
			if said != nil && strings.Contains(strings.TrimSpace(said[1]), "\n") {
				t.Errorf("%s?%.80s: it says more than a line: %s", page, query, said[1])
			}
		}
	}
}

package explore

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/gallery"
	"interrex/explore/internal/serve"
)

// newExplorer serves the explorer as the program does, and says where.
func newExplorer(t testing.TB) string {
	t.Helper()
	site := serve.New(serve.Config{Offer: serve.Usual(), Program: whole, Complain: func(words string) { fmt.Fprintln(t.Output(), words) }})
	t.Cleanup(site.Close)
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	return server.URL
}

// read asks for a page until nothing on it is under way.
func read(t testing.TB, address string) string {
	t.Helper()
	for {
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v\n%s", address, answer.Status, err, body)
		}
		if !strings.Contains(string(body), `id="progress"`) {
			return string(body)
		}
	}
}

// serving starts the program; it returns the first line that it writes, and stop, which ends it and returns its exit code.
func serving(t *testing.T, addr string) (line string, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said, say := io.Pipe()
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, whole, []string{"serve", "-addr=" + addr}, say, t.Output()) }()
	first := make([]byte, 200)
	n, err := said.Read(first)
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, said)
	return string(first[:n]), func() int { cancel(); return <-ended }
}

// TestServe: the program prints its address, answers there, and ends with its context.
func TestServe(t *testing.T) {
	line, stop := serving(t, "127.0.0.1:0")
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+/`).FindString(line)
	if address == "" || !strings.Contains(read(t, address), "Why does ELECTION(9) go round for ever") {
		t.Errorf("it says %q, or the first page is another", line)
	}
	if code := stop(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
}

// TestServeWarns: whoever lets others in is told so; and what cannot be had is refused in one line.
func TestServeWarns(t *testing.T) {
	line, stop := serving(t, "0.0.0.0:0")
	if stop(); !strings.HasPrefix(line, "warning: ") {
		t.Errorf("it says %q", line)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, addr := range []string{"", taken.Addr().String(), "nowhere", "127.0.0.1:99999"} {
		if r := call("serve -addr=" + addr); r.code != 151 || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "HOST:PORT") {
			t.Errorf("-addr=%s: %+v", addr, r)
		}
	}
}

// TestFormIsWhole: the form of each algorithm asks for every flag that its checks take, and explains
// each in the words of the help. A flag that is added later is in it, or this fails.
func TestFormIsWhole(t *testing.T) {
	explorer := newExplorer(t)
	options := regexp.MustCompile(`<option[^>]*>([a-z-]+)</option>`).FindAllStringSubmatch(read(t, explorer+"/check?algo=ring"), -1)
	if len(options) < 16 {
		t.Fatalf("%d options", len(options))
	}
	for _, algorithm := range algorithms() {
		form := read(t, explorer+"/check?algo="+algorithm)
		for _, f := range serve.Fields(whole, algorithm) {
			if slices.Contains([]string{"algo", "o", "format", "quiet", "workers"}, f.Name) {
				continue
			}
			if !strings.Contains(form, `name="`+f.Name+`"`) {
				t.Errorf("%s: the form has no -%s; is it in the help?", algorithm, f.Name)
			}
			if strings.Contains(form, `<small id="h-`+f.Name+`"></small>`) {
				t.Errorf("%s: the form does not explain -%s", algorithm, f.Name)
			}
		}
	}
}

// TestGalleryOpens: each piece is a link of the first page, and its world one that the explorer takes.
func TestGalleryOpens(t *testing.T) {
	explorer := newExplorer(t)
	home := read(t, explorer+"/")
	for _, p := range gallery.Pieces() {
		if !strings.Contains(home, ">"+template.HTMLEscapeString(p.Title)+"</a>") {
			t.Errorf("the first page does not lead to %q", p.Title)
		}
		if _, err := whole.Line(strings.Fields(p.Args)); err != nil {
			t.Errorf("%s: %v", p.Title, err)
		}
	}
}

// TestLedgerOpens: from a claim a link leads to the story or the check that decides it.
func TestLedgerOpens(t *testing.T) {
	explorer := newExplorer(t)
	for claim, want := range map[string]string{"C25": "/story/", "C05": "/check?"} {
		body := read(t, explorer+"/claims/"+claim)
		link := regexp.MustCompile(`<li><a href="([^"]*)"><code>explore `).FindStringSubmatch(body)
		if link == nil || !strings.HasPrefix(link[1], want) {
			t.Errorf("%s leads to %q, want %s:\n%s", claim, link, want, body)
		}
	}
}

// TestSameFindings: a check in the browser finds what the command line does.
func TestSameFindings(t *testing.T) {
	explorer := newExplorer(t)
	for _, args := range []string{"-algo=ring -n=3 -crashes=1", "-algo=bully -n=3 -restarts=1", "-algo=lelann -n=3", "-algo=bully -n=3 -max-states=100"} {
		query := strings.ReplaceAll(strings.ReplaceAll(args, " -", "&"), "-algo", "algo")
		body := read(t, explorer+"/check?"+query)
		text := strings.Split(call(args+" -quiet -v").stdout, "\n")
		for _, line := range []string{text[3], strings.TrimPrefix(text[len(text)-2], "verdict: ")} {
			if !strings.Contains(body, line) {
				t.Errorf("%s: the page does not say %q", args, line)
			}
		}
	}
}

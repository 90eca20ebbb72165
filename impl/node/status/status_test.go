package status_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
	"interrex/impl/node/status"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// surroundings are what a node is told of its network.
type surroundings struct{}

func (surroundings) Cluster() string               { return "<test>" }
func (surroundings) Processes() map[impl.ID]string { return map[impl.ID]string{1: "<b>host</b> pid 7"} }
func (surroundings) Counters() tcp.Counters        { return tcp.Counters{WrongNode: 7} }
func (surroundings) Expiry() time.Time             { return time.Unix(1<<40, 0) }

// alone is the status of a node that is the only one of its group, or whose other members never come. It runs, and
// has not been asked to lead.
func alone(t *testing.T, members ...impl.ID) *status.Source {
	t.Helper()
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	if members == nil {
		members = []impl.ID{1}
	}
	shared := memory.New(1, members, memory.Faults{})
	o := node.Options{Algorithm: bully, Config: impl.Config{Self: 1, Members: members},
		Join: func(incarnation uint64) (network.Network, error) {
			return shared.Join(1, incarnation)
		}}
	s := &status.Source{Network: surroundings{}}
	if s.Node, err = node.New(o); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Node.Run(context.Background()) }()
	_ = s.Node.Transfer(t.Context(), 1) // which is refused, once it runs
	t.Cleanup(func() {
		s.Node.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s
}

func ask(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func TestAnswers(t *testing.T) {
	s := alone(t)
	h := s.Handler()
	if w := ask(h, "GET", "/leader"); !strings.Contains(w.Body.String(), `"leader":null,"self":false,"term":0`) {
		t.Errorf("%s", w.Body)
	}
	if err := s.Node.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w := ask(h, "GET", "/leader"); !strings.Contains(w.Body.String(), `"leader":1,"self":true,"term":1`) || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s %v", w.Body, w.Header())
	}
	for path, code := range map[string]int{"/": 200, "/index.html": 404, "/leader/": 404, "/../leader": 307, "//leader": 307, "/token": 404, "/debug/pprof/": 404} {
		if w := ask(h, "GET", path); w.Code != code {
			t.Errorf("%s: %d, want %d", path, w.Code, code)
		}
	}
	format := regexp.MustCompile(`^(# HELP elect_\w+ .+|# TYPE elect_\w+ (counter|gauge)|elect_\w+(\{\w+="[^"\\]*"(,\w+="[^"\\]*")*\})? [0-9][-+.e0-9]*)$`)
	for line := range strings.Lines(ask(h, "GET", "/metrics").Body.String()) {
		if !format.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("no line of a metric: %q", line)
		}
	}
	for _, want := range []string{"elect_leads 1\n", "elect_leader 1\n", "elect_term 1\n", `elect_refused_total{what="wrong-node"} 7`, `elect_elections_total{cause="start"} 1`, "elect_certificate_expiry_timestamp_seconds 1.099511627776e+12\n"} {
		if w := ask(h, "GET", "/metrics"); !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in\n%s", want, w.Body)
		}
	}
}

// TestPage: the page names the leader, escapes what it prints, loads itself again, and is allowed its style and no more.
func TestPage(t *testing.T) {
	s := alone(t)
	text := func() string { return ask(s.Handler(), "GET", "/").Body.String() }
	if page := text(); !strings.Contains(page, "No leader for ") {
		t.Error(page)
	}
	if err := s.Node.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	page := text()
	for _, want := range []string{"Node 1 has led for ", "term 1; bully; cluster &lt;test&gt;", "started by this node so far: 1.", "&lt;b&gt;host&lt;/b&gt; pid 7", `http-equiv="refresh" content="2"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if strings.Contains(page, "//") || strings.Contains(page, "<script") || strings.Contains(page, "<b>") {
		t.Errorf("an address, a script, or text that is not escaped:\n%s", page)
	}
	_, style, _ := strings.Cut(page, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	want := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; "
	if policy := ask(s.Handler(), "GET", "/").Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, want) {
		t.Errorf("policy %s, want %s", policy, want)
	}
}

// TestSuspected: a member that was never heard is awaited or suspected, in each form of the status.
func TestSuspected(t *testing.T) {
	s := alone(t, 1, 2)
	if missing, others := s.Now().Awaited(); missing != 1 || others != 1 {
		t.Errorf("%d of %d are awaited", missing, others)
	}
	for tick := time.Tick(time.Millisecond); !s.Now().Members[1].Suspected; {
		select {
		case <-tick:
		case <-t.Context().Done():
			t.Fatal("2 is not suspected")
		}
	}
	for path, want := range map[string]string{"/": "suspected</td>", "/leader": `"suspected":true`, "/metrics": "elect_suspected{peer=\"2\"} 1\n"} {
		if w := ask(s.Handler(), "GET", path); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: no %s in %s", path, want, w.Body)
		}
	}
}

// TestStrangers: a page elsewhere learns nothing, by whatever name it calls the server.
func TestStrangers(t *testing.T) {
	s := alone(t)
	server, err := status.Listen("127.0.0.1:0", s, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	wait.Go(server.Serve)
	defer wait.Wait()
	defer server.Close()
	for _, c := range []struct {
		method, path, host, site string
		want                     int
	}{
		{"GET", "/leader", "", "", 200},
		{"GET", "/leader", "localhost", "none", 200},
		{"GET", "/leader", "evil.example", "", 421},
		{"GET", "/metrics", "evil.example", "same-origin", 421},
		{"GET", "/leader", "", "cross-site", 403},
		{"POST", "/leader", "", "cross-site", 403},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, "http://"+s.Now().HTTP+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		r.Header.Set("Sec-Fetch-Site", c.site)
		answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != c.want {
			t.Errorf("%+v: %s", c, answer.Status)
		}
	}
}

// A lingering listener says after its end that one may try again, so that the server's loop has not ended before
// the server is told to.
type lingering struct {
	net.Listener
	accepts chan struct{}
}

func (l lingering) Accept() (net.Conn, error) {
	select {
	case l.accepts <- struct{}{}:
	default:
	}
	c, err := l.Listener.Accept()
	if err != nil {
		err = syscall.EINTR
	}
	return c, err
}

// TestClosesWhileItServes: whether the server's loop has noticed the end or not, closing is no error. It was one, and
// a node that had been told to end ended with exit code 75.
func TestClosesWhileItServes(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepts := make(chan struct{}, 1)
	server := status.On(lingering{l, accepts}, "127.0.0.1:0", alone(t), slog.New(slog.DiscardHandler))
	var wait sync.WaitGroup
	wait.Go(server.Serve)
	<-accepts
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	wait.Wait()
}

// elsewhere is a place that is not on loopback, where nobody comes.
type elsewhere struct{ net.Listener }

func (elsewhere) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

// TestOffLoopback: who opens the port to others is told so.
func TestOffLoopback(t *testing.T) {
	s := alone(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for at, want := range map[net.Listener]int{l: 0, elsewhere{l}: 1} {
		var log bytes.Buffer
		if status.On(at, at.Addr().String(), s, slog.New(slog.NewTextHandler(&log, nil))); strings.Count(log.String(), "other machines can reach") != want {
			t.Errorf("%v: %s", at.Addr(), &log)
		}
	}
}

package status_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"interrex/cmd/elect/internal/settings"
	"interrex/cmd/elect/internal/status"
	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// alone is what is told of a node that is the only one of its group. It runs, and has not been asked to lead.
func alone(t *testing.T) *status.Source {
	t.Helper()
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	members := []impl.ID{1}
	shared := memory.New(1, members, memory.Faults{})
	o := node.Options{Algorithm: bully, Config: impl.Config{Self: 1, Members: members},
		Join: func(incarnation uint64, observing bool) (network.Network, error) {
			return shared.Join(1, incarnation, observing)
		}}
	s := &status.Source{Settings: &settings.Settings{ID: 1, Cluster: "test", Algorithm: bully, Members: members, Report: "json"},
		Traffic:   func() tcp.Counters { return tcp.Counters{Liars: 7} },
		Processes: func() map[impl.ID]string { return nil },
		Expiry: func() certs.Expiry {
			return certs.Expiry{Node: time.Now().AddDate(1, 0, 0), Authority: time.Now().AddDate(9, 0, 0)}
		}}
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
	h := status.Handler(s)
	if w := ask(h, "GET", "/leader"); !strings.Contains(w.Body.String(), `"leader":null,"self":false,"term":0`) {
		t.Errorf("%s", w.Body)
	}
	if err := s.Node.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w := ask(h, "GET", "/leader"); !strings.Contains(w.Body.String(), `"leader":1,"self":true,"term":1`) || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s %v", w.Body, w.Header())
	}
	for path, code := range map[string]int{"/": 404, "/leader/": 404, "/../leader": 307, "//leader": 307, "/token": 404, "/debug/pprof/": 404} {
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
	s.Settings.WeakTokens = true
	if _, err := s.Token(); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"elect_leads 1\n", "elect_leader 1\n", "elect_term 1\n", "elect_token_sequence 1\n", "elect_incarnations_total 1\n", `elect_refused_total{what="liar"} 7`, `elect_elections_total{cause="start"} 1`} {
		if w := ask(h, "GET", "/metrics"); !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in\n%s", want, w.Body)
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
		if status.On(at, at.Addr().String(), s, slog.New(slog.NewTextHandler(&log, nil))); strings.Count(log.String(), "not only this machine") != want {
			t.Errorf("%v: %s", at.Addr(), &log)
		}
	}
}

// TestExpiry: a certificate that runs out soon is a warning wherever a node tells of itself, and one that does not
// is only a number.
func TestExpiry(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		node, authority time.Duration
		want            []string
	}{
		{31 * day, 900 * day, nil},
		{10*day + time.Hour, 900 * day, []string{"the certificate of this node runs out on ", "in 10 days"}},
		{-time.Hour, 900 * day, []string{"the certificate of this node has run out"}},
		{5*day + time.Hour, 5*day + time.Hour, []string{"of this node runs out", "of the authority runs out"}},
	} {
		now := time.Now()
		e := certs.Expiry{Node: now.Add(c.node), Authority: now.Add(c.authority)}
		s := alone(t)
		s.Expiry = func() certs.Expiry { return e }
		h := status.Handler(s)
		ctx, cancel := context.WithCancel(t.Context())
		var log bytes.Buffer
		cancel()
		s.Remind(ctx, slog.New(slog.NewTextHandler(&log, nil)))
		health := ask(h, "GET", "/healthz")
		for where, text := range map[string]string{"/healthz": health.Body.String(), "/leader": ask(h, "GET", "/leader").Body.String(), "log": log.String()} {
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%s does not say %q: %s", where, want, text)
				}
			}
			if c.want == nil && (strings.Contains(text, "certificate") || strings.Contains(text, "warning")) {
				t.Errorf("%s warns: %s", where, text)
			}
		}
		if health.Code != http.StatusOK || !strings.HasPrefix(health.Body.String(), "ok\n") {
			t.Errorf("%d %s", health.Code, health.Body)
		}
		line := `elect_certificate_expiry_timestamp_seconds{of="node"} ` + strconv.FormatFloat(float64(e.Node.Unix()), 'g', -1, 64)
		if w := ask(h, "GET", "/metrics"); !strings.Contains(w.Body.String(), line) {
			t.Errorf("no %s in\n%s", line, w.Body)
		}
	}
}

// TestPrint: a node prints who leads, by its name, again and again.
func TestPrint(t *testing.T) {
	s := alone(t)
	s.Settings.Report, s.Settings.Print = "text", time.Millisecond
	s.Processes = func() map[impl.ID]string { return map[impl.ID]string{1: "host pid 7"} }
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	var wait sync.WaitGroup
	wait.Go(func() { s.Tell(ctx, in) })
	lines := bufio.NewScanner(out)
	if lines.Scan(); lines.Text() != "node 1: nobody leads" {
		t.Errorf("%q", lines.Text())
	}
	if err := s.Node.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	for seen := 0; seen < 2 && lines.Scan(); {
		if lines.Text() == "node 1: node 1 (host pid 7) leads, term 1" {
			seen++
		}
	}
	cancel()
	out.Close()
	wait.Wait()
}

// TestTell: each change is a line of JSON, and what cannot be written is missed, and no more.
func TestTell(t *testing.T) {
	s := alone(t)
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	var wait sync.WaitGroup
	wait.Go(func() { s.Tell(ctx, in) })
	lines := bufio.NewScanner(out)
	next := func() (now status.Status) {
		t.Helper()
		if !lines.Scan() {
			t.Fatal("no more lines")
		}
		if err := json.Unmarshal(bytes.TrimSpace(lines.Bytes()), &now); err != nil {
			t.Fatal(err)
		}
		return now
	}
	if now := next(); now.Leader != nil || now.Node != 1 {
		t.Errorf("%+v", now)
	}
	for term := 1; term <= 3; term++ {
		if err := s.Node.Campaign(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now := next(); now.Leader == nil || !now.Self || now.Term != term {
			t.Errorf("%+v, want term %d", now, term)
		}
		if err := s.Node.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now := next(); now.Leader != nil || now.Self {
			t.Errorf("it has resigned: %+v", now)
		}
	}
	out.Close()
	if err := s.Node.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	cancel()
	wait.Wait()
}

package live

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"interrex/internal/local"
	"interrex/traces/stage"
)

// A Cluster is what the page shows and controls. Its methods are safe for concurrent use.
type Cluster interface {
	// Act kills, pauses, resumes or starts a node, and reports whether it could.
	Act(action string, node int) bool
}

// outcomes are the actions in words: "P3 is killed".
var outcomes = map[string]string{Kill: "is killed", Pause: "is paused", Resume: "goes on", Start: "is started"}

// The actions on a node.
const (
	Kill   = "kill"
	Pause  = "pause"
	Resume = "resume"
	Start  = "start"
)

// A Page serves the stage of a cluster.
type Page struct {
	Config
	cluster Cluster
	server  *http.Server
	link    string

	mu      sync.Mutex
	tape    *tape
	states  []state // of the processes, by node
	version int     // grows with each change
	changed chan struct{}
	fault   error // the traces can be read no further
}

// A state is that of a node's process.
type state struct{ alive, paused bool }

// A Config is what a page is about.
type Config struct {
	Address string // HOST:PORT of this machine
	Folder  string // of the traces
	N       int
	Title   string

	Algorithm string
	Links     string // how the nodes are linked: ring, both-ways or complete
}

// polling is the interval in which the traces are read, and waiting how long a request may wait for something new.
const (
	polling = 50 * time.Millisecond
	waiting = 20 * time.Second
)

//go:embed live.html
var pageText string

//go:embed live.js
var script []byte

var page = template.Must(template.New("live").Parse(pageText))

// Open listens, and serves the page until ctx ends. Its address has a random part, which other users of the machine do not know.
func Open(ctx context.Context, c Config, cluster Cluster) (*Page, error) {
	listener, err := net.Listen("tcp", c.Address)
	if err != nil {
		return nil, fmt.Errorf("-page=%s: %w", c.Address, err)
	}
	p := &Page{Config: c, cluster: cluster, tape: newTape(c.Folder, c.N), states: make([]state, c.N), changed: make(chan struct{})}
	own, secret := listener.Addr().String(), "/"+rand.Text()+"/"
	p.link = "http://" + own + secret
	p.server = &http.Server{
		Handler:           local.Named(local.Own(guard(http.StripPrefix(secret[:len(secret)-1], p.routes()))), c.Address, own),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: waiting + 10*time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 1 << 14, BaseContext: func(net.Listener) context.Context { return ctx },
	}
	go p.follow(ctx)
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

// Link is where the page is.
func (p *Page) Link() string { return p.link }

// Close ends the page.
func (p *Page) Close() error { return p.server.Close() }

// guard bounds requests, and what a page may load.
func guard(next http.Handler) http.Handler {
	inner := http.MaxBytesHandler(next, 1<<10)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		inner.ServeHTTP(w, r)
	})
}

func (p *Page) routes() *http.ServeMux {
	mux, files := http.NewServeMux(), http.FileServerFS(stage.Assets())
	mux.HandleFunc("GET /{$}", p.show)
	mux.HandleFunc("GET /live.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(script)
	})
	mux.HandleFunc("GET /run", p.run)
	mux.HandleFunc("POST /act", p.act)
	mux.Handle("GET /", files)
	return mux
}

func (p *Page) show(w http.ResponseWriter, _ *http.Request) {
	var text bytes.Buffer
	if err := page.Execute(&text, p.Title); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(text.Bytes())
}

// A playing is the answer to a request for the run.
type playing struct {
	Version int        `json:"version"`
	Dropped int        `json:"dropped"` // steps before those of the run
	Fault   string     `json:"fault"`
	Gaps    []int      `json:"gaps"` // nodes that do not record all of their steps
	Run     *stage.Run `json:"run"`
}

// run sends the run once it has changed since the version that the visitor has, or after a while.
func (p *Page) run(w http.ResponseWriter, r *http.Request) {
	had, _ := strconv.Atoi(r.URL.Query().Get("version"))
	limit := time.NewTimer(waiting)
	defer limit.Stop()
	for over := false; ; {
		p.mu.Lock()
		now, changed := p.playing(), p.changed
		p.mu.Unlock()
		if now.Version > had || over {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(now)
			return
		}
		select {
		case <-changed:
		case <-limit.C:
			over = true
		case <-r.Context().Done():
			return
		}
	}
}

// playing is the run so far, for a caller that has the lock.
func (p *Page) playing() playing {
	var can []stage.Choice
	for i, s := range p.states {
		for _, action := range possible(s) {
			can = append(can, stage.Choice{Text: fmt.Sprintf("P%d %s", i+1, outcomes[action]), Process: stage.ID(i + 1), Action: action})
		}
	}
	now := playing{Version: p.version, Dropped: p.tape.dropped, Gaps: p.tape.gaps(), Run: p.tape.document(can)}
	now.Run.Title, now.Run.Algorithm, now.Run.World, now.Run.Topology = p.Title, p.Algorithm, "real nodes on this machine, live", p.Links
	if p.fault != nil {
		now.Fault = p.fault.Error()
	}
	return now
}

func possible(s state) []string {
	switch {
	case !s.alive:
		return []string{Start}
	case s.paused:
		return []string{Resume, Kill}
	}
	return []string{Kill, Pause}
}

// act does something to a node.
func (p *Page) act(w http.ResponseWriter, r *http.Request) {
	action, node := r.FormValue("action"), 0
	node, err := strconv.Atoi(r.FormValue("node"))
	if err != nil || node < 1 || node > len(p.states) || !slices.Contains([]string{Kill, Pause, Resume, Start}, action) {
		http.Error(w, "an action (kill, pause, resume or start) and a node are expected", http.StatusBadRequest)
		return
	}
	if !p.cluster.Act(action, node) {
		http.Error(w, fmt.Sprintf("%s P%d is not possible now", action, node), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// follow reads the traces until ctx ends or they cannot be read.
func (p *Page) follow(ctx context.Context) {
	for clock := time.NewTicker(polling); ; {
		p.mu.Lock()
		more, err := p.tape.look(uint64(time.Now().UnixMicro()))
		if p.fault = err; more || err != nil {
			p.change()
		}
		p.mu.Unlock()
		select {
		case <-clock.C:
		case <-ctx.Done():
			clock.Stop()
			return
		}
		if err != nil && !errors.Is(err, ctx.Err()) {
			return
		}
	}
}

// change wakes those who wait, for a caller that has the lock.
func (p *Page) change() {
	p.version++
	close(p.changed)
	p.changed = make(chan struct{})
}

// Alive notes that the process of a node runs or has ended, and whether it is paused.
func (p *Page) Alive(node int, alive, paused bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.states[node-1]
	p.states[node-1] = state{alive, paused}
	if was.alive && !alive {
		p.tape.files[node-1].ended = uint64(time.Now().UnixMicro())
	}
	p.change()
}

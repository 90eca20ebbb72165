package cluster

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"

	"interrex/impl"
	"interrex/internal/local"
	"interrex/traces/stage"
)

// actions are what the page can do to a node, in words: "P3 is killed".
var actions = map[string]string{"kill": "is killed", "pause": "is paused", "resume": "goes on", "start": "is started"}

// A page serves the stage of a cluster. It reads the traces of the nodes.
type page struct {
	cluster *cluster
	ctx     context.Context
	server  *http.Server

	mu      sync.Mutex
	tape    *tape
	states  []state // of the processes, by node
	version int     // grows with each change
	changed chan struct{}
	fault   error // the traces can be read no further
}

// A state is that of a node's process.
type state struct{ alive, paused bool }

// polling is the interval in which the traces are read, and waiting how long a request may wait for something new.
const (
	polling = 50 * time.Millisecond
	waiting = 20 * time.Second
)

// policy is what the page may load.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed live.html live.js
var assets embed.FS

var pageTemplate = template.Must(template.ParseFS(assets, "live.html"))

// openPage listens, and serves the page until ctx ends, if there is to be one. Its address has a random part, which other users of
// the machine do not know.
func (c *cluster) openPage(ctx context.Context) error {
	if c.settings.Page == "" {
		return nil
	}
	listener, err := net.Listen("tcp", c.settings.Page)
	if err != nil {
		return fmt.Errorf("-page=%s: %w", c.settings.Page, err)
	}
	p := &page{cluster: c, ctx: ctx, tape: newTape(c.trace, c.settings.N), states: make([]state, c.settings.N), changed: make(chan struct{})}
	own, secret := listener.Addr().String(), "/"+rand.Text()+"/"
	p.server = &http.Server{
		Handler:           local.Named(local.Guard(http.StripPrefix(secret[:len(secret)-1], p.routes()), policy, 1<<10), c.settings.Page, own),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: waiting + 10*time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 1 << 14, BaseContext: func(net.Listener) context.Context { return ctx },
	}
	c.page = p
	go p.follow()
	go func() { _ = p.server.Serve(listener) }()
	c.view.tell("watch the cluster at http://%s%s", own, secret)
	return nil
}

func (p *page) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = pageTemplate.Execute(w, p.title())
	})
	mux.Handle("GET /live.js", http.FileServerFS(assets))
	mux.HandleFunc("GET /run", p.run)
	mux.HandleFunc("POST /act", p.act)
	mux.Handle("GET /", http.FileServerFS(stage.Assets()))
	return mux
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
func (p *page) run(w http.ResponseWriter, r *http.Request) {
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
func (p *page) playing() playing {
	var can []stage.Choice
	for i, s := range p.states {
		for _, action := range possible(s) {
			can = append(can, stage.Choice{Text: fmt.Sprintf("P%d %s", i+1, actions[action]), Process: stage.ID(i + 1), Action: action})
		}
	}
	now := playing{Version: p.version, Dropped: p.tape.dropped, Gaps: p.tape.gaps(), Run: p.tape.document(can)}
	a := p.cluster.settings.Algorithm
	now.Run.Title, now.Run.Algorithm, now.Run.World = p.title(), a.Name, "real nodes on this machine, live"
	now.Run.Topology = map[impl.Topology]string{impl.Complete: "complete", impl.Ring: "ring", impl.BothWays: "both-ways"}[a.Topology]
	if p.fault != nil {
		now.Fault = p.fault.Error()
	}
	return now
}

func (p *page) title() string {
	return fmt.Sprintf("%s: %d nodes", p.cluster.settings.Algorithm, p.cluster.settings.N)
}

func possible(s state) []string {
	switch {
	case !s.alive:
		return []string{"start"}
	case s.paused:
		return []string{"resume", "kill"}
	}
	return []string{"kill", "pause"}
}

// act does something to a node.
func (p *page) act(w http.ResponseWriter, r *http.Request) {
	action := r.FormValue("action")
	node, err := strconv.Atoi(r.FormValue("node"))
	if err != nil || node < 1 || node > len(p.states) || actions[action] == "" {
		http.Error(w, "an action (kill, pause, resume or start) and a node are expected", http.StatusBadRequest)
		return
	}
	if !p.cluster.obeys(p.ctx, action, impl.ID(node)) {
		http.Error(w, fmt.Sprintf("%s P%d is not possible now", action, node), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// obeys has the cluster do something to a node between its events, and reports whether it could.
func (c *cluster) obeys(ctx context.Context, action string, id impl.ID) bool {
	done := make(chan bool, 1)
	do := func() error {
		k := c.children[id]
		if (k == nil) != (action == "start") {
			done <- false
			return nil
		}
		done <- true
		c.view.tell("%s node %v, as the page asks", action, id)
		switch action {
		case "start":
			return c.restart(id)
		case "kill":
			return k.signal(syscall.SIGKILL)
		}
		return c.pause(k, action == "pause")
	}
	select {
	case c.due <- do:
		return <-done
	case <-ctx.Done():
		return false
	}
}

// pause stops a child, or lets it go on.
func (c *cluster) pause(k *child, paused bool) error {
	how := syscall.SIGCONT
	if paused {
		how = syscall.SIGSTOP
	}
	if c.children[k.id] == k {
		c.stands(k.id, true, paused)
	}
	return k.signal(how)
}

// follow reads the traces until the run ends or they cannot be read.
func (p *page) follow() {
	for clock := time.NewTicker(polling); ; {
		p.mu.Lock()
		more, err := p.tape.look(uint64(time.Now().UnixMicro()))
		if p.fault = err; more || err != nil {
			p.change()
		}
		p.mu.Unlock()
		select {
		case <-clock.C:
		case <-p.ctx.Done():
			clock.Stop()
			return
		}
		if err != nil {
			return
		}
	}
}

// change wakes those who wait, for a caller that has the lock.
func (p *page) change() {
	p.version++
	close(p.changed)
	p.changed = make(chan struct{})
}

// stands notes for the page, if there is one, how the process of a node stands.
func (c *cluster) stands(id impl.ID, alive, paused bool) {
	p := c.page
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.states[id-1]
	p.states[id-1] = state{alive, paused}
	if was.alive && !alive {
		p.tape.files[id-1].ended = uint64(time.Now().UnixMicro())
	}
	p.change()
}

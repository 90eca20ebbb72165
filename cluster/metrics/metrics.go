// Package metrics serves what a driver or a worker of a check with -store does in the text format that Prometheus reads: how far the
// check is, what has become of tasks, and what the store has been asked for.
package metrics

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/explore"
	"interrex/internal/flags"
)

// Watcher is -metrics in one call of a command.
func Watcher() explore.Watcher { return &watcher{} }

type watcher struct {
	address string
	set     *metrics.Set // nil: nobody asks
	last    atomic.Pointer[checker.Progress]
}

// loopback is where metrics are served if nothing but a port is said: who reads them needs no password.
const loopback = "127.0.0.1"

// Flags is part of explore.Watcher.
func (w *watcher) Flags() flags.Table {
	return flags.Table{{Name: "metrics", Takes: ":PORT", Help: "serve metrics for Prometheus at http://" + loopback + ":PORT/metrics, for as long as this runs; HOST:PORT is for others too, without a password",
		Set: func(text string) error {
			host, port, err := net.SplitHostPort(text)
			if err != nil || port == "" {
				return errors.New("it is :PORT, or HOST:PORT")
			}
			if host == "" {
				host = loopback
			}
			w.address = net.JoinHostPort(host, port)
			return nil
		}}}
}

// A request, and its answer, take no longer.
const patience = 10 * time.Second

// Watch is part of explore.Watcher.
func (w *watcher) Watch(store levels.Store, say func(string, ...any)) (levels.Store, func(), error) {
	if w.address == "" {
		return store, nil, nil
	}
	l, err := net.Listen("tcp", w.address)
	if err != nil {
		return store, nil, fmt.Errorf("-metrics: %w", err)
	}
	w.set = metrics.NewSet()
	pages := http.NewServeMux()
	pages.HandleFunc("GET /metrics", func(to http.ResponseWriter, _ *http.Request) {
		to.Header().Set("Content-Type", "text/plain; version=0.0.4")
		w.set.WritePrometheus(to)
	})
	s := &http.Server{Handler: pages, ReadTimeout: patience, WriteTimeout: patience, MaxHeaderBytes: 1 << 14}
	go func() { _ = s.Serve(l) }()
	say("metrics are served at http://%s/metrics", l.Addr())
	return &counted{store, w.set}, func() { _ = s.Close() }, nil
}

// gauges are what a driver knows.
var gauges = map[string]func(p *checker.Progress) int{
	"interrex_states":              func(p *checker.Progress) int { return p.States },
	"interrex_states_expanded":     func(p *checker.Progress) int { return p.Expanded },
	"interrex_steps":               func(p *checker.Progress) int { return p.Steps },
	"interrex_level":               func(p *checker.Progress) int { return p.Depth },
	"interrex_level_states":        func(p *checker.Progress) int { return p.Frontier },
	"interrex_phase_tasks":         func(p *checker.Progress) int { return p.Tasks.Of },
	"interrex_phase_tasks_done":    func(p *checker.Progress) int { return p.Tasks.Done },
	"interrex_hands":               func(p *checker.Progress) int { return p.Tasks.Hands },
	"interrex_driver_memory_bytes": func(p *checker.Progress) int { return int(p.Bytes) },
	"interrex_driver_seconds":      func(p *checker.Progress) int { return int(p.Elapsed.Seconds()) },
}

// Progress is part of explore.Watcher. Its calls follow one another.
func (w *watcher) Progress(p checker.Progress) {
	last := w.last.Load()
	if last != nil && p.Tasks.Kind == "" { // between phases nobody has counted them
		p.Tasks.Hands = last.Tasks.Hands
	}
	if w.last.Store(&p); last == nil {
		for name, value := range gauges {
			w.set.NewGauge(name, func() float64 { return float64(value(w.last.Load())) })
		}
	}
}

// Task is part of explore.Watcher.
func (w *watcher) Task(t levels.Task, took time.Duration, err error) {
	kind := t.Kind
	if !levels.IsKind(kind) { // others may send anything
		kind = "unknown"
	}
	outcome := "done"
	if err != nil {
		outcome = "failed"
	}
	w.set.GetOrCreateCounter(fmt.Sprintf("interrex_tasks_total{kind=%q,outcome=%q}", kind, outcome)).Inc()
	w.set.GetOrCreateFloatCounter(fmt.Sprintf("interrex_task_seconds_total{kind=%q}", kind)).Add(took.Seconds())
}

package serve

import (
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"sync"
	"time"

	"interrex/explore/internal/gallery"
	"interrex/explore/internal/request"
	"interrex/explore/internal/serve/jobs"
	"interrex/model"
)

// A Config says what a site offers.
type Config struct {
	request.Serve
	Version string
	Help    string // the words of the form are those of explore help

	// Execute does what a command asks for and writes its report.
	Execute func(ctx context.Context, r *request.Request, out io.Writer) error

	Complain func(words string) // of bugs
}

// A Site answers requests. It keeps jobs and uploads, in memory alone.
type Site struct {
	Config
	checks  *jobs.Queue[*result]
	uploads *shelf
	pieces  []gallery.Piece
	hints   map[string]hint
	groups  []string
	forms   map[string]func() []request.Field // by algorithm
	handler http.Handler
}

// What a site takes on and keeps.
const (
	mostWaiting = 20
	mostKept    = 50
	patience    = time.Minute // with a job that nobody looks at
)

// New makes a site. Close it.
func New(c Config) *Site {
	s := &Site{
		Config: c, pieces: gallery.Pieces(), forms: map[string]func() []request.Field{}, uploads: newShelf(int64(min(c.Bounds.MaxMemory, math.MaxInt64))),
		checks: jobs.New[*result](jobs.Limits{Running: c.Jobs, Waiting: mostWaiting, Kept: mostKept, Patience: patience}),
	}
	s.groups, s.hints = hints(c.Help)
	for _, name := range algorithms() {
		s.forms[name] = sync.OnceValue(func() []request.Field {
			fields, err := request.Fields(name)
			if err != nil {
				panic(fmt.Errorf("serve: %s of the catalogue: %w", name, err))
			}
			return fields
		})
	}
	s.handler = s.guard(s.routes())
	return s
}

// Close ends all jobs.
func (s *Site) Close() { s.checks.Close() }

// warm makes ready what the first visitors would have to wait for.
func (s *Site) warm() {
	for _, name := range algorithms() {
		s.forms[name]()
	}
}

// ServeHTTP answers one request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Site) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /check", s.check)
	mux.HandleFunc("POST /stop", s.stop)
	mux.HandleFunc("POST /again", s.again)
	mux.HandleFunc("GET /walk", s.walk)
	mux.HandleFunc("GET /claims", s.claims)
	mux.HandleFunc("GET /claims/{id}", s.claim)
	mux.HandleFunc("GET /claims/{id}/{run}", s.claimRun)
	mux.HandleFunc("GET /traces", s.traces)
	mux.HandleFunc("POST /traces", s.upload)
	mux.HandleFunc("GET /traces/{digest}", s.trace)
	mux.HandleFunc("GET /assets/{name}", asset)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/assets/icon.svg", http.StatusMovedPermanently)
	})
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, http.StatusNotFound, "there is no such page; the algorithms' list is at /")
	})
	return mux
}

// algorithms are the names of all, that of the consensus last.
func algorithms() (names []string) {
	for _, a := range model.Catalogue() {
		names = append(names, a.Name)
	}
	return append(names, model.ConsensusName)
}

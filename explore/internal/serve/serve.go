package serve

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/gallery"
	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
)

// An Offer is what a site offers, and the limits for one visitor.
type Offer struct {
	Address string
	Jobs    int             // how many run at a time
	Bounds  checker.Options // of each check: the most that a visitor may ask for
}

// A Config configures a site.
type Config struct {
	Offer
	Program *command.Program

	Complain func(words string) // reports bugs
}

// A Site answers requests. It keeps jobs, only in memory.
type Site struct {
	Config
	checks  *jobs.Queue[*result]
	films   *jobs.Queue[*found] // runs to watch
	pieces  []gallery.Piece
	forms   map[string]func() []Field // by algorithm
	handler http.Handler
}

// The limits on what a site accepts and keeps.
const (
	mostWaiting = 20
	mostKept    = 50
	patience    = time.Minute // for a job without visitors
)

// New makes a site. The caller must Close it.
func New(c Config) *Site {
	s := &Site{
		Config: c, pieces: pieces(c.Program), forms: map[string]func() []Field{},
		checks: jobs.New[*result](jobs.Limits{Running: c.Jobs, Waiting: mostWaiting, Kept: mostKept, Patience: patience}),
	}
	s.films = jobs.New[*found](jobs.Limits{Running: 1, Waiting: mostWaiting, Kept: 2 * mostKept, Patience: patience})
	for _, name := range s.algorithms() {
		s.forms[name] = sync.OnceValue(func() []Field { return Fields(c.Program, name) })
	}
	s.handler = s.guard(s.routes())
	return s
}

// Close ends all jobs.
func (s *Site) Close() {
	s.checks.Close()
	s.films.Close()
}

// warm prepares what the first visitors would otherwise wait for.
func (s *Site) warm() {
	for _, f := range s.onHome() {
		_, _ = s.await(context.Background(), f.query())
	}
}

// ServeHTTP answers one request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Site) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /check", s.check)
	mux.HandleFunc("GET /sentence", s.sentence)
	mux.HandleFunc("GET /a/{name}", s.algorithmPage)
	mux.HandleFunc("GET /find", s.find)
	mux.HandleFunc("GET /watch", s.watch)
	mux.HandleFunc("GET /film", s.film)
	mux.HandleFunc("GET /films", s.homeFilms)
	mux.HandleFunc("POST /stop", s.stop)
	mux.HandleFunc("POST /again", s.again)
	mux.HandleFunc("POST /leave", s.leave)
	mux.HandleFunc("GET /walk", s.onWalk((*walker).page))
	mux.HandleFunc("GET /run", s.onWalk((*walker).run))
	mux.HandleFunc("GET /graph", s.onWalk((*walker).graph))
	mux.HandleFunc("GET /outlook", s.onWalk((*walker).outlook))
	for form := range forms {
		mux.HandleFunc("GET "+savedAs(form), s.onWalk(saving(form)))
	}
	if s.Program.Catalogue {
		mux.HandleFunc("GET /story/{name}", s.story)
		mux.HandleFunc("GET /claims", s.claims)
		mux.HandleFunc("GET /claims/{id}", s.claim)
	}
	mux.HandleFunc("GET /traces", s.traces)
	mux.HandleFunc("POST /traces", s.upload)
	mux.HandleFunc("GET /assets/{name}", s.asset)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/assets/icon.svg", http.StatusMovedPermanently)
	})
	mux.HandleFunc("GET /", s.noPage)
	return mux
}

func (s *Site) noPage(w http.ResponseWriter, _ *http.Request) {
	s.refuse(w, http.StatusNotFound, "there is no such page")
}

// rescue reports a panic of an election in a line, and a bug of ours briefly to the visitor and in full where the server was started.
func (s *Site) rescue(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if bug := recover(); bug != nil {
				status, why := http.StatusInternalServerError, &jobs.Bug{Panic: bug, Stack: debug.Stack()}
				if why.IsElections() {
					status = http.StatusBadRequest
				}
				s.refuse(w, status, s.failure(why))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// algorithms are the names of all elections.
func (s *Site) algorithms() (names []string) {
	for _, a := range s.Program.Elections {
		names = append(names, a.Name)
	}
	return names
}

// pieces is the part of the gallery about the program's elections.
func pieces(p *command.Program) []gallery.Piece {
	if !p.Catalogue {
		return nil
	}
	return gallery.Pieces()
}

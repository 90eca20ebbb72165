//go:build !js

package serve

import (
	"context"
	"net/http"
	"strings"

	"interrex/internal/local"
)

// The limits on uploads and concurrent work.
const (
	mostAtOnce   = 32
	mostUploads  = 3  // counted apart, since they arrive as slowly as their senders like
	mostWalks    = 12 // counted apart; few of them are drawn at a time, since large groups take seconds and memory
	fewWalks     = 2
	mostGraphs   = 4       // counted apart, since they gather many states: one at a time
	mostAddress  = 1 << 15 // of the address of a page: that of a run of thousands of steps
	policyOfPage = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
		"form-action 'self'; frame-ancestors 'none'"
)

// guard refuses pages elsewhere that use a visitor's browser to reach this server, and requests that are too large
// or too many.
func (s *Site) guard(next http.Handler) http.Handler {
	inner := local.Own(s.admit(s.rescue(next)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policyOfPage)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if len(r.URL.RawQuery) > mostAddress {
			s.refuse(w, http.StatusRequestURITooLong, "the address is too long")
			return
		}
		inner.ServeHTTP(w, r)
	})
}

// A limiter has places for requests, and turns for those that work at a time.
type limiter struct{ places, turns chan struct{} }

func newLimiter(places, turns int) limiter {
	return limiter{make(chan struct{}, places), make(chan struct{}, turns)}
}

// enter takes a place and waits for a turn. It reports false if no place is free.
func (m limiter) enter(ctx context.Context) (leave func(), ok bool) {
	select {
	case m.places <- struct{}{}:
	default:
		return nil, false
	}
	select {
	case m.turns <- struct{}{}:
		return func() { <-m.turns; <-m.places }, true
	case <-ctx.Done():
		return func() { <-m.places }, true
	}
}

// admit lets requests in as long as one of the places is free.
func (s *Site) admit(inner http.Handler) http.Handler {
	others, uploads := newLimiter(mostAtOnce, mostAtOnce), newLimiter(mostUploads, mostUploads)
	walks, graphs := newLimiter(mostWalks, fewWalks), newLimiter(mostGraphs, 1)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		room := others
		switch {
		case strings.HasPrefix(r.URL.Path, "/assets/"): // served from memory at once
			inner.ServeHTTP(w, r)
			return
		case r.Method == http.MethodPost && r.URL.Path == "/traces":
			room = uploads
		case r.URL.Path == "/graph":
			room = graphs
		case onWalk(r.URL.Path):
			room = walks
		}
		leave, ok := room.enter(r.Context())
		if !ok {
			s.refuse(w, http.StatusServiceUnavailable, "too many requests at once; try again")
			return
		}
		defer leave()
		if r.Context().Err() == nil { // the visitor has waited
			inner.ServeHTTP(w, r)
		}
	})
}

// onWalk reports whether a page tells a walk.
func onWalk(path string) bool {
	return path == "/walk" || path == "/run" || path == "/outlook" || strings.HasPrefix(path, "/save/")
}

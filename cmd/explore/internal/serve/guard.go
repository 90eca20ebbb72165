package serve

import (
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strings"

	"interrex/cmd/explore/internal/serve/jobs"
)

// The most that is taken in and done at a time.
const (
	mostBody     = 16 << 20
	mostAtOnce   = 32
	mostUploads  = 3  // besides: they come as slowly as their senders like
	mostWalks    = 12 // besides, of which few are drawn at a time: of large groups they take seconds, and memory
	fewWalks     = 2
	mostAddress  = 1 << 15 // of a page: a run of thousands of steps
	policyOfPage = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)

// guard keeps strangers out: pages elsewhere that would use a visitor's browser to reach this server,
// and requests that are too large or too many.
func (s *Site) guard(next http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	places, uploads := make(chan struct{}, mostAtOnce), make(chan struct{}, mostUploads)
	walks, turns := make(chan struct{}, mostWalks), make(chan struct{}, fewWalks)
	inner := origins.Handler(http.MaxBytesHandler(s.rescue(next), mostBody))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policyOfPage)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case len(r.URL.RawQuery) > mostAddress:
			http.Error(w, "the address is too long", http.StatusRequestURITooLong)
			return
		case isForeign(r):
			http.Error(w, "this server answers its own pages only", http.StatusForbidden)
			return
		}
		room := places
		switch {
		case strings.HasPrefix(r.URL.Path, "/assets/"): // in memory, and gone at once
			inner.ServeHTTP(w, r)
			return
		case r.Method == http.MethodPost && r.URL.Path == "/traces":
			room = uploads
		case r.URL.Path == "/walk":
			room = walks
		}
		select {
		case room <- struct{}{}:
			defer func() { <-room }()
		default:
			http.Error(w, "too many requests at once; try again", http.StatusServiceUnavailable)
			return
		}
		if r.URL.Path == "/walk" {
			select {
			case turns <- struct{}{}:
				defer func() { <-turns }()
			case <-r.Context().Done():
			}
			if r.Context().Err() != nil {
				return // whoever asked has not waited
			}
		}
		inner.ServeHTTP(w, r)
	})
}

// rescue tells a visitor of a bug of ours, and in full where the server was started.
func (s *Site) rescue(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if bug := recover(); bug != nil {
				s.refuse(w, http.StatusInternalServerError, s.failure(&jobs.Bug{Panic: bug, Stack: debug.Stack()}))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// isForeign reports whether a page of another site asks, other than by a link that somebody follows:
// a picture or a frame elsewhere must not start a check here.
func isForeign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && (r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document")
}

// named lets only those requests in that call the server by a name of its own, or by a number. A
// stranger's name that has been made to point here (DNS rebinding) is none.
func named(next http.Handler, asked, actual string) http.Handler {
	own := []string{"localhost"}
	if host, _, err := net.SplitHostPort(asked); err == nil && host != "" {
		own = append(own, host)
	}
	if name, err := os.Hostname(); err == nil && !isLoopback(actual) {
		own = append(own, name)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		host = strings.Trim(host, "[]")
		ok := net.ParseIP(host) != nil
		for _, name := range own {
			ok = ok || strings.EqualFold(name, host)
		}
		if !ok {
			http.Error(w, "this server does not go by that name; call it localhost, or by its number", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopback reports whether only this machine can reach an address.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// Package local protects a server for this machine, or for trusted users, from pages of other sites that would use a
// visitor's browser to reach it.
package local

import (
	"errors"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Named accepts only requests that address the server by one of its own names or by a number. It refuses a
// stranger's name that resolves to this machine (DNS rebinding). Asked is the requested listening address,
// actual the real one; names are further own names.
func Named(next http.Handler, asked, actual string, names ...string) http.Handler {
	own := append([]string{"localhost"}, names...)
	if host, _, err := net.SplitHostPort(asked); err == nil && host != "" {
		own = append(own, host)
	}
	if name, err := os.Hostname(); err == nil && !IsLoopback(actual) {
		own = append(own, name)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		host = strings.Trim(host, "[]")
		isOwn := func(name string) bool { return strings.EqualFold(name, host) }
		if net.ParseIP(host) == nil && !slices.ContainsFunc(own, isOwn) {
			http.Error(w, "this server does not go by that name; call it localhost, or by its number", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Own refuses requests from pages of another site, except a link that a visitor follows: a picture or a frame
// elsewhere must not start work here.
func Own(next http.Handler) http.Handler {
	inner := http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isForeign(r) {
			http.Error(w, "this server answers its own pages only", http.StatusForbidden)
			return
		}
		inner.ServeHTTP(w, r)
	})
}

func isForeign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && (r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document")
}

// End ends a server, whether it serves its listener already or not. The server goes first: its loop may not have
// seen yet that its listener is closed, and a second close is an error.
func End(server *http.Server, l net.Listener) error {
	if err := errors.Join(server.Close(), l.Close()); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// IsLoopback reports whether only this machine can reach an address.
func IsLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

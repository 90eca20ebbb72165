//go:build !js

package web

import "net/http"

// These are those of net/http.
type (
	Handler        = http.Handler
	HandlerFunc    = http.HandlerFunc
	Request        = http.Request
	ResponseWriter = http.ResponseWriter
	ServeMux       = http.ServeMux
)

// NewServeMux is that of net/http.
func NewServeMux() *ServeMux { return http.NewServeMux() }

// Redirect is that of net/http.
func Redirect(w ResponseWriter, r *Request, address string, code int) {
	http.Redirect(w, r, address, code)
}

// StatusText is that of net/http.
func StatusText(code int) string { return http.StatusText(code) }

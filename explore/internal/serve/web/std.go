//go:build !js

package web

import (
	"net/http"

	"interrex/internal/local"
)

// These are those of net/http.
type (
	Handler        = http.Handler
	HandlerFunc    = http.HandlerFunc
	MaxBytesError  = http.MaxBytesError
	Request        = http.Request
	ResponseWriter = http.ResponseWriter
	ServeMux       = http.ServeMux
)

// NewServeMux is that of net/http.
func NewServeMux() *ServeMux { return http.NewServeMux() }

// MaxBytesHandler is that of net/http.
func MaxBytesHandler(h Handler, n int64) Handler { return http.MaxBytesHandler(h, n) }

// Own is that of package local: it refuses requests from pages of another site.
func Own(h Handler) Handler { return local.Own(h) }

// Redirect is that of net/http.
func Redirect(w ResponseWriter, r *Request, address string, code int) {
	http.Redirect(w, r, address, code)
}

// NotFound is that of net/http.
func NotFound(w ResponseWriter, r *Request) { http.NotFound(w, r) }

// StatusText is that of net/http.
func StatusText(code int) string { return http.StatusText(code) }

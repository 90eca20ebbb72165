//go:build js

package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"path"
	"strings"
)

// A Handler answers requests.
type Handler interface {
	ServeHTTP(w ResponseWriter, r *Request)
}

// A HandlerFunc is a Handler.
type HandlerFunc func(w ResponseWriter, r *Request)

// ServeHTTP calls f.
func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request) { f(w, r) }

// A ResponseWriter takes an answer.
type ResponseWriter interface {
	Header() Header
	Write(text []byte) (int, error)
	WriteHeader(status int)
}

// A Header holds values by lower-case names.
type Header map[string]string

// Get is a value, or "".
func (h Header) Get(name string) string { return h[strings.ToLower(name)] }

// Set sets a value.
func (h Header) Set(name, value string) { h[strings.ToLower(name)] = value }

// A Request is one request of a page.
type Request struct {
	Method string
	URL    *url.URL
	Header Header
	Body   []byte
	values map[string]string // of the wildcards of its pattern
}

// Context never ends: nobody withdraws a request.
func (r *Request) Context() context.Context { return context.Background() }

// PathValue is the part of the path that a wildcard of the pattern matches.
func (r *Request) PathValue(name string) string { return r.values[name] }

// MultipartReader reads the body of a form with files.
func (r *Request) MultipartReader() (*multipart.Reader, error) {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return nil, errors.New("the request is no form with files")
	}
	return multipart.NewReader(bytes.NewReader(r.Body), parameters["boundary"]), nil
}

// An Answer is a ResponseWriter in memory.
type Answer struct {
	Status int
	header Header
	Body   bytes.Buffer
}

// Header holds what is sent before the body.
func (a *Answer) Header() Header {
	if a.header == nil {
		a.header = Header{}
	}
	return a.header
}

// WriteHeader sets the status.
func (a *Answer) WriteHeader(status int) { a.Status = status }

func (a *Answer) Write(text []byte) (int, error) { return a.Body.Write(text) }

// A ServeMux sends requests to handlers. It knows patterns of the form "METHOD /part/{name}", "/" as the last resort, and "/{$}" for
// the root alone.
type ServeMux struct{ routes []route }

type route struct {
	method  string
	parts   []string
	handler Handler
}

// NewServeMux makes an empty one.
func NewServeMux() *ServeMux { return &ServeMux{} }

// HandleFunc adds a handler.
func (m *ServeMux) HandleFunc(pattern string, handler func(ResponseWriter, *Request)) {
	m.Handle(pattern, HandlerFunc(handler))
}

// Handle adds a handler.
func (m *ServeMux) Handle(pattern string, handler Handler) {
	method, address, _ := strings.Cut(pattern, " ")
	m.routes = append(m.routes, route{method, strings.Split(address[1:], "/"), handler})
}

// ServeHTTP has the best route answer: one with few wildcards.
func (m *ServeMux) ServeHTTP(w ResponseWriter, r *Request) {
	parts := strings.Split(strings.TrimPrefix(path.Clean(r.URL.Path), "/"), "/")
	var best route
	least := len(parts) + 1
	for _, one := range m.routes {
		if values, ok := one.match(r.Method, parts); ok && len(values) < least {
			best, least, r.values = one, len(values), values
		}
	}
	if best.handler == nil {
		for _, one := range m.routes {
			if one.method == r.Method && len(one.parts) == 1 && one.parts[0] == "" {
				best = one
			}
		}
	}
	if best.handler == nil {
		NotFound(w, r)
		return
	}
	best.handler.ServeHTTP(w, r)
}

// match compares a request with a route.
func (one route) match(method string, parts []string) (values map[string]string, ok bool) {
	if method != one.method || len(parts) != len(one.parts) || one.parts[0] == "" {
		return nil, false
	}
	values = map[string]string{}
	for i, part := range one.parts {
		switch {
		case part == "{$}":
			ok = parts[i] == ""
		case strings.HasPrefix(part, "{"):
			values[strings.Trim(part, "{}")], ok = parts[i], parts[i] != ""
		default:
			ok = part == parts[i]
		}
		if !ok {
			return nil, false
		}
	}
	return values, true
}

// A MaxBytesError is the error of a body that is too large.
type MaxBytesError struct{ Limit int64 }

func (e *MaxBytesError) Error() string { return "the request is too large" }

// MaxBytesHandler refuses larger bodies.
func MaxBytesHandler(h Handler, n int64) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		if int64(len(r.Body)) > n {
			Error(w, (&MaxBytesError{n}).Error(), StatusRequestEntityTooLarge)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// Own is the handler itself: there is no other site.
func Own(h Handler) Handler { return h }

// Redirect answers with another address.
func Redirect(w ResponseWriter, _ *Request, address string, code int) {
	w.Header().Set("Location", address)
	w.WriteHeader(code)
}

// Error answers with one line.
func Error(w ResponseWriter, text string, code int) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(code)
	fmt.Fprintln(w, text)
}

// NotFound answers that there is no such page.
func NotFound(w ResponseWriter, _ *Request) { Error(w, "there is no such page", StatusNotFound) }

// StatusText is a status in words.
func StatusText(code int) string {
	switch code {
	case StatusNotFound:
		return "Not Found"
	case StatusBadRequest:
		return "Bad Request"
	}
	return fmt.Sprintf("Status %d", code)
}

var _ io.Writer = (*Answer)(nil)

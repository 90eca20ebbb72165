//go:build js

package web

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"path"
	"regexp"
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
	Header() textproto.MIMEHeader
	Write(text []byte) (int, error)
	WriteHeader(status int)
}

// A Request is one request of a page.
type Request struct {
	Method string
	URL    *url.URL
	Header textproto.MIMEHeader
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
	bytes.Buffer
	Status  int
	Headers textproto.MIMEHeader
}

// Header holds what is sent before the body.
func (a *Answer) Header() textproto.MIMEHeader { return a.Headers }

// WriteHeader sets the status.
func (a *Answer) WriteHeader(status int) { a.Status = status }

// A ServeMux sends a request to the first pattern that matches it. Patterns have the form "METHOD /part/{name}", "METHOD /" for any
// path, and "METHOD /{$}" for the root alone.
type ServeMux struct{ routes []route }

type route struct {
	address *regexp.Regexp // of the method, a blank and the path
	handle  func(ResponseWriter, *Request)
}

// NewServeMux makes an empty one.
func NewServeMux() *ServeMux { return &ServeMux{} }

var wildcard = regexp.MustCompile(`\{(\w+)\}`)

// HandleFunc adds a handler.
func (m *ServeMux) HandleFunc(pattern string, handle func(ResponseWriter, *Request)) {
	if strings.HasSuffix(pattern, " /") {
		pattern += ".*"
	}
	pattern = wildcard.ReplaceAllString(strings.TrimSuffix(pattern, "{$}"), "(?P<$1>[^/]+)")
	m.routes = append(m.routes, route{regexp.MustCompile("^" + pattern + "$"), handle})
}

// ServeHTTP has the first route answer.
func (m *ServeMux) ServeHTTP(w ResponseWriter, r *Request) {
	address := r.Method + " " + path.Clean(r.URL.Path)
	for _, one := range m.routes {
		if found := one.address.FindStringSubmatch(address); found != nil {
			r.values = map[string]string{}
			for i, name := range one.address.SubexpNames() {
				r.values[name] = found[i]
			}
			one.handle(w, r)
			return
		}
	}
	w.WriteHeader(StatusNotFound)
}

// Redirect answers with another address.
func Redirect(w ResponseWriter, _ *Request, address string, code int) {
	w.Header().Set("Location", address)
	w.WriteHeader(code)
}

// StatusText is a status in words.
func StatusText(code int) string {
	return map[int]string{StatusNotFound: "Not Found", StatusBadRequest: "Bad Request"}[code]
}

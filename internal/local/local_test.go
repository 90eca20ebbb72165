package local_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"interrex/internal/local"
)

// TestNames: a name that was made to point here is not ours.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		asked, actual, host string
		want                int
	}{
		{"127.0.0.1:8080", "127.0.0.1:8080", "127.0.0.1:8080", 200},
		{"127.0.0.1:8080", "127.0.0.1:8080", "localhost:8080", 200},
		{"127.0.0.1:8080", "127.0.0.1:8080", "[::1]:8080", 200},
		{"127.0.0.1:8080", "127.0.0.1:8080", "evil.example:8080", 421},
		{"127.0.0.1:8080", "127.0.0.1:8080", "localhost.evil.example", 421},
		{"127.0.0.1:8080", "127.0.0.1:8080", "", 421},
		{"lab.example:80", "192.0.2.7:80", "lab.example", 200},
		{"lab.example:80", "192.0.2.7:80", "192.0.2.7", 200},
		{"0.0.0.0:80", "0.0.0.0:80", "also.example:80", 200},
		{"0.0.0.0:80", "0.0.0.0:80", "not.also.example:80", 421},
		{"lab.example:80", "192.0.2.7:80", "other.example", 421},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = c.host
		w := httptest.NewRecorder()
		local.Named(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), c.asked, c.actual, "also.example").ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s at %s: %d, want %d", c.host, c.asked, w.Code, c.want)
		}
	}
}

// TestOwn: what a page elsewhere asks is refused, and what a person or a program asks is not.
func TestOwn(t *testing.T) {
	for _, c := range []struct {
		name, method string
		headers      map[string]string
		want         int
	}{
		{"a program", "GET", nil, 200},
		{"a program that does something", "POST", nil, 200},
		{"a link elsewhere", "GET", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200},
		{"a frame elsewhere", "GET", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403},
		{"a picture elsewhere", "GET", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a form elsewhere", "POST", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"an old browser's form", "POST", map[string]string{"Origin": "http://example.org"}, 403},
		{"our own form", "POST", map[string]string{"Sec-Fetch-Site": "same-origin"}, 200},
	} {
		r := httptest.NewRequest(c.method, "http://localhost/", nil)
		for name, value := range c.headers {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		local.Own(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: %d, want %d", c.name, w.Code, c.want)
		}
	}
}

package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"

	"interrex/checker/levels"
)

// A fake is as much of a cloud as it takes to put an object. It overwrites, unless it is asked not to.
type fake struct {
	mu    sync.Mutex
	names map[string]bool
}

// put notes an object, and reports whether it did.
func (f *fake) put(name string, once bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if once && f.names[name] {
		return false
	}
	f.names[name] = true
	return true
}

// google answers as Google's JSON interface does.
func (f *fake) google(w http.ResponseWriter, r *http.Request) {
	name, isPut := path.Base(r.URL.Path), strings.HasPrefix(r.URL.Path, "/upload/")
	w.Header().Set("Content-Type", "application/json")
	switch {
	case isPut:
		_, parameters, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		var object struct{ Name string }
		if part, err := multipart.NewReader(r.Body, parameters["boundary"]).NextPart(); err == nil {
			_ = json.NewDecoder(part).Decode(&object)
		}
		if name = object.Name; !f.put(name, r.URL.Query().Get("ifGenerationMatch") == "0") {
			w.WriteHeader(http.StatusPreconditionFailed)
			_, _ = io.WriteString(w, `{"error": {"code": 412, "message": "it is there"}}`)
			return
		}
	case r.Method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
		return
	case name == "o": // list
		name = ""
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"name": name, "bucket": "states", "generation": "1"})
}

// azure answers as Azure Blob Storage does.
func (f *fake) azure(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPut && f.put(r.URL.Path, r.Header.Get("If-None-Match") == "*"):
		w.WriteHeader(http.StatusCreated)
	case r.Method == http.MethodPut:
		w.Header().Set("x-ms-error-code", "BlobAlreadyExists")
		w.WriteHeader(http.StatusConflict)
	case r.Method == http.MethodDelete:
		w.WriteHeader(http.StatusAccepted)
	case r.Method == http.MethodHead:
		for _, name := range []string{"Last-Modified", "x-ms-creation-time"} {
			w.Header().Set(name, "Mon, 02 Jan 2006 15:04:05 GMT")
		}
	case r.URL.Query().Get("comp") == "list":
		w.Header().Set("Content-Type", "application/xml")
		_, _ = io.WriteString(w, `<EnumerationResults><Blobs/></EnumerationResults>`)
	}
}

// An object is put under the condition that there is none of its name, and what a cloud answers then is understood.
func TestCreatesOnce(t *testing.T) {
	f := &fake{names: map[string]bool{}}
	google, azure := httptest.NewServer(http.HandlerFunc(f.google)), httptest.NewServer(http.HandlerFunc(f.azure))
	t.Cleanup(func() { google.Close(); azure.Close() })
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(google.URL, "http://"))
	t.Setenv("AZURE_STORAGE_ACCOUNT", "me")
	t.Setenv("AZURE_STORAGE_KEY", "c2VjcmV0")
	for i, where := range []string{"gs://states/a", "azblob://states/a?localemu=true&protocol=http&domain=" + strings.TrimPrefix(azure.URL, "http://")} {
		s, err := stores()[i].Open(t.Context(), where)
		if err != nil {
			t.Fatal(err)
		}
		if err := put(s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
		if err := put(s); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v, the second time", s, err)
		}
	}
}

func put(s levels.Store) error {
	w, err := s.Create("subject")
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte("a check")); err != nil {
		return err
	}
	return w.Commit()
}

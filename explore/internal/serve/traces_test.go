package serve

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	room "interrex/explore/internal/replay"
	"interrex/internal/testlevel"
	"interrex/traces/replay"
)

const corpus = "../../../traces/corpus/good/"

// recordedRun reads the files of a run of the corpus.
func recordedRun(t testing.TB, name string) (documents []document) {
	t.Helper()
	files, err := filepath.Glob(corpus + name + "/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatal(name, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, document{name + "/" + filepath.Base(file), text})
	}
	return documents
}

func zipped(documents []document) []byte {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, d := range documents {
		w, _ := archive.Create(d.Name)
		w.Write(d.Text)
	}
	archive.Close()
	return b.Bytes()
}

// send uploads files as the form does.
func send(s http.Handler, files ...document) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, uploading(files...))
	return w
}

func uploading(files ...document) *http.Request {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, f := range files {
		part, _ := form.CreateFormFile("files", f.Name)
		part.Write(f.Text)
	}
	form.Close()
	r := httptest.NewRequest(http.MethodPost, "/traces", &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return r
}

// TestUpload: a run is the same however it is packed; nothing is written to a disk.
func TestUpload(t *testing.T) {
	run := recordedRun(t, "bully-calm")
	report, err := os.ReadFile(corpus + "../../../docs/claims.md")
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	t.Setenv("TMPDIR", t.TempDir())
	t.Chdir(os.Getenv("TMPDIR"))
	aside := append([]document{{"README.md", report}, {"../../.profile", []byte("x")}}, run...)
	for name, files := range map[string][]document{"files": run, "zip": {{"run.zip", zipped(aside)}}} {
		w := send(s, files...)
		if w.Code != http.StatusSeeOther {
			t.Errorf("%s: %d\n%s", name, w.Code, w.Body)
			continue
		}
		body := page(t, s, w.Header().Get("Location"))
		for _, want := range []string{"verdict: accepted: 1 trace", "bully, recorded run bully-calm", "step 0 of", "takes OK from P"} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: the page does not say %q", name, want)
			}
		}
		if next := page(t, s, w.Header().Get("Location")+"?run=1&at=2"); !strings.Contains(next, "step 2 of") {
			t.Errorf("%s: its second step is missing", name)
		}
	}
	left, err := os.ReadDir(".")
	if err != nil || len(left) != 0 {
		t.Errorf("on the disk there is %v, %v", left, err)
	}
}

// TestUploadRefused: what cannot be read is refused in one line, and what is too much.
func TestUploadRefused(t *testing.T) {
	testlevel.Alone(t)
	s := newSite(t)
	many := make([]document, mostFiles+1)
	for i := range many {
		many[i] = document{fmt.Sprintf("%d.ndjson", i), nil}
	}
	bomb := zipped([]document{{"a.json", make([]byte, mostUnpacked+1)}})
	for name, c := range map[string]struct {
		files []document
		code  int
		words string
	}{
		"nothing":        {nil, 400, "there is no trace in it"},
		"a picture":      {[]document{{"a.png", []byte("\x89PNG")}}, 400, "a.png cannot be read"},
		"a torn zip":     {[]document{{"a.zip", []byte("PK\x03\x04")}}, 400, "it is not a zip file"},
		"too many files": {[]document{{"a.zip", zipped(many)}}, 400, "more than 2000 files"},
		"a bomb":         {[]document{{"a.zip", bomb}}, 400, "it holds more than 64 MiB"},
		"a long name":    {[]document{{"a.zip", zipped([]document{{strings.Repeat("n", 300) + ".json", nil}})}}, 400, "a name of more than 200 letters"},
		"too large":      {[]document{{"a.json", make([]byte, mostBody+1)}}, 413, "more than 16 MiB"},
	} {
		w := send(s, c.files...)
		if w.Code != c.code || !strings.Contains(w.Body.String(), c.words) {
			t.Errorf("%s: %d, want %d and %q\n%s", name, w.Code, c.code, c.words, w.Body)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/traces", strings.NewReader("files=/etc/passwd"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusBadRequest {
		t.Errorf("no parts: %d", w.Code)
	}
}

// TestSameVerdict: what explore replay refuses, or finds to diverge, the page does, too.
func TestSameVerdict(t *testing.T) {
	s := newSite(t)
	folders, err := replay.Find([]string{corpus + "../bad"})
	if err != nil || len(folders) < 20 {
		t.Fatal(len(folders), err)
	}
	for _, trace := range folders {
		var documents []document
		for _, file := range trace.Files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			documents = append(documents, document{"run/" + filepath.Base(file), text})
		}
		o := replay.Options{Crashed: func(int) bool { return true }}
		found, err := trace.Replay(o)
		lines := strings.Split(strings.TrimSpace(room.Told(o, trace, found, err)), "\n")
		verdict := lines[len(lines)-1]
		if body := page(t, s, send(s, document{"run.zip", zipped(documents)}).Header().Get("Location")); !strings.Contains(body, verdict) {
			t.Errorf("%s: the page does not say %q", trace.Name, verdict)
		}
	}
}

// TestSlowUploads: those who send slowly take no place of those who read.
func TestSlowUploads(t *testing.T) {
	s := newSite(t)
	var all sync.WaitGroup
	defer all.Wait()
	for range mostUploads {
		body, sender := io.Pipe()
		r := httptest.NewRequest(http.MethodPost, "/traces", body)
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		all.Go(func() { s.ServeHTTP(httptest.NewRecorder(), r) })
		io.WriteString(sender, "--b\r\n") // which returns once it is being read
		defer sender.Close()
	}
	if w := send(s, document{"a.json", nil}); w.Code != http.StatusServiceUnavailable {
		t.Errorf("one upload too many: %d", w.Code)
	}
	for _, address := range []string{"/", "/traces", "/assets/explorer.js"} {
		if w := get(s, address); w.Code != http.StatusOK {
			t.Errorf("%s: %d", address, w.Code)
		}
	}
}

// TestMalformed: a file that is no run is told with its place, and no markup of it becomes the page's.
func TestMalformed(t *testing.T) {
	s := newSite(t)
	w := send(s, document{"<b>.json", []byte(`{"interrex": "<script>alert(1)</script>", "properties": 7}`)}, document{"1.ndjson", []byte(`{"interrex":2,"run":"<i>"}` + "\n")})
	body := page(t, s, w.Header().Get("Location"))
	if strings.Contains(body, "<b>.json") || strings.Contains(body, "<script>alert") || strings.Contains(body, "<i>") {
		t.Errorf("the upload's markup is the page's:\n%s", body)
	}
	for _, want := range []string{"&lt;b&gt;.json: properties: ", "1.ndjson:1: "} {
		if !strings.Contains(body, want) {
			t.Errorf("it does not say %q:\n%s", want, body)
		}
	}
}

// TestShelf: the one that nobody has looked at for longest goes first.
func TestShelf(t *testing.T) {
	s := new(shelf)
	for _, digest := range []string{"a", "b", "c"} {
		s.put(&upload{digest: digest, size: mostShelved / 3})
	}
	s.get("a")
	s.put(&upload{digest: "d", size: mostShelved / 3})
	for digest, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if got := s.get(digest) != nil; got != want {
			t.Errorf("%s is kept: %v, want %v", digest, got, want)
		}
	}
	s.put(&upload{digest: "huge", size: 2 * mostShelved})
	if s.get("huge") == nil || s.get("a") != nil {
		t.Error("of an upload that is larger than the shelf that one alone is kept")
	}
}

func FuzzUpload(f *testing.F) {
	run := recordedRun(f, "bully-alone")
	f.Add("a.ndjson", run[0].Text)
	f.Add("a.zip", zipped(run))
	f.Add("a.json", []byte(`{"vars":["x"],"states":[{"x":{"#bigint":"1"}},{"x":true}],"loop":0}`))
	f.Add("a.json", []byte(`{"state":[[1,{"x":1}]],"action":[]}`))
	s := newSite(f)
	s.Complain = func(string) {}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		w := send(s, document{name, text})
		switch w.Code {
		case http.StatusSeeOther:
			address := w.Header().Get("Location")
			for _, query := range []string{"", "?run=1&at=1", "?run=0&at=-1", "?run=2&at=99999"} {
				if shown := get(s, address+query); shown.Code != http.StatusOK {
					t.Errorf("%s%s: %d\n%s", address, query, shown.Code, shown.Body)
				}
			}
		case http.StatusBadRequest:
		default:
			t.Errorf("%q: %d\n%s", name, w.Code, w.Body)
		}
	})
}

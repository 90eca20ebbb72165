package serve

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	room "interrex/explore/internal/replay"
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
		documents = append(documents, document{filepath.Base(file), text})
	}
	return documents
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

// TestUpload: the page has the runs of a trace and of a report, and what the model says; nothing is written to a disk.
func TestUpload(t *testing.T) {
	files := recordedRun(t, "bully-calm")
	s := newSite(t)
	run := page(t, s, savedAs("json")+"?algo=bully&n=2&walk=0.3")
	files = append(files, document{"report.json", []byte(`{"interrex":"x","runs":[{"run":` + run + `}]}`)})
	t.Setenv("TMPDIR", t.TempDir())
	t.Chdir(os.Getenv("TMPDIR"))
	w := send(s, files...)
	for _, want := range []string{"verdict: accepted: 1 trace", "bully, recorded run bully-calm", "takes OK from P", "P2 dies"} {
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d: the page does not say %q", w.Code, want)
		}
	}
	left, err := os.ReadDir(".")
	if err != nil || len(left) != 0 {
		t.Errorf("on the disk there is %v, %v", left, err)
	}
}

// TestUploadRefused: what cannot be read is refused in one line, and what is too much.
func TestUploadRefused(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct {
		files []document
		code  int
		words string
	}{
		"nothing":   {nil, 400, "there is no trace in it"},
		"a picture": {[]document{{"a.png", []byte("\x89PNG")}}, 400, "a.png cannot be read"},
		"too many":  {slices.Repeat([]document{{"a.json", nil}}, mostFiles+1), 400, "more than 200 files"},
		"too large": {[]document{{"a.json", make([]byte, mostBody+1)}}, 413, "more than 16 MiB"},
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
			documents = append(documents, document{filepath.Base(file), text})
		}
		o := replay.Options{Crashed: func(int) bool { return true }}
		found, err := trace.Replay(o)
		lines := strings.Split(strings.TrimSpace(room.Told(trace, found, err)), "\n")
		verdict := lines[len(lines)-1]
		if body := send(s, documents...).Body.String(); !strings.Contains(body, verdict) {
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
	body := w.Body.String()
	if strings.Contains(body, "<b>.json") || strings.Contains(body, "<script>alert") || strings.Contains(body, "<i>") {
		t.Errorf("the upload's markup is the page's:\n%s", body)
	}
	for _, want := range []string{"&lt;b&gt;.json: properties: ", "1.ndjson:1: "} {
		if !strings.Contains(body, want) {
			t.Errorf("it does not say %q:\n%s", want, body)
		}
	}
}

func FuzzUpload(f *testing.F) {
	run := recordedRun(f, "bully-alone")
	f.Add("a.ndjson", run[0].Text)
	f.Add("a.json", []byte(`{"vars":["x"],"states":[{"x":{"#bigint":"1"}},{"x":true}],"loop":0}`))
	f.Add("a.json", []byte(`{"state":[[1,{"x":1}]],"action":[]}`))
	s := newSite(f)
	s.Complain = func(string) {}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		if w := send(s, document{name, text}); w.Code != http.StatusOK && w.Code != http.StatusBadRequest {
			t.Errorf("%q: %d\n%s", name, w.Code, w.Body)
		}
	})
}

package cluster

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// stranger is a key that the server of these tests refuses.
const stranger = "STRANGER"

// serveS3 is a server with a bucket. Of every so many objects that are put it makes one and does not say so.
func serveS3(t *testing.T, every int64) (endpoint string) {
	backend := s3mem.New()
	if err := backend.CreateBucket("states"); err != nil {
		t.Fatal(err)
	}
	handler, puts := gofakes3.New(backend).Server(), atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.Header.Get("Authorization"), stranger):
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte("<Error><Code>AccessDenied</Code><Message>no</Message></Error>"))
		case r.Method == http.MethodPut && every > 0 && puts.Add(1)%every == 0:
			handler.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler) // the connection ends
		default:
			handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "KEY")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "SECRET")
	return "?region=us-east-1&use_path_style=true&endpoint=" + s.URL
}

// Two drivers and two workers, all of which race for names in a bucket, on a server that does not always say what it has done.
func TestBucket(t *testing.T) {
	endpoint := serveS3(t, 30)
	with := begin(t)
	with.store = "s3://states/a/check" + endpoint
	with.more = []string{"-alone=300", "-shards=2", "-engine=nats"}
	one, other := with.driver(), with.driver()
	with.worker()
	with.worker()
	one.same()
	other.same()
	out, err := program("status", "-store="+with.store).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "so far: all, 6,803 states") {
		t.Errorf("%v: %s", err, out)
	}
}

// What is wrong with a bucket is said in one line.
func TestBucketRefuses(t *testing.T) {
	endpoint := serveS3(t, 0)
	for _, c := range []struct{ store, key, want string }{
		{"s3://nowhere" + endpoint, "KEY", "there is no such bucket"},
		{"s3://states" + endpoint, stranger, "it refuses these credentials"},
		{"s3://", "KEY", "a bucket is written s3://BUCKET"},
	} {
		p := program(append([]string{"-store=" + c.store, "-quiet"}, tried...)...)
		p.Env = append(p.Env, "AWS_ACCESS_KEY_ID="+c.key)
		out, err := p.CombinedOutput()
		exit, _ := err.(*exec.ExitError)
		if exit == nil || exit.ExitCode() != 150 || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v, %s", c.store, err, out)
		}
	}
}

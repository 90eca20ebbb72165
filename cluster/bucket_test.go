package cluster

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"interrex/checker/levels"
	"interrex/cluster/bucket"
)

// overwriting is the key of a user for whom the server ignores If-None-Match.
const overwriting = "OVERWRITING"

// serveS3 starts a server with a bucket. Of this many puts it executes one without an answer, and refuses one as Amazon's server refuses
// concurrent puts. 0 means no faults.
func serveS3(t *testing.T, every int64) (endpoint string) {
	backend := s3mem.New()
	if err := backend.CreateBucket("states"); err != nil {
		t.Fatal(err)
	}
	handler, puts := gofakes3.New(backend).Server(), atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Authorization"), overwriting) {
			r.Header.Del("If-None-Match")
		}
		nth := int64(-1)
		if r.Method == http.MethodPut && every > 0 {
			nth = puts.Add(1) % every
		}
		switch {
		case nth == 0:
			handler.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler) // the connection ends
		case nth == every/2:
			w.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(w, "<Error><Code>ConditionalRequestConflict</Code><Message>no</Message></Error>")
		default:
			handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return "?region=us-east-1&use_path_style=true&endpoint=" + s.URL
}

// A driver and two workers share a bucket, on a server that loses answers.
func TestBucketLosesAnswers(t *testing.T) {
	t.Parallel()
	with := newTrial(t)
	with.store, with.driverFlags = "s3://states/a/check"+serveS3(t, 30), []string{"-alone=300", "-shards=2", "-engine=nats"}
	driver := with.driver()
	with.worker()
	with.worker()
	driver.wantReport()
}

// Each error of a bucket is one line.
func TestBucketErrors(t *testing.T) {
	t.Parallel()
	endpoint := serveS3(t, 0)
	wantRefusedBucket(t, "s3://states"+endpoint, "its server overwrites existing objects", "AWS_ACCESS_KEY_ID="+overwriting)
	wantRefusedBucket(t, "s3://nowhere"+endpoint, "NoSuchBucket")
	wantRefusedBucket(t, "s3://states?region=us-east-1&use_path_style=true&endpoint=http://127.0.0.1:1", "connection refused")
	wantRefusedBucket(t, "s3://", "is not the URL of a bucket; write s3://BUCKET")
}

// wantRefusedBucket tests that a check with this store ends with exit code 150 and one line.
func wantRefusedBucket(t *testing.T, store, want string, env ...string) {
	t.Helper()
	p := program(append([]string{"-store=" + store, "-quiet"}, trialWorld...)...)
	p.Env = append(p.Env, env...)
	wantRefusal(t, p, 150, want)
}

// Two clients create objects of the same names. For each name one of them succeeds, and the object has its content.
func TestConcurrentCreates(t *testing.T) {
	t.Parallel()
	endpoint := serveS3(t, 0)
	var stores [2]levels.Store
	for i := range stores {
		s, err := bucket.S3().Open(t.Context(), "s3://states/race"+endpoint)
		if err != nil {
			t.Fatal(err)
		}
		stores[i] = s
	}
	for i := range 30 {
		name := fmt.Sprint("raced/", i)
		var errs [2]error
		var both sync.WaitGroup
		for k := range stores {
			both.Go(func() {
				errs[k] = stores[k].Create(name, func(w io.Writer) error {
					_, err := w.Write([]byte{byte(k)})
					return err
				})
			})
		}
		both.Wait()
		content := make([]byte, 1)
		o, err := stores[0].Open(name)
		if err == nil {
			_, err = o.ReadAt(content, 0)
		}
		if err != nil || errs[content[0]] != nil || !errors.Is(errs[1-content[0]], fs.ErrExist) {
			t.Errorf("object %d does not have the content of its one creator: %v; %v %v", i, errs, content, err)
		}
	}
}

package cluster

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
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

// Two drivers and two workers race for names in a bucket, on a server that loses answers.
func TestBucket(t *testing.T) {
	t.Parallel()
	store := "s3://states/a/check" + serveS3(t, 30)
	checkInBucket(t, store)
}

// checkInBucket runs a check in a bucket with two drivers and two workers.
func checkInBucket(t *testing.T, store string) {
	t.Helper()
	with := newTrial(t)
	with.store, with.driverFlags = store, []string{"-alone=300", "-shards=2", "-engine=nats"}
	one, other := with.driver(), with.driver()
	with.worker()
	with.worker()
	one.wantReportOfMemory()
	other.wantReportOfMemory()
}

// Each error of a bucket is one line. TestGateway has wrong names and credentials.
func TestBucketErrors(t *testing.T) {
	t.Parallel()
	endpoint := serveS3(t, 0)
	wantRefusedBucket(t, "s3://states"+endpoint, "its server overwrites existing objects", "AWS_ACCESS_KEY_ID="+overwriting)
	wantRefusedBucket(t, "s3://states?region=us-east-1&use_path_style=true&endpoint=http://127.0.0.1:1", "connection refused")
	wantRefusedBucket(t, "s3://", "is not the URL of a bucket; write s3://BUCKET")
}

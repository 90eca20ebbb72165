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

// forgetful is a key for which the server of these tests forgets that an object is to be created once.
const forgetful = "FORGETFUL"

// serveS3 is a server with a bucket. Of every so many objects that are put it makes one and does not say so, and refuses another one as Amazon's
// does while others put it.
func serveS3(t *testing.T, every int64) (endpoint string) {
	backend := s3mem.New()
	if err := backend.CreateBucket("states"); err != nil {
		t.Fatal(err)
	}
	handler, puts := gofakes3.New(backend).Server(), atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Authorization"), forgetful) {
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

// Two drivers and two workers, all of which race for names in a bucket, on a server that does not always say what it has done.
func TestBucket(t *testing.T) {
	t.Parallel()
	store := "s3://states/a/check" + serveS3(t, 30)
	checkInBucket(t, store)
}

// checkInBucket has two drivers and two workers do a check whose objects are in a bucket.
func checkInBucket(t *testing.T, store string) {
	t.Helper()
	with := begin(t)
	with.store, with.more = store, []string{"-alone=300", "-shards=2", "-engine=nats"}
	one, other := with.driver(), with.driver()
	with.worker()
	with.worker()
	one.same()
	other.same()
}

// What is wrong with a bucket is said in one line; TestGateway has names and credentials that a server refuses.
func TestBucketRefuses(t *testing.T) {
	t.Parallel()
	endpoint := serveS3(t, 0)
	refusesBucket(t, "s3://states"+endpoint, "its server makes an object though there is one of that name", "AWS_ACCESS_KEY_ID="+forgetful)
	refusesBucket(t, "s3://states?region=us-east-1&use_path_style=true&endpoint=http://127.0.0.1:1", "connection refused")
	refusesBucket(t, "s3://", "a bucket is written s3://BUCKET")
}

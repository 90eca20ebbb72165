package nats

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"interrex/checker/levels"
	"interrex/internal/check"
)

// TestHands: of the workers of a server of one's own, those that have been killed are not counted, though the server still waits for them.
func TestHands(t *testing.T) {
	l, err := serve()
	if err != nil {
		t.Fatal(err)
	}
	defer l.end()
	r, err := (&engine{url: l.url, token: l.token, lease: usualLease}).begin(t.Context(), check.Run{Store: levels.Folder(t.TempDir()), Key: "KEY"})
	if err != nil {
		t.Fatal(err)
	}
	defer r.conn.Close()
	c, err := r.js.Consumer(t.Context(), r.stream(), consumer)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := c.Fetch(1, jetstream.FetchMaxWait(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		n := r.Hands(t.Context())
		if n == 3 {
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("the server has heard of %d that work, and 3 do", n)
		}
	}
	r.local = l
	l.alive.Store(2)
	if n := r.Hands(t.Context()); n != 2 {
		t.Errorf("%d work, and 2 are alive", n)
	}
}

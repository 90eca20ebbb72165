package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"interrex/checker/levels"
	"interrex/cluster/bucket"
	"interrex/internal/testlevel"
)

// gatewayProgram is the path of the S3 server that .ci/install compiles.
func gatewayProgram() (string, error) {
	user, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	program := filepath.Join(user, ".cache", "interrex", "gateway")
	if _, err := os.Stat(program); err != nil {
		return "", fmt.Errorf("no S3 server: .ci/install compiles it: %w", err)
	}
	return program, nil
}

// serveGateway starts the S3 server, with a bucket.
func serveGateway(t *testing.T) (endpoint string) {
	program, missing := gatewayProgram()
	testlevel.Needs(t, missing)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "states"), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 10 { // another process may take the free port first
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := free.Addr().String()
		_ = free.Close()
		s := exec.Command(program, address, dir)
		if err := s.Start(); err != nil {
			t.Fatal(err)
		}
		over := make(chan struct{})
		go func() { _ = s.Wait(); close(over) }()
		t.Cleanup(func() { _ = s.Process.Kill(); <-over })
		if answers(address, over) {
			return "?region=us-east-1&use_path_style=true&endpoint=http://" + address
		}
	}
	t.Fatal("the server does not start")
	return ""
}

// answers waits until the server answers at an address, or its process ends. Another process may have taken the address.
func answers(address string, over chan struct{}) bool {
	for {
		if a, err := http.Get("http://" + address); err == nil {
			_ = a.Body.Close()
			if a.Header.Get("Server") == "VERSITYGW" {
				return true
			}
		}
		select {
		case <-over:
			return false
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Versity's S3 Gateway: a check by four processes that race for names, two clients that race for small and large objects, and refusals.
func TestGateway(t *testing.T) {
	t.Parallel()
	endpoint := serveGateway(t)
	t.Run("check", func(t *testing.T) { checkInBucket(t, "s3://states/a/check"+endpoint) })
	t.Run("race", func(t *testing.T) { raceInBucket(t, "s3://states/race"+endpoint) })
	t.Run("refusals", func(t *testing.T) {
		wantRefusedBucket(t, "s3://nowhere"+endpoint, "NoSuchBucket")
		wantRefusedBucket(t, "s3://states"+endpoint, "it cannot be listed", "AWS_SECRET_ACCESS_KEY=GUESSED")
	})
}

// wantRefusedBucket tests that a check with this store ends with exit code 150 and one line.
func wantRefusedBucket(t *testing.T, store, want string, env ...string) {
	t.Helper()
	p := program(append([]string{"-store=" + store, "-quiet"}, trialWorld...)...)
	p.Env = append(p.Env, env...)
	wantRefusal(t, p, 150, want)
}

// raceInBucket lets two clients create objects of the same names. For each name one of them succeeds, and the object has its content. The
// last objects are uploaded in parts, since they are longer than 16 MiB.
func raceInBucket(t *testing.T, url string) {
	var stores [2]levels.Store
	for i := range stores {
		s, err := bucket.S3().Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		stores[i] = s
	}
	won := map[string]int{}
	for i, n := range append(slices.Repeat([]int{10}, 30), 17<<20, 17<<20) {
		name := fmt.Sprint("raced/", i)
		var errs [2]error
		var both sync.WaitGroup
		for k, letter := range []string{"A", "B"} {
			both.Go(func() {
				w, err := stores[k].Create(name)
				if err == nil {
					_, err = w.Write(bytes.Repeat([]byte(letter), n))
				}
				if errs[k] = err; err == nil {
					errs[k] = w.Commit()
				}
			})
		}
		both.Wait()
		winner := ""
		switch {
		case errs[0] == nil && errors.Is(errs[1], fs.ErrExist):
			winner = "A"
		case errs[1] == nil && errors.Is(errs[0], fs.ErrExist):
			winner = "B"
		}
		won[winner]++
		if winner == "" || !isAll(t, stores[0], name, winner, n) {
			t.Errorf("object %d of %d bytes does not have the content of its one creator (%q): %v", i, n, winner, errs)
		}
	}
	t.Logf("created by each: %v", won)
}

// isAll reports whether an object has this length, and this letter at both ends.
func isAll(t *testing.T, store levels.Store, name, letter string, n int) bool {
	o, err := store.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	var ends [2]byte
	_, first := o.ReadAt(ends[:1], 0)
	_, last := o.ReadAt(ends[1:], o.Size()-1)
	return first == nil && last == nil && o.Size() == int64(n) && string(ends[:]) == letter+letter
}

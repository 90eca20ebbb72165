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

// gatewayProgram is a server that speaks like S3, on machines on which .ci/install has been.
func gatewayProgram() (string, error) {
	user, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	program := filepath.Join(user, ".cache", "interrex", "gateway")
	if _, err := os.Stat(program); err != nil {
		return "", fmt.Errorf("a server that speaks like S3 is needed, which .ci/install compiles: %w", err)
	}
	return program, nil
}

// serveGateway starts such a server, with a bucket.
func serveGateway(t *testing.T) (endpoint string) {
	program, missing := gatewayProgram()
	testlevel.Needs(t, missing)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "states"), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 10 { // somebody else may take the port that was free
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

// answers waits until the server is at an address, or its process is over. Others may have come by the address first.
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

// A server that others have made and people use: a check by four processes that race for names, two clients that race for each name,
// of small and of large objects, and what it refuses.
func TestGateway(t *testing.T) {
	t.Parallel()
	endpoint := serveGateway(t)
	t.Run("check", func(t *testing.T) { checkInBucket(t, "s3://states/a/check"+endpoint) })
	t.Run("race", func(t *testing.T) { raceInBucket(t, "s3://states/race"+endpoint) })
	t.Run("refuses", func(t *testing.T) {
		refusesBucket(t, "s3://nowhere"+endpoint, "NoSuchBucket")
		refusesBucket(t, "s3://states"+endpoint, "it cannot be listed", "AWS_SECRET_ACCESS_KEY=GUESSED")
	})
}

// refusesBucket says whether a check with this store ends with exit code 150 and one line that says why.
func refusesBucket(t *testing.T, store, want string, env ...string) {
	t.Helper()
	p := program(append([]string{"-store=" + store, "-quiet"}, tried...)...)
	p.Env = append(p.Env, env...)
	isRefused(t, p, 150, want)
}

// raceInBucket has two clients of a server put objects of the same names. One of them makes each, and it is its own. The last objects are put in
// parts, since they are longer than 16 MiB.
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
		of := ""
		switch {
		case errs[0] == nil && errors.Is(errs[1], fs.ErrExist):
			of = "A"
		case errs[1] == nil && errors.Is(errs[0], fs.ErrExist):
			of = "B"
		}
		won[of]++
		if of == "" || !isAll(t, stores[0], name, of, n) {
			t.Errorf("object %d of %d bytes is not that of the one client that has made it (%q): %v", i, n, of, errs)
		}
	}
	t.Logf("made by each: %v", won)
}

// isAll reports whether an object is so many times the same letter, as its ends tell.
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

package cluster

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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

// A server that others have made and people use: a check by four processes that race for names, two more that race for a name each time,
// of small and of large objects, and what it refuses.
func TestGateway(t *testing.T) {
	t.Parallel()
	endpoint := serveGateway(t)
	t.Run("check", func(t *testing.T) { checkInBucket(t, "s3://states/a/check"+endpoint) })
	t.Run("race", func(t *testing.T) { raceInBucket(t, "s3://states/race"+endpoint) })
	t.Run("refuses", func(t *testing.T) {
		refusesBucket(t, "s3://nowhere"+endpoint, "there is no such bucket")
		refusesBucket(t, "s3://states"+endpoint, "it refuses these credentials", "AWS_ACCESS_KEY_ID=STRANGER")
		refusesBucket(t, "s3://states"+endpoint, "it refuses these credentials", "AWS_SECRET_ACCESS_KEY=GUESSED")
	})
}

// refusesBucket says whether a check with this store ends with exit code 150 and one line that says why.
func refusesBucket(t *testing.T, store, want string, env ...string) {
	t.Helper()
	p := program(append([]string{"-store=" + store, "-quiet"}, tried...)...)
	p.Env = append(p.Env, env...)
	out, err := p.CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 150 || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), want) {
		t.Errorf("%s: %v, %s", store, err, out)
	}
}

// asRacer makes the test binary one of those that race in the bucket that it names.
const asRacer = "INTERREX_AS_RACER"

// lengths are those of the objects that are raced for. The last are put in parts, since they are longer than 16 MiB.
var lengths = append(slices.Repeat([]int{10}, 30), 17<<20, 17<<20)

// race puts objects of each name, one at each line of the input, and says which of them it has made.
func race(url, letter string) error {
	store, err := bucket.S3().Open(context.Background(), url)
	if err != nil {
		return err
	}
	w, err := store.Create("warm/" + letter)
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		return err
	}
	starts := bufio.NewScanner(os.Stdin)
	fmt.Println("ready")
	for i, n := range lengths {
		if !starts.Scan() {
			return io.ErrUnexpectedEOF
		}
		w, err := store.Create(fmt.Sprint("raced/", i))
		if err == nil {
			_, err = w.Write(bytes.Repeat([]byte(letter), n))
		}
		if err != nil {
			return err
		}
		switch err := w.Commit(); {
		case err == nil:
			fmt.Println("made")
		case errors.Is(err, fs.ErrExist):
			fmt.Println("late")
		default:
			return err
		}
	}
	return nil
}

// raceInBucket has two processes race for names. One of them has made each object, and it is its own.
func raceInBucket(t *testing.T, url string) {
	type racer struct {
		start io.Writer
		says  *bufio.Scanner
	}
	var both []racer
	for _, letter := range []string{"A", "B"} {
		p := exec.Command(os.Args[0], letter)
		p.Env, p.Stderr = append(os.Environ(), asRacer+"="+url), os.Stderr
		in, errIn := p.StdinPipe()
		out, errOut := p.StdoutPipe()
		if err := errors.Join(errIn, errOut, p.Start()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Process.Kill(); _ = p.Wait() })
		both = append(both, racer{in, bufio.NewScanner(out)})
	}
	hear := func() (words [2]string) {
		for i, r := range both {
			if !r.says.Scan() {
				t.Fatalf("process %d has ended: %v", i, r.says.Err())
			}
			words[i] = r.says.Text()
		}
		return words
	}
	store, err := bucket.S3().Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	hear()
	won := map[string]int{}
	for i, n := range lengths {
		for _, r := range both {
			if _, err := fmt.Fprintln(r.start); err != nil {
				t.Fatal(err)
			}
		}
		of := map[[2]string]string{{"made", "late"}: "A", {"late", "made"}: "B"}[hear()]
		won[of]++
		if of == "" || !isAll(t, store, fmt.Sprint("raced/", i), of, n) {
			t.Errorf("object %d of %d bytes is not that of the one process that has made it (%q)", i, n, of)
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

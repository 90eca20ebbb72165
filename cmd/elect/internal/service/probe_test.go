package service

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hanging is a probe that never answers, and processes that it has begun with it. It says on a pipe which they
// are.
func hanging(t *testing.T) (script string, says *bufio.Reader) {
	t.Helper()
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	script = filepath.Join(folder, "probe")
	text := fmt.Sprintf("#!/bin/sh\nsleep 300 &\na=$!\n(sleep 300; true) &\necho $$ $a $! >%s\nwait\n", pipe)
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(pipe, os.O_RDWR, 0) // to write too: so it is never at an end
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := f.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // when all is lost
		t.Fatal(err)
	}
	return script, bufio.NewReader(f)
}

// begun reads which processes a probe has begun. Those that are left of it in the end are ended.
func begun(t *testing.T, says *bufio.Reader) (pids []int) {
	t.Helper()
	line, err := says.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for word := range strings.FieldsSeq(line) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	t.Cleanup(func() {
		for _, pid := range alive(pids) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	return pids
}

// alive are those of the processes that have not ended.
func alive(pids []int) (list []int) {
	for _, pid := range pids {
		if !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			list = append(list, pid)
		}
	}
	return list
}

// TestAHangingProbe: it fails, is killed with all that it has begun before the next one begins, and does not
// outlive its node.
func TestAHangingProbe(t *testing.T) {
	script, says := hanging(t)
	g := newGroup(t, 1, "-algo=bully -health-every=50ms -health-command="+script).all()
	for range 3 {
		pids := begun(t, says)
		g.until("the node says that it is not well", func() bool { code, _ := g.ask(1, "GET", "/healthz"); return code == http.StatusServiceUnavailable })
		next := begun(t, says)
		if left := alive(pids); left != nil {
			t.Fatalf("of the probe %v there are %v when the next one, %v, begins", pids, left, next)
		}
	}
	last := begun(t, says)
	g.stop(1)
	if left := alive(last); left != nil {
		t.Errorf("of the probe %v %v outlive the node", last, left)
	}
}

// TestTheRestOfAProbe: what a probe that succeeds leaves behind ends with it.
func TestTheRestOfAProbe(t *testing.T) {
	script, says := hanging(t)
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, []byte(strings.Replace(string(text), "wait\n", "exit 0\n", 1)), 0o700); err != nil {
		t.Fatal(err)
	}
	adopt()
	if err := command(t.Context(), script); err != nil {
		t.Fatal(err)
	}
	if left := alive(begun(t, says)); left != nil {
		t.Errorf("%v are left", left)
	}
}

// TestAProbeThatCannotBeKilled keeps neither the node nor its end: there is no second one beside it, and no third.
func TestAProbeThatCannotBeKilled(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	p := &prober{ask: func(context.Context) error { <-over; return nil }, free: make(chan struct{}, 1)}
	p.free <- struct{}{}
	asked := make(chan error, 1)
	begins := make(chan struct{})
	go func() {
		close(begins)
		asked <- p.probe(t.Context())
	}()
	<-begins
	for len(p.free) > 0 { // until it has begun
		runtime.Gosched()
	}
	if err := p.probe(t.Context()); err == nil {
		t.Error("there is one more beside it")
	}
	if err := p.dismiss(); err == nil {
		t.Error("it is not said that it goes on")
	}
	close(over)
	if err := <-asked; err != nil {
		t.Error(err)
	}
	if err := p.dismiss(); err != nil {
		t.Error(err)
	}
	if err := p.probe(t.Context()); err == nil {
		t.Error("one is let in that comes after the end")
	}
}

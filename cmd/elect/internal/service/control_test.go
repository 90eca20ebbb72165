package service

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/cmd/elect/internal/control"
)

// TestSocket: it is its user's alone; what a node that was killed has left behind is replaced, and what answers,
// or is something else, is not.
func TestSocket(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "s")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	if err := left.Close(); err != nil {
		t.Fatal(err)
	}
	g := newGroup(t, 1, "-algo=bully -control="+path)
	v := g.open(1)
	if info, err := os.Stat(path); err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := control.Listen(path, http.NotFoundHandler(), v.log); err == nil || !strings.Contains(err.Error(), "another node answers") {
		t.Error(err)
	}
	if err := v.close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is left behind: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := control.Listen(path, http.NotFoundHandler(), v.log); err == nil || !strings.Contains(err.Error(), "is not a socket") {
		t.Error(err)
	}
	if _, err := control.Listen(filepath.Join(folder, strings.Repeat("x", 120)), http.NotFoundHandler(), v.log); !errors.Is(err, control.ErrTooLong) {
		t.Error(err)
	}
}

package service

import (
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	listen := func(path string) (*control, error) {
		return listenControl(path, http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	}
	s, err := listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := listen(path); err == nil || !strings.Contains(err.Error(), "another node uses") {
		t.Error(err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is left behind: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := listen(path); err == nil || !strings.Contains(err.Error(), "is not a socket") {
		t.Error(err)
	}
	if _, err := listen(filepath.Join(folder, strings.Repeat("x", 120))); !errors.Is(err, errTooLong) {
		t.Error(err)
	}
}

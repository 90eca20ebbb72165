//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package checker

import (
	"errors"
	"os"
	"syscall"
)

// lockFolder makes the file of a lock and takes the lock, which lasts until the file is closed or the process ends.
func lockFolder(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, errors.New("another run is using it: wait for it, or name another folder")
	}
	return f, nil
}

// syncFolder waits until the names in a folder last.
func syncFolder(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return f.Sync()
}

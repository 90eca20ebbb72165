//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package hold

import (
	"errors"
	"os"
	"syscall"
)

// Folder locks a folder until the file is closed or the process ends. The error is ErrHeld if another process has the lock; else the file
// system has no locks.
func Folder(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		return f, nil
	}
	_ = f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrHeld
	}
	return nil, err
}

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package nats

import (
	"os"
	"path/filepath"
	"syscall"
)

// lockName is a file in the folder of a server, which its process holds a lock of for as long as it lives.
const lockName = "lock"

// hold says of a folder that this process uses it, until the file is closed.
func hold(dir string) (*os.File, error) {
	unnamed := filepath.Join(dir, ".lock") // under its name it is never seen free while its owner lives
	f, err := os.OpenFile(unnamed, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		err = os.Rename(unnamed, filepath.Join(dir, lockName))
	}
	if err != nil {
		_ = f.Close()
	}
	return f, err
}

// sweep removes the folders of processes that have been killed.
func sweep(pattern string) {
	locks, _ := filepath.Glob(filepath.Join(pattern, lockName))
	for _, lock := range locks {
		f, err := os.OpenFile(lock, os.O_RDWR, 0)
		if err != nil {
			continue // it is somebody else's
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = os.RemoveAll(filepath.Dir(lock))
		}
		_ = f.Close()
	}
}

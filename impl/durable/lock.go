package durable

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// lockFile makes a file and locks it until it is closed or the process ends. It tries again for a moment: a process
// that this one is just starting holds all open files until it runs its program.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for range 20 {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			return f, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errors.New("another process uses it")
	}
	return nil, errors.Join(err, f.Close())
}

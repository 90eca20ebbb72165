//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package durable

import (
	"errors"
	"os"
)

// lockFile refuses: two processes with one store could vote twice.
func lockFile(string) (*os.File, error) {
	return nil, errors.New("no file can be locked on this system")
}

//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package hold

import (
	"errors"
	"os"
)

// Folder is not supported on this system.
func Folder(string) (*os.File, error) { return nil, errors.ErrUnsupported }

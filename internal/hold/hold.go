// Package hold locks folders, so that one process at a time uses each.
package hold

import "errors"

// ErrHeld is the error of a folder that another process holds.
var ErrHeld = errors.New("another process holds it")

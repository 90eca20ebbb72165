//go:build unix

package certs

import (
	"io/fs"
	"syscall"
)

// owner is the number of the user to whom a file belongs.
func owner(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }

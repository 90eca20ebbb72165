//go:build !unix

package certs

import "io/fs"

// owner is nobody where a file's mode does not say who may read it.
func owner(fs.FileInfo) int { return -1 }

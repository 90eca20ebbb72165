//go:build !linux

package service

// adopt does nothing on systems without that feature.
func adopt() {}

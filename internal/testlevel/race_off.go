//go:build !race

package testlevel

// Race reports whether the race detector is on.
const Race = false

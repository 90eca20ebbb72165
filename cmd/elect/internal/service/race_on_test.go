//go:build race

package service

// With the race detector all is slower, and a failure detector that is wrong about everyone elects
// nobody: hearts beat slower, and groups are smaller.
const (
	beat = "100ms"
	most = 3
)

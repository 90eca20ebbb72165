//go:build !race

package service

// beat is the heartbeat of a test, and most the size of the largest group.
const (
	beat = "25ms"
	most = 7
)

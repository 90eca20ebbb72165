//go:build !race

package crosscheck

const raceDetector = false

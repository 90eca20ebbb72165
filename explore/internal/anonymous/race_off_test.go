//go:build !race

package anonymous

const raceDetector = false

//go:build race

package drive

const raceDetector = true

//go:build race

package explore

const raceDetector = true

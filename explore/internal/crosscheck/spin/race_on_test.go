//go:build race

package spin_test

const raceDetector = true

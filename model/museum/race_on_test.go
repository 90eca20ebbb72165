//go:build race

package museum_test

const raceDetector = true

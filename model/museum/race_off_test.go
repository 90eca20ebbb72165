//go:build !race

package museum_test

const raceDetector = false

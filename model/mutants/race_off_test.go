//go:build !race

package mutants_test

const raceDetector = false

//go:build !race

package world_test

const raceDetector = false

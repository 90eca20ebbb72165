package levels

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// What the states in files cost, against states in memory.
func BenchmarkStore(b *testing.B) {
	for _, world := range []struct {
		name string
		c    world.Config
	}{
		{"bully", bully()},
		{"chang-roberts", world.Default(catalogued("chang-roberts"), ids(13))},
	} {
		q := worldOf(world.c, spec.Default()[0])
		b.Run(world.name+"/memory", func(b *testing.B) {
			for b.Loop() {
				inMemory(b, q, benchmarked())
			}
		})
		b.Run(world.name+"/store", func(b *testing.B) {
			for b.Loop() {
				inStore(b, q, Options{Store: Folder(b.TempDir()), Check: benchmarked()})
			}
		})
	}
}

// benchmarked is one worker. With -short there is nothing to measure, only to see that it runs.
func benchmarked() checker.Options {
	o := checker.Options{Workers: 1}
	if testing.Short() {
		o.MaxStates = 1000
	}
	return o
}

func catalogued(name string) model.Algorithm {
	for _, a := range model.Catalogue() {
		if a.Name == name {
			return a
		}
	}
	panic(name)
}

func bully() world.Config {
	c := world.Default(catalogued("bully"), ids(4))
	c.Timeouts, c.Starts, c.Elections, c.CrashPoints = world.Any, world.Unlimited, 1, world.AtSteps
	return c
}

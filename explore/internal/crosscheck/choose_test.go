package crosscheck

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// aFewSeconds is how many steps an instance may have where somebody waits.
const aFewSeconds = 2_000

// aRun is how many steps TLC could make in the time that it takes to start.
const aRun = 5_000

// traits are the algorithm of an instance, and each of its flags: not how many processes there are and how
// they are called, nor how many crashes, but that there may be some.
func (i Instance) traits() []string {
	list := []string{i.World.Algorithm.Name}
	for flag := range strings.FieldsSeq(i.Name()) {
		if name, _, _ := strings.Cut(flag, "="); name != "-algo" && name != "-n" && name != "-ids" {
			list = append(list, name)
		}
	}
	return list
}

// choose chooses the instances that are compared where there is no time for all: few, and small ones,
// so that every trait is among them. What it costs is the number of TLC's runs, a second or two each,
// and then the size of the worlds: so it takes, again and again, the one that has the most traits that
// none before has, for what it costs. Where somebody waits, of the small ones alone, or two that are named.
func choose(t *testing.T, all []Instance) []Instance {
	t.Helper()
	if testlevel.Quick() {
		return slices.DeleteFunc(slices.Clone(all), func(i Instance) bool {
			return i.Name() != "-algo=bully -n=2" && i.Name() != "-algo=chang-roberts -n=2"
		})
	}
	if !testlevel.CI() {
		return chooseBelow(t, all, aFewSeconds)
	}
	return chooseBelow(t, all, math.MaxInt)
}

// chooseBelow chooses among the instances of fewer steps.
func chooseBelow(t *testing.T, all []Instance, most int) (chosen []Instance) {
	t.Helper()
	steps := map[string]int{}
	for _, i := range all {
		us, err := explore(t.Context(), i.World, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		steps[i.Name()] = us.Steps
	}
	seen := map[string]bool{}
	worth := func(i Instance) float64 {
		fresh := 0
		for _, trait := range i.traits() {
			if !seen[trait] {
				fresh++
			}
		}
		return float64(fresh) / float64(aRun+steps[i.Name()])
	}
	left := slices.DeleteFunc(slices.Clone(all), func(i Instance) bool { return steps[i.Name()] >= most })
	for len(left) > 0 {
		best := slices.MaxFunc(left, func(a, b Instance) int { return cmp.Compare(worth(a), worth(b)) })
		if worth(best) == 0 {
			break
		}
		chosen = append(chosen, best)
		for _, trait := range best.traits() {
			seen[trait] = true
		}
	}
	return chosen
}

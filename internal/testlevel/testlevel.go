// Package testlevel says how much is tested. It is the one place that knows the level, the race detector, and what becomes of
// a test whose tool is not installed.
//
// INTERREX_TESTS is the level: quick (the default) takes about a minute and is run while working, ci must pass
// before a change lands, all runs at night. Under the race detector tests that run in one goroutine are left out,
// because they would take minutes and find nothing.
package testlevel

import (
	"flag"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// Tests hold little memory and allocate much: collecting garbage rarely saves a fifth of their time.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Variable is the environment's variable with the level.
const Variable = "INTERREX_TESTS"

// CI reports whether a tool that is missing is a failure: at the levels ci and all.
func CI() bool { return os.Getenv(Variable) == "ci" || All() }

// All reports whether tests that take minutes run too.
func All() bool { return os.Getenv(Variable) == "all" }

// Short reports whether large cases are left out: under the race detector.
func Short() bool { return Race || testing.Short() }

// Workers are the numbers of workers with which results are compared; fewer with the race detector, which is slow.
func Workers() []int {
	if Race {
		return []int{1, 8}
	}
	return []int{1, 2, 3, 8}
}

// Quick reports whether slow tests are left out, and tables of cases are sampled: at the level quick, unless -run names
// tests: a test asked for by name runs in full.
func Quick() bool {
	return !CI() && flag.Lookup("test.run").Value.String() == ""
}

// Slow leaves a test out where Quick holds: it takes seconds, and the reason says of what, or which test does much the
// same.
func Slow(t testing.TB, reason string) {
	t.Helper()
	if Quick() {
		t.Skip("left to " + Variable + "=ci: " + reason)
	}
}

// OneOf reports whether case i of a table is tried: where Quick holds, one of so many is, from the first on.
func OneOf(many, i int) bool { return !Quick() || i%many == 0 }

// Alone marks a test that runs in one goroutine, or as others do that are not marked: the race detector has nothing to find.
func Alone(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("left out with the race detector: it runs in one goroutine")
	}
}

// Draws is for the TestMain of a package whose random cases are slow: where Quick holds, rapid draws so few in each test.
func Draws(few int) {
	flag.Parse()
	if Quick() {
		if err := flag.Set("rapid.checks", strconv.Itoa(few)); err != nil {
			panic(err)
		}
	}
}

// Needs skips a test whose tool is not installed, and why says what is missing; at the level ci it fails.
func Needs(t testing.TB, missing error) {
	t.Helper()
	switch {
	case missing == nil:
	case CI():
		t.Fatalf("%s=%s, and %v", Variable, os.Getenv(Variable), missing)
	default:
		t.Skip(missing)
	}
}

// Main runs the tests of a package of which, under the race detector, only those that match are about more than one
// goroutine.
func Main(m *testing.M, concurrent string) {
	Only(concurrent)
	m.Run()
}

// Only does the same for a TestMain with more to do.
func Only(concurrent string) {
	flag.Parse()
	if run := flag.Lookup("test.run"); Race && run.Value.String() == "" {
		if err := flag.Set("test.run", concurrent); err != nil {
			panic(err)
		}
	}
}

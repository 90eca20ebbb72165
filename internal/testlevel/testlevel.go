// Package testlevel selects the tests to run. It alone reads the level, detects the race detector, and handles tests
// without their tool.
//
// INTERREX_TESTS is the level: quick (the default) is for everyday work and takes a minute and a half at most; ci is
// required before a change lands; all is for a night. The race detector skips single-threaded tests, which would take
// minutes and find nothing.
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

// Variable is the environment variable that holds the level.
const Variable = "INTERREX_TESTS"

// CI reports whether a missing tool is a failure: at the levels ci and all.
func CI() bool { return os.Getenv(Variable) == "ci" || All() }

// All reports whether even tests that take minutes run.
func All() bool { return os.Getenv(Variable) == "all" }

// Short reports whether large cases are left out: under the race detector.
func Short() bool { return Race || testing.Short() }

// Quick reports whether slow tests are left out and tables of cases are sampled: at the level quick, unless -run names
// tests: a test asked for by name runs in full.
func Quick() bool {
	return !CI() && flag.Lookup("test.run").Value.String() == ""
}

// Slow skips a test at the level quick. The reason names the slow part, or a quicker test with the same
// purpose.
func Slow(t testing.TB, reason string) {
	t.Helper()
	if Quick() {
		t.Skip("left to " + Variable + "=ci: " + reason)
	}
}

// OneOf reports whether to try case i of a table: if Quick holds, and under the race detector unless All holds, one in so
// many is tried, starting with the first.
func OneOf(many, i int) bool { return !Quick() && (!Race || All()) || i%many == 0 }

// Sample reports whether to try case i of a table of similar cases: at the level ci one in many is tried, starting with the first.
func Sample(_ testing.TB, many, i int) bool { return !CI() || All() || i%many == 0 }

// Raced reports whether to try case i of a table: with the race detector one in many is tried, unless All holds, starting with the first.
func Raced(_ testing.TB, many, i int) bool { return !Race || All() || i%many == 0 }

// Alone marks a test without concurrency of its own, which the race detector skips: it runs in one goroutine,
// or uses goroutines only as some unmarked test does.
func Alone(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("left out with the race detector: it runs in one goroutine")
	}
}

// Draws is for the TestMain of a package with slow random cases: at the level quick, rapid draws only that
// many in each test.
func Draws(few int) {
	flag.Parse()
	if Quick() {
		if err := flag.Set("rapid.checks", strconv.Itoa(few)); err != nil {
			panic(err)
		}
	}
}

// Needs skips a test with a missing tool; missing is the reason. At the levels ci and all the test fails.
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

// Main runs the tests of a package. Under the race detector it runs only those that match concurrent, the others being
// about one goroutine.
func Main(m *testing.M, concurrent string) {
	Only(concurrent)
	m.Run()
}

// Only is Main for a TestMain that has more to do.
func Only(concurrent string) {
	flag.Parse()
	if run := flag.Lookup("test.run"); Race && run.Value.String() == "" {
		if err := flag.Set("test.run", concurrent); err != nil {
			panic(err)
		}
	}
}

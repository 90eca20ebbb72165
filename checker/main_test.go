package checker_test

import (
	"fmt"
	"os"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// asComponents: systems are checked as components now.
var asComponents bool

// onlyVectors skips a test in the run with components.
func onlyVectors(t *testing.T) {
	t.Helper()
	if asComponents {
		t.Skip("it tests systems without components; the first run includes it")
	}
}

// All tests run twice: with systems as they are, and with systems as components. With the race detector they run once: it
// watches components in the tests of model/world.
func TestMain(m *testing.M) {
	code := 0
	if os.Getenv("ENGINE") != "new" {
		code = m.Run()
	}
	if code == 0 && os.Getenv("ENGINE") != "old" && !testlevel.Race {
		fmt.Println("with systems as components:")
		asComponents = true
		checker.Compose(func(s checker.System) checker.Composed { return join(s).(checker.Composed) })
		code = m.Run()
	}
	os.Exit(code)
}

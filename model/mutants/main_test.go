package mutants_test

import (
	"testing"

	"interrex/internal/testlevel"
)

// The others check worlds as other tests do, for minutes.
func TestMain(m *testing.M) { testlevel.Main(m, "Workers|Interrupted") }

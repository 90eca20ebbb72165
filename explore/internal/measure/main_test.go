package measure

import (
	"testing"

	"interrex/internal/testlevel"
)

// Of what runs in more than one goroutine other packages have tests.
func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

package replay

import (
	"testing"

	"interrex/internal/testlevel"
)

// Nothing of it runs in more than one goroutine.
func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

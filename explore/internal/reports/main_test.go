package reports

import (
	"testing"

	"interrex/internal/testlevel"
)

// Nothing of it runs in more than one goroutine, or waits for other programs.
func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

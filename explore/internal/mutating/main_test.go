package mutating

import (
	"testing"

	"interrex/internal/testlevel"
)

func TestMain(m *testing.M) { testlevel.Main(m, "Interrupted") }

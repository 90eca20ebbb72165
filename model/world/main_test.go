package world_test

import (
	"testing"

	"interrex/internal/testlevel"
)

func TestMain(m *testing.M) {
	testlevel.Draws(20)
	m.Run()
}

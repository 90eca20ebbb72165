package cluster

import (
	"os/exec"
	"testing"

	"interrex/internal/testlevel"
)

// TestClouds tests the module clouds, which takes minutes to compile at first.
func TestClouds(t *testing.T) {
	if !testlevel.All() {
		t.Log("left out: it compiles what opens the buckets of two clouds; set " + testlevel.Variable + "=all")
		return
	}
	for _, does := range []string{"vet", "test"} {
		if out, err := exec.Command("go", "-C", "clouds", does, ".").CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", does, err, out)
		}
	}
}

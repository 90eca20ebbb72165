package explore

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"interrex/internal/testlevel"
)

// TestBrowserBuild: the program compiles for browsers.
func TestBrowserBuild(t *testing.T) {
	testlevel.Slow(t, "everything is compiled for another platform")
	build := exec.Command("go", "build", "-o", filepath.Join(t.TempDir(), "explore.wasm"), "interrex/cmd/explore")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

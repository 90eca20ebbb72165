package durable_test

import (
	"os"
	"path/filepath"
	"testing"

	"interrex/impl/durable"
)

func TestMakeFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"a/b/c", "a/b/c", "a/b/../d", ".", filepath.Join(t.TempDir(), "x", "y")} {
		if err := durable.MakeFolder(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() || path != "." && info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"file", "file/a/b"} {
		if err := durable.MakeFolder(path); err == nil {
			t.Errorf("%s is made, where a file is", path)
		}
	}
}

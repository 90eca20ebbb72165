package durable

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"interrex/impl"
)

// recordSyncs has each folder and file that is synced put on a list, until the test ends.
func recordSyncs(t *testing.T) *[]string {
	t.Helper()
	var list []string
	was := syncFile
	t.Cleanup(func() { syncFile = was })
	syncFile = func(f *os.File) error {
		list = append(list, f.Name())
		return was(f)
	}
	return &list
}

// TestAFileIsThereAfterAPowerFailure: the system does not decide when something is on disk. A file is nowhere as
// long as its folder has not been synced, and a folder as long as the one above it.
func TestAFileIsThereAfterAPowerFailure(t *testing.T) {
	list := recordSyncs(t)
	demand := func(want ...string) {
		t.Helper()
		if !slices.Equal(*list, want) {
			t.Errorf("synced %v, want %v", *list, want)
		}
		*list = nil
	}
	top := t.TempDir()
	in := filepath.Join(top, "a", "b")
	if err := MakeFolder(in); err != nil {
		t.Fatal(err)
	}
	demand(filepath.Join(top, "a"), top)
	f, err := Open(filepath.Join(in, "node.db"), "test", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	each := []string{filepath.Join(in, "node.db.new"), in}
	demand(each...)
	for what, change := range map[string]func() error{
		"a vote":         func() error { return f.Save(impl.Stable{Term: 1, VotedFor: 2}) },
		"an incarnation": func() error { _, _, err := f.Load(); return err },
	} {
		if err := change(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		demand(each...)
	}
}

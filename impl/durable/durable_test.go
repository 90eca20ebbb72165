package durable

import (
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
)

// recordSyncs has each folder and file that is synced put on a list, until the test ends.
func recordSyncs(t *testing.T) *[]string {
	t.Helper()
	var list []string
	for _, open := range []*func(string) (synced, error){&openFolder, &openFile} {
		was := *open
		t.Cleanup(func() { *open = was })
		*open = func(path string) (synced, error) {
			f, err := was(path)
			return recorded{f, path, &list}, err
		}
	}
	return &list
}

// A recorded folder or file says that it has been synced.
type recorded struct {
	synced
	path string
	list *[]string
}

func (r recorded) Sync() error {
	*r.list = append(*r.list, r.path)
	return r.synced.Sync()
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
		"a name":         func() error { return f.Known().Admit(2, newName()) },
		"a vote":         func() error { return f.Save(impl.Stable{Term: 1, VotedFor: 2}) },
		"an incarnation": func() error { _, _, err := f.Load(); return err },
	} {
		if err := change(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		demand(each...)
	}
}

// TestClocked: no two incarnations have one number, however soon one comes after another, and none begins by a
// clock that is wrong. What must be kept is refused.
func TestClocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if _, _, err := new(Clocked).Load(); err == nil { // the year is 2000 there
			t.Error("the clock is wrong, and it is believed")
		}
		<-time.After(time.Until(time.Unix(epoch, 0)) + time.Hour)
		last := uint64(0)
		for range 3 {
			var c Clocked // of another process each time
			for range 2 {
				_, next, err := c.Load()
				if err != nil || next <= last {
					t.Errorf("incarnation %d after %d, %v", next, last, err)
				}
				last = next
			}
			if err := c.Save(impl.Stable{Term: 1}); err == nil {
				t.Error("it is kept, and there is no disk")
			}
		}
	})
}

package durable

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	bolt "go.etcd.io/bbolt"

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

// TestAFileIsThereAfterAPowerFailure: neither bbolt nor we leave to the system when something is on disk. A
// file is nowhere as long as its folder has not been synced, and a folder as long as the one above it.
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
	if err := MakeFolder(filepath.Join(top, "a", "b")); err != nil {
		t.Fatal(err)
	}
	demand(filepath.Join(top, "a"), top)
	in := filepath.Join(top, "a", "b")
	b, err := Open(filepath.Join(in, "node.db"), "test", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if len(*list) == 0 { // the names of the others' stores, under a passing name, before there is a store that misses them
		t.Fatal("nothing is synced")
	}
	demand((*list)[0], in, in)
	if err := b.Known().Admit(2, newName()); err != nil {
		t.Fatal(err)
	}
	demand(filepath.Join(in, "node.known.new"), in)
	if b.db.NoSync || b.db.NoGrowSync || options(nil).NoSync {
		t.Error("a transaction returns before it is on disk")
	}
}

// TestAFileReplacesNone: of two processes that make the file at the same time one fails, and what the other has
// kept meanwhile stays.
func TestAFileReplacesNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	if err := create(path, record{cluster: "test", node: 1, incarnation: 7}); err != nil {
		t.Fatal(err)
	}
	if err := create(path, record{cluster: "test", node: 1}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("it is made twice: %v", err)
	}
	b := &Bolt{path: path}
	if err := b.open(); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if b.now.incarnation != 7 {
		t.Errorf("%+v is left", b.now)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("%v, %v: one file is wanted", left, err)
	}
}

// TestEachLoadIsDurable: an incarnation is counted on disk before anyone hears of it, though nothing is kept in it.
func TestEachLoadIsDurable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	for want := uint64(1); want < 4; want++ {
		b, err := Open(path, "test", 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := b.Load(); err != nil || got != want {
			t.Fatalf("incarnation %d, %v; want %d", got, err, want)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWhatIsNotSavedIsAnError: the node must end.
func TestWhatIsNotSavedIsAnError(t *testing.T) {
	b, err := Open(filepath.Join(t.TempDir(), "node.db"), "test", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.Save(impl.Stable{Term: 1}); err == nil {
		t.Error("it is saved in a file that is closed")
	}
	if _, _, err := b.Load(); err == nil {
		t.Error("an incarnation is counted in a file that is closed")
	}
}

// TestAFileWithoutARecordIsRefused: whatever it is, no node has made it.
func TestAFileWithoutARecordIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if b, err := Open(path, "test", 1); err == nil {
		b.Close()
		t.Error("it is opened")
	}
}

// TestAnOlderStateIsRefused: where one of its two meta pages is damaged bbolt goes back to the state of the other,
// and so could forget a vote.
func TestAnOlderStateIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	b, err := Open(path, "test", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Save(impl.Stable{Term: 1, VotedFor: 1}), b.Save(impl.Stable{Term: 2, VotedFor: 1}), b.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, err := readMeta(data, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []uint64{0, first.pageSize} {
		data[at+checksumAt] ^= 1
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if b, err := Open(path, "test", 1); err == nil {
			t.Errorf("it is opened, and holds %v", *b.now.kept)
			b.Close()
		}
		data[at+checksumAt] ^= 1
	}
}

// TestClocked: no two incarnations have one number, however soon one comes after another, and none begins by a
// clock that is wrong. What must be kept is refused.
func TestClocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if _, _, err := new(Clocked).Load(); err == nil { // the year is 2000 there
			t.Error("the clock is wrong, and it is believed")
		}
		time.Sleep(time.Unix(epoch, 0).Sub(time.Now()) + time.Hour)
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

// TestAFreePageIsFree: bbolt writes over the pages that its list of free ones names. One that names a page in
// use would have it overwrite the last transaction before the next is whole.
func TestAFreePageIsFree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	for range 3 { // so that some pages have become free
		b, err := Open(path, "test", 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := b.Load(); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, err := readMeta(data, 0)
	if err != nil {
		t.Fatal(err)
	}
	second, err := readMeta(data, first.pageSize)
	if err != nil {
		t.Fatal(err)
	}
	newest := uint64(0)
	if second.transaction > first.transaction {
		newest = first.pageSize
	}
	order := binary.NativeEndian
	list := data[order.Uint64(data[newest+headerSize+32:])*first.pageSize:] // the meta page names the page of the list
	var free []uint64
	for i := range int(order.Uint16(list[countAt:])) {
		free = append(free, order.Uint64(list[headerSize+8*i:]))
	}
	if len(free) == 0 {
		t.Fatal("no page is free")
	}
	for used := uint64(2); used < max(first.pages, second.pages); used++ {
		if slices.Contains(free, used) {
			continue
		}
		order.PutUint64(list[headerSize:], used)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if b, err := Open(path, "test", 1); err == nil {
			b.Close()
			t.Errorf("page %d is in use, and is taken for free", used)
		}
	}
}

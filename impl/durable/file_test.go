package durable

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/impl"
)

var _ Store = (*File)(nil)

const nodes = "test"

// opened is the store of node 2 at a path.
func opened(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(path, nodes, 2)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func closed(t testing.TB, f *File) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestFileOutlivesItsProcess: each incarnation is counted on disk, and finds what was saved and the name of before.
func TestFileOutlivesItsProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	name := ""
	for incarnation := uint64(1); incarnation < 5; incarnation++ {
		f := opened(t, path)
		if name == "" {
			name = f.Name()
		}
		if f.Name() != name || !IsName(name) {
			t.Errorf("it is called %q, and was %q", f.Name(), name)
		}
		kept, got, err := f.Load()
		if err != nil || got != incarnation {
			t.Fatalf("incarnation %d, want %d: %v", got, incarnation, err)
		}
		if before := int(incarnation) - 1; before == 0 && kept != nil || before > 0 && *kept != (impl.Stable{Term: before, VotedFor: 3}) {
			t.Fatalf("incarnation %d has %v", incarnation, kept)
		}
		if err := f.Save(impl.Stable{Term: int(incarnation), VotedFor: 3}); err != nil {
			t.Fatal(err)
		}
		closed(t, f)
	}
	second := opened(t, filepath.Join(t.TempDir(), "node.db"))
	defer second.Close()
	if second.Name() == name {
		t.Error("two have the same name")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

func TestFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "node.db")
	f := opened(t, path)
	refuse := func(want, path, cluster string, node impl.ID) {
		t.Helper()
		f, err := Open(path, cluster, node)
		if err == nil {
			f.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	refuse("another process uses it", path, nodes, 2)
	closed(t, f)
	refuse("it belongs to node 2", path, nodes, 3)
	refuse(`of cluster "test"`, path, "other", 2)
	foreign := filepath.Join(folder, "foreign")
	for _, content := range []string{"", "hello", strings.Repeat("hello\n", 20000)} {
		if err := os.WriteFile(foreign, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		refuse("not the storage of a node", foreign, nodes, 2)
	}
	refuse("foreign", filepath.Join(foreign, "below"), nodes, 2)
}

// TestWhatIsNotSavedIsAnError: the node must end.
func TestWhatIsNotSavedIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	f := opened(t, path)
	if _, _, err := f.Load(); err != nil {
		t.Fatal(err)
	}
	inTheWay := filepath.Join(path+".new", "x") // where the next version would be written
	if err := os.MkdirAll(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	fails := func(when string) {
		t.Helper()
		if err := f.Save(impl.Stable{Term: 1}); err == nil {
			t.Errorf("%s: it is saved", when)
		}
		if _, _, err := f.Load(); err == nil {
			t.Errorf("%s: an incarnation is counted", when)
		}
	}
	fails("nothing can be written")
	if err := os.RemoveAll(path + ".new"); err != nil {
		t.Fatal(err)
	}
	if kept, incarnation, err := f.Load(); kept != nil || incarnation != 2 || err != nil {
		t.Errorf("%v, %d, %v: nothing has been kept", kept, incarnation, err)
	}
	closed(t, f)
	fails("it is closed")
}

// wounded checks that bytes which are not those of a file are refused.
func wounded(t testing.TB, path string, data, original []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path, nodes, 2)
	if err == nil {
		f.Close()
	}
	if same := bytes.Equal(data, original); same != (err == nil) {
		t.Errorf("%q: %v", data, err)
	}
}

// written is a store that holds something of each kind.
func written(t testing.TB) (path string, data []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "node.db")
	f := opened(t, path)
	_, _, err := f.Load()
	if err := errors.Join(err, f.Save(impl.Stable{Term: 7, VotedFor: 2})); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, data
}

// TestEveryByte: whatever byte is another, or however much is missing, the file is refused.
func TestEveryByte(t *testing.T) {
	path, data := written(t)
	wounded(t, path, data, data)
	for at := range data {
		wounded(t, path, data[:at], data)
		for _, mask := range []byte{0xff, 0x01} {
			other := bytes.Clone(data)
			other[at] ^= mask
			wounded(t, path, other, data)
		}
	}
}

// FuzzFile: what is read is what is written, byte for byte.
func FuzzFile(f *testing.F) {
	_, data := written(f)
	f.Add(data)
	f.Add(record{cluster: "a-b", node: 99, name: newName(), incarnation: 1 << 63, kept: &impl.Stable{}}.bytes())
	f.Add([]byte("interrex 4"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := parse(data); err == nil && !bytes.Equal(r.bytes(), data) {
			t.Errorf("%q is read as %q", data, r.bytes())
		}
	})
}

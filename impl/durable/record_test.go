package durable

import (
	"bytes"
	"path/filepath"
	"testing"

	"interrex/impl"
)

func FuzzRecord(f *testing.F) {
	f.Add(record{cluster: "test", node: 2, incarnation: 4}.bytes())
	f.Add(record{cluster: "test", node: 2, incarnation: 4, kept: &impl.Stable{Term: 3, VotedFor: 1}}.bytes())
	f.Add(record{cluster: "test", node: 2, name: newName(), incarnation: 4, kept: &impl.Stable{Term: 3, VotedFor: 1}}.bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := parse(data); err == nil && !bytes.Equal(r.bytes(), data) {
			t.Errorf("%q is read as %q", data, r.bytes())
		}
	})
}

func TestRecordsAreReadBack(t *testing.T) {
	for _, r := range []record{
		{cluster: "a", node: 1, incarnation: 1},
		{cluster: "a", node: 1, name: newName(), incarnation: 1},
		{cluster: "a", node: 1, name: newName(), incarnation: 1, kept: &impl.Stable{Term: 7, VotedFor: 99}},
		{cluster: "a-b", node: 99, incarnation: 1 << 63, kept: &impl.Stable{}},
		{cluster: "a-b", node: 99, incarnation: 2, kept: &impl.Stable{Term: 7, VotedFor: 99}},
	} {
		got, err := parse(r.bytes())
		if err != nil || got.cluster != r.cluster || got.node != r.node || got.name != r.name || got.incarnation != r.incarnation ||
			(got.kept == nil) != (r.kept == nil) || r.kept != nil && *got.kept != *r.kept {
			t.Errorf("%q is read as %+v, %v", r.bytes(), got, err)
		}
		for at := range r.bytes() {
			damaged := r.bytes()
			damaged[at] ^= 1
			if got, err := parse(damaged); err == nil {
				t.Errorf("%q is read as %+v", damaged, got)
			}
		}
	}
}

// TestStoresGetAName: one of a version that had none is given it once, and keeps what it holds.
func TestStoresGetAName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	if err := create(path, record{cluster: "test", node: 2, incarnation: 4, kept: &impl.Stable{Term: 3, VotedFor: 1}}); err != nil {
		t.Fatal(err)
	}
	name := ""
	for incarnation := uint64(5); incarnation < 7; incarnation++ {
		b, err := Open(path, "test", 2)
		if err != nil {
			t.Fatal(err)
		}
		kept, got, err := b.Load()
		if err != nil || got != incarnation || *kept != (impl.Stable{Term: 3, VotedFor: 1}) {
			t.Errorf("incarnation %d, %v, %v", got, kept, err)
		}
		if !IsName(b.Name()) || name != "" && b.Name() != name {
			t.Errorf("it is called %q, and was %q", b.Name(), name)
		}
		name = b.Name()
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

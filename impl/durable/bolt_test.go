package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/durable"
	"interrex/internal/testlevel"
)

var _ durable.Store = (*durable.Bolt)(nil)

const nodes = "test"

// written is the bytes of a store that has had two incarnations and three votes.
func written(t testing.TB) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "node.db")
	for range 2 {
		b := open(t, path)
		for _, to := range []impl.ID{0, 3, 2} {
			if err := b.Save(impl.Stable{Term: 7, VotedFor: to}); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func open(t testing.TB, path string) *durable.Bolt {
	t.Helper()
	b, err := durable.Open(path, nodes, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Load(); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBoltOutlivesItsProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node.db")
	for incarnation := uint64(1); incarnation < 5; incarnation++ {
		b, err := durable.Open(path, nodes, 2)
		if err != nil {
			t.Fatal(err)
		}
		kept, got, err := b.Load()
		if err != nil || got != incarnation {
			t.Fatalf("incarnation %d, want %d: %v", got, incarnation, err)
		}
		if before := int(incarnation) - 1; before == 0 && kept != nil || before > 0 && *kept != (impl.Stable{Term: before, VotedFor: 3}) {
			t.Fatalf("incarnation %d has %v", incarnation, kept)
		}
		if err := b.Save(impl.Stable{Term: int(incarnation), VotedFor: 3}); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBoltIsRefused(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "node.db")
	b := open(t, path)
	refuse := func(want, path, cluster string, node impl.ID) {
		t.Helper()
		if b, err := durable.Open(path, cluster, node); err == nil || !strings.Contains(err.Error(), want) {
			if err == nil {
				b.Close()
			}
			t.Errorf("%v, want %q", err, want)
		}
	}
	refuse("another process has it open", path, nodes, 2)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	refuse("it belongs to node 2", path, nodes, 3)
	refuse(`of cluster "test"`, path, "other", 2)
	foreign := filepath.Join(folder, "foreign")
	for _, content := range []string{"", "hello", strings.Repeat("hello\n", 20000)} {
		if err := os.WriteFile(foreign, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		refuse("none of a node's", foreign, nodes, 2)
	}
	refuse("foreign", filepath.Join(foreign, "below"), nodes, 2)
}

// inPlace is where a store is with all that belongs to it, to be replaced by another.
func inPlace(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "node.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// sound opens a file of these bytes, and reports whether it is accepted. What is accepted must be what was
// written, and must bear being written.
func sound(t testing.TB, path string, data []byte) bool {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := openInTime(t, path)
	if err != nil {
		return false
	}
	kept, incarnation, err := b.Load()
	if err != nil || kept == nil || *kept != (impl.Stable{Term: 7, VotedFor: 2}) || incarnation != 3 {
		t.Errorf("it is accepted as %v in incarnation %d, %v", kept, incarnation, err)
	}
	if err := errors.Join(b.Save(impl.Stable{Term: 8}), b.Close()); err != nil {
		t.Errorf("it is accepted, and does not bear being written: %v", err)
	}
	if b, err = openInTime(t, path); err != nil {
		t.Errorf("it is accepted, and refused once it has been written: %v", err)
		return true
	}
	defer b.Close()
	if kept, incarnation, err = b.Load(); err != nil || kept == nil || *kept != (impl.Stable{Term: 8}) || incarnation != 4 {
		t.Errorf("once it has been written it holds %v in incarnation %d, %v", kept, incarnation, err)
	}
	return true
}

// openInTime gives a damaged file up that bbolt reads for ever: a damaged page may name itself.
func openInTime(t testing.TB, path string) (*durable.Bolt, error) {
	t.Helper()
	type opened struct {
		b   *durable.Bolt
		err error
	}
	done := make(chan opened, 1)
	go func() {
		b, err := durable.Open(path, nodes, 2)
		done <- opened{b, err}
	}()
	select {
	case o := <-done:
		return o.b, o.err
	case <-time.After(20 * time.Second):
		t.Fatal("it is not opened, and not refused")
		return nil, nil
	}
}

// TestEveryByte damages each byte of a file that is not zero, and many that are.
func TestEveryByte(t *testing.T) {
	testlevel.Alone(t)
	data, path := written(t), inPlace(t)
	if !sound(t, path, data) {
		t.Fatal("the file is refused as it was written")
	}
	refused := 0
	for at := range data {
		if !testlevel.OneOf(8, at) || data[at] == 0 && at%256 != 0 && at%4096 > 80 { // most bytes are zero, and never looked at
			continue
		}
		for _, mask := range []byte{0xff, 0x02} {
			data[at] ^= mask
			if !sound(t, path, data) {
				refused++
			}
			data[at] ^= mask
		}
	}
	if refused == 0 {
		t.Error("no damage is ever found")
	}
	t.Logf("%d bytes, %d times refused", len(data), refused)
}

func TestEveryLength(t *testing.T) {
	data, path := written(t), inPlace(t)
	for length := 0; length < len(data); length += 64 {
		sound(t, path, data[:length])
	}
}

func FuzzBolt(f *testing.F) {
	data := written(f)
	f.Add(uint32(0), []byte("x"))
	f.Add(uint32(4096*3+20), []byte{0, 0, 0, 1})
	path := inPlace(f)
	f.Fuzz(func(t *testing.T, at uint32, patch []byte) {
		wounded := append([]byte(nil), data...)
		copy(wounded[int(at)%len(wounded):], patch)
		sound(t, path, wounded)
	})
}

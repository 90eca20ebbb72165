package levels

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPresence: who works says so until it leaves, and leaves nothing behind; who is killed does.
func TestPresence(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	store := Folder(dir)
	if _, err := (Options{Store: store}).Begin(); err != nil {
		t.Fatal(err)
	}
	if err := write(store, attending+"ODD-1", []byte("?")); err != nil {
		t.Fatal(err)
	}
	one := Attend(store, 2)
	one.Did(Task{Kind: "expand", Chunk: Chunk{Rank: 10, Rows: 5}, Below: 13}, 2*time.Second, nil)
	one.Did(Task{Kind: "expand", Chunk: Chunk{Rank: 10, Rows: 5}, Below: 100}, time.Second, nil)
	one.Did(Task{Kind: "sift"}, time.Second, nil)
	one.Did(Task{Kind: "sift"}, time.Second, errors.New("no"))
	one.Say()
	killed := Attend(store, 1)
	killed.Say()
	close(killed.end)
	killed.said.Wait()
	all, err := Present(store)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	if all[0].Hands != 2 {
		all[0], all[1] = all[1], all[0]
	}
	if p := all[0]; p.Done != 3 || p.Failed != 1 || p.Expanded != 8 || p.Busy != 5*time.Second || p.Heard.Before(p.Began) || p.Worker == "" {
		t.Errorf("%+v", p)
	}
	one.Leave()
	if all, err = Present(store); err != nil || len(all) != 1 || all[0].Hands != 1 {
		t.Errorf("one has left: %+v, %v", all, err)
	}
	names, err := store.List(attending)
	if err != nil || len(names) != 2 { // one that is odd is nobody's
		t.Errorf("%q, %v", names, err)
	}
	late := Attend(store, 1)
	late.saying.Lock() // who speaks while a folder is being removed puts an object into it
	err = os.RemoveAll(dir)
	late.saying.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	late.Say()
	late.Leave()
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a store that was removed is there again: %v", err)
	}
}

// TestKilledAreForgotten: the presence of a killed worker is removed when the check is over.
func TestKilledAreForgotten(t *testing.T) {
	q, store := numbers(100, 1), newMemory(nil)
	o := small(store)
	if _, err := o.Begin(); err != nil {
		t.Fatal(err)
	}
	if err := writeRecord(store, attending+"KILLED-1", Presence{Worker: "killed", Heard: time.Now()}); err != nil {
		t.Fatal(err)
	}
	inStore(t, q, o)
	if all, err := Present(store); len(all) > 0 || err != nil {
		t.Errorf("these are left: %+v; %v", all, err)
	}
}

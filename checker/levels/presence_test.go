package levels

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"interrex/checker"
)

// TestPresence: who works says so until it leaves, and leaves nothing behind; who is killed does.
func TestPresence(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	store := Folder(dir)
	if _, err := (Options{Store: store}).Begin(); err != nil {
		t.Fatal(err)
	}
	long := Presence{Worker: "gone", Heard: time.Now().Add(-forgotten - time.Minute)}
	if err := errors.Join(writeRecord(store, attending+"GONE-7", long), write(store, attending+"ODD-1", []byte("?"))); err != nil {
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

// TestKilledAreForgotten: who was killed, at exploring or at deciding liveness, is told of no more when all is over. When all is explored, who has been silent for long is forgotten, and the others are still told of.
func TestKilledAreForgotten(t *testing.T) {
	system := checker.Values([]int{0}, func(v int, emit func(string, checker.Duty, int)) { emit("", checker.Weak(0), (v+1)%20) })
	properties := []checker.Property{checker.Eventually("nineteen", system.On(func(v int) bool { return v == 19 }))}
	store := newMemory(nil)
	o := small(store)
	h := NewHands(o.Store, system, properties)
	defer h.Close()
	killed := map[string]bool{}
	o.Runner = runnerOf(func(ctx context.Context, tasks []Task) error {
		kind := tasks[0].Kind
		if killed[kind] {
			return Pool{h}.Run(ctx, tasks)
		}
		killed[kind] = true
		if all, err := Present(store); kind == "survey" && (len(all) != 1 || all[0].Worker != "lives" || err != nil) {
			t.Errorf("when all is explored, these are told of: %+v; %v", all, err)
		}
		long := writeRecord(store, attending+kind+"LONG-1", Presence{Worker: "long ago", Heard: time.Now().Add(-2 * Silence)})
		_ = store.Remove(attending + "LIVES-1")
		lives := writeRecord(store, attending+"LIVES-1", Presence{Worker: "lives", Heard: time.Now()})
		return cmp.Or(long, lives, Pool{h}.Run(ctx, tasks))
	})
	if _, err := Check(t.Context(), system, properties, o); err != nil {
		t.Fatal(err)
	}
	if all, err := Present(store); len(all) > 0 || !killed["expand"] || !killed["survey"] || err != nil {
		t.Errorf("after %v, these are left: %+v; %v", killed, all, err)
	}
}

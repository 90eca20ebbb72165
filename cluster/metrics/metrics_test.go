package metrics

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"interrex/checker"
	"interrex/checker/levels"
)

// TestMetrics: what is told, and what is done with the store, is on the page.
func TestMetrics(t *testing.T) {
	w, url := Watcher(), ""
	if err := w.Flags()[0].Set(":0"); err != nil {
		t.Fatal(err)
	}
	store, end, err := w.Watch(levels.Folder(t.TempDir()), func(_ string, args ...any) { url = args[0].(interface{ String() string }).String() })
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	read := func() []string {
		t.Helper()
		a, err := http.Get("http://" + url + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Body.Close() }()
		text, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") {
			t.Fatal(err, a)
		}
		return strings.Split(string(text), "\n")
	}
	if page := read(); len(page) != 1 {
		t.Errorf("of nothing there is %q", page)
	}
	for states := range 3 {
		w.Progress(checker.Progress{States: 10 * states, Expanded: 7, Tasks: checker.Tasks{Kind: "sift", Done: 3, Of: 8, Hands: 2}})
	}
	if page := read(); !slices.Contains(page, "interrex_phase_tasks 8") || !slices.Contains(page, "interrex_phase_tasks_done 3") {
		t.Errorf("tasks are not in\n%s", strings.Join(page, "\n"))
	}
	w.Progress(checker.Progress{States: 20, Expanded: 7})
	w.Task(levels.Task{Kind: "sift"}, 2*time.Second, nil)
	w.Task(levels.Task{Kind: "sift"}, time.Second, nil)
	w.Task(levels.Task{Kind: "survey"}, time.Second, nil)
	w.Task(levels.Task{Kind: "a\"}\n"}, time.Second, errors.New("there is no such task"))
	put, err := store.Create("a")
	if err == nil {
		_, err = put.Write([]byte("eleven char"))
	}
	if err != nil || put.Commit() != nil {
		t.Fatal(err)
	}
	o, err := store.Open("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.ReadAt(make([]byte, 5), 2); err != nil {
		t.Fatal(err)
	}
	_ = o.Close()
	page := read()
	for _, want := range []string{
		"interrex_states 20", "interrex_states_expanded 7", "interrex_phase_tasks 0", "interrex_hands 2",
		`interrex_tasks_total{kind="sift",outcome="done"} 2`, `interrex_tasks_total{kind="unknown",outcome="failed"} 1`, `interrex_tasks_total{kind="survey",outcome="done"} 1`, `interrex_task_seconds_total{kind="sift"} 3`,
		`interrex_store_bytes_total{direction="written"} 11`, `interrex_store_bytes_total{direction="read"} 5`, `interrex_store_requests_total{kind="create"} 1`,
	} {
		if !slices.Contains(page, want) {
			t.Errorf("%s is not in\n%s", want, strings.Join(page, "\n"))
		}
	}
	other := Watcher()
	if err := other.Flags()[0].Set(url); err != nil {
		t.Fatal(err)
	}
	if _, _, err := other.Watch(store, nil); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("an address that is in use: %v", err)
	}
}

func TestFlag(t *testing.T) {
	for text, want := range map[string]string{":9100": "127.0.0.1:9100", "0.0.0.0:9100": "0.0.0.0:9100", "9100": "", "": "", "host:": ""} {
		w := &watcher{}
		if err := w.Flags()[0].Set(text); (err == nil) != (want != "") || w.address != want {
			t.Errorf("-metrics=%s: %v, %s", text, err, w.address)
		}
	}
}

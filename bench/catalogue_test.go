package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestCatalogueIsWhatExploreTakes looks at a few states of each world, and at each algorithm.
func TestCatalogueIsWhatExploreTakes(t *testing.T) {
	worlds := worldsIn(catalogue)
	if !slices.IsSortedFunc(worlds, func(a, b entry) int { return strings.Compare(a.calls[0][0], b.calls[0][0]) }) {
		t.Error("the worlds are not sorted by algorithm")
	}
	instances, err := instancesIn(filepath.Join("..", "spec", "instances"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range instances {
		algorithm := e.calls[0][0]
		if !slices.ContainsFunc(worlds, func(w entry) bool { return w.calls[0][0] == algorithm }) {
			t.Errorf("there are instances of %s, and it is missing in catalogue.txt", algorithm)
		}
	}
	program := filepath.Join(t.TempDir(), "explore")
	if err := build(t.Context(), "..", []string{"go", "build", "-o", program, "./cmd/explore"}); err != nil {
		t.Fatal(err)
	}
	for _, w := range worlds {
		w.calls[0] = slices.DeleteFunc(w.calls[0], func(flag string) bool { return strings.HasPrefix(flag, "-max-states=") })
		if got, _, err := explored(t.Context(), program, w, "-max-states=100"); err != nil {
			t.Error(err)
		} else if got[0].states == 0 || !strings.Contains(got[0].rest, `"verdict"`) {
			t.Errorf("%s: found %v", w.name, got)
		}
	}
}

func TestInstancesAreReadByAlgorithm(t *testing.T) {
	dir := t.TempDir()
	if _, err := instancesIn(dir); err == nil {
		t.Error("a folder without instances is no error")
	}
	for file, line := range map[string]string{"a/x.cfg": `\* explore -algo=a -n=2`, "b/x.cfg": `\* explore -algo=b`, "a/y.cfg": `\* explore -algo=a`} {
		path := filepath.Join(dir, file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(line+"\nCONSTANTS"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := instancesIn(dir)
	if err != nil || len(got) != 2 || got[0].name != "-algo=a, 2 instances" || !slices.Equal(got[0].calls[0], []string{"-algo=a", "-n=2"}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// script is an explorer that reports what it is told to.
func script(t *testing.T, report string) string {
	path := filepath.Join(t.TempDir(), "explore")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho '"+report+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOnlyTimesAndMemoryMayDiffer(t *testing.T) {
	e := entry{"two worlds", [][]string{{"-n=2"}, {"-n=3"}}}
	before := script(t, `{"states": 3, "steps": 4, "bound": null, "seconds": 1, "properties": [{"verdict": "holds"}]}`)
	for now, same := range map[string]bool{
		`{"states": 3, "steps": 4, "bound": null, "seconds": 2, "properties": [{"verdict": "holds"}]}`:    true,
		`{"states": 3, "steps": 5, "bound": null, "seconds": 1, "properties": [{"verdict": "holds"}]}`:    false,
		`{"states": 3, "steps": 4, "bound": null, "seconds": 1, "properties": [{"verdict": "violated"}]}`: false,
	} {
		d, err := rivals{before, script(t, now)}.fight(t.Context(), e, 1)
		if (err == nil) != same || same && (d.states != 6 || d.runs == 0) {
			t.Errorf("%s: got %+v, %v", now, d, err)
		}
	}
}

// fought are four duels: two won by half, one a draw, and one sum lost in memory alone.
func fought() []duel {
	took := func(seconds, mb int) use {
		return use{cpu: time.Duration(seconds) * time.Second, peak: int64(mb) * 1e6}
	}
	return []duel{
		{entry{name: "-n=2"}, 10, 3, took(4, 40), took(2, 40)},
		{entry{name: "-n=3"}, 10, 3, took(2, 40), took(1, 30)},
		{entry{name: "-n=4"}, 10, 3, took(6, 50), took(5, 60)},
		{entry{name: "<&>", calls: make([][]string, 2)}, 10, 9, took(1, 20), took(1, 25)},
	}
}

func TestDuelPageCountsAndNamesLosses(t *testing.T) {
	page := duelPage(options{runs: 3, before: "then"}, fought())
	for _, want := range []string{
		"| up to a half | 2 | 0 | 0 | 0 |", "| up to five sixths | 1 | 1 | 0 | 0 |", "| about the same, up to six fifths | 0 | 2 | 1 | 0 |",
		"| more | 0 | 0 | 0 | 1 |",
		"took 13 CPU seconds, and take 9.", "-before=then -runs=3 -page",
		"| `-n=4` | 10 | 6.00 | 5.00 | 0.83 | 50 | 60 | 1.20 |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	_, lost, _ := strings.Cut(page, "## What lost more than a fifth")
	lost, _, _ = strings.Cut(lost, "## All")
	if strings.Count(lost, "| `") != 1 || !strings.Contains(lost, "<&>") {
		t.Errorf("what lost is\n%s", lost)
	}
	if !strings.Contains(duelPage(options{}, fought()[:2]), "None.") {
		t.Error("nobody lost, and the page does not say so")
	}
}

func TestSquaresAreWellFormed(t *testing.T) {
	for _, duels := range [][]duel{nil, fought()} {
		decoder, circles := xml.NewDecoder(strings.NewReader(plotDuels(duels))), 0
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == "circle" {
				circles++
			}
		}
		if circles != 2*len(duels) {
			t.Errorf("of %d duels %d circles are drawn", len(duels), circles)
		}
	}
}

package replay_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/model/world"
	"interrex/traces/replay"
)

var (
	lie   = regexp.MustCompile(`(?m)^\| (\d+) \|.*\| ([^|]*) \|$`)
	named = regexp.MustCompile("`([^`]+)`")
)

// TestLies: the page tells of thirteen ways in which a passing check lied, and each test that shows why it
// cannot here is where the page says: a package, and tests of it.
func TestLies(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "conformance.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "\n## How a passing check has lied elsewhere\n")
	if !found {
		t.Fatal("the page has no such section")
	}
	var numbers []string
	for _, row := range lie.FindAllStringSubmatch(table, -1) {
		numbers = append(numbers, row[1])
		areTests(t, row[1], row[2])
	}
	var want []string
	for i := range 13 {
		want = append(want, strconv.Itoa(i+1))
	}
	if !slices.Equal(numbers, want) {
		t.Errorf("the rows are %v", numbers)
	}
}

// TestShownBy: so are those that the sections on simulated runs and on histories name.
func TestShownBy(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "conformance.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"Simulated runs", "Histories of clients"} {
		_, section, found := strings.Cut(string(text), "\n## "+title+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		_, rows, tabled := strings.Cut(section, "| what is shown | by |\n|---|---|\n")
		if !found || !tabled {
			t.Fatalf("the page has no table under %s", title)
		}
		rows, _, _ = strings.Cut(rows, "\n\n")
		for row := range strings.Lines(rows) {
			cells := strings.Split(row, " | ")
			areTests(t, title, cells[len(cells)-1])
		}
	}
}

// areTests holds that what a cell names are packages and, after each, tests of it.
func areTests(t *testing.T, row, cell string) {
	t.Helper()
	var has string
	tests := 0
	for _, word := range named.FindAllStringSubmatch(cell, -1) {
		switch name := word[1]; {
		case strings.HasPrefix(name, "Test"):
			if tests++; !regexp.MustCompile(`(?m)^func ` + name + `\(t \*testing\.T\)`).MatchString(has) {
				t.Errorf("%s: there is no %s", row, name)
			}
		case !strings.ContainsAny(name, ".-"):
			has = testsOf(t, filepath.Join("..", "..", name))
		}
	}
	if tests == 0 {
		t.Errorf("%s: no test shows it: %s", row, cell)
	}
}

// testsOf is all that stands in the tests of a package.
func testsOf(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no tests there: %v", folder, err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// TestNobodyHasRecorded: files without an event are no run of which anything could be said.
func TestNobodyHasRecorded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "1.ndjson")
	const text = `{"interrex":2,"run":"r","algorithm":"bully","ids":[1],"node":1,"incarnation":1,"configuration":{}}` + "\n" + `{"end":0}` + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := replay.Find([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := found[0].Replay(replay.Options{World: replay.World{Channels: world.FIFO}}); err == nil || !strings.Contains(err.Error(), "nobody has recorded an event") {
		t.Errorf("%+v, %v", r, err)
	}
}

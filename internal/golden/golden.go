// Package golden compares files of the repository with the output of tests: a whole file, or one generated part of a
// page. It alone reads the flag -update, with which a test writes its output instead:
//
//	go test ./traces/draw -run TestGolden -update
//	go generate ./docs
//
// The second updates all pages.
//
// Read the resulting difference, and state its cause in the commit.
package golden

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew instead of comparing with them")

// Update reports whether golden files are written. A test needs it only if it makes more, or something else, when it
// writes than when it compares.
func Update() bool { return *update }

// command is what writes the golden files of a test, in the folder of the test.
func command(t testing.TB) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return "go test -run " + name + " -update"
}

// File compares a file with a text, which -update writes.
func File(t testing.TB, path, text string) {
	t.Helper()
	if *update {
		write(t, path, text)
		return
	}
	was, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v: %s writes it", err, command(t))
		return
	}
	compare(t, path, string(was), text)
}

// Part compares the named part of a page with a text; -update writes it. On the page, the part stands between
// a line with its generator and an end line:
//
//	<!-- tables: written by go generate ./docs -->
//	<!-- end of tables -->
func Part(t testing.TB, path, name, text string) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
		return
	}
	made, err := replaced(string(page), name, text)
	switch {
	case err != nil:
		t.Errorf("%s: %v", path, err)
	case *update:
		write(t, path, made)
	default:
		compare(t, path, string(page), made)
	}
}

// replaced returns a page with another text in one part, and a line that begins it.
func replaced(page, name, text string) (string, error) {
	begin, end := "<!-- "+name+": written by ", "<!-- end of "+name+" -->"
	before, rest, begins := strings.Cut(page, begin)
	_, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		return "", fmt.Errorf("no part begins with %s and ends with %s", begin, end)
	}
	return before + begin + "go generate ./docs -->\n" + text + end + after, nil
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}

// compare reports the first line that differs; -update shows the others.
func compare(t testing.TB, path, was, made string) {
	t.Helper()
	if was == made {
		return
	}
	old, now := append(strings.Split(was, "\n"), "its end"), append(strings.Split(made, "\n"), "its end")
	at := 0
	for at < min(len(old), len(now))-1 && old[at] == now[at] {
		at++
	}
	t.Errorf("%s:%d is stale: it has\n%s\nand now comes\n%s\n%s writes it anew", path, at+1, old[at], now[at], command(t))
}

package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A listener hears what a test would complain of.
type listener struct {
	testing.TB
	heard []string
}

func (l *listener) Helper()           {}
func (l *listener) Name() string      { return "TestPage/of/one" }
func (l *listener) Error(args ...any) { l.heard = append(l.heard, fmt.Sprint(args...)) }
func (l *listener) Errorf(format string, args ...any) {
	l.heard = append(l.heard, fmt.Sprintf(format, args...))
}

// complaints of a call, on a file page.md with a text of its own; after is the text that it leaves.
func complaints(t *testing.T, text string, updating bool, call func(t testing.TB, path string)) (heard, after string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("page.md", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if updating {
		*update = true
		defer func() { *update = false }()
	}
	l := &listener{TB: t}
	call(l, "page.md")
	left, err := os.ReadFile("page.md")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(l.heard, "\n"), string(left)
}

const writes = "go test ./internal/golden -run TestPage -update"

func TestFile(t *testing.T) {
	for _, c := range []struct{ name, was, made, complaint string }{
		{"the same", "one\ntwo\n", "one\ntwo\n", ""},
		{"another line", "one\ntwo\n", "one\n2\n", "page.md:2 is stale: it has\ntwo\nand now comes\n2\n" + writes + " writes it anew"},
		{"longer", "one", "one\ntwo", "page.md:2 is stale: it has\nits end\nand now comes\ntwo\n" + writes + " writes it anew"},
	} {
		compared := func(t testing.TB, path string) { File(t, path, c.made) }
		if heard, after := complaints(t, c.was, false, compared); heard != c.complaint || after != c.was {
			t.Errorf("%s: it complains %q and leaves %q", c.name, heard, after)
		}
		if heard, after := complaints(t, c.was, true, compared); heard != "" || after != c.made {
			t.Errorf("%s, with -update: it complains %q and leaves %q", c.name, heard, after)
		}
	}
	heard, _ := complaints(t, "", false, func(t testing.TB, _ string) { File(t, filepath.Join("none", "x.md"), "") })
	if !strings.HasSuffix(heard, writes+" writes it") {
		t.Errorf("of a file that is not there: %q", heard)
	}
}

func TestPart(t *testing.T) {
	const generate = "go generate ./docs"
	page := func(command, text string) string {
		return "by hand\n<!-- sums: written by " + command + " -->\n" + text + "<!-- end of sums -->\nby hand\n"
	}
	for _, c := range []struct{ name, was, complaint string }{
		{"the same", page(generate, "4\n"), ""},
		{"another text", page(generate, "5\n"), "page.md:3 is stale"},
		{"another command", page("go test ./elsewhere", "4\n"), "page.md:2 is stale"},
	} {
		compared := func(t testing.TB, path string) { Part(t, path, "sums", "4\n") }
		if heard, after := complaints(t, c.was, false, compared); !strings.HasPrefix(heard, c.complaint) || (heard == "") != (c.complaint == "") || after != c.was {
			t.Errorf("%s: it complains %q and leaves %q", c.name, heard, after)
		}
		if heard, after := complaints(t, c.was, true, compared); heard != "" || after != page(generate, "4\n") {
			t.Errorf("%s, with -update: it complains %q and leaves %q", c.name, heard, after)
		}
	}
	const none = "by hand\n<!-- end of sums -->\n"
	heard, after := complaints(t, none, true, func(t testing.TB, path string) { Part(t, path, "sums", "4\n") })
	if heard != "page.md: no part begins with <!-- sums: written by  and ends with <!-- end of sums -->" || after != none {
		t.Errorf("of a page without the part: it complains %q and leaves %q", heard, after)
	}
}

// TestTimeless: what is passing makes no difference, and all else does.
func TestTimeless(t *testing.T) {
	one := Timeless(t, `{"states": 3, "seconds": 1.5, "workers": 1}`)
	if other := Timeless(t, `{"workers": 2, "states": 3}`); other != one {
		t.Errorf("%s is not %s", other, one)
	}
	if other := Timeless(t, `{"states": 4, "seconds": 1.5, "workers": 1}`); other == one {
		t.Errorf("%s for 3 states, and for 4", one)
	}
}

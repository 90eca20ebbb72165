package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A listener hears what a test would complain of.
type listener struct {
	testing.TB
	heard string
}

func (l *listener) Helper()                           {}
func (l *listener) Name() string                      { return "TestPage/of/one" }
func (l *listener) Error(args ...any)                 { l.heard += fmt.Sprint(args...) }
func (l *listener) Errorf(format string, args ...any) { l.heard += fmt.Sprintf(format, args...) }

// TestCompared: a file, or a part of one, that is stale is named with the line and the command that writes it anew, which does.
func TestCompared(t *testing.T) {
	t.Chdir(t.TempDir())
	page := func(text string) string {
		return "by hand\n<!-- sums: written by go generate ./docs -->\n" + text + "<!-- end of sums -->\nby hand\n"
	}
	part := func(t testing.TB, text string) { Part(t, "page.md", "sums", text) }
	file := func(t testing.TB, text string) { File(t, "page.md", text) }
	for _, c := range []struct {
		call                   func(testing.TB, string)
		was, made, left, heard string
	}{
		{file, "one\ntwo\n", "one\ntwo\n", "one\ntwo\n", ""},
		{file, "one\ntwo\n", "one\n2\n", "one\n2\n", "page.md:2 is stale: it has\ntwo\nand now comes\n2\ngo test -run TestPage -update writes it anew"},
		{file, "one", "one\ntwo", "one\ntwo", "page.md:2 is stale: it has\nits end\nand now comes\ntwo\n"},
		{part, page("4\n"), "4\n", page("4\n"), ""},
		{part, page("5\n"), "4\n", page("4\n"), "page.md:3 is stale"},
		{part, "by hand\n", "4\n", "by hand\n", "page.md: no part begins with <!-- sums: written by  and ends with <!-- end of sums -->"},
	} {
		if err := os.WriteFile("page.md", []byte(c.was), 0o644); err != nil {
			t.Fatal(err)
		}
		l := &listener{TB: t}
		if c.call(l, c.made); !strings.HasPrefix(l.heard, c.heard) || (l.heard == "") != (c.heard == "") {
			t.Errorf("%q for %q: it complains %q, want %q", c.was, c.made, l.heard, c.heard)
		}
		*update = true
		c.call(&listener{TB: t}, c.made)
		*update = false
		if left, err := os.ReadFile("page.md"); err != nil || string(left) != c.left {
			t.Errorf("%q for %q: it writes %q, want %q", c.was, c.made, left, c.left)
		}
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

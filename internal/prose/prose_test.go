package prose

import (
	"os/exec"
	"strings"
	"testing"
)

// A terminal is so many columns wide.
type terminal struct {
	strings.Builder
	columns int
}

func (t *terminal) Columns() int { return t.columns }

// TestNarrow: on a terminal a line is broken between columns of a table, or between words; elsewhere it never is.
func TestNarrow(t *testing.T) {
	for _, test := range []struct {
		columns    int
		line, want string
	}{
		{0, "one two three", "one two three\n"},
		{13, "one two three", "one two three\n"},
		{12, "one two three", "one two\n  three\n"},
		{9, "one two three four", "one two\n  three\n  four\n"},
		{20, "  ends   VIOLATED   12 states   promised", "  ends   VIOLATED\n    12 states\n    promised\n"},
		{8, "incomprehensibly", "incomprehensibly\n"},
		{8, "⊥⊥⊥ ⊥⊥⊥⊥", "⊥⊥⊥ ⊥⊥⊥⊥\n"},
		{7, "⊥⊥⊥ ⊥⊥⊥⊥", "⊥⊥⊥\n  ⊥⊥⊥⊥\n"},
		{4, "      deep", "      deep\n"},
		{10, "", "\n"},
	} {
		out := terminal{columns: test.columns}
		w := &Writer{Out: &out}
		if w.Line("%s", test.line); out.String() != test.want || w.Err != nil {
			t.Errorf("%q in %d columns is %q, and %q was expected (%v)", test.line, test.columns, out.String(), test.want, w.Err)
		}
	}
}

// TestShell: a shell reads back each word as it was.
func TestShell(t *testing.T) {
	for _, word := range []string{"/tmp/own-1.x", "/tmp/sp ace/x", "^TestReq$/^it's$", "", "a\nb", `a\b"c`, "*", "~", "é;#!"} {
		out, err := exec.CommandContext(t.Context(), "sh", "-c", "printf %s "+Shell(word)).CombinedOutput()
		if err != nil || string(out) != word {
			t.Errorf("%q is read as %q: %v", word, out, err)
		}
	}
	if plain := "/tmp/own-1.x"; Shell(plain) != plain {
		t.Errorf("%s is quoted: %s", plain, Shell(plain))
	}
}

package prose

import (
	"os/exec"
	"testing"
)

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

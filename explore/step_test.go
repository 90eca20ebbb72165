package explore

import (
	"bytes"
	"strings"
	"testing"
)

// TestStepNeedsATerminal: elsewhere it says so in one line, after what is wrong with the flags.
func TestStepNeedsATerminal(t *testing.T) {
	for args, want := range map[string]string{
		"step -algo=bully -n=3":              "explore: step needs a terminal, as its input and its output; explore check writes a report anywhere (exit 151)\n",
		"step -algo=bully -n=3 -at=0.9":      "explore: -at=0.9: step 9 after 0 steps: 8 steps are possible here, 0 to 7 (exit 151)\n",
		"step -algo=bully -n=3 -format=json": "explore: -format has no meaning for step: explore help step lists its flags (exit 151)\n",
		"check -algo=bully -n=3 -at=0":       "explore: -at has no meaning for check: use step (exit 151)\n",
	} {
		var out, err bytes.Buffer
		if code := run(t.Context(), whole, strings.Fields(args), &out, &err); code != 151 || out.Len() > 0 || err.String() != want {
			t.Errorf("%s: exit %d, %q, %q, want %q", args, code, out.String(), err.String(), want)
		}
	}
}

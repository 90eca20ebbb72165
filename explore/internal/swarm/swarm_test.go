package swarm

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
	"interrex/internal/check"
	"interrex/internal/testlevel"
)

func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

// reported is a report of a member with some prints.
func reported(member int, ended, reproduce string, prints ...uint64) string {
	var bytes []byte
	for _, print := range prints {
		bytes = binary.BigEndian.AppendUint64(bytes, print)
	}
	return fmt.Sprintf(`{"interrex": "0.1.0", "states": %d, "depth": 3, "exit": 152, "reproduce": %q,
"swarm": {"member": %d, "of": 5, "seed": 1, "ended": %q, "visits": 9, "dives": 1, "recent": 9, "fresh": 2, "forgotten": 0, "sketch": %q},
"properties": [{"name": "ends", "verdict": "inconclusive", "counterexample": null}]}`,
		len(prints), strings.TrimSpace(reproduce+fmt.Sprintf(" -swarm=%d/5", member)), member, ended, base64.StdEncoding.EncodeToString(bytes))
}

func files(t *testing.T, texts ...string) (names []string) {
	dir := t.TempDir()
	for i, text := range texts {
		name := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// TestTogether: small sets are counted as one would by hand.
func TestTogether(t *testing.T) {
	one, two := reported(2, "states", "x", 1, 2, 3), reported(1, "all", "x", 3, 4, 5, 6)
	r := commandtest.Call(t.Context(), Command(), append([]string{"swarm"}, files(t, one, two)...)...)
	for _, want := range []string{"2 members of a swarm of 5", "met 6 states. Of 6 states looked at, 83.3 % were met by one member alone, and 16.7 % by all.",
		"each: x -swarm=I/K", "verdict: inconclusive: nothing was violated in a sample, by 2 members (exit 152)"} {
		if !strings.Contains(strings.ReplaceAll(r.Stdout, "\n", " "), want) {
			t.Errorf("it does not say %q: %s%s", want, r.Stdout, r.Stderr)
		}
	}
	if strings.Index(r.Stdout, "     1 ") > strings.Index(r.Stdout, "     2 ") || r.Code != check.ExitInconclusive {
		t.Errorf("%d: %s", r.Code, r.Stdout)
	}
	json := commandtest.Call(t.Context(), Command(), append([]string{"swarm", "-format=json"}, files(t, one, two)...)...)
	if !strings.Contains(json.Stdout, `"lower_bound": 12`) { // 6 + 1/2 * 5*5/(2*1), rounded
		t.Errorf("%s", json.Stdout)
	}
	cut := commandtest.Call(t.Context(), Command(), append([]string{"swarm"}, files(t, one, reported(3, "time", "x", 9))...)...)
	if !strings.Contains(cut.Stdout, "Nothing is said of states that none has met") {
		t.Errorf("%s", cut.Stdout)
	}
}

// TestRefused: a file that is wrong is named with its line, and what is expected.
func TestRefused(t *testing.T) {
	good := reported(1, "states", "x", 1, 2)
	for want, texts := range map[string][]string{
		"0.json:1: it is no report of check -format=json: ":                          {"x"},
		"0.json:2: it is no report of check -format=json: ":                          {"{\n\"states\": true}"},
		"0.json:1: it is no report of a member of a swarm: check -swarm=I/K":         {"{}"},
		"0.json:1: the prints of a sketch ascend":                                    {reported(1, "states", "x", 2, 1)},
		"0.json:1: a sketch has 1 to 1024 prints":                                    {reported(1, "states", "x")},
		"0.json:1: a sketch is whole numbers of 64 bits in base64":                   {strings.Replace(good, `"sketch": "`, `"sketch": "%`, 1)},
		"0.json:1: its numbers make no sense: it is of member 7 of 5":                {reported(7, "states", "x", 1)},
		"1.json:1: it is of member 1, as is ":                                        {good, good},
		"1.json:1: it is of another swarm than ":                                     {good, reported(2, "states", "y", 1)},
		"9.json: the file cannot be read; name a report of check -swarm=I/K -format": nil,
	} {
		names := files(t, texts...)
		if texts == nil {
			names = []string{filepath.Join(t.TempDir(), "9.json")}
		}
		r := commandtest.Call(t.Context(), Command(), append([]string{"swarm"}, names...)...)
		if r.Code != check.ExitInput || !strings.Contains(r.Stderr, want) || strings.Count(r.Stderr, "\n") != 1 {
			t.Errorf("%s: %d %s", want, r.Code, r.Stderr)
		}
	}
	if r := commandtest.Call(t.Context(), Command(), "swarm"); r.Code != check.ExitFlags {
		t.Errorf("no file: %d %s", r.Code, r.Stderr)
	}
}

// FuzzRead: whatever a file holds is read or refused, and what is read can be told.
func FuzzRead(f *testing.F) {
	f.Add([]byte(reported(1, "states", "x", 1, 2)))
	f.Add([]byte(strings.Replace(reported(1, "states", "x", 1, 2), "null}", `{"stem": [{}]}}`, 1)))
	f.Add([]byte(`{"swarm": {"member": 1, "of": 1, "sketch": null}, "properties": [{}, {}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := read("file", text)
		if err != nil {
			return
		}
		var out strings.Builder
		if err := join([]*member{m}).Text(&out); err != nil || !strings.HasSuffix(out.String(), ")\n") {
			t.Errorf("%v: %s", err, out.String())
		}
	})
}

package exchange

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"interrex/model"
	"interrex/traces/draw"
)

func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var out strings.Builder
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// report is a report of ring with such properties, on line 2.
func report(properties string) string {
	return `{"interrex":"0.1.0","algorithm":"ring","world":{},` + "\n" + `"properties":` + properties + `}`
}

// TestMistakes: each is named with its line.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "f:1: it is not JSON: it ends too early",
		"{\n\"a\": 1\n":               "f:3: it is not JSON: it ends too early",
		"{\n\"a\" 1}":                 "f:2: it is not JSON: invalid character '1' after object key",
		"{}\n\n}":                     "f:3: there is more after the end",
		"{\"a\":1,\n\"a\":2}":         "f:2: the key \"a\" is there twice",
		"[]":                          "f:1: it is no report of explore check -format=json",
		"{\"vars\":[],\"states\":[]}": "f:1: it is no report of explore check -format=json",
		"{\"interrex\":\"0.1.0\"}":    "f:1: the key \"algorithm\" is missing",
		report("1"):                   "f:2: a list is expected, it is a number",
		report(`[{"name":"ends"}]`):   "f:2: the key \"counterexample\" is missing",
		strings.Repeat("[", 1000):     "nested more than 100 deep",
	} {
		_, err := Read("f", []byte(text), model.Catalogue())
		var mistake *Mistake
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTooMuch: a small file that would be a huge page, or take minutes, is refused in one line.
func TestTooMuch(t *testing.T) {
	many := func(n int, format string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(all, ",")
	}
	violated := func(initial string) string {
		return report(`[{"name":"ends","counterexample":{"initial":[` + initial + `],"stem":[],"cycle":[]}}]`)
	}
	for text, want := range map[string]string{
		violated(many(2000, `{"process":%d,"live":true,"variables":{}}`)):                     "f:2: there are 2000 processes; at most 64 are read",
		violated(`{"process":1,"live":true,"variables":{` + many(20_000, `"v%d":"0"`) + `}}`): "f:2: there are 20000 variables of a process; at most 500 are read",
	} {
		if _, err := Read("f", []byte(text), model.Catalogue()); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// FuzzRead: whatever is in a file, it is refused with a line of it or drawn in every way.
func FuzzRead(f *testing.F) {
	f.Add(`{"interrex":"0.1.0","algorithm":"ring","world":{"repair":"resent"},"properties":[{"name":"ends","counterexample":{"initial":[` +
		`{"process":4,"live":true,"variables":{"elected":"⊥"}},{"process":8,"live":true,"variables":{"elected":"⊥"}}],"stem":[` +
		`{"action":"start","process":4,"peer":null,"message":null,"crash_after":null,"sends":[{"to":8,"message":"m","lost":false}],"changes":[]},` +
		`{"action":"crash","process":8,"peer":null,"message":null,"crash_after":null,"sends":[],"changes":[{"process":8,"variable":"live","from":"yes","to":"no"}]}],"cycle":[]}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := Read("f", []byte(text), model.Catalogue())
		if err != nil {
			var mistake *Mistake
			if lines := 1 + strings.Count(text, "\n"); !errors.As(err, &mistake) || mistake.Line < 1 || mistake.Line > lines {
				t.Fatalf("%v, in %d lines", err, lines)
			}
			return
		}
		for _, r := range runs {
			written(t, r.ITF)
			written(t, func(w io.Writer) error { return draw.HTML(w, draw.Page{Runs: []*draw.Run{r}}) })
			written(t, func(w io.Writer) error { return draw.Texts(w, []*draw.Run{r}) })
			written(t, func(w io.Writer) error { return draw.Mermaid(w, *r) })
			written(t, func(w io.Writer) error { return draw.SideBySide(w, r, r) })
		}
	})
}

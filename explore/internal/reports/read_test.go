package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"interrex/model"
	"interrex/traces/draw"
)

func written(t testing.TB, write func(io.Writer) error) {
	t.Helper()
	if err := write(io.Discard); err != nil {
		t.Fatal(err)
	}
}

// report is a report of ring with such properties.
func report(properties string) string {
	return `{"interrex":"0.1.0","algorithm":"ring","world":{},"properties":` + properties + `}`
}

// violated is a report of a run of P1 and P2.
func violated(stem string) string {
	return report(`[{"name":"ends","counterexample":{"initial":[{"process":1,"live":true,"variables":{}},{"process":2,"live":true,"variables":{}}],"stem":[` + stem + `]}}]`)
}

// TestReadRefuses: each error is one line that names the file and the place.
func TestReadRefuses(t *testing.T) {
	many := func(n int, format string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(all, ",")
	}
	initial := func(list string) string {
		return report(`[{"name":"ends","counterexample":{"initial":[` + list + `],"stem":[],"cycle":[]}}]`)
	}
	for text, want := range map[string]string{
		"":                        "f: not JSON: unexpected end of JSON input",
		"{\n\"a\" 1}":             "f: not JSON: invalid character '1' after object key",
		"{}\n\n}":                 "f: not JSON: invalid character '}' after top-level value",
		strings.Repeat("[", 1e5):  "exceeded max depth",
		"[]":                      "f: not a report of explore check -format=json: the key \"interrex\" is missing",
		`{"vars":[],"states":[]}`: "f: not a report of explore check -format=json: the key \"interrex\" is missing",
		report("1"):               "f: properties: the value must not be a JSON number",
		violated(`{"action":"start","process":3}`):                                                         `f: counterexample of "ends": step 1: process 3 is not in the initial state`,
		violated(`{"action":"deliver","process":1,"message":"m"}`):                                         "step 1: a message needs a sender and a receiver",
		violated(`{"action":"start","sends":[{"to":1,"message":"m"}]}`):                                    "step 1: a message needs a sender and a receiver",
		violated(`{"action":"start","process":1,"changes":[{"variable":"x"}]}`):                            "step 1: a change needs a process",
		violated(`{"action":"start","process":1,"changes":[{"process":1,"variable":"x"}]}`):                `step 1: P1 has no variable "x" in the initial state`,
		initial(`{"process":1},{"process":1}`):                                                             "process 1 is in the initial state twice",
		initial(many(2000, `{"process":%d,"live":true,"variables":{}}`)):                                   "2000 processes; at most 64 are read",
		initial(`{"process":1,"live":true,"variables":{` + many(20_000, `"v%d":"0"`) + `}}`):               "20000 variables of a process; at most 500 are read",
		violated(`{"action":"start","process":1,"sends":[` + many(501, `{"to":2,"message":"m%d"}`) + `]}`): "step 1: 501 messages in transit; at most 500 are read",
	} {
		_, err := Read("f", []byte(text), model.Catalogue())
		if err == nil || !strings.HasPrefix(err.Error(), "f: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.100q: %v, want %s", text, err, want)
		}
	}
}

// FuzzRead: any file is refused in one line, or drawn in every format.
func FuzzRead(f *testing.F) {
	f.Add(`{"interrex":"0.1.0","algorithm":"ring","world":{"repair":"resent"},"properties":[{"name":"ends","counterexample":{"initial":[` +
		`{"process":4,"live":true,"variables":{"elected":"⊥"}},{"process":8,"live":true,"variables":{"elected":"⊥"}}],"stem":[` +
		`{"action":"start","process":4,"peer":null,"message":null,"crash_after":null,"sends":[{"to":8,"message":"m","lost":false}],"changes":[]},` +
		`{"action":"crash","process":8,"peer":null,"message":null,"crash_after":null,"sends":[],"changes":[{"process":8,"variable":"live","from":"yes","to":"no"}]}],"cycle":[]}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := Read("f", []byte(text), model.Catalogue())
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f: ") {
				t.Fatal(err)
			}
			return
		}
		for _, r := range runs {
			written(t, r.ITF)
			written(t, r.Document.JSON)
			written(t, func(w io.Writer) error { return draw.Texts(w, []*draw.Run{r.Run}) })
			written(t, func(w io.Writer) error { return draw.Mermaid(w, *r.Run) })
			written(t, func(w io.Writer) error { return draw.SideBySide(w, r.Run, r.Run) })
		}
	})
}

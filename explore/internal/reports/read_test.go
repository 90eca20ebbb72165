package reports

import (
	"io"
	"strings"
	"testing"

	"interrex/traces/draw"
	"interrex/traces/stage"
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

// run is a report with one document.
func run(document string) string {
	return `{"interrex":"0.1.0","algorithm":"ring","world":{},"properties":[],"runs":[{"about":"election","property":null,"run":` + document + `}]}`
}

// many is a list of so many equal elements.
func many(element string, n int) string { return strings.Repeat(element+",", n-1) + element }

// TestReadRefuses: each error is one line that names the file and the place.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "f: not JSON: unexpected end of JSON input",
		"{\n\"a\" 1}":             "f: not JSON: invalid character '1' after object key",
		"{}\n\n}":                 "f: not JSON: invalid character '}' after top-level value",
		strings.Repeat("[", 1e5):  "exceeded max depth",
		"[]":                      "f: not a report of explore check -format=json: the key \"interrex\" is missing",
		`{"vars":[],"states":[]}`: "f: not a report of explore check -format=json: the key \"interrex\" is missing",
		report("1"):               "f: properties: the value must not be a JSON number",
		report("[]"):              `f: the report of version 0.1.0 has no key "runs": it is of another version, or of a command that writes no runs for show`,
		run("null"):               "f: runs: run 1 is missing",
		run(`{"format":"interrex-run/1","processes":[1,1],"locals":[{}],"states":[{"locals":[0,0]}]}`): "f: runs: run 1: process 1: ids are positive, and each is there once",
		run(`{"format":"interrex-run/1","processes":[0],"locals":[{}],"states":[{"locals":[0]}]}`):     "f: runs: run 1: process 0: ids are positive, and each is there once",
		run("{}"): `f: runs: run 1: format "": unsupported; allowed is "interrex-run/1"`,
		run(`{"format":"interrex-run/1","processes":[1],"states":[]}`):                                                                                                                                                 "f: runs: run 1: 0 states of 0 steps",
		run(`{"format":"interrex-run/1","processes":[1],"states":[{"locals":[3]}]}`):                                                                                                                                   "f: runs: run 1: state 0: it refers to what is not there",
		run(`{"format":"interrex-run/1","processes":[1],"locals":[{}],"properties":[{"name":"a"}],"states":[{"locals":[0],"properties":["true","broken"]}]}`):                                                          "f: runs: run 1: state 0: 2 standings of 1 properties",
		run(`{"format":"interrex-run/1","processes":[1],"locals":[{}],"messages":[` + many(`{"from":1,"to":1}`, 50_001) + `],"states":[{"locals":[0]}]}`):                                                              "f: runs: run 1: 50001 messages; at most 50000 are read",
		run(`{"format":"interrex-run/1","processes":[1],"locals":[{"variables":[` + many(`["a","b"]`, 401) + `]}],"states":[` + many(`{"locals":[0]}`, 10_001) + `],"steps":[` + many(`{"process":1}`, 10_000) + `]}`): "f: runs: run 1: the states have 4010401 variables and messages together",
	} {
		_, err := Read("f", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), "f: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.100q: %v, want %s", text, err, want)
		}
	}
}

// FuzzRead: any file is refused in one line, or drawn in every format.
func FuzzRead(f *testing.F) {
	f.Add(run(`{"format":"interrex-run/1","topology":"ring","processes":[4,8],"cycle":1,"locals":[{"live":true,"elected":8,"variables":[["elected","8"]]},{"live":false}],` +
		`"messages":[{"from":4,"to":8,"text":"m","sent":0,"end":1,"fate":"lost"}],"states":[{"locals":[0,0]},{"locals":[0,1],"drawing":"<script/>"}],"steps":[{"process":8,"action":"crash"}]}`))
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := Read("f", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f: ") {
				t.Fatal(err)
			}
			return
		}
		for _, r := range runs {
			written(t, r.ITF)
			written(t, func(w io.Writer) error { return draw.SVG(w, *r.Run) })
			written(t, func(w io.Writer) error { return stage.HTML(w, stage.Page{Runs: []*stage.Run{r.Document}}) })
			written(t, r.Document.JSON)
			written(t, func(w io.Writer) error { return draw.Texts(w, []*draw.Run{r.Run}) })
			written(t, func(w io.Writer) error { return draw.Mermaid(w, *r.Run) })
			written(t, func(w io.Writer) error { return draw.SideBySide(w, r.Run, r.Run) })
		}
	})
}

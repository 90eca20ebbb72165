package exchange

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"interrex/traces/draw"
)

// goesRound is lecture 000's: P9 starts and dies, and its message goes round between P4 and P3.
func goesRound() *Run {
	r := &Run{Title: "ring", Property: "ends", Processes: []string{"P4", "P9", "P3"}, Ring: true, Cycle: 3}
	state := func(dead bool, under ...Message) {
		s := State{Under: under}
		for p := range r.Processes {
			s.Members = append(s.Members, Member{dead && p == 1, []Variable{{"elected", "⊥"}}})
		}
		r.States = append(r.States, s)
	}
	const m = "ELECTION(9)"
	state(false)
	state(false, Message{1, 2, m})
	state(true, Message{1, 2, m})
	state(true, Message{2, 0, m})
	state(true, Message{0, 2, m})
	state(true, Message{2, 0, m})
	r.Steps = []Step{
		{Action: "start", Process: 1, Peer: Nobody, Sends: []Send{{To: 2, Text: m}}},
		{Action: "crash", Process: 1, Peer: Nobody},
		{Action: "deliver", Process: 2, Peer: 1, Message: m, Sends: []Send{{To: 0, Text: m}}},
		{Action: "deliver", Process: 0, Peer: 2, Message: m, Sends: []Send{{To: 2, Text: m}}},
		{Action: "deliver", Process: 2, Peer: 0, Message: m, Sends: []Send{{To: 0, Text: m}}},
	}
	return r
}

func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var out strings.Builder
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestReadBack: what is written is read back as the same run, lasso, end and all.
func TestReadBack(t *testing.T) {
	finite, ended := goesRound(), goesRound()
	finite.Cycle, ended.Cycle = draw.NoCycle, 5
	for name, run := range map[string]*Run{"a lasso": goesRound(), "a finite run": finite, "a run that has ended": ended} {
		for format, write := range map[string]func(io.Writer) error{"ITF": run.ITF, "TLC": run.TLC} {
			read, err := Read("file", []byte(written(t, write)))
			if err != nil || len(read) != 1 {
				t.Fatalf("%s as %s: %d runs, %v", name, format, len(read), err)
			}
			got, want := read[0], *run
			want.Title, want.Property, want.Ring, want.Violation = got.Title, got.Property, got.Ring, ""
			if g, w := fmt.Sprintf("%+v", *got), fmt.Sprintf("%+v", want); g != w {
				t.Errorf("%s as %s: read\n%s\nwritten\n%s", name, format, g, w)
			}
		}
	}
}

// Files that others write: Apalache's documentation has such integers, Quint such picks, TLC numbers
// its states and may not know the name of an action.
func TestReadOthers(t *testing.T) {
	for _, c := range []struct{ reason, text, want string }{
		{"Quint: integers, a map by process, picks", `{"#meta":{"format":"ITF"},"vars":["x","mbt::actionTaken","mbt::nondetPicks","pc"],"states":[
{"#meta":{"index":0},"x":{"#bigint":"1"},"pc":{"#map":[["a","idle"],["b","idle"]]},"mbt::actionTaken":"init","mbt::nondetPicks":{"p":{"tag":"None","value":{"#tup":[]}}}},
{"#meta":{"index":1},"x":{"#bigint":"-12345678901234567890"},"pc":{"#map":[["a","busy"],["b","idle"]]},"mbt::actionTaken":"go","mbt::nondetPicks":{"p":{"tag":"Some","value":"a"}}}]}`,
			"[a b] a go; pc idle → busy; x 1 → -12345678901234567890 {p = Some(a)}"},
		{"Apalache: plain numbers of old, a set, a tuple, a lasso", `{"vars":["s","t"],"states":[
{"s":{"#set":[1,{"#bigint":"2"}]},"t":{"#tup":[true,"x"]}},{"s":{"#set":[]},"t":{"#tup":[false,"x"]}}],"loop":0}`,
			"[] step; s {1, 2} → {}; t ⟨true, x⟩ → ⟨false, x⟩ | back; s {} → {1, 2}; t ⟨false, x⟩ → ⟨true, x⟩ ↺0"},
		{"TLC: an error trace with an action that has no name, then stuttering", `{"counterexample":{"state":[[1,{"x":0,"f":{"p":1,"q":2}}],[2,{"x":1,"f":{"p":1,"q":3}}]],
"action":[[[2,{"x":1}],{"name":"Stuttering","location":{}},[2,{"x":1}]]]},"vars":["x","f"]}`,
			"[p q] q step; f 2 → 3; x 0 → 1 ↺1"},
	} {
		runs, err := Read("file", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.reason, err)
			continue
		}
		var steps []string
		for i, s := range runs[0].Steps {
			steps = append(steps, runs[0].said(i)+strings.TrimSuffix(" {"+s.Note+"}", " {}"))
		}
		got := fmt.Sprint(runs[0].Processes, " ", strings.Join(steps, " | "))
		if loop, infinite := runs[0].end(); infinite {
			got += fmt.Sprint(" ↺", loop)
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.reason, got, c.want)
		}
	}
}

// TestMistakes: each is named with its line.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "f:1: it is no JSON: it ends too early",
		"{\n\"a\": 1\n":                        "f:3: it is no JSON: it ends too early",
		"{\n\"a\" 1}":                          "f:2: it is no JSON: invalid character '1' after object key",
		"{}\n\n}":                              "f:3: there is more after the end",
		"{\"a\":1,\n\"a\":2}":                  "f:2: the key \"a\" is there twice",
		"[]":                                   "f:1: it is none of what can be read",
		"{\"vars\":[],\n\"states\":\n1}":       "f:3: a list is expected, it is a number",
		"{\"vars\":[],\"states\":[]}":          "there are no states",
		"{\"vars\":[\"x\"],\"states\":[\n{}]}": "f:2: the key \"x\" is missing",
		"{\"vars\":[],\"states\":[{}],\n\"loop\":7}": "f:2: the run goes back to state 7, and has 1 states",
		"{\"state\":[[1,{}],\n[3,{}]]}":              "f:2: state 2 is expected here, it is 3",
		"{\"interrex\":\"0.1.0\"}":                   "f:1: the key \"algorithm\" is missing",
		strings.Repeat("[", 1000):                    "nested more than 100 deep",
	} {
		_, err := Read("f", []byte(text))
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
	for text, want := range map[string]string{
		`{"vars":["x"],"states":[{"x":{"#map":[` + many(2000, "[%d,0]") + `]}}]}`:    "f:1: there are 2000 processes; at most 64 are read",
		`{"state":[[1,{` + many(20_000, `"v%d":0`) + `}]]}`:                          "f:1: there are 20000 variables; at most 500 are read",
		`{"vars":[` + many(501, `"v%d"`) + `],"states":[]}`:                          "f:1: there are 501 variables; at most 500 are read",
		`{"vars":["x"],"states":[{"x":{"a":{` + many(501, `"v%d":0`) + `},"b":0}}]}`: "f:1: there are 501 variables of a process; at most 500 are read",
	} {
		if _, err := Read("f", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// FuzzRead: whatever is in a file, it is refused with a line of it or drawn in every way.
func FuzzRead(f *testing.F) {
	for _, write := range []func(io.Writer) error{goesRound().ITF, goesRound().TLC} {
		f.Add(written(f, write))
	}
	f.Add(`{"interrex":"0.1.0","algorithm":"ring","world":{"repair":"resent"},"properties":[{"name":"ends","counterexample":{"initial":[` +
		`{"process":4,"live":true,"variables":{"elected":"⊥"}},{"process":8,"live":true,"variables":{"elected":"⊥"}}],"stem":[` +
		`{"action":"start","process":4,"peer":null,"message":null,"crash_after":null,"sends":[{"to":8,"message":"m","lost":false}],"changes":[]},` +
		`{"action":"crash","process":8,"peer":null,"message":null,"crash_after":null,"sends":[],"changes":[{"process":8,"variable":"live","from":"yes","to":"no"}]}],"cycle":[]}}]}`)
	f.Add(`{"vars":["a"],"states":[{"a":{"#map":[[1,2],[3,{"#set":[]}]]}},{"a":{"#map":[[1,2],[3,4]]}}],"loop":0}`)
	f.Fuzz(func(t *testing.T, text string) {
		runs, err := Read("f", []byte(text))
		if err != nil {
			var mistake *Mistake
			if lines := 1 + strings.Count(text, "\n"); !errors.As(err, &mistake) || mistake.Line < 1 || mistake.Line > lines {
				t.Fatalf("%v, in %d lines", err, lines)
			}
			return
		}
		for _, r := range runs {
			for _, write := range []func(io.Writer) error{r.ITF, r.TLC} {
				if _, err := Read("again", []byte(written(t, write))); err != nil {
					t.Fatal(err)
				}
			}
			written(t, func(w io.Writer) error { return HTML(w, Page{Runs: []*Run{r}}) })
			written(t, func(w io.Writer) error { return Text(w, []*Run{r}) })
			written(t, func(w io.Writer) error { return draw.Mermaid(w, r.Drawing()) })
			written(t, func(w io.Writer) error { return SideBySide(w, r, goesRound()) })
			written(t, func(w io.Writer) error { return ShiViz(w, []*Run{r}) })
		}
	})
}

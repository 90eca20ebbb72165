package traces_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interrex/traces"
)

var aHeader = traces.Header{
	Run: "r", Algorithm: "bully", IDs: []int{2, 1}, Node: 1, Incarnation: 1,
	Configuration: []traces.Variable{{Name: "T", Value: "1s"}},
}

// variables draws names that are all different, and printed values.
func variables(t *rapid.T, label string) []traces.Variable {
	var list []traces.Variable
	for _, name := range rapid.SliceOfNDistinct(rapid.String(), 0, 4, rapid.ID[string]).Draw(t, label) {
		list = append(list, traces.Variable{Name: name, Value: rapid.String().Draw(t, "value")})
	}
	return list
}

func event(t *rapid.T) traces.Event {
	id := rapid.IntRange(1, 9)
	e := traces.Event{
		Seq:    rapid.Uint64().Draw(t, "seq"),
		Clock:  rapid.SliceOfN(rapid.Uint64(), 1, 4).Draw(t, "clock"),
		Action: rapid.String().Draw(t, "action"),
		Timer:  rapid.String().Draw(t, "timer"),
		Peer:   rapid.IntRange(0, 9).Draw(t, "peer"),
		Aside:  rapid.Bool().Draw(t, "aside"),
		After:  variables(t, "after"),
		At:     rapid.Uint64Range(0, 1<<53-1).Draw(t, "at"),
		Note:   rapid.StringN(0, -1, traces.LongestNote).Draw(t, "note"),
	}
	if rapid.Bool().Draw(t, "message?") {
		e.Message = &traces.Message{
			ID: rapid.String().Draw(t, "id"), Type: rapid.String().Draw(t, "type"),
			From: id.Draw(t, "from"), To: id.Draw(t, "to"), Text: rapid.String().Draw(t, "text"),
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "sends") {
		e.Sends = append(e.Sends, traces.Send{ID: rapid.String().Draw(t, "id"), To: id.Draw(t, "to"), Message: rapid.String().Draw(t, "message")})
	}
	return e
}

// TestLinesReadBack: what is written is read back as it was.
func TestLinesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := event(t)
		line := traces.AppendEvent(nil, &want)
		got, err := traces.ParseLine(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		if !reflect.DeepEqual(&want, got.Event) {
			t.Fatalf("%+v is read as %+v", want, got.Event)
		}
	})
	header := aHeader
	header.Note = "written on a Monday"
	line := traces.AppendHeader(nil, &header)
	got, err := traces.ParseLine(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&header, got.Header) {
		t.Fatalf("%+v is read as %+v", header, got.Header)
	}
}

const (
	head  = `{"interrex":2,"run":"r","algorithm":"bully","ids":[2,1],"node":1,"incarnation":1,"configuration":{}}` + "\n"
	first = `{"seq":1,"clock":[0,10000000001],"action":"boot","after":{"mode":"idle"}}` + "\n"
	again = `{"interrex":2,"run":"r","algorithm":"bully","ids":[2,1],"node":1,"incarnation":2,"configuration":{}}` + "\n"
)

// readAll reads a file, and says how it ended.
func readAll(text string) (lines int, r *traces.Reader, err error) {
	r = traces.NewReader("1.ndjson", strings.NewReader(text))
	for {
		if _, err = r.Next(); err != nil {
			break
		}
		lines++
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return lines, r, err
}

func TestFilesThatAreSound(t *testing.T) {
	for _, c := range []struct {
		why, text   string
		lines       int
		ended, torn bool
	}{
		{"ended well", head + first + "{\"end\":1}\n", 3, true, false},
		{"ended well, without the last newline", head + first + "{\"end\":1}", 3, true, false},
		{"killed", head + first, 2, false, false},
		{"killed before the newline", head + first[:len(first)-1], 2, false, false},
		{"killed within a write", head + first + `{"seq":2,"clo`, 2, false, true},
		{"killed, and back", head + first + again, 3, false, false},
		{"back after a good end", head + "{\"end\":0}\n" + again + "{\"end\":0}\n", 4, true, false},
		{"a hundred variables", head + strings.Replace(first, `"mode":"idle"`, names(100), 1) + "{\"end\":1}\n", 3, true, false},
		{"the longest line", head + first[:len(first)-1] + strings.Repeat(" ", traces.LongestLine+1-len(first)) + "\n{\"end\":1}\n", 3, true, false},
		{"killed within a long write", head + first + first[:len(first)-2] + strings.Repeat(" ", 100_000), 2, false, true},
		{"spaces do not matter", strings.ReplaceAll(head, ",", " ,\t"), 1, false, false},
	} {
		lines, r, err := readAll(c.text)
		if lines != c.lines || err != nil || r.Ended() != c.ended || r.Torn() != c.torn {
			t.Errorf("%s: %d lines, ended %t, torn %t, %v", c.why, lines, r.Ended(), r.Torn(), err)
		}
	}
}

// names are so many fields.
func names(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`"%d":""`, 10_000+i))
	}
	return strings.Join(all, ",")
}

func TestFilesThatAreNot(t *testing.T) {
	swap := func(text, from, to string) string {
		if !strings.Contains(text, from) {
			t.Fatalf("%q is not in %q", from, text)
		}
		return strings.Replace(text, from, to, 1)
	}
	for _, c := range []struct{ text, want string }{
		{"", "1.ndjson:1: want a header: there is no whole line"},
		{first, "1.ndjson:1: want a header first"},
		{swap(head, `"interrex":2`, `"interrex":1`), "1.ndjson:1: version 1 has no suspicions; record the run again"},
		{swap(head, `"interrex":2`, `"interrex":3`), "1.ndjson:1: trace of version 3; this program reads version 2"},
		{swap(head, `"run"`, `"note":"","run"`), `"note" is unknown, empty, or there twice`},
		{head + swap(first, `"after"`, `"note":"`+strings.Repeat("x", traces.LongestNote+1)+`","after"`), "a note of 1001 bytes: want 1000 at most"},
		{head + swap(first, `"after"`, `"ts":"12:00","after"`), `1.ndjson:2: "ts" is unknown`},
		{swap(head, `"node":1`, `"node":1,"mode":2`), `"mode" is unknown`},
		{swap(head, `"node":1`, `"node":1,"node":1`), `1.ndjson:1: "node" is unknown, empty, or there twice`},
		{swap(head, `"node":1,`, ``), `there is no "node"`},
		{swap(head, `"node":1`, `"Node":1`), `"Node" is unknown`},
		{swap(head, `"node":1`, `"node":3`), "node 3 is not among [2 1]"},
		{swap(head, `[2,1]`, `[1,1]`), "each is from 1 to 2147483647, and there once"},
		{swap(head, `"incarnation":1`, `"incarnation":0`), "incarnation 0"},
		{head + first + first, "1.ndjson:3: event 1: want 2"},
		{head + swap(first, `"seq":1`, `"seq":2`), "1.ndjson:2: event 2: want 1"},
		{head + swap(first, `"seq":1`, `"seq":01`), "invalid character '1'"},
		{head + swap(first, `"seq":1`, `"seq":-1`), "seq is a number -1: want a whole number from 0"},
		{head + swap(first, `"seq":1`, `"seq":1.0`), "column 10: seq is a number 1.0"},
		{head + swap(first, `[0,`, `[0,0,`), "the clock has 3 entries: want 2"},
		{head + swap(first, `0001]`, `0002]`), "the clock's own entry: want 10000000001, which is 10^10 × incarnation 1 + seq 1"},
		{head + swap(first, `"idle"`, `"idle","mode":"idle"`), "a variable is there twice"},
		{head + swap(first, `"idle"`, `null`), "null is no value"},
		{head + swap(first, `"boot"`, `"boot","peer":0`), `"peer" is unknown, empty, or there twice`},
		{head + swap(first, `"boot"`, `"boot","peer":4`), "4 is not among [2 1]"},
		{head + swap(first, `"boot"`, `"boot","aside":false`), `"aside" is unknown, empty, or there twice`},
		{head + swap(first, `"boot"`, `"boot","sends":[{"id":"1.1.1","to":3,"message":"OK"}]`), "3 is not among [2 1]"},
		{head + swap(first, `"boot"`, `"boot","sends":[{"id":"1.1.1","to":2}]`), `there is no "message"`},
		{head + swap(first, `"boot"`, `"boot","message":{"id":"2.1.1","type":"OK","from":2,"to":2,"text":"OK"}`), "a message to 2: want one to 1"},
		{head + swap(first, "}}", "}} x"), "invalid character 'x' after top-level value"},
		{head + first + "{\"end\":2}\n", "1.ndjson:3: the end counts 2 events: there are 1"},
		{head + first + "{\"end\":1}\n" + first, "1.ndjson:4: want a header, after an end"},
		{head + "{\"end\":0,\"seq\":1}\n", `"seq" is unknown`},
		{head + "{}\n", `that begins with "interrex", "seq" or "end"`},
		{head + "\n", "want an object that begins"},
		{head + "[]\n", "want an object that begins"},
		{head + swap(first, `[0,10000000001]`, `[]`), "the clock has 0 entries: want 2"},
		{head + swap(first, `{"mode":"idle"}`, `[{}]`), "want an object of strings"},
		{head + swap(first, `{"mode":"idle"}`, `null`), "column 58: null is no value"},
		{head + head, "incarnation 1 after 1"},
		{head + swap(again, `"r"`, `"s"`), "another run, algorithm or node"},
		{head + first[:len(first)-1] + strings.Repeat(" ", traces.LongestLine+2-len(first)) + "\n", "1.ndjson:2: a line of more than 1048576 bytes"},
		{head + strings.Repeat("x", traces.LongestLine+2), "1.ndjson:2: a line of more than 1048576 bytes"},
		{swap(head, `[2,1]`, `[1`+strings.Repeat(",1", 150_000)+`]`), "150001 ids: want 1000 at most"},
		{head + swap(first, `"boot"`, "\"\xff\""), "no UTF-8"},
		{head + swap(first, `"boot"`, `"\x"`), "invalid character"},
	} {
		if _, _, err := readAll(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q, of\n%.300s", err, c.want, c.text)
		} else if e := (*traces.Error)(nil); !errors.As(err, &e) {
			t.Errorf("%v names no line", err)
		}
	}
}

// counting counts calls of Write.
type counting struct {
	bytes.Buffer
	writes int
}

func (c *counting) Write(p []byte) (int, error) {
	c.writes++
	return c.Buffer.Write(p)
}

func (c *counting) Close() error { return nil }

func TestWriterWritesAnEventAtOnce(t *testing.T) {
	c := &counting{}
	w, err := traces.NewWriter(c, &aHeader)
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(5) {
		e := traces.Event{Clock: []uint64{0, traces.Era + i + 1}, Action: "boot"}
		if err := w.Write(&e); err != nil || e.Seq != i+1 || c.writes != int(i)+2 {
			t.Fatalf("event %d: number %d, %d writes, %v", i, e.Seq, c.writes, err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	if lines, r, err := readAll(c.String()); lines != 7 || err != nil || !r.Ended() {
		t.Fatalf("%d lines, %v", lines, err)
	}
}

// TestOpenAfterAKill cuts a file at every byte, as a kill within a write may, and begins the next
// incarnation there.
func TestOpenAfterAKill(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, traces.FileName(1))
	whole := head + first
	next := aHeader
	next.Incarnation = 2
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(name, []byte(whole[:cut]), 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := traces.Open(folder, &next)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Count(whole[:cut], "\n") + 2
		if lines, r, err := readAll(string(text)); lines != want || err != nil || !r.Ended() {
			t.Fatalf("cut at %d: %d lines, want %d: %v\n%s", cut, lines, want, err, text)
		}
	}
	long := head + first + strings.Repeat("x", 10_000) // torn over more than one piece
	if err := os.WriteFile(name, []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	w, err := traces.Open(folder, &next)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || !strings.HasPrefix(string(text), head+first+`{"interrex"`) {
		t.Fatalf("%v\n%.300s", err, text)
	}
}

// FuzzParseLine: what is read is written again so that it is read as the same.
func FuzzParseLine(f *testing.F) {
	for _, seed := range []string{head, first, "{\"end\":3}\n", `{"seq":1,"clock":[1],"action":"\ud83d\ude00\n","after":{}}`,
		`{"seq":2,"clock":[10000000002,0],"action":"report","peer":2,"aside":true,"after":{"elected":"⊥"},"note":"12:00"}`, `{"interrex":1}`} {
		f.Add([]byte(strings.TrimSuffix(seed, "\n")))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := traces.ParseLine(text)
		if err != nil {
			return
		}
		var b []byte
		switch {
		case l.Header != nil:
			b = traces.AppendHeader(nil, l.Header)
		case l.Event != nil:
			b = traces.AppendEvent(nil, l.Event)
		default:
			b = traces.AppendEnd(nil, l.Count)
		}
		m, err := traces.ParseLine(b[:len(b)-1])
		if err != nil {
			t.Fatalf("%v: %q", err, b)
		}
		if !reflect.DeepEqual(l, m) {
			t.Fatalf("%q is read again as %+v", text, m)
		}
	})
}

// TestPermissions: only the owner may read a trace and its folder.
func TestPermissions(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "trace")
	w, err := traces.Open(folder, &aHeader)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{folder: 0o700, filepath.Join(folder, traces.FileName(aHeader.Node)): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, want %v; %v", path, info, want, err)
		}
	}
}

package spin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck/spin"
)

// read reads a recorded report. They are of Spin 6.5.2 on the twins of spec/twins.
func read(t testing.TB, name string) string {
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name string
		want spin.Report
	}{
		{"counting.txt", spin.Report{Stored: 345, Transitions: 642, Atomic: 44, Depth: 68, Complete: true}},
		{"terminal.txt", spin.Report{Stored: 345, Transitions: 642, Atomic: 44, Depth: 68, Complete: true,
			Errors: 7, Complaint: "invalid end state"}},
		{"holds.txt", spin.Report{Stored: 322, Transitions: 735, Atomic: 70, Depth: 195, Complete: true,
			Claim: "one_leader", Fair: true}},
		{"stuck.txt", spin.Report{Stored: 42, Transitions: 74, Atomic: 70, Depth: 99, Claim: "not_stuck", Fair: true,
			Errors: 1, Complaint: "assertion violated  !( !( !((at_rest&&under_way))))"}},
		{"cycle.txt", spin.Report{Stored: 17, Transitions: 271, Atomic: 70, Depth: 155, Claim: "decides", Fair: true,
			Errors: 1, Complaint: "acceptance cycle"}},
		{"overfull.txt", spin.Report{Stored: 6609, Transitions: 26601, Atomic: 56, Depth: 74,
			Errors: 1, Complaint: "block in d_step seq"}},
		{"vector.txt", spin.Report{Errors: 1, Complaint: "VECTORSZ is too small, edit pan.h"}},
	} {
		got, err := spin.Parse(read(t, test.name))
		if err != nil || got != test.want {
			t.Errorf("%s: got %+v, %v\nwant %+v", test.name, got, err, test.want)
		}
	}
}

// TestParseRefuses: what is no exact and complete search is no count.
func TestParseRefuses(t *testing.T) {
	counting := read(t, "counting.txt")
	if _, err := spin.Parse(counting); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text, complaint string }{
		{"bitstate", read(t, "bitstate.txt"), "not exact"},
		{"hash compaction", read(t, "compacted.txt"), "not exact"},
		{"a bound on depth, counting", read(t, "shallow-counting.txt"), "max search depth too small"},
		{"a bound on depth, judging", read(t, "shallow-judging.txt"), "max search depth too small"},
		{"a bound on memory", "pan: reached -DMEMLIM bound\n" + counting, "MEMLIM"},
		{"cut short", "Warning: Search not completed\n" + counting, "not completed"},
		{"nothing", "", "no line like"},
		{"two reports", counting + counting, "second line"},
		{"no end", counting[:strings.Index(counting, "atomic steps")], "no line like"},
		{"a rounded number", strings.ReplaceAll(counting, " 345 states", " 3.45e+08 states"), "no whole number"},
		{"other sums", strings.ReplaceAll(counting, " 345 states", " 346 states"), "are not 642 transitions"},
		{"errors untold", strings.ReplaceAll(counting, "errors: 0", "errors: 1"), "the first is"},
		{"an error uncounted", "pan:1: invalid end state (at depth 2)\n" + counting, "0 errors"},
		{"an unknown warning", counting + "Warning: the moon is full\n", "moon"},
	} {
		r, err := spin.Parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.complaint) {
			t.Errorf("%s: got %+v, %v; want a complaint with %q", test.name, r, err, test.complaint)
		}
	}
}

// FuzzParse: no text makes the parser panic or take something for a report that is none.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		f.Fatalf("there is no recorded report: %v", err)
	}
	for _, file := range files {
		f.Add(read(f, filepath.Base(file)))
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := spin.Parse(text)
		if err != nil {
			if r != (spin.Report{}) {
				t.Errorf("a report beside the error %v: %+v", err, r)
			}
			return
		}
		if !strings.Contains(text, "Full statespace search for:") {
			t.Error("the search was not exact")
		}
		if r.Stored < 0 || r.Transitions < 0 || r.Atomic < 0 || r.Depth < 0 || r.Errors < 0 {
			t.Errorf("negative: %+v", r)
		}
		if (r.Errors > 0) != (r.Complaint != "") || r.Errors == 0 && !r.Complete {
			t.Errorf("errors: %+v", r)
		}
	})
}

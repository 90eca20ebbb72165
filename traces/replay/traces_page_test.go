package replay

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/traces"
)

const tracesPage = "../../docs/traces.md"

var (
	byHand = regexp.MustCompile("(?s)`([0-9]+\\.ndjson)`:\n\n```json\n(.*?)```")
	script = regexp.MustCompile("(?s)```python\n(.*?)```")
)

// TestTracesPage: the run on the page is accepted, and is what its script writes; the words of each algorithm are
// those of the corpus.
func TestTracesPage(t *testing.T) {
	text, err := os.ReadFile(tracesPage)
	if err != nil {
		t.Fatal(err)
	}
	var list []traces.Source
	files := map[string]string{}
	for _, block := range byHand.FindAllStringSubmatch(string(text), -1) {
		files[block[1]] = block[2]
		list = append(list, traces.Source{Name: block[1], From: strings.NewReader(block[2])})
	}
	r, err := Follow(list, Options{})
	if err != nil || r.Verdict != Accepted || r.Followed != r.Events || len(r.IDs) != len(list) {
		t.Errorf("the run on the page: %v %+v", err, r)
	}
	golden.Part(t, tracesPage, "words of traces", wordsOfTraces(t))
	t.Run("script", func(t *testing.T) {
		python, err := exec.LookPath("python3")
		testlevel.Needs(t, err)
		c := exec.CommandContext(t.Context(), python, "-c", script.FindStringSubmatch(string(text))[1])
		c.Dir = t.TempDir()
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for name, want := range files {
			if got, err := os.ReadFile(filepath.Join(c.Dir, name)); err != nil || string(got) != want {
				t.Errorf("%s: %v\n%s", name, err, got)
			}
		}
	})
}

// wordsOfTraces is a table of the actions, messages and variables of each algorithm that has a run in the corpus.
func wordsOfTraces(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n| algorithm | actions | messages, as an example of each | variables, with values seen |\n|---|---|---|---|\n")
	calm, err := filepath.Glob("../corpus/good/*-calm")
	if err != nil || len(calm) == 0 {
		t.Fatal("no corpus", err)
	}
	for _, folder := range calm {
		algorithm := strings.TrimSuffix(filepath.Base(folder), "-calm")
		var actions, words, messages, names []string
		values := map[string][]string{}
		for _, manner := range []string{"-calm", "-troubled"} {
			for _, e := range events(t, "../corpus/good/"+algorithm+manner) {
				if !e.Aside {
					actions = append(actions, e.Action)
				}
				for _, s := range e.Sends {
					if word, _, _ := strings.Cut(s.Message, "("); !slices.Contains(words, word) {
						words, messages = append(words, word), append(messages, "`"+s.Message+"`")
					}
				}
				for _, v := range e.After {
					if !slices.Contains(names, v.Name) {
						names = append(names, v.Name)
					}
					if few := values[v.Name]; len(few) < 4 && !slices.Contains(few, v.Value) {
						values[v.Name] = append(few, v.Value)
					}
				}
			}
		}
		slices.Sort(actions)
		slices.Sort(messages)
		var variables []string
		for _, name := range names {
			variables = append(variables, "`"+name+"`: "+strings.Join(values[name], "; "))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", algorithm, strings.Join(slices.Compact(actions), ", "), strings.Join(messages, " "), strings.Join(variables, "<br>"))
	}
	return b.String() + "\n"
}

// events are those of a trace, in an order of their causes.
func events(t *testing.T, folder string) (all []*traces.Event) {
	found, err := Find([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	list, closeAll, err := found[0].Open()
	defer closeAll()
	if err != nil {
		t.Fatal(err)
	}
	m, err := traces.NewMerge(list)
	for err == nil {
		var moment traces.Moment
		if moment, err = m.Next(); moment.Line.Event != nil {
			all = append(all, moment.Line.Event)
		}
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return all
}

package serve

import (
	"bytes"
	"encoding/json"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/story"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/traces/stage"
)

// told reads what a script gets.
func told[T any](t *testing.T, s *Site, address string) (answer T) {
	t.Helper()
	w := get(s, address)
	if err := json.Unmarshal(w.Body.Bytes(), &answer); w.Code != http.StatusOK || err != nil {
		t.Fatalf("%s: %d, %v\n%s", address, w.Code, err, w.Body)
	}
	return answer
}

// leaders are those in a state of a run.
func leaders(run *stage.Run, at int) (ids []model.ID) {
	for i, id := range run.Processes {
		if run.Locals[run.States[at].Locals[i]].Role == "leader" {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestFilms: the runs of the first page show what is written below them, and each has a page.
func TestFilms(t *testing.T) {
	testlevel.Alone(t)
	s := newSite(t)
	films := told[[]found](t, s, "/films")
	if len(films) != len(homeFilms) {
		t.Fatalf("%d films", len(films))
	}
	for i, f := range films {
		if f.Run == nil || len(f.Run.Steps) == 0 {
			t.Fatalf("%s: no run: %s, %s", homeFilms[i].Title, f.State, f.Words)
		}
		for _, state := range f.Run.States {
			if state.Can != nil || state.Cannot != nil {
				t.Errorf("%s: it has choices, which a small picture does not show", homeFilms[i].Title)
				break
			}
		}
		w := get(s, "/watch?"+string(homeFilms[i].Query()))
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != f.Watch || get(s, f.Watch).Code != http.StatusOK {
			t.Errorf("%s leads to %d, %q, and not to %q", homeFilms[i].Title, w.Code, w.Header().Get("Location"), f.Watch)
		}
	}
	end := func(i int) int { return len(films[i].Run.Steps) }
	if got := leaders(films[1].Run, end(1)); !slices.Equal(got, []model.ID{9}) {
		t.Errorf("the ring elects %v", got)
	}
	if got := leaders(films[2].Run, end(2)); !slices.Equal(got, []model.ID{4}) {
		t.Errorf("the bully elects %v", got)
	}
	round := films[0].Run
	circulates := func(m stage.Message) bool { return m.Text == "ELECTION(9)" && m.Sent > *round.Cycle }
	if round.Cycle == nil || !slices.ContainsFunc(round.Messages, circulates) || round.Locals[round.States[end(0)].Locals[2]].Live {
		t.Errorf("ELECTION(9) does not go round: %+v", round.Steps)
	}
	if got := leaders(films[3].Run, end(3)); len(got) != 2 {
		t.Errorf("of two leaders there are %v", got)
	}
	if got := leaders(films[4].Run, end(4)); len(got) != 1 {
		t.Errorf("Raft elects %v", got)
	}
}

// TestCures: each film of ELECTION(9) has the same processes and leads to the others; where it is stopped, P9 is dead, P8 leads, and
// the rule that drops the message has its words.
func TestCures(t *testing.T) {
	s := newSite(t)
	for i, f := range nine {
		to := get(s, "/watch?"+string(f.Query())).Header().Get("Location")
		body := html.UnescapeString(get(s, to).Body.String())
		for _, o := range f.Onward {
			if link := `href="/watch?` + string(nine[o.film].Query()) + `#play=1"`; o.film == i || !strings.Contains(body, link) {
				t.Errorf("%s does not lead to %s by %s:\n%s", f.Title, nine[o.film].Title, link, body)
			}
		}
		run := told[stage.Run](t, s, strings.Replace(to, "/walk", "/run", 1))
		if run.Title != f.Title || !slices.Equal(run.Processes, []model.ID{4, 8, 9, 3}) || run.Note == "" {
			t.Errorf("%s: %s, of %v: %s", f.Title, run.Title, run.Processes, run.Note)
		}
		if i == 0 {
			continue
		}
		last, captions := len(run.Steps), 0
		open := func(m stage.Message) bool { return m.End == nil }
		if got := leaders(&run, last); !slices.Equal(got, []model.ID{8}) || slices.ContainsFunc(run.Messages, open) || run.Locals[run.States[last].Locals[2]].Live {
			t.Errorf("%s: at the end %v lead, and the messages are %+v", f.Title, got, run.Messages)
		}
		for _, step := range run.Steps {
			captions += min(len(step.Caption), 1)
		}
		if captions != len(f.Captions) {
			t.Errorf("%s: %d captions of %d are told", f.Title, captions, len(f.Captions))
		}
	}
}

// TestEveryAlgorithmHasAPage: the first page leads to it, and its election plays.
func TestEveryAlgorithmHasAPage(t *testing.T) {
	s := newSite(t)
	home := get(s, "/").Body.String()
	for _, name := range s.algorithms() {
		if !strings.Contains(home, `href="/a/`+name+`"`) {
			t.Errorf("the first page does not lead to %s", name)
		}
		body := get(s, "/a/"+name).Body.String()
		_, film, _ := strings.Cut(body, `data-film="`)
		film, _, _ = strings.Cut(film, `"`)
		if it := told[found](t, s, strings.ReplaceAll(film, "&amp;", "&")); it.Run == nil {
			t.Errorf("%s: no election: %s", name, it.Words)
		}
	}
	if w := get(s, "/a/Bully"); w.Code != http.StatusOK {
		t.Errorf("the name in capitals: %d", w.Code)
	}
}

// TestWhatIf: the changes of a world come to verdicts; one that an algorithm does not have, or that proves less, is left out.
func TestWhatIf(t *testing.T) {
	s := newSite(t)
	for algorithm, want := range map[string]string{
		"bully":        "holds holds holds violated:elected-is-max violated:one-leader",
		"ring":         "violated:decides holds holds violated:decides violated:elected-is-max",
		"omega-timely": "holds holds",             // neither starts nor other channels
		"raft":         "holds holds holds holds", // in the default world every process may start
	} {
		var got []string
		for _, chip := range s.chips(algorithm) {
			it := told[found](t, s, "/film?show=counterexample&"+string(chip.Query))
			is := it.State
			if is == "holds" && algorithm == "bully" && !strings.HasPrefix(it.Words, "never two leaders, and each election elects one or dies out: in all ") {
				t.Errorf("%s, %s: %q", algorithm, chip.Asks, it.Words)
			}
			if is == "violated" {
				is += ":" + it.Words
				if it.Run == nil || it.Run.Property != it.Words || get(s, it.Watch).Code != http.StatusOK {
					t.Errorf("%s, %s: its run is that of %+v", algorithm, chip.Asks, it.Run)
				}
			}
			got = append(got, is)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", algorithm, got, want)
		}
	}
}

// TestFind: a condition leads to a run, or to the number of states searched, or to the column of a mistake.
func TestFind(t *testing.T) {
	s := newSite(t)
	for condition, want := range map[string]string{
		"leader(2) & dead(3)": `href="/walk?algo=bully&amp;n=3&amp;walk=`,
		"leaders > 2":         "There is none: ",
		"leadr(2)":            `id="wrong">column 1: `,
		"leader(9)":           `id="wrong">column 8: `,
	} {
		address := "/find?algo=bully&n=3&find=" + url.QueryEscape(condition)
		w := get(s, address)
		body := w.Body.String()
		if w.Code == http.StatusOK {
			body = page(t, s, address)
		}
		if (w.Code == http.StatusOK) == strings.Contains(want, "wrong") || !strings.Contains(body, want) {
			t.Errorf("%s: %d, without %q:\n%s", condition, w.Code, want, body)
		}
	}
	it := told[found](t, s, "/film?algo=bully&n=3&show=find&find="+url.QueryEscape("leader(2) & dead(3)"))
	if end := len(it.Run.Steps); !slices.Equal(leaders(it.Run, end), []model.ID{2}) {
		t.Errorf("it leads to %v", leaders(it.Run, end))
	}
}

// TestSentence: what the form says follows its answers.
func TestSentence(t *testing.T) {
	s := newSite(t)
	for query, want := range map[string]saying{
		"algo=bully&n=&crashes=": {Sentence: "Every run of bully with 3 processes: one process starts an election, one may crash, the dead stay dead, messages arrive in order. " +
			"Does each keep one-leader, elected-is-max, agreement, validity, not-stuck, decides, ends?", Command: "explore -algo=bully -n=3"},
		"algo=bully&n=4&crashes=3&timeouts=any&property=ends": {Sentence: "Every run of bully with 4 processes: one process starts an election, 3 may crash, the dead stay dead, messages arrive in order, " +
			"with -timeouts=any. Does each keep ends?", Command: "explore -algo=bully -crashes=3 -n=4 -property=ends -timeouts=any"},
		"algo=bully&n=three": {Error: "-n=three: not a whole number; allowed are 1 to 12"},
	} {
		got := told[saying](t, s, "/sentence?"+query)
		if want.Error != "" && strings.HasPrefix(got.Error, "-n=three: not a whole number") {
			continue
		}
		if got != want {
			t.Errorf("%s:\n%+v, want\n%+v", query, got, want)
		}
	}
}

// TestRendererIsSmall: the modules and styles that draw a run, and the state graph, have at most 2,000 lines.
func TestRendererIsSmall(t *testing.T) {
	lines := 0
	for name, file := range assets() {
		if _, err := fs.Stat(stage.Assets(), name); err == nil || name == "graph.js" {
			lines += bytes.Count(file.text, []byte("\n"))
		}
	}
	if lines == 0 || lines > 2000 {
		t.Errorf("they have %d lines", lines)
	}
}

// TestStoriesGoOn: a link of each story leads to the same steps of its world, with choices.
func TestStoriesGoOn(t *testing.T) {
	s := newSite(t)
	onward := regexp.MustCompile(`id="onward" href="/walk\?([^"]*)"`)
	for _, script := range story.Scripts(s.Program) {
		link := onward.FindStringSubmatch(page(t, s, "/story/"+script.Name))
		if link == nil {
			t.Errorf("%s: no link goes on", script.Name)
			continue
		}
		run := told[stage.Run](t, s, "/run?"+strings.ReplaceAll(link[1], "&amp;", "&"))
		document := must(story.Tell(s.Program, script.Name)).Document()
		if len(run.Steps) != len(document.Steps) || len(run.States[0].Can) == 0 {
			t.Errorf("%s leads to %s, of %d steps, want %d", script.Name, link[1], len(run.Steps), len(document.Steps))
			continue
		}
		for k, step := range run.Steps {
			if step.Says != document.Steps[k].Says {
				t.Errorf("%s, step %d: %s, want %s", script.Name, k+1, step.Says, document.Steps[k].Says)
			}
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

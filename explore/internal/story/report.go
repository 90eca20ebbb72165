package story

import (
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// Stories reports on scripted runs that were followed.
type Stories struct {
	request *asked
	told    []*Telling
}

// NewStories follows the stories asked for.
func NewStories(r *asked) (*Stories, error) {
	s := &Stories{request: r}
	for _, one := range r.Stories {
		told, err := one.follow()
		if err != nil {
			return nil, err
		}
		s.told = append(s.told, told)
	}
	return s, nil
}

// Exit is 0 if each story is a run of its model, and otherwise the code of a divergence.
func (s *Stories) Exit() int {
	if len(s.diverged()) > 0 {
		return check.ExitSafety
	}
	return check.ExitHolds
}

func (s *Stories) diverged() (names []string) {
	for _, t := range s.told {
		if t.Diverged != nil {
			names = append(names, t.Script.Name)
		}
	}
	return names
}

// Verdict is the last line.
func (s *Stories) Verdict() string {
	if diverged := s.diverged(); len(diverged) > 0 {
		return "verdict: no run of its model: " + strings.Join(diverged, ", ")
	}
	return fmt.Sprintf("verdict: %s followed, each a run of its model", prose.Plural(len(s.told), "story"))
}

// Text writes a line for each story, or all about the one asked for by name.
func (s *Stories) Text(w *prose.Writer) {
	w.Line("interrex %s   stories: runs written down, followed step by step", check.Version)
	w.Line("")
	for _, t := range s.told {
		if s.request.Alone {
			s.one(w, t)
		} else {
			w.Line("  %-24s %-14s %s", t.Script.Name, s.fate(t), t.Script.Title)
		}
	}
	w.Line("")
}

func (s *Stories) fate(t *Telling) string {
	if t.Diverged != nil {
		return fmt.Sprintf("fails, line %d", t.Diverged.Number)
	}
	return prose.Plural(t.Script.Steps(), "step")
}

// one writes all about a story: the script as far as it can be followed, the run as a drawing, and the first wrong
// line.
func (s *Stories) one(w *prose.Writer, t *Telling) {
	w.Line("%s: %s", t.Script.Name, t.Script.Title)
	w.Line("world: %s", t.Script.World)
	w.Line("")
	for _, l := range t.Script.Lines {
		if t.Diverged != nil && l.Number >= t.Diverged.Number {
			break
		}
		w.Line("%s", spelt(l))
	}
	if t.Diverged != nil {
		w.Line("")
		w.Line("%s:%d: %s: false here; instead:", t.Script.Name, t.Diverged.Number, spelt(*t.Diverged))
		for _, words := range t.Instead {
			w.Line("  %s", words)
		}
	}
	told := t.World.Tell(t.Path)
	d := check.Decision{Path: t.Path, Story: &told}
	w.Line("")
	run := check.Told(t.World.Config(), d)
	run.Width = prose.Width(w)
	_ = draw.Text(w, run)
	w.Line("")
	w.Line("%s", d.Outcome())
	w.Line("%s, %s sent", prose.Plural(len(told.Stem), "step"), prose.Plural(t.Messages, "message"))
}

// page plays each story as far as it could be followed.
func (s *Stories) page() stage.Page {
	page := stage.Page{Title: "Stories", Verdict: strings.TrimPrefix(s.Verdict(), "verdict: ")}
	for _, t := range s.told {
		page.Runs = append(page.Runs, t.Document())
	}
	if s.request.Alone {
		page.Title = page.Runs[0].Title
	}
	return page
}

// Drawing is the story as a picture.
func (t *Telling) Drawing() *draw.Run {
	run := check.Walked(t.Question, t.World, t.Path)
	run.Title = t.Script.Name + ": " + t.Script.Title
	return run
}

// spelt is a line as in the script.
func spelt(l Line) string {
	switch l.Kind {
	case Quote:
		return "> " + l.Text
	case Fact:
		return "now " + l.Text
	}
	return l.Text
}

// JSON writes the stories as one object. Each has the run as a document, as far as it could be followed.
func (s *Stories) JSON(out io.Writer) error {
	type row struct {
		Name     string     `json:"name"`
		Title    string     `json:"title"`
		World    string     `json:"world"`    // its flags
		Steps    int        `json:"steps"`    // of the script
		Diverged *int       `json:"diverged"` // the first wrong line of the script; null: none
		Document *stage.Run `json:"document"`
	}
	rows := []row{}
	for _, t := range s.told {
		one := row{Name: t.Script.Name, Title: t.Script.Title, World: t.Script.World, Steps: t.Script.Steps(), Document: t.Document()}
		if t.Diverged != nil {
			one.Diverged = &t.Diverged.Number
		}
		rows = append(rows, one)
	}
	return prose.JSON(out, struct {
		Interrex string `json:"interrex"`
		Stories  []row  `json:"stories"`
		Exit     int    `json:"exit"`
	}{check.Version, rows, s.Exit()})
}

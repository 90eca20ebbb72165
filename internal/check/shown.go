package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/internal/runs"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// Beside the kinds of runs that may be found, a report shows the counterexamples. Without one it shows an election or, if the check is
// inconclusive, the deepest path.
const (
	ShowCounterexample runs.Kind = "counterexample"
	deepest            runs.Kind = "deepest"
)

// Shows lists the runs that may be asked for. The default is the first.
func Shows() []runs.Kind { return append([]runs.Kind{ShowCounterexample}, runs.Kinds()...) }

// A Shown is a run that a report shows.
type Shown struct {
	Decision
	About runs.Kind
	Note  string    // of another run: what it is, in one sentence
	of    *Findings // of the world that the run is in
}

// Walk is the run as a walk.
func (s Shown) Walk() *study.Walk { return study.Along(s.of.World, s.Path) }

// Watch finds the run that the question asks to show, unless it is the counterexamples and there are some. The error is a *checker.ModelPanic.
func (f *Findings) Watch(ctx context.Context) error {
	show, note := f.Question.Show, ""
	isAny := show == "" || show == ShowCounterexample
	switch {
	case f.Mishap != nil || isAny && f.worst() != nil:
		return nil
	case isAny && f.Counts.Deepest != nil:
		note = fmt.Sprintf("The exploration ended at the bound on %s. This is a shortest run to one of the deepest states that it found.", f.Counts.Bound)
		f.watch(f.World, f.Counts.Deepest, deepest, note)
		return nil
	case isAny:
		show = runs.Election
	}
	found, err := f.find(ctx, show)
	if err == nil && found.Path == nil {
		show, note = runs.Election, found.Note+" "
		found, err = f.find(ctx, runs.Election)
	}
	if err == nil && found.Path != nil { // else the search was interrupted
		f.watch(found.World, found.Path, show, note+found.Note)
	}
	return err
}

func (f *Findings) find(ctx context.Context, kind runs.Kind) (runs.Found, error) {
	o := checker.Options{Workers: f.Question.Options.Workers, MaxMemory: f.Question.Options.MaxMemory}
	if kind == runs.Fewest || kind == runs.Most {
		o.MaxStates = max(runs.MostStates, f.Counts.States)
	}
	return runs.Find(ctx, f.Question.World, runs.Wish{Kind: kind, Seed: uint64(f.Question.Seed), Options: o})
}

func (f *Findings) watch(w *world.World, p *checker.Path, about runs.Kind, note string) {
	f.Watched = &Shown{Decision: Decision{}.Along(w, p), About: about, Note: note, of: &Findings{Question: f.Question, World: w}}
}

// Counterexamples are the runs of violated properties that are asked, in the order of the properties.
func (f *Findings) Counterexamples() (all []Shown) {
	for _, d := range f.asked() {
		if d.Story != nil {
			all = append(all, Shown{Decision: d, About: ShowCounterexample, of: f})
		}
	}
	return all
}

func (f *Findings) shown() []Shown {
	if f.Watched != nil {
		return []Shown{*f.Watched}
	}
	return f.Counterexamples()
}

func (f *Findings) film(s Shown) *stage.Run {
	run := s.of.Document(s.Decision)
	if s.Note != "" {
		run.Note = s.Note
	}
	return run
}

func (f *Findings) first() *draw.Run {
	s := f.shown()[0]
	run := s.of.Run(s.Decision)
	if s.Note != "" {
		run.Words = []string{s.Note}
	}
	return run
}

// Writer is what writes the findings in a format; details adds to the text all that there is. Watch has been called.
func (f *Findings) Writer(format string, details bool) func(io.Writer) error {
	switch format {
	case "json":
		return f.JSON
	case "mermaid":
		return f.mermaid
	case "svg":
		return func(w io.Writer) error { return draw.SVG(w, *f.first()) }
	case "html":
		return func(w io.Writer) error { return stage.HTML(w, f.page()) }
	case "itf":
		return func(w io.Writer) error { return f.first().ITF(w) }
	case "junit":
		return f.junit
	}
	if details {
		return f.Details
	}
	return f.Text
}

// page is the content of the HTML page: what was decided, and the run to watch or the counterexamples.
func (f *Findings) page() stage.Page {
	page := stage.Page{Title: Title(f.Question), Verdict: strings.TrimPrefix(f.Verdict(), "verdict: ")}
	for _, d := range f.Decided {
		page.Properties = append(page.Properties, stage.Row{Name: d.Name, Verdict: d.Verdict.String(), Text: d.Statement})
	}
	for _, s := range f.shown() {
		run := f.film(s)
		if s.About == ShowCounterexample {
			run.Title = s.Name + " is violated"
		}
		page.Runs = append(page.Runs, run)
	}
	return page
}

// mermaid writes the first run as a sequence diagram; a file holds only one. The others are named in comments, with the command
// that draws them.
func (f *Findings) mermaid(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("%%%% interrex %s: %s", Version, f.Question.Reproduce())
	w.Line("%%%% %s", f.Verdict())
	all := f.shown()
	for i, s := range all {
		switch {
		case s.Note != "":
			w.Line("%%%% drawn: %s", s.Note)
		case i == 0:
			w.Line("%%%% drawn: %s is violated", s.Name)
		default:
			w.Line("%%%% also violated: %s; to draw it, add -property=%s", s.Name, s.Name)
		}
	}
	return errors.Join(w.Err, draw.Mermaid(out, Told(f.Question.World, all[0].Decision)))
}

// WritePictures writes counterexample.html and counterexample.svg into a folder, and returns the name of the page.
func (f *Findings) WritePictures(folder string) (page string, err error) {
	for _, format := range []string{"svg", "html"} {
		page = filepath.Join(folder, "counterexample."+format)
		file, failed := os.Create(page)
		if failed == nil {
			failed = errors.Join(f.Writer(format, false)(file), file.Close())
		}
		err = errors.Join(err, failed)
	}
	return page, err
}

package story

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/spec/stories"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "story", Group: command.Look, Usage: "[NAME or FILE]", Args: "NAME or FILE",
		Short:    "follows scripted runs through the model: those of the lectures, or your FILE.story",
		OwnShort: "follows the scripted run of your FILE.story through the model",
		Codes:    map[int]string{0: "each story is a run of its model", 12: "one is not", 150: "a story is malformed"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion(), program: p}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	program *command.Program
	Stories []scripted
	Alone   bool // only one was asked for, by name
	name    string
}

// A scripted story is a script with the question about its world.
type scripted struct {
	*Script
	Question check.Question
}

// Flags select all stories, or one.
func (a *asked) Flags() flags.Table {
	return slices.Concat(flags.Table{
		flags.Flag{Name: "story", Takes: "NAME", Group: check.Asked, Usual: true, Help: "one story; FILE.story is your own",
			Words: func() []string { return Names(a.program) },
			Then:  func(given bool) error { a.Alone = given; return nil }}.Text(&a.name),
	}, a.Delivered("svg draws one story", "text", "json", "html", "svg"))
}

// Scripts are the built-in stories, if the program has their elections.
func Scripts(p *command.Program) (all []*Script) {
	if !p.Catalogue {
		return nil
	}
	files, _ := fs.Glob(stories.Scripts, "*.story")
	for _, file := range files {
		text, _ := fs.ReadFile(stories.Scripts, file)
		script, err := Parse(strings.TrimSuffix(file, ".story"), string(text))
		if err != nil {
			panic(err) // it comes with Interrex
		}
		all = append(all, script)
	}
	return all
}

// Names are the names of the built-in stories.
func Names(p *command.Program) (names []string) {
	for _, script := range Scripts(p) {
		names = append(names, script.Name)
	}
	return names
}

// Take finds the stories. One may be named without the flag.
func (a *asked) Take(args []string) error {
	switch {
	case len(args) == 0 && !a.Alone && a.Format == "svg":
		return errors.New("-format=svg: a picture has one story; name it, as in story figure-6.19 -format=svg")
	case len(args) > 1 || len(args) == 1 && a.Alone:
		return fmt.Errorf("%d stories are named; name one, or none for all", len(args)+len(a.name)/max(len(a.name), 1))
	case len(args) == 1:
		a.name, a.Alone = args[0], true
		a.Given = append(a.Given, "-story="+a.name)
	}
	known := Names(a.program)
	name, isKnown := flags.Among(a.name, known)
	switch {
	case strings.HasSuffix(a.name, ".story"):
		return a.read()
	case len(known) == 0:
		return errors.New("story: a file is required; name a FILE.story")
	case a.Alone && !isKnown:
		return &flags.Choice{What: "-story=" + a.name, Reason: "there is no such story", Word: a.name,
			Those: "one of your own is a file that ends in .story; those that come with Interrex are", Words: known}
	}
	for _, script := range Scripts(a.program) {
		if a.Alone && name != script.Name {
			continue
		}
		if err := a.add(script); err != nil {
			return err
		}
	}
	return nil
}

// read reads a story of a user.
func (a *asked) read() error {
	text, err := os.ReadFile(a.name)
	if err != nil {
		return fmt.Errorf("-story=%s: the file cannot be read; name a file that ends in .story", a.name)
	}
	script, err := Parse(a.name, string(text))
	if err != nil {
		return command.InputError{Err: err}
	}
	return a.add(script)
}

func (a *asked) add(script *Script) error {
	s, err := question(a.program, script)
	if err != nil {
		return command.InputError{Err: err}
	}
	a.Stories = append(a.Stories, s)
	return nil
}

// question parses the flags of a script's world like those of a command line.
func question(p *command.Program, script *Script) (scripted, error) {
	q, err := p.World(strings.Fields(script.World))
	if err != nil {
		return scripted{}, fmt.Errorf("%s: world: %w", script.Name, err)
	}
	q.Program, q.Called, q.Given = p.Name, "story", []string{script.Name}
	return scripted{script, q}, nil
}

// Tell follows a built-in story; nil: there is none of that name.
func Tell(p *command.Program, name string) (*Telling, error) {
	for _, script := range Scripts(p) {
		if script.Name == name {
			s, err := question(p, script)
			if err != nil {
				return nil, err
			}
			return s.follow()
		}
	}
	return nil, nil
}

func (s scripted) follow() (*Telling, error) {
	told, err := Follow(s.Script, s.Question.World)
	if err == nil {
		told.Question = s.Question
	}
	return told, err
}

// Run follows the stories.
func (a *asked) Run(_ context.Context, c *command.Call) int {
	told, err := NewStories(a)
	if err != nil {
		return c.Panicked(err)
	}
	switch a.Format {
	case "html":
		return c.DeliverBy(func(w io.Writer) error { return stage.HTML(w, told.page()) }, told)
	case "svg":
		return c.DeliverBy(func(w io.Writer) error { return draw.SVG(w, *told.told[0].Drawing()) }, told)
	}
	return c.Deliver(told)
}

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

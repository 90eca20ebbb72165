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
		Codes:    []string{"0 each story is a run of its model", "12 one is not", "150 a story is malformed"},
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
		flags.Flag{Name: "story", Takes: "NAME", Group: check.Asked, Usual: true, Help: "one story; FILE.story is your own", Words: a.known,
			Then: func(given bool) error { a.Alone = given; return nil }}.Text(&a.name),
	}, a.Delivered("svg draws one story", "text", "json", "html", "svg"))
}

func (a *asked) known() []string { return Names(a.program) }

// Names are the built-in stories, if the program has their elections.
func Names(p *command.Program) (names []string) {
	if !p.Catalogue {
		return nil
	}
	files, _ := fs.Glob(stories.Scripts, "*.story")
	for _, file := range files {
		names = append(names, strings.TrimSuffix(file, ".story"))
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
	known := a.known()
	if len(known) == 0 && !strings.HasSuffix(a.name, ".story") {
		return errors.New("story: a file is required; name a FILE.story")
	}
	name, isKnown := flags.Among(a.name, known)
	switch {
	case strings.HasSuffix(a.name, ".story"):
		text, err := os.ReadFile(a.name)
		if err != nil {
			return fmt.Errorf("-story=%s: the file cannot be read; name a file that ends in .story", a.name)
		}
		return a.add(a.name, string(text))
	case a.Alone && !isKnown:
		return &flags.Choice{What: "-story=" + a.name, Reason: "there is no such story", Word: a.name,
			Those: "one of your own is a file that ends in .story; those that come with Interrex are", Words: known}
	}
	for _, one := range known {
		if a.Alone && name != one {
			continue
		}
		text, _ := fs.ReadFile(stories.Scripts, one+".story")
		if err := a.add(one, string(text)); err != nil {
			return err
		}
	}
	return nil
}

func (a *asked) add(name, text string) error {
	s, err := read(a.program, name, text)
	if err != nil {
		return command.InputError{Err: err}
	}
	a.Stories = append(a.Stories, s)
	return nil
}

// read reads a script; the flags of its world are parsed like those of a command line.
func read(p *command.Program, name, text string) (scripted, error) {
	script, err := Parse(name, text)
	if err != nil {
		return scripted{}, err
	}
	q, err := p.World(strings.Fields(script.World))
	if err != nil {
		return scripted{}, fmt.Errorf("%s: world: %w", name, err)
	}
	q.Program, q.Called, q.Given = p.Name, "story", []string{name}
	return scripted{script, q}, nil
}

// Tell follows a built-in story; nil: there is none of that name.
func Tell(p *command.Program, name string) (*Telling, error) {
	if !slices.Contains(Names(p), name) {
		return nil, nil
	}
	text, _ := fs.ReadFile(stories.Scripts, name+".story")
	s, err := read(p, name, string(text))
	if err != nil {
		return nil, err
	}
	return s.follow()
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

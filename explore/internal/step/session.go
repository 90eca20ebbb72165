package step

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"interrex/internal/study"
	"interrex/spec"
)

// A session reads commands line by line, and prints the walk after each.
type session struct {
	ctx        context.Context
	title      string
	properties []spec.Property
	out        io.Writer
	echoes     bool // print the input: it is no terminal

	walk  *study.Walk
	past  []*study.Walk // for undo
	cases []example
}

// An example is a counterexample.
type example struct {
	property spec.Property
	also     []string // the other properties that it violates
	walk     *study.Walk
}

// An action is what a command does. It returns the lines to print, or nil for the picture.
type action struct {
	words []string // the name and its abbreviation
	help  string
	do    func(s *session, argument string) []string
}

// actions are the commands except numbers. It is a function because help lists them.
func actions() []action {
	return []action{
		{[]string{"back", "b"}, "go back one step", (*session).back},
		{[]string{"undo", "u"}, "undo a step that you chose, or a run that you followed", (*session).undo},
		{[]string{"why", "w"}, "list the disabled steps, and the guard of each", func(s *session, _ string) []string { return disabled(s.walk.Disabled()) }},
		{[]string{"list", "l"}, "list every enabled step", func(s *session, _ string) []string { return s.choices() }},
		{[]string{"run", "r"}, "draw the whole run, and go to its end; run 2 takes the second counterexample", (*session).run},
		{[]string{"help", "h"}, "print this help", func(*session, string) []string { return helpLines() }},
		{[]string{"quit", "q"}, "quit, and print the command that comes back to this step", nil},
	}
}

func helpLines() []string {
	lines := []string{"  Enter       take the next step of the run (▶), or the only step",
		"  0 1 2 ...   take the step of that number; a step that the run does not take leaves it"}
	for _, a := range actions() {
		lines = append(lines, fmt.Sprintf("  %-11s %s", strings.Join(a.words, ", "), a.help))
	}
	return append(lines, "", "  ▶ the next step of the run     * changed by the last step",
		"  ! a violated property          [optional] a move of the adversary, or a free choice")
}

// talk reads commands until quit, the end of the input, or Ctrl-C.
func (s *session) talk(in io.Reader) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(in); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	s.print(s.picture(false))
	for {
		fmt.Fprint(s.out, "step> ")
		select {
		case <-ctx.Done():
			fmt.Fprintln(s.out)
			return
		case line, open := <-lines:
			if s.echoes || !open {
				fmt.Fprintln(s.out, line)
			}
			if words := strings.Fields(line); !open || len(words) > 0 && slices.Contains([]string{"quit", "q"}, words[0]) {
				return
			} else {
				s.print(s.execute(words))
			}
		}
	}
}

func (s *session) print(lines []string) { fmt.Fprintln(s.out, strings.Join(lines, "\n")) }

// execute executes a command and returns the lines to print.
func (s *session) execute(words []string) []string {
	name, argument := "", ""
	if len(words) > 0 {
		name, argument = words[0], strings.Join(words[1:], " ")
	}
	said := []string(nil)
	if number, err := strconv.Atoi(name); name == "" {
		said = s.forth()
	} else if err == nil {
		said = s.show(s.walk.Take(number))
	} else if i := slices.IndexFunc(actions(), func(a action) bool { return slices.Contains(a.words, name) }); i < 0 {
		said = []string{strconv.Quote(name) + " is no command; h lists them"}
	} else {
		said = actions()[i].do(s, argument)
	}
	if said == nil {
		return s.picture(false)
	}
	return said
}

// show makes a walk the present one. Undo returns to the walk before.
func (s *session) show(w *study.Walk, err error) []string {
	if err != nil {
		return []string{err.Error()}
	}
	s.past = append(s.past, s.walk)
	s.walk = w
	return nil
}

// goTo goes to a position of the run.
func (s *session) goTo(at int) {
	if w, err := s.walk.Go(at); err == nil {
		s.walk = w
	}
}

// forth goes on along the run. At its end it takes the only enabled step, if there is exactly one.
func (s *session) forth() []string {
	if to, ok := s.walk.Next(); ok {
		s.goTo(to)
		return nil
	}
	switch steps := s.walk.Steps(); len(steps) {
	case 0:
		return []string{"no step is enabled"}
	case 1:
		return s.show(s.walk.Take(0))
	}
	return []string{"the run ends here; type the number of a step"}
}

func (s *session) back(string) []string {
	if s.walk.At() == 0 {
		return []string{"this is the beginning"}
	}
	s.goTo(s.walk.At() - 1)
	return nil
}

func (s *session) undo(string) []string {
	if len(s.past) == 0 {
		return []string{"there is nothing to undo"}
	}
	last := len(s.past) - 1
	s.walk, s.past = s.past[last], s.past[:last]
	return nil
}

// run goes to the end of the run, or of another counterexample, and draws it.
func (s *session) run(which string) []string {
	if which != "" {
		number, err := strconv.Atoi(which)
		if err != nil || number < 1 || number > len(s.cases) {
			return []string{fmt.Sprintf("run %s: counterexamples known: %d; run alone draws the present run", which, len(s.cases))}
		}
		s.show(s.cases[number-1].walk, nil)
	}
	s.goTo(s.walk.Length())
	return s.picture(true)
}

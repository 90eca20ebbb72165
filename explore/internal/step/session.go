package step

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/internal/study"
	"interrex/spec"
)

// A session reads commands line by line, and prints the walk after each.
type session struct {
	ctx        context.Context
	title      string
	properties []spec.Property
	bounds     checker.Options // of the answer to elect?
	out        io.Writer
	echoes     bool // print the input: it is no terminal

	walk    *study.Walk
	past    []*study.Walk // for undo
	cases   []example
	outlook *study.Outlook // of the present walk; nil: not asked
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
		{[]string{"elect?", "e"}, "say whether the election can still succeed from here", (*session).ask},
		{[]string{"run", "r"}, "draw the whole run, and go to its end; run 2 takes the second counterexample,", (*session).run},
		{[]string{"help", "h"}, "print this help", func(*session, string) []string { return helpLines() }},
		{[]string{"quit", "q"}, "quit, and print the command that comes back to this step", nil},
	}
}

func helpLines() []string {
	lines := []string{"  Enter       take the next step of the run (▶), or the only step",
		"  0 1 2 ...   take the step of that number; a step that the run does not take leaves it"}
	for _, a := range actions() {
		lines = append(lines, fmt.Sprintf("  %-11s %s", strings.Join(a.words, ", "), a.help))
		if a.words[0] == "run" {
			lines = append(lines, strings.Repeat(" ", 14)+"run elect and run never the runs that elect? has found")
		}
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
	s.walk, s.outlook = w, nil
	return nil
}

// goTo goes to a position of the run.
func (s *session) goTo(at int) {
	if w, err := s.walk.Go(at); err == nil {
		s.walk, s.outlook = w, nil
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
	s.walk, s.past, s.outlook = s.past[last], s.past[:last], nil
	return nil
}

// run goes to the end of the run, or of another one, and draws it.
func (s *session) run(which string) []string {
	outlook := s.outlook
	if outlook == nil {
		outlook = new(study.Outlook)
	}
	var to *study.Walk
	switch number, err := strconv.Atoi(which); {
	case which == "":
		s.goTo(s.walk.Length())
		return s.picture(true)
	case which == "elect" && outlook.Run == nil, which == "never" && outlook.Dodge == nil:
		return []string{"no such run is known from here; elect? looks for one"}
	case which == "elect":
		to = outlook.Run
	case which == "never":
		to = outlook.Dodge
	case err != nil || number < 1 || number > len(s.cases):
		return []string{"run " + which + ": allowed are run, run elect, run never" + numbers(len(s.cases))}
	default:
		to = s.cases[number-1].walk
	}
	s.show(to, nil)
	s.goTo(to.Length())
	return s.picture(true)
}

// numbers are the numbers of the counterexamples, for a message.
func numbers(cases int) string {
	switch cases {
	case 0:
		return ""
	case 1:
		return ", run 1"
	}
	return fmt.Sprintf(", run 1 to run %d", cases)
}

// ask answers whether the election can still succeed from here.
func (s *session) ask(string) []string {
	outlook, err := s.walk.Outlook(s.ctx, s.bounds)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return []string{first}
	}
	s.outlook = outlook
	return prose.Fold(answer(outlook, s.walk.At()), "", columns)
}

// answer puts an outlook into words.
func answer(o *study.Outlook, at int) string {
	run, states := "", prose.Plural(o.States, "state")
	if o.Run != nil && o.Answer != study.Elected {
		run = fmt.Sprintf("; the nearest election is %s away (run elect)", prose.Plural(o.Run.Length()-at, "step"))
	}
	switch o.Answer {
	case study.Elected:
		return "it has elected: all live processes agree on one of them"
	case study.Always:
		return "it will elect: every fair run from here does, in " + states + run
	case study.Begun:
		which := "each election that begins elects"
		if o.Alive {
			which = "the election under way elects"
		}
		return "it can still elect: " + which + " or dies out; no other has to begin (run never: a fair run that never elects)" + run
	case study.Can:
		return "it can still elect, but may not (run never: a fair run that never does)" + run
	case study.Maybe:
		return "it can still elect; whether it must is open: the bound on " + o.Bound + " was hit after " + states + run
	case study.Never:
		return "it cannot elect any more: none of the " + states + " that can be reached has an election"
	}
	return "that is open: the bound on " + o.Bound + " was hit after " + states + ", none with an election"
}

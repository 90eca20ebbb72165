package story

import (
	"fmt"
	"regexp"
	"strings"
)

// A Script is a run in words.
type Script struct {
	Name  string // of its file
	Title string
	World string // the flags of explore that describe the world
	Lines []Line
}

// A Line of a script that is neither empty nor a comment.
type Line struct {
	Number int // in the file, from 1
	Kind   Kind
	Text   string // of a Quote and a Fact without the mark in front
}

// A Kind says what a line is.
type Kind int

const (
	Quote Kind = iota // "> 1. P2 notices": what the lecture says of the steps that follow
	Step              // "start P8"
	Fact              // "now P8 elected 9"
	Here              // "here": remember the state
	Again             // "as before": the state is the one remembered
)

// grammar is what a line can be.
const grammar = "a line is a step (start P8; deliver ELECTION(9) of P9 to P3; timeout T at P3; detect P4 at P2; crash P4), " +
	"a fact (now P8 elected 9; now all elected 9; now P4 dead; now ELECTION(9) of P9 to P3 on the way; now no ELECTION(9) of P9 to P3 on the way; now nothing on the way; " +
	"now 11 messages sent), here, as before, a quotation (> ...) or a comment (# ...)"

var (
	isStep = regexp.MustCompile(`^((start|crash|restart|recover) P\d+` +
		`|(deliver|deliver and keep|lose) .+ of P\d+ to P\d+` +
		`|timeout .+ at P\d+` +
		`|(detect|suspect|report|withdraw) P\d+ at P\d+)(, dying after \d+ of \d+)?$`)
	isFact = regexp.MustCompile(`^(P\d+ (live|dead)|(P\d+|all) \S+ .+|.+ of P\d+ to P\d+ on the way|nothing on the way|\d+ messages? sent)$`)
)

// Parse reads a script. An error names the file and the line, and what is allowed there.
func Parse(name, text string) (*Script, error) {
	s := &Script{Name: name}
	wrong := func(number int, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", name, number, fmt.Sprintf(format, args...))
	}
	here := false
	for i, line := range strings.Split(text, "\n") {
		line = strings.Join(strings.Fields(line), " ")
		header, value, _ := strings.Cut(line, ": ")
		l := Line{Number: i + 1, Text: line}
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case s.Title == "" && header == "story" && value != "":
			s.Title = value
			continue
		case s.Title == "":
			return nil, wrong(i+1, "%q: a script begins with a line story: and what it tells", line)
		case s.World == "" && header == "world" && value != "":
			s.World = value
			continue
		case s.World == "":
			return nil, wrong(i+1, "%q: the second line is world: and the flags of explore that describe it", line)
		case strings.HasPrefix(line, "> "):
			l.Kind, l.Text = Quote, line[2:]
		case line == "here":
			l.Kind, here = Here, true
		case line == "as before" && here:
			l.Kind = Again
		case line == "as before":
			return nil, wrong(i+1, "as before: there is no line here before it")
		case strings.HasPrefix(line, "now ") && isFact.MatchString(line[4:]):
			l.Kind, l.Text = Fact, line[4:]
		case isStep.MatchString(line):
			l.Kind = Step
		default:
			return nil, wrong(i+1, "%q: %s", line, grammar)
		}
		s.Lines = append(s.Lines, l)
	}
	switch {
	case s.World == "":
		return nil, wrong(1, "the script ends before its world: it begins with lines story: and world:")
	case s.Steps() == 0:
		return nil, wrong(1, "the script has no step; %s", grammar)
	}
	return s, nil
}

// Steps counts the steps.
func (s *Script) Steps() (n int) {
	for _, l := range s.Lines {
		if l.Kind == Step {
			n++
		}
	}
	return n
}

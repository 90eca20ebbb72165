// Package story follows scripted runs. A script names a world, then step by step what happens, and in between
// facts about the state. Each step must be enabled, and each fact must be true. Steps are worded as in reports.
package story

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/study"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/stage"
)

// A Telling is the result of following a script.
type Telling struct {
	Script   *Script
	World    *world.World
	Path     *checker.Path // as far as the script could be followed
	Messages int           // sent on the path

	// Diverged is the first wrong line, or nil. Instead has the right alternatives.
	Diverged *Line
	Instead  []string

	Question check.Question // about the world, for the document
	back     int            // the number of the state to which the last one goes back; 0: none
}

// Follow follows a script through a world as far as it can. An invalid config is an error.
func Follow(s *Script, c world.Config) (*Telling, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	w := world.New(c)
	t := &Telling{Script: s, World: w, Path: &checker.Path{}}
	w.Init(func(first checker.State) { t.Path.Initial = slices.Clone(first) })
	var here checker.State
	var since int
	for _, l := range s.Lines {
		switch l.Kind {
		case Step:
			t.back, t.Instead = 0, t.step(l.Text)
		case Fact:
			if lack := t.standing().lacks(l.Text); lack != "" {
				t.Instead = []string{lack}
			}
		case Here:
			here, since = t.at(), len(t.Path.Stem)
		case Again:
			if now := t.at(); !slices.Equal(now, here) {
				t.Instead = []string{w.DescribeState(now), "and there was", w.DescribeState(here)}
			}
			t.back = since
		}
		if t.Instead != nil {
			t.Diverged = &l
			return t, nil
		}
	}
	return t, nil
}

// Document is the document of the story, as far as it could be followed. The words of the lecture stand at the step at which they
// begin; those behind the last step are the note.
func (t *Telling) Document() *stage.Run {
	d := check.Staged(t.Question, t.World, t.path())
	d.Title = t.Script.Title
	var caption, original []string
	step := 0
	for _, l := range t.Script.Lines {
		switch {
		case l.Kind == Quote && strings.HasPrefix(l.Text, "["):
			original = append(original, strings.Trim(l.Text, "[]"))
		case l.Kind == Quote:
			caption = append(caption, l.Text)
		case l.Kind == Step && step < len(d.Steps):
			s := &d.Steps[step]
			s.Caption, s.Original = strings.Join(caption, " · "), strings.Join(original, " · ")
			caption, original = nil, nil
			step++
		}
	}
	d.Note = strings.Join(caption, " ")
	if t.Diverged != nil {
		d.Note = fmt.Sprintf("Line %d of the script, %s, is not possible here.", t.Diverged.Number, spelt(*t.Diverged))
	}
	return d
}

// path is the run, with the cycle in which it ends.
func (t *Telling) path() *checker.Path {
	path := *t.Path
	if t.back > 0 && t.back < len(path.Stem) {
		path.Stem, path.Cycle, path.Lasso = path.Stem[:t.back], path.Stem[t.back:], true
	}
	return &path
}

// Walk is the run as a walk, at its beginning.
func (t *Telling) Walk() *study.Walk { return study.Along(t.World, t.path()) }

// at is the state that the run has reached.
func (t *Telling) at() checker.State {
	if n := len(t.Path.Stem); n > 0 {
		return t.Path.Stem[n-1].To
	}
	return t.Path.Initial
}

// step takes the step with these words. If no enabled step has them, it returns the words of the enabled steps.
func (t *Telling) step(text string) (possible []string) {
	var taken *checker.Transition
	var sent int
	t.World.Steps(t.at(), func(step checker.Step, to checker.State) {
		if to == nil || taken != nil {
			return
		}
		next := checker.Transition{Step: step, To: slices.Clone(to)}
		o := t.World.Tell(&checker.Path{Initial: t.at(), Stem: []checker.Transition{next}}).Stem[0]
		if words(o) == text {
			taken, sent = &next, len(o.Sends)
			return
		}
		possible = append(possible, words(o))
	})
	if taken == nil {
		return append(possible, "nothing else")
	}
	t.Path.Stem = append(t.Path.Stem, *taken)
	t.Messages += sent
	return nil
}

func (t *Telling) standing() standing {
	told := t.World.Tell(t.Path)
	return standing{told.Final, told.InFlight, t.Messages}
}

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
	Text   string // without the mark in front, of a Quote or a Fact
}

// A Kind is the kind of a line.
type Kind int

const (
	Quote Kind = iota // "> 1. P2 notices": the lecture's words for the steps that follow
	Step              // "start P8"
	Fact              // "now P8 elected 9"
	Here              // "here": remember the state
	Again             // "as before": the state is the one remembered
)

// grammar describes the possible lines.
const grammar = "a line is a step, a fact, here, as before, a quotation (> ...) or a comment (# ...). " +
	"Steps: start P8; deliver ELECTION(9) of P9 to P3; timeout T at P3; detect P4 at P2; crash P4. " +
	"Facts: now P8 elected 9; now all elected 9; now P4 dead; now 11 messages sent. " +
	"Facts of messages: now ELECTION(9) of P9 to P3 on the way; now no ELECTION(9) of P9 to P3 on the way; now nothing on the way"

var (
	isStep = regexp.MustCompile(`^((start|crash|restart|recover) P\d+` +
		`|(deliver|deliver and keep|lose) .+ of P\d+ to P\d+` +
		`|timeout .+ at P\d+` +
		`|(detect|suspect|report|withdraw) P\d+ at P\d+)(, dying after \d+ of \d+)?$`)
	isFact = regexp.MustCompile(`^(P\d+ (live|dead)|(P\d+|all) \S+ .+|.+ of P\d+ to P\d+ on the way|nothing on the way|\d+ messages? sent)$`)
)

// Parse reads a script. An error names the file and the line, and the allowed input.
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
			return nil, wrong(i+1, "%q: a script begins with a line story: and a title", line)
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

// words is a step in the words of a script.
func words(o world.Occurrence) string {
	var text string
	switch {
	case o.Message != "":
		text = fmt.Sprintf("%s %s of P%d to P%d", o.Action, o.Message, o.Peer, o.Process)
	case o.Peer != model.Nobody:
		text = fmt.Sprintf("%s P%d at P%d", o.Action, o.Peer, o.Process)
	case strings.HasPrefix(o.Action, "timeout "):
		text = fmt.Sprintf("%s at P%d", o.Action, o.Process)
	default:
		text = fmt.Sprintf("%s P%d", o.Action, o.Process)
	}
	if o.CrashAfter > 0 {
		text += fmt.Sprintf(", dying after %d of %d", o.CrashAfter, o.Of)
	}
	return text
}

// A standing is a state as facts describe it.
type standing struct {
	people []world.Member
	flying []world.Flight
	sent   int
}

// lacks returns why a fact is false; "" if it is true.
func (s standing) lacks(fact string) string {
	flights := s.flights()
	switch message, isFlight := strings.CutSuffix(fact, " on the way"); {
	case fact == "nothing on the way" && len(flights) > 0:
		return "on the way is " + strings.Join(flights, "; ")
	case fact == "nothing on the way":
		return ""
	case isFlight && strings.HasPrefix(message, "no "):
		if slices.Contains(flights, message[len("no "):]) {
			return "on the way is " + strings.Join(flights, "; ")
		}
		return ""
	case isFlight && !slices.Contains(flights, message):
		return "on the way is " + strings.Join(append(flights, "nothing else"), "; ")
	case isFlight:
		return ""
	}
	var n int
	if _, err := fmt.Sscanf(fact, "%d message", &n); err == nil {
		if n != s.sent {
			return fmt.Sprintf("sent so far are %d", s.sent)
		}
		return ""
	}
	who, what, _ := strings.Cut(fact, " ")
	known := false
	for _, p := range s.people {
		name := fmt.Sprintf("P%d", p.ID)
		if who != name && (who != "all" || !p.Live) {
			continue
		}
		known = true
		if !slices.Contains(traits(p), what) {
			return fmt.Sprintf("of %s is true: %s", name, strings.Join(traits(p), ", "))
		}
	}
	if !known {
		return fmt.Sprintf("there is no %s here", who)
	}
	return ""
}

// traits are all facts about a process.
func traits(p world.Member) []string {
	if !p.Live {
		return []string{"dead"}
	}
	all := []string{"live"}
	for _, v := range p.Variables {
		all = append(all, v.Name+" "+v.Value)
	}
	return all
}

func (s standing) flights() (all []string) {
	for _, f := range s.flying {
		all = append(all, fmt.Sprintf("%s of P%d to P%d", f.Message, f.From, f.To))
	}
	return all
}

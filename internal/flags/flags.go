// Package flags describes the flags of a program in one table: names, values, conditions and destinations. Parsing,
// help, completion, forms, reports and reference pages are made from the table.
package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A Flag is one line of a table. Its functions are closures over what the table is about.
type Flag struct {
	Name  string
	Takes string // how a help text writes its value: "N", "FILE", "4,8,9,3"; "" for a switch
	Group string // the heading under which it stands
	Help  string // description, one line or several
	Usual bool   // it is among the first that a newcomer sees

	Words   func() []string                   // the values that there are, the default first; nil: Set says
	Idle    func() string                     // why it means nothing beside what else is given, "for ring, which …"; "": it means something
	Presets func() (map[string]string, error) // values of later flags that are not given; nil: none
	Set     func(text string) error           // takes the value; the error says what is allowed
	Then    func(given bool) error            // what follows from it, given or not, once the flags before it are read
	Get     func() any                        // the value in force; nil: it is no part of a report
	Shown   func() bool                       // whether a report has it; nil: where it means something
}

// IsSwitch reports whether the flag stands without a value.
func (f Flag) IsSwitch() bool { return f.Takes == "" }

// IsShown reports whether a report has the flag.
func (f Flag) IsShown() bool {
	return f.Get != nil && (f.Shown == nil && f.Applies() || f.Shown != nil && f.Shown())
}

// Applies reports whether the flag means something beside what else is given.
func (f Flag) Applies() bool { return f.Idle == nil || f.Idle() == "" }

// A Table is the flags of one command, in the order in which they are read: what a flag depends on comes before it.
type Table []Flag

// Find returns the flag of that name.
func (t Table) Find(name string) (Flag, bool) {
	for _, f := range t {
		if f.Name == name {
			return f, true
		}
	}
	return Flag{}, false
}

// Then is the table with something to be done when all flags are read.
func (t Table) Then(last func() error) Table {
	return append(slices.Clip(t), Flag{Then: func(bool) error { return last() }})
}

// Without is the table without some flags.
func (t Table) Without(names ...string) Table {
	return slices.DeleteFunc(slices.Clone(t), func(f Flag) bool { return slices.Contains(names, f.Name) })
}

// Names are the names of the flags, each with its dash, in alphabetical order.
func (t Table) Names() (names []string) {
	for _, f := range t {
		if f.Name != "" {
			names = append(names, "-"+f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// A Line is a command line taken apart: the flags given, and the other arguments.
type Line struct {
	Values map[string]string
	Rest   []string
	Help   bool // -h or -help is among them
}

// Given are the flags of a line as they are written, in alphabetical order.
func (l Line) Given() (given []string) {
	for name, value := range l.Values {
		given = append(given, "-"+name+"="+strings.Join(strings.Fields(value), "")) // 1, 2 is one word too
	}
	slices.Sort(given)
	return given
}

// A Choice is the error of an unknown name or value. A caller that can guess the intended one may suggest it
// in place of the list.
type Choice struct {
	What   string // the problem: "unknown flag -crash", "-algo=buly"
	Reason string // the reason, if What lacks it: "there is no such algorithm"
	Word   string // the word that was given: "crash"
	Those  string // heading of the list: "the flags are"
	Words  []string
}

func (c *Choice) Error() string {
	if len(c.Words) == 1 && c.Reason == "" {
		return fmt.Sprintf("%s: allowed is only %s", c.What, c.Words[0])
	}
	reason := c.Reason
	if reason != "" {
		reason += "; "
	}
	return fmt.Sprintf("%s: %s%s %s", c.What, reason, c.Those, strings.Join(c.Words, ", "))
}

// Meant is the error with the closest words instead of the list.
func (c *Choice) Meant(near []string) string {
	reason := c.Reason
	if reason != "" {
		reason = ": " + reason
	}
	return fmt.Sprintf("%s%s; did you mean %s?", c.What, reason, strings.Join(near, " or "))
}

// Allowed is the error of a flag with a value outside the allowed words.
func Allowed(name, value string, words []string) *Choice {
	return &Choice{What: fmt.Sprintf("-%s=%s", name, value), Word: value, Those: "allowed are", Words: words}
}

// Among finds a word without regard to case.
func Among(value string, words []string) (string, bool) {
	i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, value) })
	if i < 0 {
		return "", false
	}
	return words[i], true
}

// Scan parses a command line. Arguments may stand among the flags. The error names an unknown flag.
func (t Table) Scan(args []string) (Line, error) {
	line, twice := Line{Values: map[string]string{}}, ""
	for len(args) > 0 {
		word := args[0]
		name, value, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-"), "=")
		f, known := t.Find(name)
		switch {
		case !strings.HasPrefix(word, "-") || word == "-":
			line.Rest, args = append(line.Rest, word), args[1:]
			continue
		case name == "h" || name == "help":
			line.Help = true
			return line, nil
		case name == "" || name[0] == '-':
			return line, fmt.Errorf("%q: a flag is written -name=value", word)
		case !known:
			return line, &Choice{What: "unknown flag -" + name, Word: name, Those: "the flags are", Words: t.Names()}
		case !hasValue && !f.IsSwitch() && len(args) == 1:
			return line, fmt.Errorf("-%s has no value: a flag is written -name=value", name)
		}
		if _, again := line.Values[name]; again && twice == "" {
			twice = "-" + strings.TrimLeft(word, "-")
		}
		args = args[1:]
		switch {
		case hasValue:
		case f.IsSwitch():
			value = "true"
		default: // its value is a word of its own
			value, args = args[0], args[1:]
		}
		line.Values[name] = value
	}
	if twice != "" {
		return line, fmt.Errorf("%s: it is given twice; give each flag once", twice)
	}
	return line, nil
}

// Done is what a Then returns where the rest of the table is not to be read.
var Done = errors.New("the rest is not asked")

// Read lets each flag of the table take its value, in the order of the table.
func (t Table) Read(line Line) error {
	presets := map[string]string{}
	for _, f := range t {
		text, isGiven := line.Values[f.Name]
		if preset, is := presets[f.Name]; is && !isGiven && f.Applies() {
			text, isGiven = preset, true
		}
		if isGiven {
			if err := f.take(text); err != nil {
				return err
			}
		}
		if f.Then != nil {
			if err := f.Then(isGiven); errors.Is(err, Done) {
				return nil
			} else if err != nil {
				return err
			}
		}
		if f.Presets != nil {
			var err error
			if presets, err = f.Presets(); err != nil {
				return err
			}
			if _, is := line.Values["ids"]; is { // a size that is given replaces the other way to say it
				delete(presets, "n")
			} else if _, is := line.Values["n"]; is {
				delete(presets, "ids")
			}
		}
	}
	return nil
}

// Parse reads a line that has only flags.
func (t Table) Parse(args ...string) error {
	line, err := t.Scan(args)
	switch {
	case err != nil:
		return err
	case line.Help || len(line.Rest) > 0:
		return fmt.Errorf("%s: a flag is written -name=value", strings.Join(args, " "))
	}
	return t.Read(line)
}

func (f Flag) take(text string) error {
	if !f.Applies() {
		return fmt.Errorf("-%s has no meaning %s", f.Name, f.Idle())
	}
	err := f.Set(text)
	switch err.(type) {
	case nil, *Choice, Whole:
		return err
	}
	return fmt.Errorf("-%s=%s: %w", f.Name, text, err)
}

// Whole is an error of a Set that names the flag itself, or another one.
type Whole struct{ Err error }

func (w Whole) Error() string { return w.Err.Error() }

// OneLine spells out what would break a line: a value is repeated as it was given.
func OneLine(text string) string {
	var line strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			line.WriteRune(r)
		} else {
			line.WriteString(strings.Trim(fmt.Sprintf("%q", r), "'"))
		}
	}
	return line.String()
}

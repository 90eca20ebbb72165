// Package command is what the commands of explore share: the description of a command, the destination and format
// of its report, and how it reports progress and errors.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/meant"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/spec"
)

// A Command is one command of the program, with its flags, its work and its reports.
type Command struct {
	Name  string
	Group Group
	Usage string      // what follows the name: "-algo=NAME -n=N [flags]"
	Short string      // description in one line
	Long  string      // further help; paragraphs may follow
	Words [][2]string // words that its argument is made of, with their meanings
	Codes []string    // its exit codes with meanings, without those of every command; nil: those of check
	Args  string      // its arguments besides flags, for messages; "": none

	OwnShort  string // Short in a program of other elections; "": the same
	Catalogue bool   // it concerns the elections that come with Interrex, and is left out for others

	New func(*Program) Asking
}

// A Group is the heading under which a command stands in the help.
type Group string

// The groups, in the order of the help.
const (
	Check    Group = "check"
	Look     Group = "look"
	Nodes    Group = "real nodes"
	Research Group = "research"
)

// An Asking is one call of a command.
type Asking interface {
	// Of is the question asked, if the command asks one about a world.
	Of() *check.Question

	// Where is the destination of the report.
	Where() *Delivery

	// Flags are the flags of the command.
	Flags() flags.Table

	// Run does what was asked and returns the exit code.
	Run(ctx context.Context, c *Call) int
}

// Taking is implemented by an Asking that takes arguments besides flags. Take is called after all flags are read.
// Its error is an InputError if a file is wrong.
type Taking interface{ Take(args []string) error }

// A Program is a set of commands with the elections and mutants they work on.
type Program struct {
	Name      string            // how users call it: "go run ./cmd/explore"
	Binary    string            // the name of the program in errors and scripts
	Elections []model.Algorithm // those that -algo may name
	Mutants   []mutants.Mutant  // those that the command mutants tries
	Catalogue bool              // the elections are those that come with Interrex
	Commands  []*Command
	Words     []string // first words of a command line that are not commands
	Engines   []check.Engine
	Stores    []check.Opener
}

// named finds a word among the names of a list, without regard to case.
func named[T any](all []T, word string, name func(T) string) (one T, found bool) {
	for _, one := range all {
		if strings.EqualFold(name(one), word) {
			return one, true
		}
	}
	return one, false
}

// Algorithm returns the election that a word names.
func (p *Program) Algorithm(word string) (a model.Algorithm, found bool) {
	return named(p.Elections, word, func(a model.Algorithm) string { return a.Name })
}

// Property returns the property that a word names.
func (p *Program) Property(word string) (property spec.Property, found bool) {
	return named(p.Properties(), word, func(property spec.Property) string { return property.Name })
}

// Own is a text about explore as a program of other elections writes it: with its own name.
func (p *Program) Own(text string) string {
	if p == nil || p.Catalogue {
		return text
	}
	words := strings.Join(append(p.Names(), p.Words...), "|")
	text = regexp.MustCompile(`\bexplore( (?:`+words+`)\b| -)`).ReplaceAllString(text, p.Name+"$1")
	return regexp.MustCompile(`\bexplore:`).ReplaceAllString(text, cmp.Or(p.Binary, p.Name)+":")
}

// Command returns the command with that name, or nil.
func (p *Program) Command(name string) *Command {
	for _, c := range p.Commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Names are the names of the commands.
func (p *Program) Names() (names []string) {
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return names
}

// FirstWords are the commands and algorithms, which a command line may begin with.
func (p *Program) FirstWords() []string {
	all := slices.Concat(p.Names(), p.Words)
	for _, a := range p.Elections {
		if !slices.Contains(all, a.Name) { // anonymous is both
			all = append(all, a.Name)
		}
	}
	return all
}

// NewQuestion is an empty question about the program's elections.
func (p *Program) NewQuestion() check.Question {
	return check.Question{Elections: p.Elections, Program: p.Name, Engines: p.Engines, Stores: p.Stores}
}

// World reads the flags of check and returns the question they ask.
func (p *Program) World(args []string) (check.Question, error) {
	q := p.NewQuestion()
	return q, q.Flags().Parse(args...)
}

// A Call is one call of a command: its input, and the destination of its output.
type Call struct {
	*Program
	Command        *Command
	Asking         Asking
	Out            *File // the report
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Prepare parses the arguments of a command. A nil call without an error means that help was printed.
func (p *Program) Prepare(c *Command, args []string) (*Call, error) {
	asking := c.New(p)
	table := asking.Flags()
	line, err := table.Scan(args)
	switch {
	case err != nil:
		return nil, p.elsewhere(c, err)
	case line.Help:
		return nil, nil
	}
	taking, takes := asking.(Taking)
	if !takes && len(line.Rest) > 0 {
		return nil, fmt.Errorf("unexpected argument %q: a flag is written -name=value", line.Rest[0])
	}
	asking.Of().Given = line.Given()
	if c.Name != "check" {
		asking.Of().Called = c.Name
	}
	if err := table.Read(line); err != nil {
		return nil, err
	}
	if takes {
		if err := taking.Take(line.Rest); err != nil {
			return nil, err
		}
	}
	return &Call{Program: p, Command: c, Asking: asking, Stdin: os.Stdin}, nil
}

// Candidates are the completions of a word that begins with a dash: flags that have a meaning together with those
// given, or one flag with each of its values.
func (p *Program) Candidates(c *Command, given []string, word string) (all []string) {
	table := c.New(p).Flags()
	line, err := table.Scan(slices.DeleteFunc(slices.Clone(given), func(w string) bool { return !strings.HasPrefix(w, "-") }))
	if err != nil {
		return nil
	}
	known := p.isKnown(table, line)
	name, typed, isValue := strings.Cut(strings.TrimPrefix(word, "-"), "=")
	for _, f := range table {
		_, again := line.Values[f.Name]
		switch {
		case f.Name == "" || known && !f.Applies():
		case isValue && f.Name == name && f.Words != nil:
			list := ""
			if f.Name == "property" { // in a list, complete the last name
				list = typed[:strings.LastIndex(typed, ",")+1]
			}
			for _, value := range f.Words() {
				if list == "" || value != check.UsualSet && value != check.PromisedSet { // a set may only stand first
					all = append(all, "-"+f.Name+"="+list+value)
				}
			}
		case isValue || again:
		case f.IsSwitch():
			all = append(all, "-"+f.Name)
		default:
			all = append(all, "-"+f.Name+"=")
		}
	}
	if !isValue {
		slices.Sort(all)
	}
	return all
}

// isKnown reads the given flags, and reports whether they say which others apply. A missing size is taken as two processes.
func (p *Program) isKnown(table flags.Table, line flags.Line) bool {
	values := maps.Clone(line.Values)
	if _, has := table.Find("n"); has && values["n"] == "" && values["ids"] == "" {
		values["n"] = "2"
	}
	return (values["algo"] != "" || len(p.Elections) == 1) && table.Read(flags.Line{Values: values}) == nil
}

// Line parses a whole command line: the command's name, which may be missing, and its arguments.
func (p *Program) Line(args []string) (*Call, error) {
	name := "check"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	c := p.Command(name)
	if a, is := p.Algorithm(name); c == nil && is { // explore bully -n=4
		c, args = p.Command("check"), slices.Concat([]string{"-algo=" + a.Name}, args)
	}
	switch what := fmt.Sprintf("unknown command %q", name); {
	case c != nil:
		return p.Prepare(c, args)
	case p.lacksEngines(name):
		return nil, fmt.Errorf("%s: %s", what, toEngines)
	default:
		return nil, &flags.Choice{What: what, Word: name, Those: "allowed are", Words: p.FirstWords()}
	}
}

// Properties are the built-in properties that apply to an election of the program, and those of the elections.
func (p *Program) Properties() []spec.Property {
	all := slices.DeleteFunc(spec.All(), func(property spec.Property) bool {
		return !slices.ContainsFunc(p.Elections, func(a model.Algorithm) bool { return a.Means(property) == nil })
	})
	for _, a := range p.Elections {
		for _, own := range a.Properties {
			if !slices.ContainsFunc(all, func(other spec.Property) bool { return other.Name == own.Name }) {
				all = append(all, own)
			}
		}
	}
	return all
}

// elsewhere adds to the error about an unknown flag which other commands have it.
func (p *Program) elsewhere(c *Command, err error) error {
	choice := (*flags.Choice)(nil)
	if !errors.As(err, &choice) {
		return err
	}
	var others []string
	for _, other := range p.Commands {
		if _, has := other.New(p).Flags().Find(choice.Word); has {
			others = append(others, other.Name)
		}
	}
	switch n := len(others); {
	case n > 3:
		return fmt.Errorf("-%s has no meaning for %s: explore help %[2]s lists its flags", choice.Word, c.Name)
	case n > 0:
		return fmt.Errorf("-%s has no meaning for %s: use %s", choice.Word, c.Name, strings.Join(others, " or "))
	case p.lacksEngines(choice.Word):
		return fmt.Errorf("%s: %s", choice.What, toEngines)
	case meant.Text(choice) != choice.Error(): // a flag is spelt much like it
		return choice
	}
	return fmt.Errorf("%s: explore help %s lists the flags", choice.What, c.Name)
}

// ofEngines are the words, of flags and commands, that there are only in programs with engines.
var ofEngines = regexp.MustCompile(`^(worker|engine|shards|alone|(nats|flink)(-.*)?)$`)

// toEngines says which program has these words.
const toEngines = "it needs a program with engines: (cd cluster && go build -o ../explore-cluster ./cmd/explore), see docs/cluster.md"

// lacksEngines reports whether only a program with engines has a word.
func (p *Program) lacksEngines(word string) bool {
	return len(p.Engines) == 0 && ofEngines.MatchString(word)
}

// Do opens the destination of the report and runs the command.
func (c *Call) Do(ctx context.Context, stdout, stderr io.Writer) int {
	c.Stdout, c.Stderr = stdout, stderr
	where := c.Asking.Where()
	out, err := Open(where.Output, stdout)
	if err != nil {
		return c.Refuse(fmt.Errorf("-o=%s: %w; name a file in a folder that can be written, or -", where.Output, err))
	}
	defer out.Discard()
	c.Out = out
	return c.Asking.Run(ctx, c)
}

// A Delivery is the destination of a report and its format.
type Delivery struct {
	Format string
	Output string // a file; "" or "-": standard output
	Quiet  bool
}

// Where returns d, so that embedding a Delivery implements Asking.
func (d *Delivery) Where() *Delivery { return d }

// Delivered are the flags of a delivery in one of the formats, by default the first.
func (d *Delivery) Delivered(help string, formats ...string) flags.Table {
	return flags.Table{
		flags.OneOf(flags.Flag{Name: "format", Group: check.HowTold, Usual: true, Help: help}, &d.Format, func() []string { return formats }),
		{Name: "o", Takes: "FILE", Group: check.HowTold, Help: "the file for the report. - is standard output",
			Set: func(text string) error {
				if d.Output = text; text == "" {
					return flags.Whole{Err: errors.New("-o= names no file: name one in a folder that can be written, or -")}
				}
				return nil
			}},
		flags.Flag{Name: "quiet", Group: check.HowTold, Help: "no progress on standard error"}.Switch(&d.Quiet),
	}
}

// A Report is the result of a command. The last line of its text is the verdict with the exit code.
type Report interface {
	Text(w *prose.Writer) // without the last line
	Exit() int
	Verdict() string // without the exit code
}

func lastLine(r Report) string { return fmt.Sprintf("%s (exit %d)", r.Verdict(), r.Exit()) }

// WriteText writes a report for people.
func WriteText(r Report, out io.Writer) error {
	w := &prose.Writer{Out: out}
	r.Text(w)
	w.Line("%s", lastLine(r))
	return w.Err
}

// Deliver writes a report as text or JSON.
func (c *Call) Deliver(r Report) int {
	if r, has := r.(interface{ JSON(io.Writer) error }); has && c.Asking.Where().Format == "json" {
		return c.DeliverBy(r.JSON, r.(Report))
	}
	return c.DeliverBy(func(out io.Writer) error { return WriteText(r, out) }, r)
}

// DeliverBy writes a report in another form.
func (c *Call) DeliverBy(write func(io.Writer) error, r Report) int {
	return c.Write(write, r.Exit(), lastLine(r))
}

// Write calls write with the output and puts the finished file in its place. Then it prints the verdict on standard output.
func (c *Call) Write(write func(io.Writer) error, exit int, verdict string) int {
	code := c.Finish(write(c.Out), exit)
	if c.Out.IsFile() && code == exit {
		fmt.Fprintln(c.Stdout, verdict)
	}
	return code
}

// Finish moves the output to its destination, unless err says that writing failed.
func (c *Call) Finish(err error, code int) int {
	if err == nil {
		err = c.Out.Close()
	}
	if err != nil {
		return c.Fail(check.ExitError, fmt.Sprintf("writing the report: %v", err))
	}
	return code
}

// Fail says in one line why there is no report, and returns the exit code.
func (c *Call) Fail(code int, why string) int {
	fmt.Fprintln(c.Stderr, c.Program.Own(fmt.Sprintf("explore: %s (exit %d)", flags.OneLine(why), code)))
	return code
}

// An InputError is an error in an input file: where it is, and what was expected.
type InputError struct{ Err error }

func (e InputError) Error() string { return e.Err.Error() }
func (e InputError) Unwrap() error { return e.Err }

// Refuse says in one line what is wrong with the call.
func (c *Call) Refuse(err error) int {
	code := check.ExitFlags
	if errors.As(err, &InputError{}) {
		code = check.ExitInput
	}
	return c.Fail(code, meant.Text(err))
}

// Refuse says in one line what is wrong with a call that there is not.
func (p *Program) Refuse(stderr io.Writer, err error) int {
	return (&Call{Program: p, Stderr: stderr}).Refuse(err)
}

// Panicked reports a panic of an election or a property.
func (c *Call) Panicked(err error) int {
	if fault := (*model.Fault)(nil); errors.As(err, &fault) {
		err = fault
	}
	return c.Fail(check.ExitError, err.Error())
}

// Say prints progress, unless -quiet is set.
func (c *Call) Say(format string, args ...any) {
	if !c.Asking.Where().Quiet {
		fmt.Fprintf(c.Stderr, format+"\n", args...)
	}
}

// Progress makes the checker report its progress, unless -quiet is set. The function returned clears the line.
func (c *Call) Progress(o *checker.Options) (end func()) {
	if c.Asking.Where().Quiet {
		return func() {}
	}
	m := NewMeter(c.Stderr, IsTerminal(c.Stderr)).Heed(*o)
	o.Progress = m.Report
	return m.Close
}

// IsTerminal reports whether progress can be rewritten in place.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

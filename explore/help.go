package explore

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/spec"
)

// greeting is what a call without arguments prints.
func greeting(p *command.Program) string {
	name, n := "bully", 4
	if !p.Catalogue {
		name, n = p.Elections[0].Name, 3
	}
	text := "Checks every interleaving and every crash point of a leader election. Try:\n"
	for _, try := range []struct{ args, shows string }{
		{fmt.Sprintf("-algo=%s -n=%d", name, n), "checks an election, and shows what goes wrong"},
		{name, "describes its rules, its world, its promises"},
		{fmt.Sprintf("step -algo=%s -n=3", name), "steps through a run"},
		{"serve", "opens the explorer for a browser"},
		{"help", "lists all commands"},
	} {
		text += fmt.Sprintf("  %-45s %s\n", p.Name+" "+try.args, try.shows)
	}
	return text
}

// help describes all commands, or a command, an algorithm, a property, a flag.
func help(p *command.Program, args []string, out io.Writer) error {
	w := &prose.Writer{Out: out}
	if len(args) > 1 {
		return fmt.Errorf("unexpected argument %q; write explore help, or explore help NAME", args[1])
	}
	if len(args) == 0 || args[0] == "help" {
		overview(p, w)
		return w.Err
	}
	c := p.Command(args[0])
	a, isAlgorithm := p.Algorithm(args[0])
	property, isProperty := p.Property(args[0])
	f, isFlag := flagNamed(p, strings.TrimLeft(args[0], "-"))
	switch {
	case c != nil:
		manual(p, c, w)
	case about[args[0]] != "":
		w.Entry("explore "+args[0], about[args[0]], 20)
	case isAlgorithm:
		worldFlags(p, a, w)
	case isFlag:
		f.Explain(w)
	case isProperty:
		explain(p, property, w)
	default:
		return &flags.Choice{What: "help " + args[0], Reason: "there is no such command, algorithm, property or flag", Word: args[0], Those: "allowed are", Words: topics(p)}
	}
	return w.Err
}

// flagNamed finds a flag of check, or else of the first command that has it.
func flagNamed(p *command.Program, name string) (flags.Flag, bool) {
	for _, c := range append([]*command.Command{p.Command("check")}, p.Commands...) {
		if f, found := c.New(p).Flags().Find(name); found {
			return f, true
		}
	}
	return flags.Flag{}, false
}

// ownWords are the first words that are neither commands nor algorithms.
var ownWords = []string{"help", "completion", "version"}

// about is what own words do.
var about = map[string]string{
	"completion": "prints a completion script for bash, zsh or fish: source <(explore completion bash)",
	"version":    "prints the version",
}

func explain(p *command.Program, property spec.Property, w *prose.Writer) {
	w.Line("%s: %s", property.Name, property.Statement)
	w.Line("It is a %s property. If it is violated, %s.", check.Decision{Property: property}.Kind(), property.Violation)
	var promised []string
	for _, a := range p.Elections {
		if slices.Contains(a.Promised, property.Name) {
			promised = append(promised, a.Name)
		}
	}
	if len(promised) > 0 {
		w.Entry("promised by", strings.Join(promised, ", "), 13)
	}
	w.Entry("check it", p.Name+" -algo=NAME -property="+property.Name, 13)
}

// topics are the commands, the algorithms and the properties, which help explains.
func topics(p *command.Program) []string {
	all := p.FirstWords()
	for _, property := range p.Properties() {
		all = append(all, property.Name)
	}
	return all
}

func overview(p *command.Program, w *prose.Writer) {
	w.Line("%s checks every interleaving and every crash point of a leader election.", cmp.Or(map[bool]string{true: "explore"}[p.Catalogue], p.Binary))
	for _, group := range []command.Group{command.Check, command.Look, command.Nodes, command.Research} {
		commands := slices.DeleteFunc(slices.Clone(p.Commands), func(c *command.Command) bool { return c.Group != group })
		if len(commands) > 0 {
			w.Line("")
			w.Line("%s", strings.ToUpper(string(group[:1]))+string(group[1:]))
		}
		for _, c := range commands {
			w.Entry("  "+c.Name, short(p, c), 14)
		}
	}
	w.Line("")
	w.Entry("  ALGORITHM", "describes it: what it does, its rules, its world, its promises", 14)
	w.Entry("  help NAME", "explains a command, a property or a flag, or lists the flags of an algorithm", 14)
	w.Entry("  completion", about["completion"], 14)
	w.Entry("  version", about["version"], 14)
	w.Line("")
	w.Line("Main flags, of all commands that need a world")
	for _, f := range meaningful(p, p.Command("check").New(p).Flags()) {
		if f.Usual {
			f.Summarize(w)
		}
	}
	w.Line("")
	w.Paragraph("Exit codes of check: " + strings.Join(exitCodes, "; ") + ".")
}

// short is what a command does in this program, in a line.
func short(p *command.Program, c *command.Command) string {
	if p.Catalogue {
		return c.Short
	}
	return cmp.Or(c.OwnShort, c.Short)
}

var exitCodes = []string{
	"0 everything asked holds", "12 a safety property is violated", "11 only not-stuck", "13 only liveness",
	"75 a panic of the election, a warning under -fail-on, or a report that cannot be written",
	"150 a bad input file", "151 a bad flag", "152 inconclusive", "255 a bug of ours",
}

// manual writes the page of one command: a line for each flag.
func manual(p *command.Program, c *command.Command, w *prose.Writer) {
	w.Line("explore %s %s", c.Name, c.Usage)
	for _, part := range []string{short(p, c) + ".", c.Long} {
		for paragraph := range strings.SplitSeq(part, "\n\n") {
			if paragraph != "" {
				w.Paragraph(strings.ToUpper(paragraph[:1]) + paragraph[1:])
			}
		}
	}
	for _, word := range c.Words {
		w.Entry("  "+word[0], word[1], 27)
	}
	summarize(meaningful(p, c.New(p).Flags()), w)
	w.Paragraph("Exit codes: " + strings.Join(codesOf(c), "; ") + ".")
	w.Line("explore help -FLAG explains a flag, explore help ALGORITHM lists the flags of its world.")
}

func summarize(table flags.Table, w *prose.Writer) {
	for _, group := range append([]string{"Main flags"}, table.Groups()...) {
		head := group
		for _, f := range table {
			if f.Usual != (group == "Main flags") || !f.Usual && f.Group != group || f.Name == "" {
				continue
			}
			if head != "" {
				w.Line("%s", head)
				head = ""
			}
			f.Summarize(w)
		}
	}
}

// worldFlags writes the flags that the world of an algorithm has.
func worldFlags(p *command.Program, a model.Algorithm, w *prose.Writer) {
	w.Line("%s -algo=%s [flags]", p.Name, a.Name)
	w.Line("Checks %s. %s %s describes it.", a.Title, p.Name, a.Name)
	q := p.NewQuestion()
	summarize(slices.DeleteFunc(q.WorldFlags(), func(f flags.Flag) bool { return !has(p, a, f.Name) }), w)
	w.Line("explore help check lists the other flags, explore help -FLAG explains a flag.")
}

// meaningful are the flags without those of the world that no election of the program has.
func meaningful(p *command.Program, table flags.Table) flags.Table {
	q := p.NewQuestion()
	world := q.WorldFlags()
	return slices.DeleteFunc(slices.Clone(table), func(f flags.Flag) bool {
		_, isOfWorld := world.Find(f.Name)
		return isOfWorld && !slices.ContainsFunc(p.Elections, func(a model.Algorithm) bool { return has(p, a, f.Name) })
	})
}

// has reports whether a flag has a meaning in some world of an algorithm.
func has(p *command.Program, a model.Algorithm, flag string) bool {
	if flag == "algo" {
		return true
	}
	q := p.NewQuestion()
	args := []string{"-algo=" + a.Name}
	if a.Timed() && !a.Terms() {
		args = append(args, "-timeouts=clock")
	}
	table := q.WorldFlags()
	if table.Parse(args...) != nil {
		return false
	}
	f, _ := table.Find(flag)
	isTimed := f.Group != check.ByTheClock || q.World.IsClocked()
	return isTimed && (f.Idle == nil || !strings.HasPrefix(f.Idle(), "for "))
}

// codesOf are the exit codes of a command, each with its meaning.
func codesOf(c *command.Command) (codes []string) {
	if c.Codes == nil {
		return exitCodes
	}
	all := map[int]string{75: "a model or property panicked, or the report could not be written", 151: "a flag is wrong", 255: "a bug of ours"}
	maps.Copy(all, c.Codes)
	for _, code := range slices.Sorted(maps.Keys(all)) {
		codes = append(codes, fmt.Sprintf("%d %s", code, all[code]))
	}
	return codes
}

package explore

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
)

// greeting is what a call without arguments prints.
func greeting(p *command.Program) string {
	example := "-algo=bully -n=4"
	if !p.Catalogue {
		example = "-algo=" + p.Elections[0].Name + " -n=3"
	}
	return fmt.Sprintf(`%s looks at every interleaving and every crash point of a leader election. Try:
  %[1]s %s      decides what it must do, and shows what goes wrong
  %[1]s serve    the explorer in a browser; %[1]s help has the rest
`, p.Name, example)
}

// help describes all commands, or one.
func help(p *command.Program, args []string, out io.Writer) error {
	w := &prose.Writer{Out: out}
	switch {
	case len(args) > 1:
		return fmt.Errorf("unexpected argument %q: it is explore help, or explore help COMMAND", args[1])
	case len(args) == 0:
		overview(p, w)
		return w.Err
	}
	c, flag := p.Command(args[0]), strings.TrimLeft(args[0], "-")
	_, isFlag := p.Command("check").New(p).Flags().Find(flag)
	switch {
	case c != nil:
		manual(p, c, w)
	case slices.Contains(ownWords, args[0]):
		overview(p, w)
	case isFlag:
		return fmt.Errorf("help %s: -%s is no command but a flag; explore help check describes it", args[0], flag)
	case p.Election(args[0]) != "":
		return fmt.Errorf("help %s: %[2]s is an algorithm and no command: explore list describes it, and %s -algo=%[2]s checks it", args[0], p.Election(args[0]), p.Name)
	case command.Successors[args[0]] != "":
		return fmt.Errorf("help %s: there is no such command; use %s", args[0], command.Successors[args[0]])
	default:
		return &flags.Choice{What: "help " + args[0], Reason: "there is no such command", Word: args[0], Those: "the commands are", Words: words(p)}
	}
	return w.Err
}

// ownWords are the first words that are not commands of a room.
var ownWords = []string{"help", "completion", "version"}

// words are all first words of a command line.
func words(p *command.Program) []string { return append(p.Names(), ownWords...) }

// overview writes a line for each command, by groups.
func overview(p *command.Program, w *prose.Writer) {
	w.Line("%s looks at every interleaving and every crash point of a leader election.", cmp.Or(map[bool]string{true: "explore"}[p.Catalogue], p.Name))
	for _, group := range []command.Group{command.Check, command.Look, command.Nodes, command.Research} {
		named := false
		for _, c := range p.Commands {
			if c.Group != group {
				continue
			}
			if !named {
				w.Line("")
				w.Line("%s", strings.ToUpper(string(group[:1]))+string(group[1:]))
				named = true
			}
			w.Entry("  "+c.Name, short(p, c), 14)
		}
	}
	w.Line("")
	w.Entry("  help NAME", "a command's flags and exit codes", 14)
	w.Entry("  completion", "a shell script that completes all this: source <(explore completion bash)", 14)
	w.Entry("  version", "the version of Interrex", 14)
	w.Line("")
	w.Line("The main flags of check; flags that describe a world are the same in every command:")
	for _, f := range meaningful(p, p.Command("check").New(p).Flags()) {
		if f.Usual {
			f.Help, _, _ = strings.Cut(f.Help, "; ")
			f.Help, _, _ = strings.Cut(f.Help, ". ")
			f.Describe(w)
		}
	}
	w.Line("")
	w.Paragraph("Exit codes of check: " + strings.Join(exitCodes, "; ") + ".")
	w.Paragraph("go run turns every code except 0 into 1; the last line of the report names the real one. docs/glossary.md explains the terms.")
}

// short is what a command does in this program, in a line.
func short(p *command.Program, c *command.Command) string {
	if p.Catalogue {
		return c.Short
	}
	return cmp.Or(c.OwnShort, c.Short)
}

// meaningful are the flags without those that mean nothing for all of the elections of a program.
func meaningful(p *command.Program, table flags.Table) flags.Table {
	if p.Catalogue {
		return table
	}
	means := map[string]bool{}
	for _, a := range p.Elections {
		q := check.Question{World: world.Default(a, []model.ID{1, 2}), Elections: p.Elections}
		for _, f := range q.Flags() {
			means[f.Name] = means[f.Name] || f.Idle == nil || !strings.HasPrefix(f.Idle(), "for "+a.Name+",") && !strings.HasPrefix(f.Idle(), "for "+a.Name+":")
		}
	}
	return slices.DeleteFunc(slices.Clone(table), func(f flags.Flag) bool {
		means, is := means[f.Name]
		return is && !means
	})
}

var exitCodes = []string{
	"0 everything holds, and everything was explored", "12 a safety property is violated", "11 the only safety property violated is not-stuck",
	"13 only liveness properties are violated", "75 a model or property panicked, there are warnings (-fail-on), or the report could not be written",
	"150 an input file is wrong", "151 a flag is wrong", "152 inconclusive: a bound was hit, Ctrl-C, or another process holds -store", "255 a bug of ours",
}

// usual writes the flags that a newcomer needs.
func usual(c *command.Command, p *command.Program, w *prose.Writer) {
	for _, f := range meaningful(p, c.New(p).Flags()) {
		if f.Usual {
			f.Describe(w)
		}
	}
}

// manual writes all about one command.
func manual(p *command.Program, c *command.Command, w *prose.Writer) {
	w.Line("explore %s %s", c.Name, c.Usage)
	for _, part := range []string{short(p, c) + ".", c.Long} {
		for paragraph := range strings.SplitSeq(part, "\n\n") {
			if paragraph != "" {
				w.Line("")
				w.Paragraph(strings.ToUpper(paragraph[:1]) + paragraph[1:])
			}
		}
	}
	table := meaningful(p, c.New(p).Flags())
	w.Line("")
	w.Line("Main flags")
	usual(c, p, w)
	for _, group := range table.Groups() {
		w.Line("")
		w.Line("%s", group)
		for _, f := range table {
			if f.Group == group && !f.Usual {
				f.Describe(w)
			}
		}
	}
	w.Line("")
	w.Line("Exit codes")
	for _, code := range codesOf(c) {
		w.Line("  %s", code)
	}
}

// codesOf are the exit codes that a command may end with, each with what it means.
func codesOf(c *command.Command) []string {
	if c.Codes == nil {
		return exitCodes
	}
	codes := slices.Clone(c.Codes)
	number := func(code string) (n int) { fmt.Sscan(code, &n); return n }
	for _, code := range []string{"75 a model or property panicked, or the report could not be written", "151 a flag is wrong", "255 a bug of ours"} {
		if !slices.ContainsFunc(codes, func(own string) bool { return number(own) == number(code) }) {
			codes = append(codes, code)
		}
	}
	slices.SortStableFunc(codes, func(a, b string) int { return number(a) - number(b) })
	return codes
}

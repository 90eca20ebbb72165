package explore

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// greeting is what somebody sees who says nothing.
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

// help tells of all commands, or of one.
func help(p *command.Program, args []string, out io.Writer) error {
	w := &prose.Writer{Out: out}
	switch {
	case len(args) > 1:
		return fmt.Errorf("unexpected argument %q: it is explore help, or explore help COMMAND", args[1])
	case len(args) == 0:
		overview(p, w)
		return w.Err
	}
	c := p.Command(args[0])
	switch {
	case c != nil:
		manual(p, c, w)
	case slices.Contains(ownWords, args[0]):
		overview(p, w)
	default:
		return &flags.Choice{What: "help " + args[0], Reason: "there is no such command", Word: args[0], Those: "the commands are", Words: words(p)}
	}
	return w.Err
}

// ownWords are those that are no commands of a room.
var ownWords = []string{"help", "completion", "version"}

// words are all that a command line may begin with.
func words(p *command.Program) []string { return append(p.Names(), ownWords...) }

// overview is a line for each command, in groups.
func overview(p *command.Program, w *prose.Writer) {
	w.Line("explore looks at every interleaving and every crash point of a leader election.")
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
			line(w, "  "+c.Name, c.Short, 14)
		}
	}
	w.Line("")
	line(w, "  help NAME", "a command's flags and exit codes", 14)
	line(w, "  completion", "a script that completes commands, flags and values: source <(explore completion bash), zsh or fish", 14)
	line(w, "  version", "which explore this is", 14)
	w.Line("")
	w.Line("The flags of check that one needs first; those of a world are the same everywhere:")
	usual(p.Command("check"), p, w)
	w.Line("")
	w.Line("Exit codes of check: %s.", strings.Join(exitCodes, "; "))
	w.Line("go run makes 1 of every code but 0; the last line of the report names the real one. The terms are in docs/glossary.md.")
}

var exitCodes = []string{
	"0 everything holds, and everything was explored", "12 a safety property is violated", "11 only not-stuck is, of those",
	"13 only liveness is violated", "75 a model or property panicked, there are warnings (-fail-on), or the report was not written",
	"150 an input file is wrong", "151 a flag is wrong", "152 inconclusive: a bound was hit, or Ctrl-C", "255 a bug of ours",
}

// usual are the flags that a newcomer needs.
func usual(c *command.Command, p *command.Program, w *prose.Writer) {
	for _, f := range c.New(p).Flags() {
		if f.Usual {
			entry(w, f)
		}
	}
}

// manual is all about one command.
func manual(p *command.Program, c *command.Command, w *prose.Writer) {
	w.Line("explore %s %s", c.Name, c.Usage)
	for _, part := range []string{strings.TrimSuffix(c.Short, "?") + ".", c.Long} {
		for paragraph := range strings.SplitSeq(part, "\n\n") {
			if paragraph != "" {
				w.Line("")
				w.Paragraph(strings.ToUpper(paragraph[:1]) + paragraph[1:])
			}
		}
	}
	table := c.New(p).Flags()
	w.Line("")
	w.Line("Flags that one needs first")
	usual(c, p, w)
	for _, group := range groups(table) {
		w.Line("")
		w.Line("%s", group)
		for _, f := range table {
			if f.Group == group && !f.Usual {
				entry(w, f)
			}
		}
	}
	w.Line("")
	w.Line("Exit codes")
	for _, code := range exitCodes {
		w.Line("  %s", code)
	}
	if c.Codes != "" {
		w.Paragraph(c.Name + " ends with " + c.Codes + ".")
	}
}

// groups are the headings of a table that have anything beneath them, in its order.
func groups(table flags.Table) (all []string) {
	for _, f := range table {
		if !f.Usual && f.Name != "" && !slices.Contains(all, f.Group) {
			all = append(all, f.Group)
		}
	}
	return all
}

// entry is a flag with what it is for.
func entry(w *prose.Writer, f flags.Flag) {
	name := "  -" + f.Name
	if f.Takes != "" && f.Takes != "WORD" {
		name += "=" + f.Takes
	}
	text := f.Help
	if f.Takes == "WORD" && f.Words != nil {
		name += "="
		text = strings.TrimSuffix(strings.Join(f.Words(), " | ")+"; "+f.Help, "; ")
	}
	line(w, name, text, 24)
}

// line writes a name and, beside it, a text that is folded.
func line(w *prose.Writer, name, text string, width int) {
	folded := prose.Fold(text, strings.Repeat(" ", width+2), prose.Width(w))
	for i, part := range folded {
		if i == 0 && len(name) <= width {
			part = fmt.Sprintf("%-*s  %s", width, name, strings.TrimSpace(part))
		} else if i == 0 {
			w.Line("%s", name)
		}
		w.Line("%s", part)
	}
}

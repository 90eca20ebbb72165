package explore

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
)

// The scripts ask the program itself what can come next.
//
//go:embed completion/explore.bash completion/explore.zsh completion/explore.fish
var scripts embed.FS

// shells are the shells that have a completion script.
var shells = []string{"bash", "zsh", "fish"}

// completion prints the script of a shell. Called by a script, it prints the completions of the last word.
func completion(p *command.Program, args []string, out io.Writer) error {
	switch {
	case len(args) > 1 && args[0] == "--":
		for _, word := range complete(p, args[1:]) {
			if _, err := io.WriteString(out, word+"\n"); err != nil {
				return err
			}
		}
		return nil
	case len(args) != 1 || !slices.Contains(shells, args[0]):
		return fmt.Errorf("completion: one shell is required; write explore completion %s", strings.Join(shells, "|"))
	}
	script, err := scripts.ReadFile("completion/explore." + args[0])
	if err != nil {
		panic(err) // cannot happen: shells has the name
	}
	text := string(script)
	if !p.Catalogue {
		text = strings.ReplaceAll(text, "explore", p.Binary)
	}
	_, err = io.WriteString(out, text)
	return err
}

// complete lists the completions of the last word, which is still being typed: commands, flags and values of flags.
// A flag that takes a value ends in =. File names are left to the shell.
func complete(p *command.Program, typed []string) []string {
	last, before := typed[len(typed)-1], typed[:len(typed)-1]
	name, given := "check", before
	if len(before) > 0 && !strings.HasPrefix(before[0], "-") {
		name, given = before[0], before[1:]
	}
	var all []string
	isFlag := strings.HasPrefix(last, "-")
	switch c := p.Command(name); {
	case len(before) == 0 && !isFlag:
		all = p.FirstWords()
	case name == "help" && len(given) == 0:
		all = topics(p)
	case name == "completion" && len(given) == 0:
		all = shells
	case c == nil, !isFlag && c.Args != "":
	default:
		all = p.Candidates(c, given, last)
	}
	return slices.DeleteFunc(all, func(word string) bool { return !strings.HasPrefix(word, last) })
}

// Package scaffold is the command new: it writes a small election of one's own, with a program and a test.
package scaffold

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// The templates are Go files without their ending, so that the go command does not take them for a package.
//
//go:embed templates
var templates embed.FS

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "new", Group: command.Check, Usage: strings.Join(kinds(), "|") + " DIR",
		Short: "writes an election of your own to begin with: a protocol, its program and a test",
		Long: "ring sends candidates round a ring, timers watches a leader and calls an election when it is silent, lease takes a lease from a server by the clock. " +
			"DIR is a new folder, or one in which none of the files exist. In a checkout of Interrex go.mod refers to that checkout.",
		Codes: map[int]string{0: "the files are written", 151: "the arguments are wrong, or a file exists already"}, Args: "KIND DIR", Catalogue: true,
		New: func(*command.Program) command.Asking { return &asked{} },
	}
}

// kinds are the templates.
func kinds() (names []string) {
	entries, err := fs.ReadDir(templates, "templates")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

type asked struct {
	check.Question
	command.Delivery
	kind, folder string
}

// Flags are none.
func (a *asked) Flags() flags.Table { return nil }

// Take takes the kind and the folder.
func (a *asked) Take(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("new: a kind and a folder are required; write explore new %s DIR", strings.Join(kinds(), "|"))
	}
	a.kind, a.folder = args[0], args[1]
	if !slices.Contains(kinds(), a.kind) {
		return &flags.Choice{What: "new " + a.kind, Reason: "there is no such kind", Word: a.kind, Those: "the kinds are", Words: kinds()}
	}
	return nil
}

// Run writes the files.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	checkout := findCheckout()
	if err := write(a.kind, a.folder, checkout); err != nil {
		return c.Refuse(err)
	}
	if checkout == "" {
		fmt.Fprintf(c.Stdout, "no checkout of Interrex here: name one, (cd %s && go mod edit -replace=interrex=/path/to/the/checkout && go mod tidy)\n", prose.Shell(a.folder))
	} else if err := tidy(ctx, a.folder); err != nil {
		fmt.Fprintf(c.Stdout, "go mod tidy: %s\n", flags.OneLine(err.Error()))
	}
	fmt.Fprintf(c.Stdout, "test it: (cd %s && go test .)\ncheck it: (cd %[1]s && go run . -n=3)\n", prose.Shell(a.folder))
	return check.ExitHolds
}

// tidy has the go command add the requirements of Interrex to go.mod and go.sum.
func tidy(ctx context.Context, folder string) error {
	tidy := exec.CommandContext(ctx, "go", "mod", "tidy")
	tidy.Dir, tidy.Env = folder, append(os.Environ(), "GOWORK=off")
	if out, err := tidy.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

var itsModule = regexp.MustCompile(`(?m)^module interrex$`)

// findCheckout is the root of the checkout of Interrex that the working directory is in, "" if it is in none.
func findCheckout() string {
	folder, err := os.Getwd()
	for err == nil {
		if text, err := os.ReadFile(filepath.Join(folder, "go.mod")); err == nil && itsModule.Match(text) {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			break
		}
		folder = above
	}
	return ""
}

// write writes the files of a kind. It overwrites none.
func write(kind, folder, checkout string) error {
	module := "module example.org/" + kind + "\n\ngo 1.26.0\n\nrequire interrex v0.0.0\n"
	if checkout != "" {
		module += fmt.Sprintf("\nreplace interrex => %q\n", filepath.ToSlash(checkout))
	}
	files := map[string][]byte{"go.mod": []byte(module)}
	within := path.Join("templates", kind)
	entries, err := fs.ReadDir(templates, within)
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := fs.ReadFile(templates, path.Join(within, e.Name()))
		if err != nil {
			return err
		}
		files[strings.TrimSuffix(e.Name(), ".txt")] = text
	}
	for name := range files {
		if _, err := os.Lstat(filepath.Join(folder, name)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: it exists already; name a new folder", filepath.Join(folder, name))
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), text, 0o666))
	}
	return err
}

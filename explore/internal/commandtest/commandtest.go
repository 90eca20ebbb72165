// Package commandtest calls one command as the program would, for the tests beside it.
package commandtest

import (
	"context"
	"strings"

	"interrex/explore/internal/command"
	"interrex/model/mutants"
)

// A Reply is all that a call leaves behind, files aside.
type Reply struct {
	Code           int
	Stdout, Stderr string
}

// LastLine is the verdict of a text report.
func (r Reply) LastLine() string {
	text := strings.TrimSuffix(r.Stdout, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// Call calls a command of the catalogue's program, whose name is the first of the arguments.
func Call(ctx context.Context, c *command.Command, args ...string) Reply {
	p := &command.Program{Name: "go run ./cmd/explore", Elections: command.Catalogue(),
		Mutants: mutants.Mutants(), Catalogue: true, Commands: []*command.Command{c}}
	var stdout, stderr strings.Builder
	call, err := p.Line(args)
	if err != nil {
		return Reply{p.Refuse(&stderr, err), "", stderr.String()}
	}
	code := call.Do(ctx, &stdout, &stderr)
	return Reply{code, stdout.String(), stderr.String()}
}

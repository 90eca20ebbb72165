package anonymous

import (
	"strings"
	"testing"

	"interrex/explore/internal/command"
)

// parsed is what the command is asked by some flags.
func parsed(t *testing.T, args ...string) *asked {
	t.Helper()
	p := &command.Program{Commands: []*command.Command{Command()}}
	call, err := p.Prepare(Command(), args)
	if err != nil {
		t.Fatal(err)
	}
	return call.Asking.(*asked)
}

// TestUsualClasses: what is tried if nothing is asked for.
func TestUsualClasses(t *testing.T) {
	r := parsed(t)
	seen := map[int]bool{}
	for _, c := range r.Classes {
		seen[c.Processes] = true
	}
	if !seen[2] || !seen[3] || len(r.Controls) == 0 {
		t.Errorf("rings of %v, and %d controls", seen, len(r.Controls))
	}
}

// TestAnonymousElects: should one ever elect, we are wrong.
func TestAnonymousElects(t *testing.T) {
	r := parsed(t, "-n=2")
	census := &Census{Class: r.Classes[0], Complete: true, Protocols: 256}
	census.Fates[Elects] = 1
	found := &Classes{request: r, found: []*Census{census}}
	if found.Exit() != 255 || !strings.Contains(found.Verdict(), "1 of 256 anonymous protocols elect") {
		t.Errorf("exit code %d: %s", found.Exit(), found.Verdict())
	}
}

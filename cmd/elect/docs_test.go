package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"interrex/cmd/elect/internal/cluster"
	"interrex/cmd/elect/internal/settings"
	"interrex/internal/local"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestUnit: the command of the sample unit starts a node, with the sample file.
func TestUnit(t *testing.T) {
	unit := read(t, "docs/deploy/elect.service")
	if !strings.Contains(unit, "EnvironmentFile=/etc/elect/node.env\n") {
		t.Error("it does not read node.env")
	}
	_, line, _ := strings.Cut(unit, "ExecStart=/usr/local/bin/elect run ")
	line, _, _ = strings.Cut(line, "\n")
	_, flags, _ := strings.Cut(read(t, "docs/deploy/node.env"), "ELECT_FLAGS=\"")
	flags, _, _ = strings.Cut(flags, "\"\n")
	s, err := settings.Parse(strings.Fields(strings.Replace(line, "$ELECT_FLAGS", flags, 1)))
	if err != nil || s.Algorithm.Name != "raft" || !s.Config.CheckQuorum || !local.IsLoopback(s.HTTP) {
		t.Fatalf("%+v, %v", s, err)
	}
}

var (
	shownRun  = regexp.MustCompile(`(?:go run \./cmd/|\./)?elect +(run|cluster|certs|status) +([^#\n` + "`" + `]*)`)
	continued = regexp.MustCompile(`\\\n\s*`)
)

// commandsIn finds the commands of elect that a page shows: what they do and their arguments.
func commandsIn(page string) (list [][]string) {
	for _, found := range shownRun.FindAllStringSubmatch(continued.ReplaceAllString(page, ""), -1) {
		if strings.HasPrefix(found[2], "-") {
			list = append(list, append([]string{found[1]}, strings.Fields(strings.TrimRight(found[2], "&. "))...))
		}
	}
	return list
}

// TestShownCommands: what the pages have one type is accepted.
func TestShownCommands(t *testing.T) {
	for _, path := range []string{"README.md", "docs/running.md", "docs/notes/raft-and-bully.md", "docs/notes/lecture-004.md"} {
		shown := commandsIn(read(t, path))
		if len(shown) == 0 {
			t.Errorf("%s shows no command of elect", path)
		}
		for _, args := range shown {
			if complaint := refused(args); complaint != nil {
				t.Errorf("%s: elect %s: %v", path, strings.Join(args, " "), complaint)
			}
		}
	}
	for _, wrong := range []string{"elect run -id=1 -bogus", "elect cluster -n=x", "elect certs -bogus"} {
		if shown := commandsIn(wrong); len(shown) != 1 || refused(shown[0]) == nil {
			t.Errorf("%s is accepted: %q", wrong, shown)
		}
	}
}

func refused(args []string) error {
	var err error
	switch args[0] {
	case "run":
		_, err = settings.Parse(args[1:])
	case "cluster":
		_, err = cluster.Parse(args[1:])
	case "status":
		err = settings.Read(new(inquiry).flags(), args[0], args[1:])
	default:
		err = new(certify).parse(args[1:])
	}
	return err
}

package explore

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/request"
)

// TestHelpKnowsAll: each command and each flag there is stands in the help.
func TestHelpKnowsAll(t *testing.T) {
	explained := map[string]bool{}
	for line := range strings.Lines(help) {
		if found := usageOf.FindStringSubmatch(line); found != nil {
			explained[strings.Trim(found[1], "[]")] = true
		}
		if flagsOf.MatchString(line) {
			for _, flag := range flagsIn(line) {
				explained[flag] = true
			}
		}
	}
	for _, command := range request.Commands() {
		if !explained[command] {
			t.Errorf("the help does not say what explore %s is", command)
		}
		for _, flag := range request.Flags(command, nil) {
			if flag = strings.TrimSuffix(flag, "="); !explained[flag] {
				t.Errorf("the help does not say what %s is, which %s takes", flag, command)
			}
		}
	}
}

// TestHelpOnACommand: its usage, the flags that it takes and no others, asked for in three ways.
func TestHelpOnACommand(t *testing.T) {
	for _, command := range request.Commands() {
		got := helpOn(command)
		if !strings.HasPrefix(got, "  explore "+command) && !strings.HasPrefix(got, "  explore ["+command+"]") {
			t.Errorf("help %s begins with %.60q", command, got)
		}
		taken := append(request.Flags(command, nil), request.Flags(command, []string{"-timeouts=clock"})...)
		for line := range strings.Lines(got) {
			if flagsOf.MatchString(line) && !slices.ContainsFunc(flagsIn(line), func(flag string) bool {
				return slices.Contains(taken, flag) || slices.Contains(taken, flag+"=")
			}) {
				t.Errorf("help %s explains %q", command, line)
			}
		}
		for _, flag := range taken {
			if !strings.Contains(got, " "+flag) {
				t.Errorf("help %s does not explain %s", command, flag)
			}
		}
	}
	for _, args := range [][]string{{"help", "rings"}, {"rings", "-h"}, {"rings", "-algo=ring", "-help"}} {
		var out, err bytes.Buffer
		if code := run(t.Context(), args, &out, &err); code != 0 || out.String() != helpOn("rings") {
			t.Errorf("%v: exit %d, %s", args, code, &err)
		}
	}
	for args, want := range map[string]string{
		"help nix":        "help nix: there is no such command; the commands are check, ",
		"help rings list": `unexpected argument "list": it is explore help, or explore help COMMAND`,
		"completion tcsh": "completion: it is explore completion SHELL, which prints a script for bash, zsh, fish",
		"completion":      "completion: it is explore completion SHELL",
	} {
		var out, err bytes.Buffer
		if code := run(t.Context(), strings.Fields(args), &out, &err); code != 151 || !strings.HasPrefix(err.String(), "explore: "+want) {
			t.Errorf("%s: exit %d, %s", args, code, &err)
		}
	}
}

package explore

import (
	"bytes"
	"strings"
	"testing"
)

// TestHelpOnACommand: each command has a line of the overview, and a page with each of its flags, asked for in three ways.
func TestHelpOnACommand(t *testing.T) {
	overview := call("help").stdout
	for _, c := range whole.Commands {
		if !strings.Contains(overview, "\n  "+c.Name+" ") || c.Short == "" {
			t.Errorf("explore help does not name %s", c.Name)
		}
		page := call("help " + c.Name).stdout
		if !strings.HasPrefix(page, "explore "+c.Name+" "+c.Usage) {
			t.Errorf("help %s begins with %.60q", c.Name, page)
		}
		for _, f := range c.New(whole).Flags() {
			if f.Name != "" && (!strings.Contains(page, "\n  -"+f.Name) || f.Group == "") {
				t.Errorf("help %s does not explain -%s", c.Name, f.Name)
			}
		}
		for line := range strings.Lines(page) {
			if len([]rune(line)) > 121 {
				t.Errorf("help %s: a line of %d letters: %s", c.Name, len(line), line)
			}
		}
	}
	for _, args := range []string{"rings -h", "rings -algo=ring -help"} {
		if got := call(args); got.code != 0 || got.stdout != call("help rings").stdout {
			t.Errorf("%v: exit %d, %s", args, got.code, got.stderr)
		}
	}
}

// TestHelpRefuses: what is wrong with a question for help.
func TestHelpRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"help nix":        "help nix: there is no such command; the commands are check, ",
		"help ring":       "help ring: there is no such command; did you mean rings?",
		"help rings list": `unexpected argument "list": it is explore help, or explore help COMMAND`,
		"completion tcsh": "completion: it is explore completion SHELL, which prints a script for bash, zsh, fish",
		"completion":      "completion: it is explore completion SHELL",
		"version 2":       `unexpected argument "2": it is explore version`,
	} {
		var out, err bytes.Buffer
		if code := run(t.Context(), whole, strings.Fields(args), &out, &err); code != 151 || !strings.HasPrefix(err.String(), "explore: "+want) {
			t.Errorf("%s: exit %d, %s", args, code, &err)
		}
	}
}

// TestGreeting: who says nothing sees what to say.
func TestGreeting(t *testing.T) {
	if got := call(""); got.code != 0 || strings.Count(got.stdout, "\n") != 3 || !strings.Contains(got.stdout, "-algo=bully -n=4") {
		t.Errorf("%+v", got)
	}
}

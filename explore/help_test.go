package explore

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestHelpOnACommand: each command has a line of the overview, and a page with each of its flags, asked for in three ways.
func TestHelpOnACommand(t *testing.T) {
	overview := call("help").stdout
	for _, code := range codesOf(whole.Command("check")) {
		if number, _, _ := strings.Cut(code, " "); !strings.Contains(strings.Join(strings.Fields(overview), " "), " "+number+" ") {
			t.Errorf("explore help does not explain exit code %s", number)
		}
	}
	if lines := strings.Count(overview, "\n"); lines > 50 {
		t.Errorf("explore help has %d lines, and a screen 50", lines)
	}
	for _, c := range whole.Commands {
		if !strings.Contains(overview, "\n  "+c.Name+" ") || c.Short == "" {
			t.Errorf("explore help does not name %s", c.Name)
		}
		page := call("help " + c.Name).stdout
		if !strings.HasPrefix(page, "explore "+c.Name+" "+c.Usage) {
			t.Errorf("help %s begins with %.60q", c.Name, page)
		}
		for _, f := range c.New(whole).Flags() {
			if f.Name != "" && (!strings.Contains(page, "-"+f.Name) || f.Group == "") {
				t.Errorf("help %s does not explain -%s", c.Name, f.Name)
			}
		}
		for line := range strings.Lines(page) {
			if len([]rune(line)) > 121 {
				t.Errorf("help %s: a line of %d letters: %s", c.Name, len(line), line)
			}
		}
	}
	for args, same := range map[string]string{"-h": "help", "--help": "help", "list -h": "help list", "check -algo=bully -help": "help check"} {
		if got := call(args); got.code != 0 || got.stderr != "" || got.stdout != call(same).stdout {
			t.Errorf("%v: exit %d, %s", args, got.code, got.stderr)
		}
	}
}

// TestHelpOnExitCodes: each command says its own, once each, and none of those of a check that it cannot end with.
func TestHelpOnExitCodes(t *testing.T) {
	for _, c := range whole.Commands {
		_, list, _ := strings.Cut(call("help "+c.Name).stdout, "\nExit codes: ")
		list, _, _ = strings.Cut(strings.Join(strings.Fields(list), " "), ".")
		var codes []string
		for entry := range strings.SplitSeq(list, "; ") {
			code, meaning, _ := strings.Cut(entry, " ")
			if n, err := strconv.Atoi(code); err != nil || n < 0 || n > 255 || meaning == "" || slices.Contains(codes, code) {
				t.Errorf("help %s: %q after %v", c.Name, entry, codes)
			}
			codes = append(codes, code)
		}
		if len(codes) < 4 || !slices.Contains(codes, "75") || !slices.Contains(codes, "151") || !slices.Contains(codes, "255") {
			t.Errorf("help %s: %v", c.Name, codes)
		}
	}
	codes := strings.Join(codesOf(whole.Command("crosscheck")), "; ")
	if !strings.HasPrefix(codes, "0 ") || strings.Contains(codes, "; 12 ") || !strings.Contains(codes, "; 255 ") {
		t.Errorf("crosscheck: %s", codes)
	}
}

package model_test

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"interrex/model"
	"interrex/spec"
)

// TestCited: each rule of each page has its place, a line of code in the file of an algorithm that
// names the rule there or in the comment above.
func TestCited(t *testing.T) {
	pages, err := spec.Pages.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, page := range pages {
		for _, rule := range spec.Rules(page.Name()) {
			at, known := model.Cited(rule.ID)
			if !known {
				t.Errorf("%s of %s is nowhere in model", rule.ID, page.Name())
				continue
			}
			asked++
			text, err := os.ReadFile(path.Join("..", at.File))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			line := lines[at.Line-1]
			from := at.Line - 1
			for from > 0 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "//") {
				from--
			}
			near := strings.Join(lines[from:at.Line], "\n")
			code, _, _ := strings.Cut(line, "//")
			if strings.TrimSpace(code) == "" || !regexp.MustCompile(`\b`+rule.ID+`\b`).MatchString(near) {
				t.Errorf("%s is said to be at %v: %q", rule.ID, at, near)
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d rules", asked)
	}
	for rule, want := range map[string]string{
		"RI3": "case p.Outranks(m.ID): // RI3",
		"BU2": "p.Local.mode = waitingForOK // BU2",
		"RI1": "func call[",
	} {
		at, _ := model.Cited(rule)
		text, err := os.ReadFile(path.Join("..", at.File))
		if err != nil {
			t.Fatal(err)
		}
		if line := strings.Split(string(text), "\n")[at.Line-1]; !strings.Contains(line, want) {
			t.Errorf("%s is at %v: %q, want %q", rule, at, line, want)
		}
	}
	if at, known := model.Cited("ZZ1"); known {
		t.Errorf("ZZ1 is at %v", at)
	}
}

package spec_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/spec"
)

// modules is the text of each TLA+ module.
func modules(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(spec.Modules, "*.tla")
	if err != nil || len(names) == 0 {
		t.Fatalf("no modules: %v", err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := spec.Modules.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(name, ".tla")] = string(text)
	}
	return texts
}

var (
	ruleOnPage      = regexp.MustCompile(`\*\*([A-Z]{2}[0-9]+)\*\*`)
	deviationOnPage = regexp.MustCompile(`\*\*([A-Z]{2}-D[0-9]+)\*\*|^### ([A-Z]{2}-D[0-9]+):`)
	ruleDefined     = regexp.MustCompile(`(?m)^([A-Z]{2}[0-9]+)\(`)
	moduleName      = regexp.MustCompile(`^-+ MODULE (\w+) -+\n`)
)

// neverFollowed are rules that nothing can trigger, so that no module defines them.
var neverFollowed = []string{"BR10"}

// TestModulesFollowThePages: each rule of a page is an operator of a module, and each deviation is
// named in one; a module has no rule that no page has.
func TestModulesFollowThePages(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	all, rules := "", map[string]bool{}
	for _, text := range modules(t) {
		all += text
	}
	defined := map[string]int{}
	for _, found := range ruleDefined.FindAllStringSubmatch(all, -1) {
		defined[found[1]]++
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range ruleOnPage.FindAllStringSubmatch(string(text), -1) {
			rules[rule[1]] = true
			if want := 1; slices.Contains(neverFollowed, rule[1]) {
				if defined[rule[1]] != 0 || !strings.Contains(all, rule[1]) {
					t.Errorf("%s of %s is never followed: the modules should say so, and not define it", rule[1], page)
				}
			} else if defined[rule[1]] != want {
				t.Errorf("%s of %s is defined %d times in the modules", rule[1], page, defined[rule[1]])
			}
		}
		for _, deviation := range deviationOnPage.FindAllString(string(text), -1) {
			name := strings.Trim(deviation, "*#: ")
			if !regexp.MustCompile(name + `\b`).MatchString(all) {
				t.Errorf("%s of %s is named in no module", name, page)
			}
		}
	}
	if len(rules) == 0 {
		t.Error("the pages have no rules")
	}
	for rule := range defined {
		if !rules[rule] {
			t.Errorf("%s is defined in a module and on no page", rule)
		}
	}
}

// TestModulesAreNamedAsTheirFiles, and have prose before their first formula.
func TestModulesAreNamedAsTheirFiles(t *testing.T) {
	for name, text := range modules(t) {
		found := moduleName.FindStringSubmatch(text)
		if found == nil || found[1] != name {
			t.Errorf("%s.tla does not begin with its name", name)
			continue
		}
		if rest := text[len(found[0]):]; !strings.HasPrefix(rest, "(*") {
			t.Errorf("%s.tla does not say first what it is about", name)
		}
		for line := range strings.Lines(text) {
			if len([]rune(line)) > 101 {
				t.Errorf("%s.tla has a line of %d characters", name, len([]rune(line))-1)
			}
		}
	}
}

// TestPropertiesInModules: module Election has each property under its name, with its sentence, but
// for what asks who has been suspected, of which the modules keep no record.
func TestPropertiesInModules(t *testing.T) {
	text := strings.Join(strings.Fields(strings.ReplaceAll(modules(t)["Election"], `\*`, "")), " ")
	for _, p := range properties() {
		if !p.Recalls && !strings.Contains(text, p.Name+": "+p.Statement) {
			t.Errorf("module Election does not say %q", p.Name+": "+p.Statement)
		}
	}
}

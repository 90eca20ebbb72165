package internal

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var (
	fenced   = regexp.MustCompile("(?ms)^ *```.*?^ *```|`[^`\n]*`")
	link     = regexp.MustCompile(`(?m)\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\s*\[[^\]]+\]:\s+(\S+)`)
	absolute = regexp.MustCompile(`^([a-z]+:|//)`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	unspoken = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// broken lists the relative links of pages that lead to no file, or to no heading of a page.
func broken(tree fs.FS) (links []string, err error) {
	return links, fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".md" {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		for _, found := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			target := found[1] + found[2]
			if !absolute.MatchString(target) && !leads(tree, name, target) {
				links = append(links, name+": "+target)
			}
		}
		return err
	})
}

func leads(tree fs.FS, page, target string) bool {
	file, anchor, anchored := strings.Cut(target, "#")
	if file != "" {
		page = path.Join(path.Dir(page), file)
	}
	if !anchored || path.Ext(page) != ".md" {
		_, err := fs.Stat(tree, page)
		return err == nil
	}
	text, _ := fs.ReadFile(tree, page)
	for _, title := range heading.FindAllStringSubmatch(string(text), -1) {
		if strings.ReplaceAll(unspoken.ReplaceAllString(strings.ToLower(title[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}

func TestLinks(t *testing.T) {
	links, err := broken(os.DirFS(".."))
	if err != nil || len(links) > 0 {
		t.Errorf("broken links: %q, %v", links, err)
	}
}

// TestNamedTests: tests that pages name exist.
func TestNamedTests(t *testing.T) {
	named, declared := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)\\w+)`|-run '?\\^?(\\w+)"), regexp.MustCompile(`(?m)^func (\w+)\(`)
	var tests, names []string
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, d fs.DirEntry, err error) error {
		isPage, isTest := path.Ext(name) == ".md", strings.HasSuffix(name, "_test.go")
		if err != nil || !isPage && !isTest {
			return err
		}
		text, err := os.ReadFile(path.Join("..", name))
		for _, found := range named.FindAllStringSubmatch(string(text), -1) {
			if isPage {
				names = append(names, found[1]+found[2])
			}
		}
		for _, found := range declared.FindAllStringSubmatch(string(text), -1) {
			tests = append(tests, found[1])
		}
		return err
	})
	for _, name := range names {
		if !slices.ContainsFunc(tests, func(test string) bool { return strings.Contains(test, name) }) {
			t.Errorf("a page names %s, and there is no such test", name)
		}
	}
	if err != nil || len(names) == 0 {
		t.Errorf("%d names of tests, %v", len(names), err)
	}
}

func TestBrokenLinks(t *testing.T) {
	const page = "# A *b* (c)\n[a](b.go) [b](#a-b-c) [web](https://x) `[no](no.md)`\n```\n[no](no.md)\n```\n[r]: ../d/a.md#a-b-c\n"
	const wrong = "[x](no.md)\n[x](#a)\n![x](../no.svg \"title\")\n[x]: ../../a.md\n"
	links, err := broken(fstest.MapFS{"d/a.md": {Data: []byte(page + wrong)}, "d/b.go": {}})
	if err != nil || len(links) != strings.Count(wrong, "\n") {
		t.Errorf("broken links: %q, %v", links, err)
	}
}

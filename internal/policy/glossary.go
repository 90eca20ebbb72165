package policy

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

const glossaryPage = "docs/glossary.md"

var (
	entry    = regexp.MustCompile(`\*\*(.+?)\*\*`)
	codeName = regexp.MustCompile("`(?:\\w+\\.)?(\\w+)`")
	capital  = regexp.MustCompile(`(.)([A-Z][a-z])`)
)

// glossary complains of an exported type of a package in glossed that the glossary does not have, neither as a word nor
// by its name. The protocols and messages of an algorithm are named as on its page, which explains them.
func (h *house) glossary() (complaints []string) {
	known := map[string]bool{}
	for _, found := range entry.FindAllStringSubmatch(h.texts[glossaryPage], -1) {
		for word := range strings.SplitSeq(strings.ToLower(found[1]), ",") {
			known[strings.TrimSpace(word)] = true
		}
	}
	for _, found := range codeName.FindAllStringSubmatch(h.texts[glossaryPage], -1) {
		known[found[1]] = true
	}
	for _, s := range h.sources {
		page := strings.ReplaceAll(strings.TrimSuffix(path.Base(s.path), ".go"), "_", "-")
		if _, paged := h.texts["spec/"+page+".md"]; s.test || paged || !slices.Contains(glossed, s.folder) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			t, ok := n.(*ast.TypeSpec)
			if ok && t.Name.IsExported() {
				word := strings.ToLower(capital.ReplaceAllString(t.Name.Name, "$1 $2"))
				if !known[t.Name.Name] && !known[word] && !known[strings.TrimSuffix(word, "s")] && !known[word+"s"] {
					complaints = append(complaints, fmt.Sprintf("%s:%d: type %s is not in %s", s.path, h.fset.Position(t.Pos()).Line, t.Name.Name, glossaryPage))
				}
			}
			_, inside := n.(*ast.FuncDecl)
			return !inside
		})
	}
	return complaints
}

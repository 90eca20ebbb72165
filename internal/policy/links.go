package policy

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	goFile   = regexp.MustCompile("`([\\w/]+\\.go)`")
	codeSpan = regexp.MustCompile("`[^`]*`")
	link     = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\s*\[[^\]]+\]:\s+(\S+)`)
	absolute = regexp.MustCompile(`^([a-z]+:|#|//)`)
)

// links complains of links of pages that lead nowhere, and of Go files that a page names and that are not there. The
// changelog may name what is gone.
func (h *house) links() (complaints []string) {
	files := map[string]bool{}
	for name := range h.texts {
		files[path.Base(name)] = true
	}
	for _, name := range slices.Sorted(maps.Keys(h.texts)) {
		if path.Ext(name) != ".md" {
			continue
		}
		fenced := false
		for i, line := range strings.Split(h.texts[name], "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			}
			if fenced {
				continue
			}
			for _, found := range goFile.FindAllStringSubmatch(line, -1) {
				if !files[path.Base(found[1])] && name != "CHANGELOG.md" {
					complaints = append(complaints, fmt.Sprintf("%s:%d: there is no file %s", name, i+1, found[1]))
				}
			}
			for _, found := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, ""), -1) {
				target, _, _ := strings.Cut(found[1]+found[2], "#")
				if absolute.MatchString(found[1] + found[2]) {
					continue
				}
				if _, err := fs.Stat(h.tree, path.Join(path.Dir(name), target)); err != nil {
					complaints = append(complaints, fmt.Sprintf("%s:%d: %s is not there", name, i+1, target))
				}
			}
		}
	}
	return complaints
}

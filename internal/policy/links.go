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
	codeSpan = regexp.MustCompile("`[^`]*`")
	link     = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\s*\[[^\]]+\]:\s+(\S+)`)
	absolute = regexp.MustCompile(`^([a-z]+:|#|//)`)
)

func (h *house) links() (complaints []string) {
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

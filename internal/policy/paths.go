package policy

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var ofAMachine = regexp.MustCompile(`(?:^|[^\w./-])(/(?:tmp|home|Users|root)/\w+|/work\b)`)

// paths: nothing names a place on the machine of its author.
func (h *house) paths() (complaints []string) {
	for _, name := range slices.Sorted(maps.Keys(h.texts)) {
		if strings.HasPrefix(name, "internal/policy/") || strings.HasSuffix(name, ".min.js") { // one must name what it forbids, the other is not ours
			continue
		}
		for i, line := range strings.Split(h.texts[name], "\n") {
			if found := ofAMachine.FindStringSubmatch(line); found != nil {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s", name, i+1, found[1]))
			}
		}
	}
	return complaints
}

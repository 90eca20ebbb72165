package serve

import (
	"regexp"
	"slices"
	"strings"
)

// A hint is what explore help says of a flag, and in which place.
type hint struct {
	group, words string
	place        int
}

var (
	flagLine = regexp.MustCompile(`^  ((?:-[a-z][a-z0-9-]*(?:=\S*)?(?:\s+|$))+)(.*)$`)
	flagName = regexp.MustCompile(`(?:^|\s)-([a-z][a-z0-9-]*)`)
)

// hints reads the words of explore help: its groups, in order, and of each flag what it says. A line
// about two flags is of both.
func hints(help string) (groups []string, of map[string]hint) {
	of = map[string]hint{}
	group := ""
	var current []string
	for line := range strings.Lines(help) {
		line = strings.TrimRight(line, "\n")
		found := flagLine.FindStringSubmatch(line)
		switch {
		case line == "":
			current = nil
		case !strings.HasPrefix(line, " "):
			group, current = line, nil
		case found != nil:
			current = nil
			for _, name := range flagName.FindAllStringSubmatch(found[1], -1) {
				current = append(current, name[1])
				of[name[1]] = hint{group, found[2], len(of)}
			}
			if !slices.Contains(groups, group) {
				groups = append(groups, group)
			}
		case strings.HasPrefix(line, "      "):
			for _, name := range current {
				h := of[name]
				h.words = strings.TrimSpace(h.words + " " + strings.TrimSpace(line))
				of[name] = h
			}
		default: // a remark on the group
			current = nil
		}
	}
	for name, h := range of {
		h.words = strings.Join(strings.Fields(h.words), " ")
		of[name] = h
	}
	return groups, of
}

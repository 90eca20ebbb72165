package policy

import (
	"fmt"
	"path"
	"regexp"
	"slices"
)

// listedFile is a line of a package's doc.go that says what one of its files is about.
var listedFile = regexp.MustCompile(`(?m)^//\t(\w+\.go) +\S`)

// listing: the doc.go of a large package has one line for each of its other files, outside tests, and none for what is not there.
func (h *house) listing() (complaints []string) {
	h.packages(func(folder string, sources []*source) {
		doc, documented := h.texts[path.Join(folder, "doc.go")]
		if !documented || !slices.Contains(listing, folder) {
			return
		}
		lines := map[string]int{}
		for _, found := range listedFile.FindAllStringSubmatch(doc, -1) {
			lines[found[1]]++
			if !slices.ContainsFunc(sources, func(s *source) bool { return path.Base(s.path) == found[1] }) {
				complaints = append(complaints, fmt.Sprintf("%s/doc.go has a line for %s, which is not there", folder, found[1]))
			}
		}
		for _, s := range sources {
			if name := path.Base(s.path); name != "doc.go" && lines[name] != 1 {
				complaints = append(complaints, fmt.Sprintf("%s/doc.go has %d lines for %s: it says of each file once what it is about", folder, lines[name], name))
			}
		}
	})
	return complaints
}

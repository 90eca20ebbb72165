package policy

import (
	"fmt"
	"strings"
)

func (h *house) imports() (complaints []string) {
	for _, s := range h.sources {
		r, known := rowOf(s.folder)
		if !known {
			complaints = append(complaints, fmt.Sprintf("%s: the import table has no row for %s", s.path, s.folder))
			continue
		}
		for _, i := range s.file.Imports {
			name := strings.Trim(i.Path.Value, `"`)
			if !r.allows(s, name) {
				complaints = append(complaints, fmt.Sprintf("%s: %s may not import %s", h.at(i), s.folder, name))
			} else if name == "interrex/"+browser && !s.test {
				complaints = append(complaints, fmt.Sprintf("%s: only tests import the browser", h.at(i)))
			}
		}
	}
	return complaints
}

// rowOf is the row of a folder itself, or else the closest of those that it is beneath.
func rowOf(folder string) (r row, known bool) {
	if r, known = mayImport[folder]; known {
		return r, true
	}
	closest := ""
	for above, of := range mayImport {
		if covers(above, folder) && len(above) > len(closest) {
			r, closest = of, above
		}
	}
	return r, closest != ""
}

func (r row) allows(s *source, name string) bool {
	if folder, ours := strings.CutPrefix(name, "interrex/"); ours {
		return covers(r.ours, folder) || s.test && (folder == s.folder || folder == "internal/testlevel" || folder == "internal/golden" || covers(r.tests, folder))
	}
	first, _, _ := strings.Cut(name, "/")
	if !strings.Contains(first, ".") && name != "interrex" || name == "interrex" && s.test {
		return true // the standard library; and tests may come in by the front door
	}
	return covers(r.theirs, name) || s.test && (covers(forTests, name) || covers(r.testsTheirs, name))
}

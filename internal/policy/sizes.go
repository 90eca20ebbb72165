package policy

import (
	"fmt"
	"go/ast"
	"strings"
)

func (h *house) sizes() (complaints []string) {
	for _, s := range h.sources {
		if s.test || s.generated {
			continue
		}
		if s.lines() > maxFile {
			complaints = append(complaints, fmt.Sprintf("%s: %d lines, and %d are the limit", s.path, s.lines(), maxFile))
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || strings.Contains(f.Doc.Text(), "long because") {
				continue
			}
			lines := h.fset.Position(f.End()).Line - h.fset.Position(f.Pos()).Line + 1
			if lines > maxFunction {
				complaints = append(complaints, fmt.Sprintf("%s: %s has %d lines, and no reason", h.at(f), f.Name.Name, lines))
			}
		}
	}
	return complaints
}

package policy

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"strings"
)

var skip = regexp.MustCompile(`^\w+\.Skip(f|Now)?$`)

// skips: a test that cannot run here says so to internal/testlevel, which knows where a skip is a failure. The test
// cases that rapid throws away are no skips.
func (h *house) skips() (complaints []string) {
	for _, s := range h.sources {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.folder == "internal/testlevel" {
				continue
			}
			text := s.text[h.fset.Position(f.Pos()).Offset:h.fset.Position(f.End()).Offset]
			if strings.Contains(text, "*rapid.T") {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if name := types.ExprString(call.Fun); skip.MatchString(name) {
						complaints = append(complaints, fmt.Sprintf("%s: %s: let testlevel say what becomes of it", h.at(n), name))
					}
				}
				return true
			})
		}
	}
	return complaints
}

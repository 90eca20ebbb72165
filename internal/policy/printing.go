package policy

import (
	"fmt"
	"go/ast"
	"regexp"
	"strings"
)

// prints matches what writes to a global output or ends the program. A logger that the caller passes in is
// allowed; the global ones of log and log/slog are not.
var prints = regexp.MustCompile(`^(fmt\.Print(f|ln)?|os\.(Stdout|Stderr|Exit)|log\..*|` +
	`log/slog\.((Debug|Info|Warn|Error)(Context)?|Log|LogAttrs|With|Default|SetDefault|NewLogLogger))$`)

func (h *house) printing() (complaints []string) {
	for _, s := range h.sources {
		if s.isUnder("cmd", "explore") {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.test && strings.HasPrefix(f.Name.Name, "Example") {
				continue
			}
			complain := func(n ast.Node, name string) {
				complaints = append(complaints, fmt.Sprintf("%s: %s is for cmd and explore alone", h.at(n), name))
			}
			h.uses(s, d, func(n ast.Node, name string) {
				if prints.MatchString(name) {
					complain(n, name)
				}
			})
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if f, ok := call.Fun.(*ast.Ident); ok && f.Obj == nil && (f.Name == "print" || f.Name == "println") {
						complain(n, f.Name)
					}
				}
				return true
			})
		}
	}
	return complaints
}

func (h *house) sleeping() (complaints []string) {
	for _, s := range h.sources {
		if s.isUnder("cmd", "explore", "impl", "internal/browser") {
			continue
		}
		h.uses(s, s.file, func(n ast.Node, name string) {
			if name == "time.Sleep" {
				complaints = append(complaints, h.at(n)+": time.Sleep obtains no order")
			}
		})
	}
	return complaints
}

package policy

import (
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

var (
	emptyName = regexp.MustCompile(`^(utils?|common|helpers?|managers?|types|misc)$`)
	agedName  = regexp.MustCompile(`[a-z0-9](V[0-9]+|Old|New)$|(?i)experimental`)
	asksName  = regexp.MustCompile(`^(is|has|was)[A-Z]`)
)

func (h *house) names() (complaints []string) {
	complain := func(where, format string, args ...any) {
		complaints = append(complaints, where+": "+fmt.Sprintf(format, args...))
	}
	for _, s := range h.sources {
		words := regexp.MustCompile(`[/_.]`).Split(s.path, -1)
		if i := slices.IndexFunc(words, emptyName.MatchString); i >= 0 {
			complain(s.path, "a file or folder named %s says nothing", words[i])
		} else if emptyName.MatchString(strings.TrimSuffix(s.file.Name.Name, "_test")) {
			complain(s.path, "the name of package %s says nothing", s.file.Name.Name)
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			for _, name := range declared(n) {
				if agedName.MatchString(name.Name) && !asksName.MatchString(name.Name) {
					complain(h.at(name), "%s tells its age and not its meaning", name.Name)
				}
			}
			return true
		})
	}
	return complaints
}

// declared lists the names that a node declares: functions, types, variables, constants, fields.
func declared(n ast.Node) []*ast.Ident {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return []*ast.Ident{n.Name}
	case *ast.TypeSpec:
		return []*ast.Ident{n.Name}
	case *ast.ValueSpec:
		return n.Names
	case *ast.Field:
		return n.Names
	}
	return nil
}

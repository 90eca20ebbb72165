package policy

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// nowhere imports nothing: to tell the variables of a package from others no import is needed.
type nowhere struct{}

func (nowhere) Import(string) (*types.Package, error) { return nil, fs.ErrNotExist }

func (h *house) variables() (complaints []string) {
	h.packages(func(folder string, sources []*source) {
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}}
		var files []*ast.File
		for _, s := range sources {
			files = append(files, s.file)
		}
		config := types.Config{Importer: nowhere{}, Error: func(error) {}}
		pkg, _ := config.Check(folder, h.fset, files, info)
		for _, s := range sources {
			if s.generated {
				continue
			}
			for _, d := range s.file.Decls {
				complaints = append(complaints, h.unset(d)...)
			}
			ast.Inspect(s.file, func(n ast.Node) bool {
				for _, target := range targets(n, info) {
					if name := global(target, info, pkg); name != "" {
						complaints = append(complaints, h.at(n)+": "+name+" is assigned, or may be: package variables do not change")
					}
				}
				return true
			})
		}
	})
	return complaints
}

var changeable = regexp.MustCompile(`^(sync|atomic)\.`)

// unset complains of package variables without a value and of those whose type is made to change.
func (h *house) unset(d ast.Decl) (complaints []string) {
	group, ok := d.(*ast.GenDecl)
	if !ok || group.Tok != token.VAR || isEmbedded(group.Doc) {
		return nil
	}
	for _, spec := range group.Specs {
		v := spec.(*ast.ValueSpec)
		var kinds []ast.Expr
		for _, value := range v.Values {
			if literal, ok := value.(*ast.CompositeLit); ok {
				kinds = append(kinds, literal.Type)
			}
		}
		for _, kind := range append(kinds, v.Type) {
			if kind != nil && changeable.MatchString(types.ExprString(kind)) {
				return append(complaints, fmt.Sprintf("%s: %s is made to change", h.at(v), v.Names[0].Name))
			}
		}
		if v.Values == nil && v.Names[0].Name != "_" {
			complaints = append(complaints, fmt.Sprintf("%s: %s has no value, so something must assign it", h.at(v), v.Names[0].Name))
		}
	}
	return complaints
}

func isEmbedded(comment *ast.CommentGroup) bool {
	return comment != nil && slices.ContainsFunc(comment.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// targets lists what a node assigns, or takes the address of.
func targets(n ast.Node, info *types.Info) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear" || f.Name == "copy") && len(n.Args) > 0 {
			return n.Args[:1]
		}
	case *ast.SelectorExpr: // a method with a pointer receiver takes the address too
		if s := info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
			_, wants := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
			if _, has := s.Recv().Underlying().(*types.Pointer); wants && !has {
				return []ast.Expr{n.X}
			}
		}
	}
	return nil
}

// global names the package variable that an expression is, or is a part of: "" if there is none.
func global(e ast.Expr, info *types.Info, pkg *types.Package) string {
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := info.Uses[e].(*types.Var); ok && v.Parent() == pkg.Scope() {
			return e.Name
		}
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			if _, foreign := info.Uses[x].(*types.PkgName); foreign {
				return x.Name + "." + e.Sel.Name
			}
		}
		return global(e.X, info, pkg)
	case *ast.IndexExpr:
		return global(e.X, info, pkg)
	case *ast.SliceExpr:
		return global(e.X, info, pkg)
	case *ast.StarExpr:
		return global(e.X, info, pkg)
	case *ast.ParenExpr:
		return global(e.X, info, pkg)
	}
	return ""
}

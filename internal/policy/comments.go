package policy

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"
)

func (h *house) comments() (complaints []string) {
	for _, s := range h.sources {
		if !s.generated {
			complaints = append(complaints, h.misnamed(s.file)...)
		}
	}
	explained := h.explained()
	h.packages(func(folder string, sources []*source) {
		var commented []string
		for _, s := range sources {
			if s.file.Doc != nil {
				commented = append(commented, path.Base(s.path))
			}
			if s.file.Name.Name != "main" && !s.generated {
				for _, n := range undocumented(s.file, explained) {
					complaints = append(complaints, fmt.Sprintf("%s: %s has no comment", h.at(n.at), n.name))
				}
			}
		}
		switch {
		case len(commented) == 0:
			complaints = append(complaints, folder+": the package has no comment")
		case len(commented) > 1:
			complaints = append(complaints, fmt.Sprintf("%s: the package has %d comments: %v", folder, len(commented), commented))
		case len(sources) > manyFiles && commented[0] != "doc.go" && sources[0].file.Name.Name != "main":
			complaints = append(complaints, fmt.Sprintf("%s: its comment belongs into doc.go, not %s", folder, commented[0]))
		}
	})
	return complaints
}

// explained names the methods whose contract stands elsewhere: on an interface of ours, or in
// the standard library.
func (h *house) explained() map[string]bool {
	known := map[string]bool{"String": true, "Error": true, "Unwrap": true, "MarshalJSON": true, "UnmarshalJSON": true}
	for _, s := range h.sources {
		ast.Inspect(s.file, func(n ast.Node) bool {
			i, ok := n.(*ast.InterfaceType)
			if !ok {
				return true
			}
			for _, m := range i.Methods.List {
				if len(m.Names) == 1 && (m.Doc != nil || m.Comment != nil) {
					known[m.Names[0].Name] = true
				}
			}
			return true
		})
	}
	return known
}

// misnamed finds comments that begin with another name than that of what they stand over: "f does" over a function, or "A T is" over a type.
func (h *house) misnamed(file *ast.File) (complaints []string) {
	complain := func(name *ast.Ident, said string) {
		complaints = append(complaints, fmt.Sprintf("%s: the comment on %s begins with %s", h.at(name), name.Name, said))
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if first, _, _ := strings.Cut(d.Doc.Text(), " "); isLocalName(first) && first != d.Name.Name {
				complain(d.Name, first)
			}
		case *ast.GenDecl:
			article, text, _ := strings.Cut(d.Doc.Text(), " ")
			if d.Tok != token.TYPE || d.Lparen.IsValid() || article != "A" && article != "An" { // a group has a comment about all of it
				continue
			}
			t := d.Specs[0].(*ast.TypeSpec)
			words := strings.Join(strings.Fields(text), "") // "A watched store" may be a watchedStore
			if !strings.HasPrefix(strings.ToLower(words), strings.ToLower(t.Name.Name)) {
				complain(t.Name, article+" "+strings.Fields(text)[0])
			}
		}
	}
	return complaints
}

// isLocalName reports whether a word can be the name of something that is not exported, or is a plain word in lower case.
func isLocalName(word string) bool { return token.IsIdentifier(word) && !token.IsExported(word) }

// An undocumentedName is an exported name without a comment, and where it is declared.
type undocumentedName struct {
	name string
	at   ast.Node
}

func undocumented(file *ast.File, explained map[string]bool) (names []undocumentedName) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name, receiver := d.Name.Name, "T"
			if d.Recv != nil {
				receiver = strings.TrimLeft(types.ExprString(d.Recv.List[0].Type), "*")
				receiver, _, _ = strings.Cut(receiver, "[")
				name = receiver + "." + name
			}
			excused := d.Recv != nil && explained[d.Name.Name]
			if d.Name.IsExported() && ast.IsExported(receiver) && d.Doc == nil && !excused {
				names = append(names, undocumentedName{name, d})
			}
		case *ast.GenDecl:
			names = append(names, undocumentedIn(d)...)
		}
	}
	return names
}

// undocumentedIn looks through a group. A constant of a named type is explained by the type.
func undocumentedIn(group *ast.GenDecl) (names []undocumentedName) {
	typed := false
	for _, spec := range group.Specs {
		commented := group.Doc != nil
		switch v := spec.(type) {
		case *ast.TypeSpec:
			commented = commented || v.Doc != nil || v.Comment != nil
		case *ast.ValueSpec:
			typed = group.Tok == token.CONST && (v.Type != nil || typed && v.Values == nil)
			commented = commented || v.Doc != nil || v.Comment != nil || typed
		}
		for _, name := range declared(spec) {
			if name.IsExported() && !commented {
				names = append(names, undocumentedName{name.Name, name})
			}
		}
	}
	return names
}

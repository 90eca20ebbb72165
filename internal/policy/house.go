package policy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// A house is the tree: all its text files, and its Go files parsed.
type house struct {
	tree    fs.FS
	fset    *token.FileSet
	texts   map[string]string
	sources []*source
}

// A source is a Go file of the main module.
type source struct {
	path, folder, text string
	file               *ast.File
	test, generated    bool
}

func (s *source) lines() int { return strings.Count(s.text, "\n") }

// isUnder reports whether the file is in one of the folders or beneath it.
func (s *source) isUnder(folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(s.path, f+"/") })
}

// read reads a tree. The Go files of nested modules and of testdata are text like any other.
func read(tree fs.FS) (*house, error) {
	h := &house{tree: tree, fset: token.NewFileSet(), texts: map[string]string{}}
	nested := ""
	isNested := func(name string) bool { return nested != "" && strings.HasPrefix(name, nested+"/") }
	return h, fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir():
			if _, err := fs.Stat(tree, path.Join(name, "go.mod")); err == nil && name != "." && !isNested(name) {
				nested = name
			}
			return nil
		case d.Name() == ".git": // of a second work tree
			return nil
		}
		data, err := fs.ReadFile(tree, name)
		text := string(data)
		if err != nil || strings.Contains(text, "\x00") {
			return err
		}
		h.texts[name] = text
		foreign := isNested(name) || strings.Contains("/"+name, "/testdata/")
		if foreign || path.Ext(name) != ".go" {
			return nil
		}
		return h.parse(name, text)
	})
}

func (h *house) parse(name, text string) error {
	file, err := parser.ParseFile(h.fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	h.sources = append(h.sources, &source{
		path: name, folder: path.Dir(name), text: text, file: file,
		test: strings.HasSuffix(name, "_test.go"), generated: ast.IsGenerated(file),
	})
	return nil
}

// at names a place in a Go file.
func (h *house) at(n ast.Node) string {
	p := h.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// covers reports whether a list of folders or modules, in words, has one for the name.
func covers(list, name string) bool {
	return slices.ContainsFunc(strings.Fields(list), func(entry string) bool {
		whole, deep := strings.CutSuffix(entry, "/...")
		return name == whole || deep && strings.HasPrefix(name, whole+"/")
	})
}

// uses finds the names of other packages in a part of a file, by import path: "os.Exit".
func (h *house) uses(s *source, part ast.Node, found func(n ast.Node, name string)) {
	paths := map[string]string{}
	for _, i := range s.file.Imports {
		name := strings.Trim(i.Path.Value, `"`)
		local := path.Base(name)
		if i.Name != nil {
			local = i.Name.Name
		}
		paths[local] = name
	}
	ast.Inspect(part, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Obj == nil && paths[x.Name] != "" {
				found(n, paths[x.Name]+"."+sel.Sel.Name)
			}
		}
		return true
	})
}

// packages groups the files outside tests by folder, in the order of the folders.
func (h *house) packages(visit func(folder string, sources []*source)) {
	of := map[string][]*source{}
	for _, s := range h.sources {
		if !s.test {
			of[s.folder] = append(of[s.folder], s)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(of)) {
		visit(folder, of[folder])
	}
}

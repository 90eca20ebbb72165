// Package internal has the tests of the whole tree: the direction of imports, and the links of pages.
package internal

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
)

// A layer is a folder and what its Go files may import, tests excepted. A name that ends in / stands for all beneath it too.
type layer struct {
	folder string
	ours   string // beside the folder itself
	theirs bool   // modules of others are allowed
}

// layers has a folder above what it imports; the first one that matches a package counts. impl and model are written from
// spec/ independently, and meet only in tests, such as those of traces/drive.
var layers = []layer{
	{".", "internal/ traces/ model/ checker spec", false},
	{"cmd/explore/", "explore", false},
	{"explore/", "internal/ traces/ model/ checker/ spec/", true},
	{"cmd/elect/", "internal/ traces/ impl/", true},
	{"internal/crew/", "", false},
	{"internal/meant/ internal/browser/", "internal/", true}, // misspelt words; the browser of tests
	{"internal/", "traces/ model/ checker/ spec/", false},
	{"traces/replay/", "traces/ model/ checker spec", true},
	{"impl/node/status/", "impl/ internal/local", true}, // which explore has too
	{"impl/", "traces", true},
	{"model/", "checker checker/component spec", false},
	{"checker/levels/", "checker/ internal/crew", false}, // its pool of workers, which explore has too
	{"checker/", "", false},
	{"spec/", "", false},
	{"traces/draw/", "", false},
	{"traces/stage/", "traces/draw model/ checker spec", false},
	{"traces", "", false},
}

// onlyTests are the packages that no program contains.
const onlyTests = "internal/testlevel internal/golden internal/browser explore/internal/commandtest"

func covers(list, folder string) bool {
	for name := range strings.FieldsSeq(list) {
		above, deep := strings.CutSuffix(name, "/")
		if folder == above || deep && strings.HasPrefix(folder, name) {
			return true
		}
	}
	return false
}

// allowed reports whether the files of a folder that are no tests may import a package.
func allowed(folder, imported string) bool {
	for _, l := range layers {
		if !covers(l.folder, folder) {
			continue
		}
		if ours, is := strings.CutPrefix(imported, "interrex/"); is {
			return covers(l.folder+" "+l.ours, ours) && (covers(onlyTests, folder) || !covers(onlyTests, ours))
		}
		host, _, _ := strings.Cut(imported, "/")
		return host != "interrex" && (l.theirs || !strings.Contains(host, "."))
	}
	return false
}

func TestImports(t *testing.T) {
	files := 0
	tree := os.DirFS("..")
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." {
			if _, err := fs.Stat(tree, path.Join(name, "go.mod")); err == nil || d.Name() == "testdata" {
				return fs.SkipDir
			}
		}
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join("..", name), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files++
		for _, i := range file.Imports {
			if imported, _ := strconv.Unquote(i.Path.Value); !allowed(path.Dir(name), imported) {
				t.Errorf("%s may not import %s", name, imported)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}

func TestWrongImports(t *testing.T) {
	for folder, wrong := range map[string]string{
		".":                      "github.com/google/go-cmp/cmp interrex/impl",
		"explore/internal/serve": "interrex interrex/impl/node interrex/internal/browser",
		"internal/check":         "interrex/explore interrex/internal/golden github.com/google/go-cmp/cmp",
		"impl/node":              "interrex/model interrex/spec interrex/checker interrex/traces/replay",
		"model/world":            "interrex/impl interrex/traces pgregory.net/rapid",
		"checker":                "interrex/spec interrex/internal/crew github.com/google/go-cmp/cmp",
		"traces":                 "interrex/spec interrex/internal/prose interrex/traces/draw",
		"another":                "fmt",
	} {
		for imported := range strings.FieldsSeq(wrong) {
			if allowed(folder, imported) {
				t.Errorf("%s may import %s", folder, imported)
			}
		}
	}
}

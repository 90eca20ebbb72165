package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

// TestOtherSystems: every package and every test has sound types on systems that are not at hand. Compiling the standard
// library and all modules for each of them, as go vet does, takes minutes; what we import is read here without its bodies.
func TestOtherSystems(t *testing.T) {
	testlevel.Slow(t, "all imported packages are read for each system")
	for system, unsound := range map[string]string{"darwin": "syscall.Gettid()", "windows": "syscall.Flock(1, 2)"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			s := sources{token.NewFileSet(), map[string]*types.Package{"unsafe": types.Unsafe}}
			ours := 0
			for _, p := range list(t, system) {
				if system == "windows" && strings.HasPrefix(p.ImportPath, "interrex/cmd/elect") { // whose clusters stop processes as Unix does
					continue
				}
				files := s.parse(t, p)
				for _, complaint := range s.check(p, files) {
					t.Error(complaint)
				}
				if p.ours() {
					ours += len(files)
				}
			}
			if ours < 500 {
				t.Errorf("%d files of ours", ours)
			}
			wound, err := parser.ParseFile(s.set, "wound.go", "package wound\nimport \"syscall\"\nfunc f() { "+unsound+" }", 0)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.check(listed{ImportPath: "interrex/wound"}, []*ast.File{wound})) == 0 {
				t.Errorf("%s is undefined for %s, and there was no complaint", unsound, system)
			}
		})
	}
}

// listed is what go list says of a package, or of one beside its tests.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct {
		Main      bool
		GoVersion string
	}
}

// ours reports whether the bodies of its functions are checked too.
func (p listed) ours() bool {
	return strings.HasPrefix(p.ImportPath, "interrex")
}

// list lists our packages for a system, with their tests and behind all that they import. The main packages of tests
// are made by the go command, and left out.
func list(t *testing.T, system string) (all []listed) {
	t.Helper()
	c := exec.Command("go", "list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,Module", "interrex/...")
	c.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	var complaints bytes.Buffer
	c.Stderr = &complaints
	printed, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v: %s", err, complaints.Bytes())
	}
	for d := json.NewDecoder(bytes.NewReader(printed)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath != "unsafe" && !strings.HasSuffix(p.ImportPath, ".test") {
			all = append(all, p)
		}
	}
	return all
}

// sources are the packages of a system that have been checked, by the paths that go list gives them.
type sources struct {
	set   *token.FileSet
	known map[string]*types.Package
}

func (s sources) parse(t *testing.T, p listed) (files []*ast.File) {
	t.Helper()
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// check gives what is unsound about the types of a package, whose imports have been checked before.
func (s sources) check(p listed, files []*ast.File) (complaints []string) {
	config := types.Config{
		Importer:         importing(func(path string) (*types.Package, error) { return s.of(p, path) }),
		IgnoreFuncBodies: !p.ours(),
		Sizes:            types.SizesFor("gc", "amd64"),
		Error:            func(err error) { complaints = append(complaints, err.Error()) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	s.known[p.ImportPath], _ = config.Check(path, s.set, files, nil)
	return complaints
}

// of is the package that p imports by that path.
func (s sources) of(p listed, path string) (*types.Package, error) {
	if other := p.ImportMap[path]; other != "" {
		path = other
	}
	if known := s.known[path]; known != nil {
		return known, nil
	}
	return nil, errors.New("not listed: " + path)
}

type importing func(path string) (*types.Package, error)

func (i importing) Import(path string) (*types.Package, error) { return i(path) }

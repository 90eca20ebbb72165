// Structure is policy, and policy is a test: who may import whom, how long a file may get, where
// a program may print. Each policy is tried on the tree as it is, and on small wounded trees on
// which it must speak.
package interrex_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A row says what the Go files of a folder may import beside the standard library. A folder
// that ends in /... stands for itself and everything beneath it that has no row closer to it.
type row struct {
	ours   string // folders of this module
	theirs string // modules of others
	tests  string // what tests may import of ours moreover; themselves they always may

	testsTheirs string // what tests may import of others moreover, beside forTests
}

// forTests are the modules of others that every test may import.
const forTests = "github.com/google/go-cmp/... pgregory.net/rapid/..."

// browser is a package that only tests import, so that no program has a browser's driver in it.
const browser = "internal/browser"

// mayImport is the import table of the house: nothing else. impl and model meet in traces/drive
// and in the tests of traces/replay, and nowhere else: both are written from spec/ by hand, so
// that their agreement is evidence. cmd/elect/internal/chaos has no more of either than a file that
// one has recorded and the other follows.
var mayImport = map[string]row{
	".":               {ours: "checker spec model model/world traces/draw internal/check internal/prose", tests: "explore"},
	"spec":            {},
	"spec/claims":     {},
	"spec/stories":    {},
	"checker":         {},
	"checker/measure": {ours: "checker"},
	"model":           {ours: "spec"},
	"model/world":     {ours: "model spec checker"},
	"model/mutants":   {ours: "model model/world spec checker"},
	"impl":            {},
	"impl/...":        {ours: "traces impl impl/...", testsTheirs: "go.uber.org/goleak/..."},
	"impl/network/tcp/...": {ours: "impl impl/...", theirs: "google.golang.org/grpc/... google.golang.org/protobuf/...",
		testsTheirs: "go.uber.org/goleak/..."},
	"impl/durable":  {ours: "impl", theirs: "go.etcd.io/bbolt/..."},
	"impl/history":  {ours: "traces impl impl/...", theirs: "github.com/anishathalye/porcupine/..."},
	"impl/discover": {ours: "impl", theirs: "github.com/hashicorp/memberlist/...", testsTheirs: "go.uber.org/goleak/..."},
	"traces":        {},
	"traces/draw":   {tests: "internal/browser", testsTheirs: "github.com/chromedp/..."},
	"traces/replay": {ours: "traces checker spec model model/world",
		tests:  "impl impl/node impl/durable impl/network impl/network/memory impl/simulate", // which record
		theirs: "github.com/google/go-cmp/..."},
	"traces/drive": {ours: "traces checker spec model model/world impl",
		tests:  "impl/node impl/durable impl/network impl/network/tcp", // whose inputs wait at gates
		theirs: "github.com/google/go-cmp/..."},
	"internal/local":     {},
	"internal/prose":     {},
	"internal/check":     {ours: "spec checker model model/world traces/draw internal/prose internal/flags"},
	"internal/flags":     {},
	"internal/testlevel": {},
	"internal/browser":   {theirs: "github.com/chromedp/...", ours: "internal/testlevel"}, // which tests alone import
	"cmd/elect/...": {ours: "impl impl/... traces internal/local cmd/elect/...", testsTheirs: "go.uber.org/goleak/...",
		theirs: "github.com/peterbourgon/ff/... github.com/prometheus/client_golang/..."},
	"cmd/elect/internal/chaos": {ours: "impl impl/... traces traces/replay cmd/elect/..."},
	"explore/...": {ours: "spec spec/claims spec/stories checker checker/measure model model/world model/mutants " +
		"traces traces/draw traces/replay traces/drive internal/local internal/browser internal/prose internal/check internal/flags explore/...",
		theirs:      "charm.land/bubbletea/v2/... github.com/charmbracelet/x/term/... github.com/agnivade/levenshtein/...",
		testsTheirs: "github.com/santhosh-tekuri/jsonschema/v6/... github.com/creack/pty/... github.com/chromedp/..."},
	"explore/internal/simulate": {ours: "model spec", tests: "checker model/world"},
	"explore/internal/study":    {ours: "model model/world spec checker", tests: "internal/check traces/draw"},
	"cmd/explore":               {ours: "explore"},
}

const (
	maxFile     = 800 // lines of a Go file that is neither a test nor generated
	maxFunction = 70  // lines of a function, unless its comment says "long because"
	manyFiles   = 4   // a package of more keeps its comment in doc.go
)

// A policy is a check of the whole tree, with trees that respect it and trees that do not. Trees
// are written "-- path --" and the file beneath.
type policy struct {
	name   string
	check  func(*house) []string
	sound  []string
	wounds []wound
}

// A wound is a tree of which the check must complain, and how.
type wound struct{ tree, complaint string }

var policies = []policy{
	{"imports", (*house).imports, []string{
		"-- spec/a.go --\npackage spec\nimport \"slices\"",
		"-- spec/a_test.go --\npackage spec_test\nimport (\"interrex/spec\"; \"pgregory.net/rapid\")",
		"-- traces/replay/a_test.go --\npackage replay_test\nimport (\"interrex/impl\"; \"interrex/traces/replay\")",
		"-- traces/replay/a.go --\npackage replay\nimport \"github.com/google/go-cmp/cmp\"",
		"-- explore/internal/report/a.go --\npackage report\n" +
			"import (\"interrex/explore/internal/request\"; \"interrex/spec\")",
		"-- explore/a_test.go --\npackage explore\nimport \"github.com/santhosh-tekuri/jsonschema/v6\"",
		"-- explore/a_test.go --\npackage explore\nimport \"interrex/internal/browser\"",
		"-- impl/durable/a.go --\npackage durable\nimport \"go.etcd.io/bbolt\"",
		"-- spec/twins/go.mod --\nmodule twins\n-- spec/twins/a.go --\npackage twins\nimport \"interrex/model\"",
	}, []wound{
		{"-- model/a.go --\npackage model\n\nimport \"interrex/checker\"", "model/a.go:3: model may not import interrex/checker"},
		{"-- model/a_test.go --\npackage model_test\nimport \"interrex/impl\"", "may not import interrex/impl"},
		{"-- traces/replay/a.go --\npackage replay\nimport \"interrex/impl\"", "may not import interrex/impl"},
		{"-- impl/a.go --\npackage impl\nimport \"interrex/traces\"", "may not import interrex/traces"},
		{"-- impl/a.go --\npackage impl\nimport \"interrex/spec\"", "may not import interrex/spec"},
		{"-- explore/a.go --\npackage explore\nimport \"interrex/impl\"", "may not import interrex/impl"},
		{"-- explore/a.go --\npackage explore\nimport \"github.com/santhosh-tekuri/jsonschema/v6\"", "may not import github.com/santhosh-tekuri"},
		{"-- explore/a.go --\npackage explore\nimport \"interrex/internal/browser\"", "only tests import the browser"},
		{"-- checker/a.go --\npackage checker\nimport \"pgregory.net/rapid\"", "may not import pgregory.net/rapid"},
		{"-- checker/a_test.go --\npackage checker\nimport \"example.org/x\"", "may not import example.org/x"},
		{"-- impl/node/a.go --\npackage node\nimport \"go.etcd.io/bbolt\"", "impl/node may not import go.etcd.io/bbolt"},
		{"-- impl/durable/a.go --\npackage durable\nimport \"interrex/impl/node\"", "may not import interrex/impl/node"},
		{"-- spec/deep/a.go --\npackage deep", "the import table has no row for spec/deep"},
	}},
	{"sizes", (*house).sizes, []string{
		"-- spec/a.go --\npackage spec\n" + strings.Repeat("//\n", maxFile-1),
		"-- spec/a_test.go --\npackage spec\n" + strings.Repeat("//\n", maxFile),
		"-- spec/a.go --\n// Code generated by hand. DO NOT EDIT.\n\npackage spec\n" +
			strings.Repeat("//\n", maxFile),
		"-- spec/a.go --\npackage spec\n// f is long because every rule has its line.\nfunc f() {\n" +
			strings.Repeat("//\n", 80) + "}",
		"-- spec/a.go --\npackage spec\nfunc f() {\n" + strings.Repeat("//\n", maxFunction-2) + "}",
	}, []wound{
		{"-- spec/a.go --\npackage spec\n" + strings.Repeat("//\n", maxFile), "spec/a.go: 801 lines"},
		{"-- spec/a.go --\npackage spec\nfunc f() {\n" + strings.Repeat("//\n", maxFunction-1) + "}", "spec/a.go:2: f has 71 lines"},
	}},
	{"printing", (*house).printing, []string{
		"-- explore/a.go --\npackage explore\nimport \"os\"\nfunc Main() { println(); os.Exit(1) }",
		"-- spec/a.go --\npackage spec\nimport \"fmt\"\nfunc f(w W) { fmt.Fprintln(w) }",
		"-- spec/a_test.go --\npackage spec\nimport \"fmt\"\nfunc ExampleF() { fmt.Println() }",
		"-- spec/a.go --\npackage spec\nimport \"log/slog\"\nfunc f(l *slog.Logger) { l.Info(\"x\"); slog.New(slog.DiscardHandler) }",
	}, []wound{
		{"-- spec/a.go --\npackage spec\nimport \"fmt\"\nfunc f() { fmt.Println() }", "spec/a.go:3: fmt.Println"},
		{"-- spec/a.go --\npackage spec\nimport \"os\"\nvar w = os.Stdout", "os.Stdout"},
		{"-- spec/a.go --\npackage spec\nimport system \"os\"\nfunc f() { system.Exit(1) }", "os.Exit"},
		{"-- spec/a.go --\npackage spec\nimport \"log\"\nfunc f() { log.Fatal() }", "log.Fatal"},
		{"-- spec/a.go --\npackage spec\nimport \"log/slog\"\nfunc f() { slog.Info(\"x\") }", "log/slog.Info"},
		{"-- spec/a.go --\npackage spec\nfunc f() { println() }", "println"},
		{"-- spec/a_test.go --\npackage spec\nimport \"os\"\nfunc TestF() { f(os.Stderr) }", "os.Stderr"},
	}},
	{"sleeping", (*house).sleeping, []string{
		"-- impl/a.go --\npackage impl\nimport \"time\"\nfunc f() { time.Sleep(1) }",
		"-- spec/a.go --\npackage spec\nimport \"time\"\nvar t = time.Second",
	}, []wound{
		{"-- spec/a_test.go --\npackage spec\nimport \"time\"\nfunc TestF() { time.Sleep(1) }", "spec/a_test.go:3: time.Sleep"},
	}},
	{"names", (*house).names, []string{
		"-- spec/view.go --\npackage spec\nfunc New() {}\nfunc isNew() {}\n" +
			"type timerT2 struct { old, new int }\nvar renewed = 1",
	}, []wound{
		{"-- spec/util/a.go --\npackage util", "named util"},
		{"-- spec/test_helpers.go --\npackage spec", "named helpers"},
		{"-- spec/types.go --\npackage spec", "named types"},
		{"-- spec/a.go --\npackage common", "package common"},
		{"-- spec/a.go --\npackage spec\nfunc exploreOld() {}", "spec/a.go:2: exploreOld"},
		{"-- spec/a.go --\npackage spec\ntype BullyV2 struct{}", "BullyV2"},
		{"-- spec/a.go --\npackage spec\ntype s struct { stateNew int }", "stateNew"},
	}},
	{"variables", (*house).variables, []string{
		"-- spec/a.go --\npackage spec\nimport \"errors\"\nvar names = []string{\"a\"}\nvar _ I = T{}\n" +
			"var Err = errors.New(\"\")\nfunc f() { names := names; names[0] = \"b\"; _ = Err }",
		"-- spec/a_test.go --\npackage spec\nvar n int\nfunc f() { n++ }",
		"-- spec/a.go --\npackage spec\nimport _ \"embed\"\n//go:embed a.txt\nvar text string",
		"-- spec/a.go --\n// Code generated by hand. DO NOT EDIT.\n\npackage spec\nvar n int\nfunc f() { n = 1 }",
	}, []wound{
		{"-- spec/a.go --\npackage spec\nvar n int", "spec/a.go:2: n has no value"},
		{"-- spec/a.go --\npackage spec\nvar n = 1\n-- spec/b.go --\npackage spec\nfunc f() { n = 2 }",
			"spec/b.go:2: n is assigned"},
		{"-- spec/a.go --\npackage spec\nvar n = 1\nfunc f() { n++ }", "n is assigned"},
		{"-- spec/a.go --\npackage spec\nvar m = map[int]int{}\nfunc f() { m[1] = 2 }", "m is assigned"},
		{"-- spec/a.go --\npackage spec\nvar m = map[int]int{}\nfunc f() { delete(m, 1) }", "m is assigned"},
		{"-- spec/a.go --\npackage spec\nvar n = 1\nfunc f() *int { return &n }", "n is assigned"},
		{"-- spec/a.go --\npackage spec\nvar l = []int{1}\nfunc f() { for _, l[0] = range l {} }",
			"l is assigned"},
		{"-- spec/a.go --\npackage spec\ntype t struct{}\nfunc (*t) set() {}\nvar v = t{}\nfunc f() { v.set() }",
			"v is assigned"},
		{"-- spec/a.go --\npackage spec\nimport \"sync\"\nvar pool = sync.Pool{}", "pool is made to change"},
		{"-- model/a.go --\npackage model\nimport \"interrex/spec\"\nfunc f() { spec.Names[0] = 1 }",
			"spec.Names is assigned"},
	}},
	{"comments", (*house).comments, []string{
		"-- spec/a.go --\n// Package spec is.\npackage spec\n// I is.\ntype I interface {\n\t// Do does.\n\tDo()\n}\n" +
			"// T is.\ntype T int\nfunc (T) Do() {}\nfunc (T) String() string { return \"\" }\nconst (\n\tA T = iota\n\tB\n)\ntype t int\nfunc (t) Exported() {}",
		"-- cmd/explore/a.go --\n// Explore explores.\npackage main\nfunc Exported() {}",
		"-- policy_test.go --\npackage interrex_test\nfunc Exported() {}",
		"-- spec/doc.go --\n// Package spec is.\npackage spec\n-- spec/a.go --\n// Code generated by hand. DO NOT EDIT.\n\npackage spec\nfunc F() {}",
		"-- spec/a.go --\n// Package spec is.\npackage spec\n// The names.\nvar (\n\tA = 1\n)\n" +
			"type (\n\tB int // counts\n)",
	}, []wound{
		{"-- spec/a.go --\npackage spec", "spec: the package has no comment"},
		{"-- spec/a.go --\n// Package spec is.\npackage spec\n-- spec/b.go --\n// Package spec is not.\npackage spec", "2 comments"},
		{"-- spec/a.go --\n// Package spec is.\npackage spec\n-- spec/b.go --\npackage spec\n-- spec/c.go --\npackage spec\n" +
			"-- spec/d.go --\npackage spec\n-- spec/e.go --\npackage spec", "spec: its comment belongs into doc.go"},
		{"-- spec/a.go --\n// Package spec is.\npackage spec\nfunc F() {}", "spec/a.go:3: F has no comment"},
		{"-- spec/a.go --\n// Package spec is.\npackage spec\n// T is.\ntype T[L any] int\nfunc (*T[L]) Do() {}",
			"T.Do has no comment"},
		{"-- spec/a.go --\n// Package spec is.\npackage spec\nvar A = 1", "A has no comment"},
		{"-- spec/a.go --\n// Package spec is.\npackage spec\ntype A int", "A has no comment"},
		{"-- spec/a.go --\n// Package spec is.\npackage spec\nconst A = 1", "A has no comment"},
	}},
	{"citations", (*house).citations, []string{
		"-- spec/ring.md --\n**RI1** Start. **RI-D1** aside.\n-- model/ring.go --\npackage model // RI1",
		"-- spec/ring.md --\n**RI1**\n- *RI2* apart\n-- model/ring.go --\npackage model // RI1\n-- impl/ring.go --\npackage impl // RI2",
		"-- spec/ring.md --\n**RI1**\n-- model/ring.go --\npackage model // RI1\n" +
			"-- impl/ring.go --\npackage impl // RI1\nvar a = Algorithm{Name: \"ring\"}",
	}, []wound{
		{"-- spec/ring.md --\n**RI1**\n-- model/ring.go --\npackage model // RI1\n" +
			"-- impl/ring.go --\npackage impl\nvar a = Algorithm{Name: \"ring\"}\n-- impl/ring_test.go --\npackage impl // RI1",
			"RI1 of spec/ring.md is cited nowhere in impl/"},
		{"-- spec/ring.md --\n**RI1** Start.\n- **RI2** `i < j`\n-- model/ring.go --\npackage model // RI1, RI21",
			"RI2 of spec/ring.md is cited nowhere"},
		{"-- spec/ring.md --\n**RI1** and **RI2**\n-- model/ring.go --\npackage model // RI1 to RI2. RI1", "RI2 of spec/ring.md"},
		{"-- spec/ring.md --\n**RI1**\n- *RI2* apart\n-- model/ring.go --\npackage model // RI1\n-- impl/ring.go --\npackage impl // RI1",
			"RI2 of spec/ring.md is cited nowhere in impl/"},
		{"-- spec/ring.md --\n**RI1**\n- *RI2* apart\n-- model/ring.go --\npackage model // RI1, RI2\n-- impl/ring.go --\npackage impl // RI2",
			"RI2 of spec/ring.md is the implementation's alone"},
		{"-- spec/ring.md --\nnothing\n-- model/ring.go --\npackage model", "no rule"},
	}},
	{"workshop", (*house).workshop, []string{
		"-- a.md --\nPromptly, obsession, /workflows, -workers, n/work, https://example.org/tmp/x",
		"-- a.bin --\n\x00 /tmp/x",
		"-- a.min.js --\nprompt()",
	}, []wound{
		{"-- a.md --\nfirst\nSee /tmp/x.", "a.md:2: /tmp/x"},
		{"-- .ci/run --\ncd /work", "/work"},
		{"-- a.txt --\n\"/home/me/x\"", "/home/me"},
		{"-- a.go --\npackage a // written in a Session", "Session"},
		{"-- a.md --\nthe prompts", "prompts"},
		{"-- a.md --\nan LLM", "LLM"},
		{"-- a.md --\nan AI assistant", "AI assistant"},
	}},
	{"links", (*house).links, []string{
		"-- docs/a.md --\n[b](b.md#x) [web](https://example.org) [here](#x) [up](../c.md) [d](../docs/)\n" +
			"`[no](no.md)`\n```\n[no](no.md)\n```\n[r]: b.md\n-- docs/b.md --\n-- c.md --\n",
	}, []wound{
		{"-- docs/a.md --\nx\n[b](b.md)", "docs/a.md:2: b.md"},
		{"-- docs/a.md --\n![b](../b.svg \"title\")", "../b.svg"},
		{"-- docs/a.md --\n[r]: b.md", "b.md"},
		{"-- docs/a.md --\n[r](../../outside.md)", "outside.md"},
	}},
	{"skips", (*house).skips, []string{
		"-- spec/a_test.go --\npackage spec\nfunc TestF(t *testing.T) { testlevel.Needs(t, err) }",
		"-- spec/a_test.go --\npackage spec\nfunc TestF(t *testing.T) { rapid.Check(t, func(t *rapid.T) { t.Skip() }) }",
	}, []wound{
		{"-- spec/a_test.go --\npackage spec\nfunc TestF(t *testing.T) {\nt.Skip(\"no java\") }", "spec/a_test.go:3: t.Skip"},
	}},
}

func TestPolicy(t *testing.T) {
	h, err := read(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if len(h.sources) == 0 || len(h.texts) == 0 {
		t.Fatal("there is nothing to check")
	}
	for _, p := range policies {
		t.Run(p.name, func(t *testing.T) {
			for _, complaint := range p.check(h) {
				t.Error(complaint)
			}
		})
	}
}

// TestPolicyCanFail wounds small trees: a check that cannot fail is a defect.
func TestPolicyCanFail(t *testing.T) {
	for _, p := range policies {
		if len(p.sound) == 0 || len(p.wounds) == 0 {
			t.Errorf("%s: no sound tree, or no wound", p.name)
		}
		for _, tree := range p.sound {
			if complaints := p.check(tiny(t, tree)); len(complaints) > 0 {
				t.Errorf("%s complains of a sound tree: %q\n%s", p.name, complaints, tree)
			}
		}
		for _, w := range p.wounds {
			if complaints := p.check(tiny(t, w.tree)); len(complaints) != 1 || !strings.Contains(complaints[0], w.complaint) {
				t.Errorf("%s: complaints %q, want one with %q, of\n%s", p.name, complaints, w.complaint, w.tree)
			}
		}
	}
}

// tiny makes a house of a tree written down.
func tiny(t *testing.T, tree string) *house {
	t.Helper()
	files := fstest.MapFS{}
	for _, file := range strings.Split("\n"+tree, "\n-- ")[1:] {
		name, text, _ := strings.Cut(file, " --\n")
		files[strings.TrimSuffix(name, " --")] = &fstest.MapFile{Data: []byte(text)}
	}
	h, err := read(files)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

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
	return h, fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir():
			if _, err := fs.Stat(tree, path.Join(name, "go.mod")); err == nil && name != "." {
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
		foreign := nested != "" && strings.HasPrefix(name, nested+"/") || strings.Contains("/"+name, "/testdata/")
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
		return covers(r.ours, folder) || s.test && (folder == s.folder || folder == "internal/testlevel" || covers(r.tests, folder))
	}
	first, _, _ := strings.Cut(name, "/")
	if !strings.Contains(first, ".") && name != "interrex" || name == "interrex" && s.test {
		return true // the standard library; and tests may come in by the front door
	}
	return covers(r.theirs, name) || s.test && (covers(forTests, name) || covers(r.testsTheirs, name))
}

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

// prints finds what writes where nobody asked it to. A logger that is handed in is one's own affair;
// the one that log/slog has for all is not.
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

func (h *house) comments() (complaints []string) {
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

var (
	ruleMade  = regexp.MustCompile(`\*\*([A-Z]{2}[0-9]+)\*\*`)
	ruleApart = regexp.MustCompile(`(?m)^- \*([A-Z]{2}[0-9]+)\*`) // the implementation's alone
	ruleUsed  = regexp.MustCompile(`\b[A-Z]{2}[0-9]+\b`)
	ruleRange = regexp.MustCompile(`\b[A-Z]{2}[0-9]+ to [A-Z]{2}[0-9]+\b`)
)

// citations: a rule is cited by its own number: in the model, and in the implementation too if that
// has the page's algorithm; or in the implementation alone. A range cites nothing, since it would
// cite what is not there as well.
func (h *house) citations() (complaints []string) {
	modelled, implemented := h.cited("model"), h.cited("impl")
	made := 0
	for _, name := range slices.Sorted(maps.Keys(h.texts)) {
		if path.Dir(name) != "spec" || path.Ext(name) != ".md" {
			continue
		}
		runs := h.implements(strings.TrimSuffix(path.Base(name), ".md"))
		for _, rule := range ruleMade.FindAllStringSubmatch(h.texts[name], -1) {
			made++
			if !modelled[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is cited nowhere in model/", rule[1], name))
			}
			if runs && !implemented[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is cited nowhere in impl/", rule[1], name))
			}
		}
		for _, rule := range ruleApart.FindAllStringSubmatch(h.texts[name], -1) {
			if !implemented[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is cited nowhere in impl/", rule[1], name))
			}
			if modelled[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is the implementation's alone, and cited in model/", rule[1], name))
			}
		}
	}
	if made == 0 {
		complaints = append(complaints, "spec/ has no rule: it is written **XX1** there")
	}
	return complaints
}

// cited are the rules that the code of a folder names one by one.
func (h *house) cited(folder string) map[string]bool {
	cited := map[string]bool{}
	for _, s := range h.sources {
		if s.folder == folder && !s.test {
			for _, rule := range ruleUsed.FindAllString(ruleRange.ReplaceAllString(s.text, ""), -1) {
				cited[rule] = true
			}
		}
	}
	return cited
}

// implements reports whether impl/ has an algorithm of that name.
func (h *house) implements(algorithm string) bool {
	named := regexp.MustCompile(`\bName:\s+"` + regexp.QuoteMeta(algorithm) + `"`)
	return slices.ContainsFunc(h.sources, func(s *source) bool {
		return s.folder == "impl" && !s.test && named.MatchString(s.text)
	})
}

var ofTheWorkshop = regexp.MustCompile(`(?:^|[^\w./-])(/(?:tmp|home|Users|root)/\w+|/work\b)|\b(` +
	`(?i:prompts?|prompted|sessions?|chatbots?|language models?)|LLMs?|AI (?:assistant|agent|model)s?|` +
	`ChatGPT|Copilot|OpenAI|Anthropic|Claude)\b`)

// workshop: nothing tells on which machine or with what tools the house was built.
func (h *house) workshop() (complaints []string) {
	for _, name := range slices.Sorted(maps.Keys(h.texts)) {
		if name == "policy_test.go" || strings.HasSuffix(name, ".min.js") { // one must name what it forbids, the other is not ours
			continue
		}
		for i, line := range strings.Split(h.texts[name], "\n") {
			if found := ofTheWorkshop.FindStringSubmatch(line); found != nil {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s", name, i+1, found[1]+found[2]))
			}
		}
	}
	return complaints
}

var (
	codeSpan = regexp.MustCompile("`[^`]*`")
	link     = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\s*\[[^\]]+\]:\s+(\S+)`)
	absolute = regexp.MustCompile(`^([a-z]+:|#|//)`)
)

func (h *house) links() (complaints []string) {
	for _, name := range slices.Sorted(maps.Keys(h.texts)) {
		if path.Ext(name) != ".md" {
			continue
		}
		fenced := false
		for i, line := range strings.Split(h.texts[name], "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			}
			if fenced {
				continue
			}
			for _, found := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, ""), -1) {
				target, _, _ := strings.Cut(found[1]+found[2], "#")
				if absolute.MatchString(found[1] + found[2]) {
					continue
				}
				if _, err := fs.Stat(h.tree, path.Join(path.Dir(name), target)); err != nil {
					complaints = append(complaints, fmt.Sprintf("%s:%d: %s is not there", name, i+1, target))
				}
			}
		}
	}
	return complaints
}

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

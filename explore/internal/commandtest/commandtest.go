// Package commandtest calls one command as the program would, for the tests beside it.
package commandtest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"interrex/explore/internal/command"
	"interrex/model"
	"interrex/model/mutants"
)

// A Reply is all that a call leaves behind, files aside.
type Reply struct {
	Code           int
	Stdout, Stderr string
}

// LastLine is the verdict of a text report.
func (r Reply) LastLine() string {
	text := strings.TrimSuffix(r.Stdout, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// Call calls a command of the catalogue's program, whose name is the first of the arguments.
func Call(ctx context.Context, c *command.Command, args ...string) Reply {
	bully, _ := model.Find("bully")
	p := &command.Program{Name: "go run ./cmd/explore", Elections: append(model.Catalogue(), model.Consensus(bully)),
		Mutants: mutants.Mutants(), Catalogue: true, Commands: []*command.Command{c}}
	var stdout, stderr strings.Builder
	call, err := p.Line(args)
	if err != nil {
		return Reply{command.Refuse(&stderr, err), "", stderr.String()}
	}
	code := call.Do(ctx, &stdout, &stderr)
	return Reply{code, stdout.String(), stderr.String()}
}

// Fits holds a JSON document to one of the schemas in docs.
func Fits(t testing.TB, name, document string) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err == nil {
		err = Schema(t, name).Validate(value)
	}
	if err != nil {
		t.Errorf("%s: %v in\n%s", name, err, document)
	}
}

// Schema compiles one of the schemas in docs.
func Schema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft4) // the schemas must say themselves that they are 2020-12
	s, err := compiler.Compile(filepath.Join(docs, name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if s.DraftVersion != 2020 {
		t.Fatalf("%s.schema.json is of draft %d", name, s.DraftVersion)
	}
	return s
}

// docs is the folder docs of the repository. It is found before any test can go elsewhere.
var docs = findDocs()

func findDocs() string {
	here, err := os.Getwd()
	for err == nil && here != filepath.Dir(here) {
		if _, missing := os.Stat(filepath.Join(here, "go.mod")); missing == nil {
			break
		}
		here = filepath.Dir(here)
	}
	return filepath.Join(here, "docs")
}

package explore

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"interrex/checker"
	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/stage"
)

// reportSchema is made of the types that check writes as JSON, and of their comments.
func reportSchema(t *testing.T) string {
	s := &jsonschema.Schema{Definitions: jsonschema.Definitions{}}
	for _, document := range []any{check.Document{}, orders.Document{}} { // the second with -orders=all
		kind := schemaOf(t, document)
		maps.Copy(s.Definitions, kind.Definitions)
		kind.Definitions = nil
		s.OneOf = append(s.OneOf, kind)
	}
	s.Version, s.ID = "https://json-schema.org/draft/2020-12/schema", "urn:interrex:report:0.1"
	s.Title = "What explore check writes with -format=json"
	s.Description = "One object. Version 0.1 of the format. Later versions may add keys and never change one: a program that reads " +
		"this must pass over keys that it does not know. Written by go generate ./docs."
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// keyWords are the values of some keys that have no type of their own.
var keyWords = map[string][]any{
	"verdict": wordsOf(checker.Holds.String(), checker.Violated.String(), checker.Inconclusive.String()),
	"kind":    wordsOf("safety", "liveness"), "about": wordsOf("property", "action"), "exit": {0, 11, 12, 13, 75, 152},
}

func wordsOf(all ...string) (words []any) {
	for _, w := range all {
		words = append(words, w)
	}
	return words
}

// schemaOf is that of one document.
func schemaOf(t *testing.T, document any) *jsonschema.Schema {
	t.Helper()
	sources, structs := comments{}, map[string]reflect.Type{}
	r := jsonschema.Reflector{
		Anonymous: true, ExpandedStruct: true, Namer: nameOf,
		LookupComment: func(of reflect.Type, field string) string {
			if of.Kind() == reflect.Struct {
				structs[nameOf(of)] = of
			}
			return sources.of(of, field)
		},
		Mapper: func(of reflect.Type) *jsonschema.Schema {
			if of == reflect.TypeFor[check.World]() {
				return worldSchema(t)
			}
			return nil
		},
	}
	s := r.Reflect(document)
	s.Version = ""
	refine(s, reflect.TypeOf(document))
	for name, definition := range s.Definitions {
		if of := structs[name]; of != nil {
			refine(definition, of)
		}
	}
	return s
}

// nameOf is what a type goes by in a schema.
func nameOf(of reflect.Type) string {
	name, parameter, _ := strings.Cut(strings.TrimSuffix(of.Name(), "]"), "[")
	name += parameter[strings.LastIndexByte(parameter, '.')+1:]
	switch {
	case isStage(of):
		return "Stage" + name
	case of == reflect.TypeFor[check.Warning]():
		return "WarningJSON" // the name that it was published by
	}
	return name
}

// isStage reports whether a type is a part of the document of a run.
func isStage(of reflect.Type) bool { return of.PkgPath() == reflect.TypeFor[stage.Run]().PkgPath() }

// refine says of the fields of a struct which are null where there is nothing, and what the others may be.
func refine(s *jsonschema.Schema, of reflect.Type) {
	for _, field := range reflect.VisibleFields(of) {
		if name, isAbsent := strings.CutSuffix(field.Tag.Get("json"), ",omitzero"); isAbsent {
			s.Required = slices.DeleteFunc(s.Required, func(other string) bool { return other == name })
		}
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		property, ok := s.Properties.Get(key)
		if !ok {
			continue
		}
		words := keyWords[key]
		if isStage(of) || of == reflect.TypeFor[check.WatchedJSON]() {
			words = nil
		}
		switch property.Type {
		case "string":
			property.Enum = words
		case "integer", "number": // counts, ids and times
			property.Minimum, property.Enum = "0", words
		}
		var described string
		switch {
		case property.OneOf != nil: // nullable, as its tag says
			described, property.OneOf[0].Description = property.OneOf[0].Description, ""
			property.Description = described
		case field.Type.Kind() == reflect.Pointer:
			described, property.Description = property.Description, ""
			s.Properties.Set(key, &jsonschema.Schema{Description: described, AnyOf: []*jsonschema.Schema{property, {Type: "null"}}})
		}
	}
}

// comments are those of the fields of the types of a folder, by TYPE.FIELD.
type comments map[string]map[string]string

func (c comments) of(of reflect.Type, field string) string {
	folder := filepath.Join("..", strings.TrimPrefix(of.PkgPath(), "interrex"))
	if c[folder] == nil {
		c[folder] = readComments(folder)
	}
	name, _, _ := strings.Cut(of.Name(), "[")
	return c[folder][name+"."+field]
}

// readComments reads the comments on the fields of a folder's structs. One that stands beside its field is made a sentence.
func readComments(folder string) map[string]string {
	found := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, file := range files {
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			panic(err)
		}
		ast.Inspect(source, func(n ast.Node) bool {
			spec, is := n.(*ast.TypeSpec)
			if !is {
				return true
			}
			structure, is := spec.Type.(*ast.StructType)
			if !is {
				return true
			}
			for _, field := range structure.Fields.List {
				text := strings.Join(strings.Fields(field.Doc.Text()), " ")
				if beside := strings.TrimSpace(field.Comment.Text()); text == "" && beside != "" {
					text = strings.ToUpper(beside[:1]) + beside[1:] + "."
				}
				for _, name := range field.Names {
					found[spec.Name.Name+"."+name.Name] = text
				}
			}
			return true
		})
	}
	return found
}

// worldSchema is that of a world, made from the flags that describe one.
func worldSchema(t *testing.T) *jsonschema.Schema {
	properties, shown, always := map[string]any{}, map[string]int{}, []string{}
	for _, a := range model.Catalogue() {
		q := check.Question{World: world.Default(a, []model.ID{1, 2})}
		for _, f := range q.WorldFlags() {
			if f.Get == nil {
				continue
			}
			properties[f.Name] = map[string]any{"description": "The flag -" + f.Name + ": " + f.Help + ".", "anyOf": jsonTypes(f)}
			varies := f.Name == "n" || f.Name == "ids" // with explore measure -sweep
			if f.IsShown() && !varies {
				if shown[f.Name]++; shown[f.Name] == len(model.Catalogue()) {
					always = append(always, f.Name)
				}
			}
		}
	}
	text, err := json.Marshal(map[string]any{"type": "object", "properties": properties, "required": always, "additionalProperties": false})
	s := new(jsonschema.Schema)
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// jsonTypes are what a flag's value may be in JSON.
func jsonTypes(f flags.Flag) []any {
	_, isNumber := f.Get().(int)
	switch {
	case f.IsSwitch():
		return []any{map[string]any{"type": "boolean"}}
	case f.Words != nil:
		return []any{map[string]any{"type": "string"}}
	case isNumber:
		return []any{map[string]any{"type": "integer", "minimum": 0}, map[string]any{"const": "unlimited"}}
	}
	ids := map[string]any{"type": "array", "minItems": 1, "items": map[string]any{"type": "integer", "minimum": 1}}
	return []any{map[string]any{"type": "string"}, ids}
}

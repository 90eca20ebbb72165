package stage

import (
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"sync"
)

// A Page is the content of a file that plays runs without a network and without other files.
type Page struct {
	Title      string
	Verdict    string // one line above the stage; empty: none
	Properties []Row  // what the check decided, below that line
	Runs       []*Run
}

// A Row is a property with its verdict.
type Row struct{ Name, Verdict, Text string }

//go:embed *.js *.css page.html
var files embed.FS

// Assets are the modules and style sheets of the renderer, for a site: stage.js exports class Stage.
func Assets() fs.FS { return files }

// modules are the modules of a page; each stands behind those that it imports.
var modules = []string{"dom", "run", "geometry", "picture", "timeline", "lanes", "glossary", "panels", "stage", "page"}

// spare is what a bundle leaves out: imports, the word export, remarks and indents.
var spare = regexp.MustCompile(`(?m)^(?:import .*\n|export |\s*//.*\n|\s+)`)

type bundle struct {
	page                  *template.Template
	style, script         string
	StyleHash, ScriptHash string
}

// bundled is the renderer as one script and one style sheet.
var bundled = sync.OnceValue(func() bundle {
	b := bundle{page: template.Must(template.ParseFS(files, "page.html"))}
	for _, name := range modules {
		b.script += spare.ReplaceAllString(read(name+".js"), "")
	}
	b.style = spare.ReplaceAllString(read("stage.css")+read("page.css"), "")
	b.StyleHash, b.ScriptHash = hash(b.style), hash(b.script)
	return b
})

func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic("stage: a file of the renderer is missing: " + err.Error())
	}
	return string(text)
}

// hash is the source expression of a Content-Security-Policy for a text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// HTML writes a page that plays the runs. Without a script it lists their steps.
func HTML(w io.Writer, p Page) error {
	documents, err := pack(p.Runs)
	if err != nil {
		return err
	}
	b := bundled()
	return b.page.Execute(w, struct {
		Page
		bundle
		Style     template.CSS
		Script    template.JS
		Documents template.HTML // base64
	}{p, b, template.CSS(b.style), template.JS(b.script), template.HTML(documents)})
}

// pack is the JSON of the runs, compressed and in base64.
func pack(runs []*Run) (string, error) {
	var text strings.Builder
	into := base64.NewEncoder(base64.StdEncoding, &text)
	packed, err := gzip.NewWriterLevel(into, gzip.BestCompression)
	if err != nil {
		panic("stage: a level of compression is unknown: " + err.Error())
	}
	if runs == nil {
		runs = []*Run{}
	}
	err = errors.Join(json.NewEncoder(packed).Encode(runs), packed.Close(), into.Close())
	return text.String(), err
}

package serve

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"path"
	"sync"

	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/traces/stage"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed assets
var assetFiles embed.FS

// pages are the templates, parsed at their first use.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"grouped": prose.Grouped,
		"add":     func(a, b int) int { return a + b },
	}).ParseFS(pageFiles, "pages/*.html"))
})

// A frame surrounds each page.
type frame struct {
	Title, Version string
	Here           string // the page's name, to mark it in the navigation
	Catalogue      bool   // there are claims
	Program        string // how the program is called
	Page           any
}

// show renders a page completely, or else only an error.
func (s *Site) show(w http.ResponseWriter, status int, name, title string, page any) {
	var b bytes.Buffer
	if err := pages().ExecuteTemplate(&b, name+".html", frame{title, check.Version, name, s.Program.Catalogue, s.Program.Name, page}); err != nil {
		panic(err) // the template does not fit its view
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(bytes.Map(stage.Upright, b.Bytes())) // of an election's texts
}

// An errorView is the page of an error.
type errorView struct {
	Why  string
	Back []backView
}

// A backView is a link to a page from which one can go on.
type backView struct{ Words, Address string }

// refuse shows an error in one line, with links to existing pages, the home page last.
func (s *Site) refuse(w http.ResponseWriter, status int, why string, back ...backView) {
	s.show(w, status, "refusal", http.StatusText(status), errorView{flags.OneLine(why), append(back, backView{"All elections", "/"})})
}

// An assetFile is a file that pages refer to.
type assetFile struct {
	kind string
	text []byte
	tag  string
}

// assets are all asset files, by name. Those of the stage come from its package.
var assets = sync.OnceValue(func() map[string]assetFile {
	all := map[string]assetFile{}
	add := func(name, kind string, text []byte) {
		sum := sha256.Sum256(text)
		all[name] = assetFile{kind, text, `"` + hex.EncodeToString(sum[:8]) + `"`}
	}
	kinds := map[string]string{".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
	for _, files := range []fs.FS{assetFiles, stage.Assets()} {
		err := fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
			if kind := kinds[path.Ext(name)]; kind != "" && err == nil {
				var text []byte
				text, err = fs.ReadFile(files, name)
				add(path.Base(name), kind, text)
			}
			return err
		})
		if err != nil {
			panic(err)
		}
	}
	return all
})

func (s *Site) asset(w http.ResponseWriter, r *http.Request) {
	found, ok := assets()[r.PathValue("name")]
	if !ok {
		s.noPage(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", found.kind+"; charset=utf-8")
	h.Set("Cache-Control", "no-cache") // the browser asks again and compares the tag
	h.Set("ETag", found.tag)
	if r.Header.Get("If-None-Match") == found.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Write(found.text)
}

//go:build !js

package main

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"interrex/explore/internal/serve"
)

//go:embed files
var files embed.FS

// shell is a page that gets its contents in the browser.
//
//go:embed shell.html
var shell string

const usage = "usage: site FOLDER [PREFIX]; the prefix is where the site will lie on its server, such as /interrex/, for the page of unknown addresses"

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	prefix := "/"
	if len(os.Args) == 3 {
		prefix = path.Join("/", os.Args[2], "x")
		prefix = strings.TrimSuffix(prefix, "x")
	}
	if err := generate(os.Args[1], prefix); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// generate writes the site into a folder.
func generate(folder, prefix string) error {
	site := newSite(func(words string) { fmt.Fprintln(os.Stderr, words) })
	defer site.Close()
	g := &generator{folder: folder, prefix: prefix, site: site, known: map[string]bool{"/": true}}
	for _, step := range []func() error{g.program, g.scripts, g.pages} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type generator struct {
	folder, prefix string
	site           *serve.Site
	known          map[string]bool // the addresses that have been found
}

// write writes one file of the site.
func (g *generator) write(name string, text []byte) error {
	name = filepath.Join(g.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}

// program compiles the explorer and packs it. Without inlining it is a fifth smaller, except in what explores.
func (g *generator) program() error {
	unpacked, err := os.CreateTemp("", "*.wasm")
	if err != nil {
		return err
	}
	defer os.Remove(unpacked.Name())
	defer unpacked.Close()
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-s -w", "-o", unpacked.Name(), "interrex/explore/internal/site")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	info, err := os.Stat(unpacked.Name())
	if err != nil {
		return err
	}
	pack := exec.Command("xz", "--format=lzma", "-6", "-c", unpacked.Name())
	pack.Stderr = os.Stderr
	packed, err := pack.Output()
	if err != nil {
		return fmt.Errorf("xz, of Debian's package xz-utils: %w", err)
	}
	binary.LittleEndian.PutUint64(packed[5:], uint64(info.Size())) // xz leaves the length open
	return g.write("interrex.wasm.lzma", packed)
}

// comments are lines of a script that only comment; some name other servers.
var comments = regexp.MustCompile(`(?m)^\s*//.*\n`)

// scripts copies what is the same on each page.
func (g *generator) scripts() error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return errors.Join(g.write("wasm_exec.js", comments.ReplaceAll(glue, nil)), g.write(".nojekyll", nil), fs.WalkDir(files, "files", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		return errors.Join(err, g.write(path.Base(name), text))
	}))
}

// written is how many links lead from the first page to the last that is written with its contents. Others get theirs in
// the browser.
const written = 2

// pages writes the pages of all addresses to which links lead, and what they load.
func (g *generator) pages() error {
	found := []string{"/", "/walk"}
	for depth := 0; len(found) > 0; depth++ {
		var next []string
		for _, address := range found {
			links, err := g.page(address, depth <= written && address != "/walk")
			if err != nil {
				return err
			}
			next = append(next, links...)
		}
		found = next
	}
	return g.write("404.html", dress(shell, g.prefix))
}

// links are the addresses in pages and in scripts.
var links = regexp.MustCompile(`(?:\s(?:href|src)="|import[^'"]*['"])(/[^"'?#]*|\./[^"'?#]*)`)

// page writes a page, or the shell of one, or a file that pages load. It returns the addresses that are new in it.
func (g *generator) page(address string, contents bool) (found []string, err error) {
	text, isFile := []byte(shell), strings.HasPrefix(address, "/assets/")
	if contents || isFile {
		w := httptest.NewRecorder()
		g.site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+address, nil))
		switch {
		case w.Code == http.StatusOK:
			text = w.Body.Bytes()
		case isFile:
			return nil, fmt.Errorf("%s: %s", address, w.Result().Status)
		}
	}
	for _, link := range links.FindAllSubmatch(text, -1) {
		to := path.Join(path.Dir(address), string(link[1]))
		if bytes.HasPrefix(link[1], []byte("/")) {
			to = string(link[1])
		}
		if !g.known[to] {
			g.known[to], found = true, append(found, to)
		}
	}
	if isFile {
		return found, g.write(address, text)
	}
	root := cmp.Or(strings.Repeat("../", strings.Count(strings.TrimSuffix(address, "/"), "/")), "./")
	return found, g.write(path.Join(address, "index.html"), dress(string(text), root))
}

// policy lets a page load files of the site only.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; frame-src 'self'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'"

// local are the addresses of the site in a page.
var local = regexp.MustCompile(`(\s(?:href|src|action|data-[a-z]+)=")/`)

// scripts are those of the explorer's pages. They run when the explorer does.
var scripts = regexp.MustCompile(`<script src="[^"]*"[^>]*></script>\n?`)

// dress makes a page of the explorer a file of the site, whose root lies at an address.
func dress(page, root string) []byte {
	page = local.ReplaceAllString(scripts.ReplaceAllString(page, ""), "${1}"+root)
	head := `<head>
<meta http-equiv="Content-Security-Policy" content="` + policy + `">
<script src="` + root + `site.js"></script>
<link rel="stylesheet" href="` + root + `site.css">`
	return []byte(strings.Replace(page, "<head>", head, 1))
}

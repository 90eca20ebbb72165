package model

import (
	"embed"
	"path"
	"regexp"
	"strings"
	"sync"
)

//go:embed *.go
var sources embed.FS

// A Place is a line of a file of this package.
type Place struct {
	File string // from the root of the module
	Line int    // from 1
}

var (
	citation = regexp.MustCompile(`\b[A-Z]{2}[0-9]+\b`)
	several  = regexp.MustCompile(`\b[A-Z]{2}[0-9]+ to [A-Z]{2}[0-9]+\b`)
)

// Cited returns where this package implements a rule of the specification, given the rule's number: the
// line with the citation beside it or, if the rule is only cited above some code, the code below.
func Cited(rule string) (Place, bool) {
	at, known := citations()[rule]
	return at, known
}

var citations = sync.OnceValue(func() map[string]Place {
	files, err := sources.ReadDir(".")
	if err != nil {
		panic(err) // it is embedded in the program
	}
	beside, above := map[string]Place{}, map[string]Place{}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := sources.ReadFile(f.Name())
		if err != nil {
			panic(err)
		}
		cite(path.Join("model", f.Name()), strings.Split(string(text), "\n"), beside, above)
	}
	for rule, at := range above {
		if _, known := beside[rule]; !known {
			beside[rule] = at
		}
	}
	return beside
})

// cite notes the first citation of each rule in a file. A range of rules cites none of them.
func cite(file string, lines []string, beside, above map[string]Place) {
	for i, line := range lines {
		code, comment, found := strings.Cut(line, "//")
		if !found {
			continue
		}
		into, at := beside, i
		if strings.TrimSpace(code) == "" {
			into = above
			for at+1 < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[at]), "//") {
				at++
			}
		}
		for _, rule := range citation.FindAllString(several.ReplaceAllString(comment, ""), -1) {
			if _, known := into[rule]; !known {
				into[rule] = Place{file, at + 1}
			}
		}
	}
}

package internal

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Pages and sources with plain English.
var (
	plainPages   = []string{"../README.md", "../CHANGELOG.md", "../CONTRIBUTING.md", "../docs/*.md", "../spec/*.md", "../explore/internal/serve/pages/*.html", "../traces/stage/*.html"}
	plainSources = []string{"../interrex.go", "../require.go", "../explore", "../cmd", "check", "flags", "prose", "../traces/replay", "../traces/drive", "../model/world", "../model/catalogue.go", "../model/mutants", "../bench", "../cluster", "../impl/certs", "../impl/durable", "../impl/simulate"}
)

// mostWords is the longest sentence, and leastWords the shortest string that counts as prose.
const mostWords, leastWords = 30, 4

// unplain are words and phrases of the old dialect.
var unplain = regexp.MustCompile(`(?i)\b(whose|whom|whence|whoever|whatever|wound(s|ed)?|liars?|misfits?|what is owed|owed by nobody|impure in a|worker who is alone|` +
	`next has a successor|something to learn|a deed is|race for them|has tasks done|is trusted with nothing|has to happen, happens|is possible in the cycle happens|` +
	`nothing is said of|violated though promised|need not happen|says nothing here|how it is told|which election it is|is no flag|store is no check's|` +
	`that must say no|a room a command|by another hand|passes for an answer|what is left empty|comes back is elected|a leader was owed)\b`)

var (
	blocks    = regexp.MustCompile("(?ms)^ *```.*?^ *```$|^(    |\t).*?$|^>.*?$|<!--.*?-->|^\\|[-:| ]+\\|$")
	codeSpan  = regexp.MustCompile("`[^`\n]*`")
	linked    = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	quoted    = regexp.MustCompile(`"[^"]*"|„[^“]*“|“[^”]*”`)
	paragraph = regexp.MustCompile(`\n\s*\n|<br>|\n *(?:[-*]|\d+\.) |\n#+ |\||\n *\n`)
	sentence  = regexp.MustCompile(`[.!?…](?:["”)*]*)(?:\s+|$)`)
	markup    = regexp.MustCompile(`\{\{[^}]*\}\}|</?(?:a|b|code|kbd|span|small)\b[^>]*>`) // inside a sentence
	tag       = regexp.MustCompile(`<[^>]*>`)
	verb      = regexp.MustCompile(`%[-+# 0-9.*]*(\[\d+\])?[a-zA-Z]`)
)

// faults lists what is not plain in a text. An inline code span, a link and a quotation count as one word.
func faults(text string) (found []string) {
	text = blocks.ReplaceAllString(text, "")
	text = quoted.ReplaceAllString(linked.ReplaceAllString(codeSpan.ReplaceAllString(text, "code"), "$1"), "quotation")
	for _, part := range paragraph.Split("\n"+text, -1) {
		for _, s := range sentence.Split(part, -1) {
			s = strings.Join(strings.Fields(s), " ")
			n := len(slices.DeleteFunc(strings.Fields(s), func(word string) bool { return !strings.ContainsFunc(word, isLetter) }))
			phrase := unplain.FindString(s)
			switch {
			case phrase != "":
				found = append(found, fmt.Sprintf("%q in: %s", phrase, s))
			case n > mostWords:
				found = append(found, fmt.Sprintf("%d words: %s", n, s))
			}
		}
	}
	return found
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// visible is the text of a page in HTML: a value of the template is one word, and other tags end a paragraph.
func visible(page string) string {
	page = markup.ReplaceAllStringFunc(page, func(m string) string { return strings.Repeat(" code ", strings.Count(m[:1], "{")) })
	return tag.ReplaceAllString(strings.ReplaceAll(page, "\t", " "), "\n\n")
}

// literals calls do with the strings of a file that are prose; a sum of strings is one.
func literals(file *ast.File, do func(position token.Pos, text string)) {
	var textOf func(e ast.Expr) string
	textOf = func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.BinaryExpr:
			return textOf(e.X) + textOf(e.Y)
		case *ast.BasicLit:
			text, _ := strconv.Unquote(e.Value)
			return text
		}
		return "code"
	}
	ast.Inspect(file, func(n ast.Node) bool {
		text := ""
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.ADD {
				text = textOf(n)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				text = textOf(n)
			}
		}
		if len(strings.Fields(text)) >= leastWords {
			do(n.Pos(), verb.ReplaceAllString(text, "code"))
			return false
		}
		return true
	})
}

func TestFaults(t *testing.T) {
	long := strings.Repeat("word ", mostWords)
	for _, c := range []struct {
		text string
		want int
	}{
		{"A process that gets its own id back wins. `whose` \"whose\"\n```\nwhose\n```\n> whose\n", 0},
		{long + ".\n" + long + "! 1 2 3\n\n- " + long + "\n- " + long + "\n| " + long + "|" + long + "|\n", 0},
		{"The process whose id comes back leads. A bound never passes for an answer.", 2},
		{long + "word.", 1}, {long + "`code`", 1}, {"[" + long + "](page.md) word", 1},
	} {
		if found := faults(c.text); len(found) != c.want {
			t.Errorf("%d faults, want %d, in %q: %q", len(found), c.want, c.text, found)
		}
	}
	if got, want := strings.Fields(visible("<p>An <b>id</b>{{.ID}}</p><p class=\"x\">{{if .A}}two</p>")), []string{"An", "id", "code", "code", "two"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nvar a, b, c = \"is whose id of \" + y + \" back\", \"two words\", `no words %d here`", 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	literals(file, func(_ token.Pos, text string) { found = append(found, text) })
	if want := []string{"is whose id of code back", "no words code here"}; !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
}

func TestEnglishOfPages(t *testing.T) {
	for _, pattern := range plainPages {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(page, ".html") {
				text = []byte(visible(string(text)))
			}
			for _, fault := range faults(string(text)) {
				t.Errorf("%s: %s", page, fault)
			}
		}
	}
}

func TestEnglishOfStrings(t *testing.T) {
	for _, root := range plainSources {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			literals(file, func(at token.Pos, text string) {
				for _, fault := range faults(text) {
					t.Errorf("%v: %s", files.Position(at), fault)
				}
			})
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

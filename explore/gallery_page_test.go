package explore

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"interrex/explore/internal/gallery"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

const galleryFolder = "../docs/counterexamples/"

// TestGallery makes every page of the gallery and compares: none may be stale, missing or an orphan.
func TestGallery(t *testing.T) {
	testlevel.Slow(t, "each piece is explored twice; TestREADME runs pages as well")
	made := map[string]string{"README.md": galleryIndex(golden.Command(t))}
	for _, p := range gallery.Pieces() {
		made[p.Name+".md"], made[p.Name+".svg"] = galleryPage(t, p), call(p.Args+" -quiet -format=svg").stdout
	}
	for name, text := range made {
		golden.File(t, galleryFolder+name, text)
	}
	files, err := filepath.Glob(galleryFolder + "*")
	if err != nil || len(files) != 2*len(gallery.Pieces())+1 {
		t.Errorf("%v; %d files in the gallery, and %d pieces with two each and an index", err, len(files), len(gallery.Pieces()))
	}
}

// exits is the exit code in the last line of a report.
var exits = regexp.MustCompile(`\(exit ([0-9]+)\)`)

// galleryPage shows the command and what it says of the counterexample.
func galleryPage(t *testing.T, p gallery.Piece) string {
	r := call(p.Args + " -quiet")
	_, rest, found := strings.Cut(r.stdout, "\n\n  property ")
	_, shown, begins := strings.Cut(rest, "\n\n")
	shown, _, ends := strings.Cut(shown, "\n\n  action ")
	code := exits.FindStringSubmatch(r.lastLine())
	if !found || !begins || !ends || code == nil || !strings.Contains(shown, " is violated: ") {
		t.Fatalf("explore %s shows no counterexample:\n%s%s", p.Args, r.stdout, r.stderr)
	}
	return fmt.Sprintf("# %s\n%s\n\n![The run as a space-time picture; the words below say the same.](%s.svg)\n\n"+
		"```console\n$ go run ./cmd/explore %s  # exit %s\n...\n%s\n...\n%s\n```\n\n[All counterexamples](README.md)\n",
		p.Title, strings.TrimRight(p.Why, "\n"), p.Name, p.Args, code[1], shown, r.lastLine())
}

func galleryIndex(command string) string {
	var b strings.Builder
	b.WriteString("# Counterexamples\n\nWhat goes wrong, each in a shortest run. A page shows the command that finds it, the picture, and what\n" +
		"the run says in words: who did what, where the property began to speak of the run and where it\n" +
		"broke; of a run that goes on for ever, what was possible and never happened. To step through one, add\n" +
		"`-format=html -o=run.html` to its command and open the page.\n\n" +
		"All this is written by `" + command + "`, and compared by the\nsame test.\n\n" +
		"| counterexample | command |\n|---|---|\n")
	for _, p := range gallery.Pieces() {
		fmt.Fprintf(&b, "| [%s](%s.md) | `explore %s` |\n", p.Title, p.Name, p.Args)
	}
	return b.String()
}

package world_test

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var writeOwn = flag.Bool("write-own-election", false, "write the program in docs/own-election.md anew")

// TestOwnElectionPage: the program that the page shows is the example, which is compiled and run.
func TestOwnElectionPage(t *testing.T) {
	const page = "../../docs/own-election.md"
	program, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), "```go\n")
	shown, after, ends := strings.Cut(rest, "```\n")
	if !begins || !ends {
		t.Fatalf("%s has no block ```go", page)
	}
	if *writeOwn {
		shown = string(program)
		if err := os.WriteFile(page, []byte(before+"```go\n"+shown+"```\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if shown != string(program) {
		t.Errorf("%s shows another program than example_test.go; go test ./model/world -run TestOwnElectionPage -write-own-election writes it", page)
	}
	if lines := strings.Count(shown, "\n"); lines > 75 {
		t.Errorf("the program has %d lines, and about sixty are promised", lines)
	}
}

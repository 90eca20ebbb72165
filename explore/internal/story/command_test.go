package story

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
	"interrex/internal/testlevel"
	"interrex/spec/stories"
)

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
}

// TestStories: each story is a run of its model, and none with a step left out.
func TestStories(t *testing.T) {
	if r := call("story -format=json"); r.Code != 0 {
		t.Errorf("explore story: exit code %d\n%s", r.Code, r.Stdout)
	}
	t.Chdir(t.TempDir())
	files, err := fs.Glob(stories.Scripts, "*.story")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	for i, file := range files {
		if !testlevel.OneOf(4, i) {
			continue
		}
		text, err := fs.ReadFile(stories.Scripts, file)
		if err != nil {
			t.Fatal(err)
		}
		if r := call("story -story=" + strings.TrimSuffix(file, ".story")); r.Code != 0 || !strings.Contains(r.Stdout, "verdict: 1 story followed") {
			t.Errorf("%s: exit code %d\n%s", file, r.Code, r.Stdout)
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if !strings.HasPrefix(line, "start ") && !strings.HasPrefix(line, "deliver ") && !strings.HasPrefix(line, "crash ") && !strings.HasPrefix(line, "timeout ") {
				continue
			}
			without := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "\n")
			if err := os.WriteFile("x.story", []byte(without), 0o644); err != nil {
				t.Fatal(err)
			}
			if r := call("story -story=x.story"); r.Code != 12 {
				t.Errorf("%s without line %d, %s: exit code %d", file, i+1, line, r.Code)
			}
		}
	}
}

// TestAStoryOfOnesOwn: one that is a run, one that is none, one that is no story.
func TestAStoryOfOnesOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		text, want string
		code       int
	}{
		{"story: s\nworld: -algo=bully -n=2\nstart P2\nnow P2 elected 2\n", "verdict: 1 story followed, each a run of its model (exit 0)", 0},
		{"story: s\nworld: -algo=bully -n=2\nstart P2\nstart P2\n", "x.story:4: start P2: false here; instead:\n  deliver COORDINATOR(2) of P2 to P1\n  crash P1\n  crash P2\n  nothing else\n", 12},
		{"story: s\nworld: -algo=bully -n=2\nstart 2\n", "explore: x.story:3: \"start 2\": a line is a step, ", 150},
		{"story: s\nworld: -algo=bully -n=0\nstart P2\n", "explore: x.story: world: -n=0: out of range; allowed are 1 to 64 (exit 150)\n", 150},
		{"story: s\nworld: -h\nstart P2\n", "explore: x.story: world: -h: a flag is written -name=value (exit 150)\n", 150},
		{"", "explore: x.story:1: the script ends before its world", 150},
	} {
		if err := os.WriteFile("x.story", []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := call("story -story=x.story")
		if said := r.Stdout + r.Stderr; r.Code != c.code || !strings.Contains(said, c.want) || c.code == 150 && strings.Count(said, "\n") != 1 {
			t.Errorf("%q: exit code %d, and\n%s\nwant %d, %s", c.text, r.Code, said, c.code, c.want)
		}
	}
}

// TestDrawn: a story is drawn as a page and as a picture. A picture has one story.
func TestDrawn(t *testing.T) {
	for format, want := range map[string]string{"html": "figure 6.19", "svg": "<svg "} {
		r := call("story figure-6.19 -format=" + format)
		if r.Code != 0 || !strings.Contains(r.Stdout, want) || !strings.Contains(r.Stdout, "COORDINATOR(6)") {
			t.Errorf("%s: exit code %d\n%.500s%s", format, r.Code, r.Stdout, r.Stderr)
		}
	}
	if r := call("story -format=svg"); r.Code != 151 || !strings.Contains(r.Stderr, "-format=svg: a picture has one story") {
		t.Errorf("exit code %d\n%s", r.Code, r.Stderr)
	}
}

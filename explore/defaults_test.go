package explore

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/gallery"
	"interrex/internal/check"
	"interrex/internal/golden"
	"interrex/model"
	"interrex/spec/claims"
	"interrex/spec/stories"
)

// TestWorldsOfCommands compares the world of each command of the ledger, the gallery, the stories, the TLC instances
// and the benchmark's catalogue with the recorded one. So a change of a default does not change a published command.
func TestWorldsOfCommands(t *testing.T) {
	commands := map[string]bool{}
	add := func(command string) {
		if command = strings.TrimSpace(command); strings.HasPrefix(command, "-algo=") {
			commands[command] = true
		}
	}
	for _, claim := range claims.All() {
		for _, c := range claim.Cases {
			for _, run := range c.Runs {
				add(run.Command)
			}
		}
	}
	for _, piece := range gallery.Pieces() {
		add(piece.Args)
	}
	scripts, err := stories.Scripts.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		text, err := stories.Scripts.ReadFile(script.Name())
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if world, is := strings.CutPrefix(line, "world:"); is {
				add(world)
			}
		}
	}
	instances, err := filepath.Glob("../spec/instances/*/*.cfg")
	if err != nil || len(instances) == 0 {
		t.Fatal("no instances: ", err)
	}
	for _, path := range instances {
		add(strings.TrimPrefix(firstLine(t, path), `\* explore `))
	}
	catalogue, err := os.ReadFile("../bench/catalogue.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(catalogue)) {
		add(line)
	}
	var text strings.Builder
	for _, command := range slices.Sorted(maps.Keys(commands)) {
		fmt.Fprintf(&text, "%s\n\t%s\n", command, worldOf(t, command))
	}
	golden.File(t, "testdata/worlds_of_commands.txt", text.String())
}

func firstLine(t *testing.T, path string) string {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	if !lines.Scan() {
		t.Fatalf("%s is empty", path)
	}
	return lines.Text()
}

// worldOf lists every setting of the world of a command.
func worldOf(t *testing.T, command string) string {
	bully, _ := model.Find("bully")
	q := check.Question{Elections: append(model.Catalogue(), model.Consensus(bully)), Least: check.Unsaid}
	table := q.WorldFlags()
	words := slices.DeleteFunc(strings.Fields(command), func(word string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(word, "-"), "=")
		_, isOfWorld := table.Find(name)
		return !isOfWorld
	})
	line, err := table.Scan(words)
	if err == nil {
		err = table.Read(line)
	}
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	var all []string
	for _, setting := range check.InForce(q.World.Bounded()) {
		all = append(all, setting.Name+"="+setting.Text())
	}
	return strings.Join(all, " ")
}

package explore

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/gallery"
	"interrex/internal/check"
	"interrex/internal/golden"
	"interrex/model"
	"interrex/spec"
	"interrex/spec/claims"
	"interrex/spec/stories"
)

// TestDefaults checks the default world of each algorithm: what is asked, the exit code, the claim that a violation refutes, and that
// each action is taken in it.
func TestDefaults(t *testing.T) {
	const seven = "one-leader elected-is-max agreement validity not-stuck decides ends"
	for _, c := range []struct {
		algorithm, world, asked string
		exit                    int
		claim                   string
	}{
		{"ring", "no crashes", seven, 0, ""},
		{"ring-maxid", "no crashes", seven, 0, ""},
		{"ring-accept", "no crashes", "one-leader validity not-stuck decides ends", 0, ""},
		{"ring-watch", "one may crash", seven, 0, ""},
		{"ring-detector", "one may crash", seven, 0, ""},
		{"lelann", "no crashes", seven, 0, ""},
		{"chang-roberts", "no crashes", seven, 0, ""},
		{"hirschberg-sinclair", "no crashes", seven, 0, ""},
		{"anonymous", "no crashes", "validity", 0, ""},
		{"itai-rodeh", "no crashes", "one-leader agreement validity not-stuck irrevocable announced-last", 0, ""},
		{"bully", "one may crash", seven, 0, ""},
		{"bully-recovery", "one may crash, one may come back", seven, 12, "C17"},
		{"raft", "one may crash, one may come back", "validity leader-per-term", 0, ""},
		{"omega-timely", "one may crash", "eventual-leadership", 0, ""},
		{"omega-minimal", "one may crash", "eventual-leadership", 0, ""},
		{"consensus", "one may crash", seven + " same-decision all-decide", 12, "C14"},
	} {
		t.Run(c.algorithm, func(t *testing.T) {
			report := call("-algo=" + c.algorithm + " -n=3 -quiet")
			if report.code != c.exit {
				t.Errorf("exit code %d, want %d:\n%s%s", report.code, c.exit, report.stdout, report.stderr)
			}
			if want := c.algorithm + ", 3 processes, " + c.world + ": "; !strings.Contains(report.stdout, want) {
				t.Errorf("the report does not say %q:\n%s", want, report.stdout)
			}
			d := decode(t, "-algo="+c.algorithm+" -n=3 -quiet")
			if !d.Complete || len(d.Warnings) > 0 {
				t.Errorf("complete %v, warnings %v", d.Complete, d.Warnings)
			}
			var asked []string
			for _, p := range d.Properties {
				if p.Asked {
					asked = append(asked, p.Name)
				}
			}
			if got, want := slices.Sorted(slices.Values(asked)), slices.Sorted(strings.FieldsSeq(c.asked)); !slices.Equal(got, want) {
				t.Errorf("asked are %v, want %v", got, want)
			}
			lines := strings.Split(strings.TrimSpace(report.stdout), "\n")
			if c.exit == 0 && len(lines) > 8 {
				t.Errorf("the report has %d lines, want at most 8:\n%s", len(lines), report.stdout)
			}
			if link := "claims -id=" + c.claim; c.claim != "" && !strings.Contains(strings.Join(lines[len(lines)-5:], "\n"), link) {
				t.Errorf("the last lines do not name claim %s:\n%s", c.claim, report.stdout)
			}
			if c.exit != 0 {
				return
			}
			args := "-algo=" + c.algorithm + " -n=3 -property=promised -fail-on=vacuous -quiet"
			line, err := whole.Line(strings.Fields(args))
			if err != nil {
				t.Fatal(err)
			}
			promised, err := line.Asking.Of().World.Promised()
			if d := decode(t, args); err != nil || d.Exit != 0 || len(d.Properties) != len(promised) {
				t.Errorf("its promises: exit code %d, %d properties, want %d; %v", d.Exit, len(d.Properties), len(promised), err)
			}
		})
	}
}

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
	for line := range strings.Lines(spec.Instances) {
		add(line)
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

// worldOf lists every setting of the world of a command.
func worldOf(t *testing.T, command string) string {
	bully, _ := model.Find("bully")
	q := check.Question{Elections: append(model.Catalogue(), model.Consensus(bully)), Partial: true}
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

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An entry of the catalogue is a world, or several that are measured as one.
type entry struct {
	name  string
	calls [][]string // of explore: the flags of each world
}

// isSum says that it is several worlds, measured as one.
func (e entry) isSum() bool { return len(e.calls) > 1 }

//go:embed catalogue.txt
var catalogue string

// worldsIn reads one world a line, as flags.
func worldsIn(text string) []entry {
	var entries []entry
	for line := range strings.Lines(text) {
		if flags := strings.Fields(line); len(flags) > 0 {
			entries = append(entries, entry{strings.Join(flags, " "), [][]string{flags}})
		}
	}
	return entries
}

// instancesIn returns the instances of the specification in that folder, one entry for each algorithm.
// The first line of each file is its command.
func instancesIn(dir string) ([]entry, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.cfg"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s has no instances", dir))
	}
	of := map[string][][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		line, _, _ := strings.Cut(string(text), "\n")
		flags, found := strings.CutPrefix(line, `\* explore `)
		if !found {
			return nil, fmt.Errorf("%s: the first line is %q, and not a command", file, line)
		}
		algorithm := filepath.Base(filepath.Dir(file))
		of[algorithm] = append(of[algorithm], strings.Fields(flags))
	}
	var entries []entry
	for _, algorithm := range slices.Sorted(maps.Keys(of)) {
		entries = append(entries, entry{fmt.Sprintf("-algo=%s, %d instances", algorithm, len(of[algorithm])), of[algorithm]})
	}
	return entries, nil
}

// A finding is all that explore reports of a world, but for time and memory.
type finding struct {
	counts
	rest string
}

func readFinding(output string) (finding, error) {
	var report struct {
		States, Steps, Terminal, Depth int
		Complete                       bool
		Bound, Properties, Actions     json.RawMessage
	}
	if err := json.Unmarshal([]byte(output), &report); err != nil {
		return finding{}, fmt.Errorf("explore wrote no report: %w", err)
	}
	rest, err := json.Marshal(report)
	return finding{counts{report.States, report.Steps}, string(rest)}, err
}

// exits are those of a check that came to an end, other than 0.
var exits = []int{11, 12, 13, 152}

// explored runs an explorer on all worlds of an entry, one after the other: CPU time is the sum, memory that of the greatest.
func explored(ctx context.Context, program string, e entry, more ...string) ([]finding, use, error) {
	var findings []finding
	var sum use
	for _, flags := range e.calls {
		args := slices.Concat(flags, []string{"-workers=1", "-quiet", "-format=json"}, more)
		output, u, err := call{program: program, args: args, exits: exits}.run(ctx)
		if err != nil {
			return nil, use{}, err
		}
		f, err := readFinding(output)
		if err != nil {
			return nil, use{}, err
		}
		findings = append(findings, f)
		sum = use{sum.cpu + u.cpu, sum.wall + u.wall, max(sum.peak, u.peak)}
	}
	return findings, sum, nil
}

// A duel is what two explorers took for one entry: medians.
type duel struct {
	entry       entry
	states      int
	runs        int
	before, now use
}

// rivals are the explorer before and now.
type rivals struct{ before, now string }

// fight has both explore the entry in turn, so that whatever else the machine does disturbs both alike. Of a loss
// it wants to be sure: then there are doubted times as many rounds. All findings must be the same.
func (r rivals) fight(ctx context.Context, e entry, rounds int) (duel, error) {
	d, uses := duel{entry: e}, [2][]use{}
	var want []finding
	for most := rounds; d.runs < most; {
		for i, program := range []string{r.before, r.now} {
			got, u, err := explored(ctx, program, e)
			if err != nil {
				return duel{}, err
			}
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				return duel{}, fmt.Errorf("%s: what is found differs: %v, %v", e.name, got, want)
			}
			uses[i] = append(uses[i], u)
		}
		d.runs, d.before, d.now = d.runs+1, medians(uses[0]), medians(uses[1])
		if d.runs == rounds && d.lost() {
			most = doubted * rounds
		}
	}
	for _, f := range want {
		d.states += f.states
	}
	return d, nil
}

// doubted is how many times as many rounds there are where a fifth seems to be lost.
const doubted = 6

// fifth is by how much two figures differ before it means anything.
const fifth = 1.2

// lost says that an entry takes more by a fifth than before.
func (d duel) lost() bool { return d.time() > fifth || d.memory() > fifth }

// time and memory are those of now, divided by those of before.
func (d duel) time() float64   { return ratio(d.now.cpu, d.before.cpu) }
func (d duel) memory() float64 { return ratio(d.now.peak, d.before.peak) }

// buildRivals builds explore of a revision, and of the tree as it is.
func buildRivals(ctx context.Context, root, dir, revision string) (rivals, error) {
	old, archive := filepath.Join(dir, "old"), filepath.Join(dir, "old.tar")
	r := rivals{filepath.Join(dir, "before"), filepath.Join(dir, "now")}
	if err := os.Mkdir(old, 0o700); err != nil {
		return r, err
	}
	return r, build(ctx, root,
		[]string{"git", "archive", "-o", archive, revision},
		[]string{"tar", "-x", "-f", archive, "-C", old},
		[]string{"go", "build", "-C", old, "-o", r.before, "./cmd/explore"},
		[]string{"go", "build", "-o", r.now, "./cmd/explore"})
}

// entriesFor are the worlds that -worlds asks for, and all without it. A part that no world has is an error.
func entriesFor(o options) ([]entry, error) {
	instances, err := instancesIn(filepath.Join("..", "spec", "instances"))
	if err != nil {
		return nil, err
	}
	all, asked := slices.Concat(worldsIn(catalogue), instances), list(o.worlds)
	for _, part := range asked {
		if !slices.ContainsFunc(all, func(e entry) bool { return strings.Contains(e.name, part) }) {
			return nil, fmt.Errorf("-worlds: no world of the catalogue has %q in its flags", part)
		}
	}
	return slices.DeleteFunc(all, func(e entry) bool {
		return len(asked) > 0 && !slices.ContainsFunc(asked, func(part string) bool { return strings.Contains(e.name, part) })
	}), nil
}

// compareRevisions measures the whole catalogue.
func compareRevisions(ctx context.Context, o options, dir string, w io.Writer) error {
	entries, err := entriesFor(o)
	if err != nil {
		return err
	}
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	r, err := buildRivals(ctx, root, dir, o.before)
	if err != nil {
		return err
	}
	var duels []duel
	for _, e := range entries {
		d, err := r.fight(ctx, e, o.runs)
		if err != nil {
			return err
		}
		fmt.Fprint(w, d.markdown())
		duels = append(duels, d)
	}
	if !o.page {
		return nil
	}
	return writeDuels(filepath.Join("..", "docs"), o, duels)
}

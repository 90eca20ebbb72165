package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// begin and finish are the marks around the section in the page.
const begin, finish = "<!-- bench -->", "<!-- /bench -->"

// markdown is the table with its headings.
func (t table) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s: %d states, %d steps\n\n", t.world.title(), t.world.known.states, t.world.known.steps)
	b.WriteString("| | runs | CPU s | CPU, explore = 1 | peak MB | peak bytes a state |\n|---|---:|---:|---:|---:|---:|\n")
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %s | %d | %.2f | %.2f | %.0f | %.0f |\n",
			r.name, r.runs, r.use.cpu.Seconds(), r.ratio, float64(r.use.peak)/1e6, r.bytes)
	}
	return b.String()
}

// losses lists the figures in which a contestant is better than the first one.
func (t table) losses() []string {
	var lines []string
	for _, r := range t.rows[1:] {
		if strings.HasPrefix(r.name, "explore") {
			continue
		}
		var better []string
		if r.use.cpu < t.rows[0].use.cpu {
			better = append(better, "less CPU time")
		}
		if r.use.peak < t.rows[0].use.peak {
			better = append(better, "less memory")
		}
		if len(better) > 0 {
			lines = append(lines, fmt.Sprintf("- %s, %s: %s.", t.world.title(), r.name, strings.Join(better, ", ")))
		}
	}
	return lines
}

// section is the text between the marks, with the marks.
func section(runs int, tables []table) string {
	var b strings.Builder
	fmt.Fprintf(&b, `%s
Whole processes, user and system time, medians of alternating runs, on %s. In each run, every checker found as many
states and steps as explore. [bench/](../bench/README.md) has the models. To measure:

%s

`, begin, machine(), "```\ncd bench && go run . -need -runs="+fmt.Sprint(runs)+" -page\n```")
	var losses []string
	for _, t := range tables {
		b.WriteString(t.markdown() + "\n")
		losses = append(losses, t.losses()...)
	}
	b.WriteString("Explore checks five safety properties and stores each state whole. The others check one invariant that holds. Stateright and TLC\n" +
		"store hashes of 64 bits. Stateright DFS and Spin, as used here, find no shortest runs. Java uses all memory that it may have.\n\n")
	b.WriteString("Where another checker beats one worker of explore:\n\n")
	if len(losses) == 0 {
		losses = []string{"- nowhere in these worlds."}
	}
	b.WriteString(strings.Join(losses, "\n") + "\n" + finish)
	return b.String()
}

// machine describes the cores of this machine.
func machine() string {
	kind := runtime.GOOS + "/" + runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, model, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
				kind = strings.TrimSpace(model) + ", " + kind
				break
			}
		}
	}
	return fmt.Sprintf("%d cores (%s)", runtime.NumCPU(), kind)
}

// writePage replaces the section of the page.
func writePage(docs string, runs int, tables []table) error {
	path := filepath.Join(docs, "performance.md")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	page, err := replaced(string(text), section(runs, tables))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(page), 0o644)
}

func replaced(page, section string) (string, error) {
	before, rest, found := strings.Cut(page, begin)
	_, after, ended := strings.Cut(rest, finish)
	if !found || !ended {
		return "", errors.New("no " + begin + " followed by " + finish)
	}
	return before + section + after, nil
}

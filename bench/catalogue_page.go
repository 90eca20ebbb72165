package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// markdown is the entry's line in the table.
func (d duel) markdown() string {
	mb := func(u use) float64 { return float64(u.peak) / 1e6 }
	return fmt.Sprintf("| `%s` | %d | %.2f | %.2f | %.2f | %.0f | %.0f | %.2f |\n", d.entry.name, d.states,
		d.before.cpu.Seconds(), d.now.cpu.Seconds(), d.time(), mb(d.before), mb(d.now), d.memory())
}

const duelHead = "| world | states | s before | s now | now, before = 1 | MB before | MB now | now, before = 1 |\n" +
	"|---|---:|---:|---:|---:|---:|---:|---:|\n"

func duelTable(duels []duel) string {
	var b strings.Builder
	b.WriteString(duelHead)
	for _, d := range duels {
		b.WriteString(d.markdown())
	}
	return b.String()
}

// bands are how ratios are counted: each from the one before up to this.
var bands = []struct {
	to   float64
	name string
}{
	{1. / 3, "up to a third"},
	{1. / 2, "up to a half"},
	{1 / fifth, "up to five sixths"},
	{fifth, "about the same, up to six fifths"},
	{1e9, "more"},
}

// bandTable says how many worlds, and how many sums of instances, take which part of what they took before.
func bandTable(duels []duel) string {
	var b strings.Builder
	b.WriteString("| now, before = 1 | worlds, by time | by memory | sums of instances, by time | by memory |\n|---|---:|---:|---:|---:|\n")
	from := 0.0
	for _, band := range bands {
		in := func(sums bool, figure func(duel) float64) (number int) {
			for _, d := range duels {
				if f := figure(d); d.entry.isSum() == sums && f > from && f <= band.to {
					number++
				}
			}
			return number
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", band.name,
			in(false, duel.time), in(false, duel.memory), in(true, duel.time), in(true, duel.memory))
		from = band.to
	}
	return b.String()
}

// duelPage is the page of the whole catalogue.
func duelPage(o options, duels []duel) string {
	lost := slices.DeleteFunc(slices.Clone(duels), func(d duel) bool { return !d.lost() })
	losses := "None.\n"
	if len(lost) > 0 {
		losses = duelTable(lost)
	}
	return fmt.Sprintf(`# The catalogue, before and after

Every algorithm in its author's world and with each kind of variation, at a size that takes the explorer of before from a fifth of a second to
some seconds; and all [instances](../spec/instances/README.md), summed up by algorithm. Before is the revision %s. CPU
seconds and peak memory of whole processes on %s, safety and liveness, one worker, no reduction: medians of %d alternating runs, and
of %d where the first ones say that a fifth is lost. In each run both found the same states, steps, depth, actions, premises, verdicts and
counterexamples. The worlds are in [bench/catalogue.txt](../bench/catalogue.txt); measure with

%s

[How fast](performance.md#before-and-after) says what to make of it.

![CPU seconds and peak memory, now against before, on logarithmic scales](catalogue-times.svg)

## How many

%s
Together these took %.0f CPU seconds, and take %.0f.

## What lost more than a fifth

%s
## All

%s`, o.before, machine(), o.runs, doubted*o.runs, fmt.Sprintf("```\ncd bench && go run . -catalogue -before=%s -runs=%d -page\n```", o.before, o.runs),
		bandTable(duels), total(duels, func(d duel) use { return d.before }), total(duels, func(d duel) use { return d.now }), losses, duelTable(duels))
}

// total is how many CPU seconds all took together.
func total(duels []duel, of func(duel) use) (seconds float64) {
	for _, d := range duels {
		seconds += of(d).cpu.Seconds()
	}
	return seconds
}

// writeDuels writes the page of the whole catalogue, and its plot.
func writeDuels(docs string, o options, duels []duel) error {
	if err := os.WriteFile(filepath.Join(docs, "catalogue-times.md"), []byte(duelPage(o, duels)), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(docs, "catalogue-times.svg"), []byte(plotDuels(duels)), 0o644)
}

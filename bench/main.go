// The command bench measures explore beside other model checkers, in the same worlds. README.md says how to run it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// errTargets says that a target is not met.
var errTargets = errors.New("not every target is met")

// options are the flags.
type options struct {
	runs                       int
	small, need, targets, page bool
	only, worlds               string
	catalogue                  bool
	before                     string
}

func main() {
	var o options
	flag.IntVar(&o.runs, "runs", 9, "how many rounds are measured; TLC takes part in every third")
	flag.BoolVar(&o.small, "small", false, "only compare counts, in small worlds")
	flag.BoolVar(&o.need, "need", false, "a tool that is missing is an error; otherwise its checker is left out")
	flag.BoolVar(&o.targets, "targets", false, "say at the end whether explore is as fast as it should be, and exit with 2 if not")
	flag.BoolVar(&o.page, "page", false, "write the tables into ../docs/performance.md, and ../docs/performance.svg")
	flag.StringVar(&o.only, "only", "", "checkers, separated by commas: explore, stateright, spin, rumur, tlc")
	flag.StringVar(&o.worlds, "worlds", "", "worlds, separated by commas: bully, chang-roberts")
	flag.BoolVar(&o.catalogue, "catalogue", false, "instead, measure explore beside itself in all the catalogue; -worlds is then what a world's flags contain, and -page writes ../docs/catalogue-times.md and .svg")
	flag.StringVar(&o.before, "before", "HEAD", "with -catalogue: the revision that the working tree is measured beside")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, o, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		if errors.Is(err, errTargets) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, w io.Writer) (err error) {
	if flag.NArg() > 0 || o.runs < 1 {
		return errors.New("there are no arguments beside flags, and -runs is at least 1")
	}
	dir, err := os.MkdirTemp("", "interrex-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if o.catalogue {
		return compareRevisions(ctx, o, dir, w)
	}
	return compareCheckers(ctx, o, dir, w)
}

func compareCheckers(ctx context.Context, o options, dir string, w io.Writer) error {
	chosen, err := choose(o, w)
	if err != nil {
		return err
	}
	c := contest{dir: dir, progress: w, of: chosen}
	if err := c.compareSmall(ctx, o); err != nil || o.small {
		return err
	}
	tables, err := c.timeLarge(ctx, o)
	if err != nil {
		return err
	}
	if o.page {
		if err := writePage(filepath.Join("..", "docs"), o.runs, tables); err != nil {
			return err
		}
	}
	if o.targets {
		return report(w, tables)
	}
	return nil
}

// choose returns the contestants that were asked for and whose tools are there.
func choose(o options, w io.Writer) ([]contestant, error) {
	root, err := filepath.Abs("..")
	if err != nil {
		return nil, err
	}
	models, err := filepath.Abs("models")
	if err != nil {
		return nil, err
	}
	all := contestants(root, models)
	asked := list(o.only)
	for _, key := range asked {
		if !slices.ContainsFunc(all, func(c contestant) bool { return c.key == key }) {
			return nil, fmt.Errorf("-only: %q is none of explore, stateright, spin, rumur, tlc", key)
		}
	}
	return present(all, asked, o.need, w)
}

// present leaves out who was not asked for, and who cannot run; that is an error if it is needed.
func present(all []contestant, asked []string, need bool, w io.Writer) ([]contestant, error) {
	var chosen []contestant
	reported := ""
	for _, c := range all {
		if len(asked) > 0 && !slices.Contains(asked, c.key) {
			continue
		}
		err := c.peer.missing()
		switch {
		case err == nil:
			chosen = append(chosen, c)
		case need:
			return nil, fmt.Errorf("%s is needed: %w", c.key, err)
		case reported != c.key:
			fmt.Fprintf(w, "%s is left out: %v\n", c.key, err)
			reported = c.key
		}
	}
	if len(chosen) == 0 {
		return nil, errors.New("nobody is left to measure")
	}
	return chosen, nil
}

// list splits at commas; of nothing it makes nothing.
func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}

func (c contest) compareSmall(ctx context.Context, o options) error {
	worlds, err := named(small, list(o.worlds))
	if err != nil {
		return err
	}
	for _, w := range worlds {
		if err := c.compare(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (c contest) timeLarge(ctx context.Context, o options) ([]table, error) {
	worlds, err := named(large, list(o.worlds))
	if err != nil {
		return nil, err
	}
	var tables []table
	for _, w := range worlds {
		t, err := c.time(ctx, w, o.runs)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(c.progress, "\n%s\n", t.markdown())
		tables = append(tables, t)
	}
	return tables, nil
}

// report says which targets are met. The error is errTargets if one is not.
func report(w io.Writer, tables []table) error {
	fmt.Fprintln(w)
	var err error
	for _, t := range tables {
		lines, all := judge(t)
		fmt.Fprintln(w, strings.Join(lines, "\n"))
		if !all {
			err = errTargets
		}
	}
	return err
}

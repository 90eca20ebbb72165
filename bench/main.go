// Bench compares explore with other model checkers in the same worlds. README.md has examples.
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
	"syscall"
)

// options are the flags.
type options struct {
	runs              int
	small, need, page bool
	only              string
}

// stopSignals end the command. It then kills its processes, and removes its folder.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

func main() {
	o, err := parse(os.Args[1:], os.Stdout)
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), stopSignals...)
		err = run(ctx, o, os.Stdout)
		stop()
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}

const help = `Explore the same worlds with explore and other model checkers, and measure whole processes. Nine rounds of both worlds take more than
half an hour, -small takes 1 to 2 minutes.
The other checkers need Spin and Rumur with gcc, cargo, and Java with the jar of TLC. A missing one is skipped. README.md has more.

`

// parse reads the flags. After -h it writes the help to w, and returns flag.ErrHelp.
func parse(args []string, w io.Writer) (o options, err error) {
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.IntVar(&o.runs, "runs", 9, "number of rounds; TLC takes part in every third one")
	set.BoolVar(&o.small, "small", false, "compare only counts, in small worlds")
	set.BoolVar(&o.need, "need", false, "fail if a tool is missing; by default its checker is skipped")
	set.BoolVar(&o.page, "page", false, "write the tables into ../docs/performance.md")
	set.StringVar(&o.only, "only", "", "checkers, separated by commas: "+strings.Join(checkers, ", "))
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(w, help)
		set.SetOutput(w)
		set.PrintDefaults()
		return o, err
	case err != nil:
		return o, err
	case set.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q: a flag is written -name=value", set.Arg(0))
	}
	return o, o.check()
}

// check returns the first error in the flags.
func (o options) check() error {
	switch {
	case o.runs < 1:
		return fmt.Errorf("-runs=%d: it must be a whole number from 1", o.runs)
	case o.small && o.page:
		return errors.New("-page has no meaning with -small, which times nothing: leave it out")
	case o.page && o.only != "":
		return errors.New("-only has no meaning with -page, which measures all checkers: leave it out")
	}
	for _, key := range list(o.only) {
		if !slices.Contains(checkers, key) {
			return fmt.Errorf("-only: unknown checker %q; the checkers are %s", key, strings.Join(checkers, ", "))
		}
	}
	return nil
}

func run(ctx context.Context, o options, w io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "interrex-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	chosen, err := choose(o, w)
	if err != nil {
		return err
	}
	c := contest{dir: dir, progress: w, contestants: chosen}
	for _, w := range small {
		if err := c.compare(ctx, w); err != nil {
			return err
		}
	}
	if o.small {
		return nil
	}
	var tables []table
	for _, w := range large {
		t, err := c.time(ctx, w, o.runs)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.progress, "\n%s\n", t.markdown())
		tables = append(tables, t)
	}
	if o.page {
		return writePage(filepath.Join("..", "docs"), o.runs, tables)
	}
	return nil
}

// choose returns the contestants of the flags that have their tools.
func choose(o options, w io.Writer) ([]contestant, error) {
	root, err := filepath.Abs("..")
	if err != nil {
		return nil, err
	}
	models, err := filepath.Abs("models")
	if err != nil {
		return nil, err
	}
	return present(contestants(root, models), list(o.only), o.need, w)
}

// present returns the contestants with one of these keys, or all without keys. A missing tool is an error with need. Otherwise its
// contestants are skipped.
func present(all []contestant, keys []string, need bool, w io.Writer) ([]contestant, error) {
	var chosen []contestant
	reported := ""
	for _, c := range all {
		if len(keys) > 0 && !slices.Contains(keys, c.key) {
			continue
		}
		err := c.peer.missing()
		switch {
		case err == nil:
			chosen = append(chosen, c)
		case need:
			return nil, fmt.Errorf("%s is needed: %w", c.key, err)
		case reported != c.key:
			fmt.Fprintf(w, "%s is skipped: %v\n", c.key, err)
			reported = c.key
		}
	}
	if len(chosen) == 0 {
		return nil, errors.New("no checker has its tools: install some")
	}
	return chosen, nil
}

// list splits a text at commas. The empty text has no elements.
func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}

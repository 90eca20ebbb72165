package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestFlagsAreCheckedTogether: each is refused in one line, before anything is built.
func TestFlagsAreCheckedTogether(t *testing.T) {
	for args, want := range map[string]string{
		"-runs=0":                             "-runs=0: it is a whole number from 1",
		"stray":                               `unexpected argument "stray": a flag is written -name=value`,
		"-nix":                                "flag provided but not defined: -nix",
		"-small -page":                        "-page has no meaning with -small, which times nothing: leave it out",
		"-small -targets":                     "-targets has no meaning with -small, which times nothing: leave it out",
		"-worlds=ring":                        `-worlds: "ring" is none of bully, chang-roberts`,
		"-only=explore,murphi":                `-only: "murphi" is none of explore, stateright, spin, rumur, tlc`,
		"-small -need -only=explore,spin":     "",
		"-need -targets -page":                "",
		"-only=explore -worlds=bully -runs=3": "",
	} {
		text := ""
		if _, err := parse(strings.Fields(args), io.Discard); err != nil {
			text = err.Error()
		}
		if text != want {
			t.Errorf("%s: %q, and not %q", args, text, want)
		}
	}
	var keys []string
	for _, c := range contestants("", "") {
		keys = append(keys, c.key)
	}
	if got := slices.Compact(keys); !slices.Equal(got, checkers) {
		t.Errorf("the checkers are %q, and not %q", got, checkers)
	}
	var help strings.Builder
	if _, err := parse([]string{"-h"}, &help); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "half an hour") {
		t.Errorf("%v: %s", err, &help)
	}
}

// TestWhatEndsItLeavesNothing: a signal ends the context, and a run that is ended removes its folder.
func TestWhatEndsItLeavesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, stop := signal.NotifyContext(context.Background(), endings...)
	defer stop()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	if err := run(ctx, options{runs: 1, only: "explore"}, io.Discard); err == nil {
		t.Error("nothing has ended it")
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

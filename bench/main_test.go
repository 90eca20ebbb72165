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

// Wrong flags give one line, before the first build.
func TestFlags(t *testing.T) {
	for args, want := range map[string]string{
		"-runs=0":                         "-runs=0: it must be a whole number from 1",
		"stray":                           `unexpected argument "stray": a flag is written -name=value`,
		"-nix":                            "flag provided but not defined: -nix",
		"-small -page":                    "-page has no meaning with -small, which times nothing: leave it out",
		"-page -only=spin":                "-only has no meaning with -page, which measures all checkers: leave it out",
		"-only=explore,murphi":            `-only: unknown checker "murphi"; the checkers are explore, stateright, spin, rumur, tlc`,
		"-small -need -only=explore,spin": "",
		"-need -page":                     "",
		"-only=explore -runs=3":           "",
	} {
		text := ""
		if _, err := parse(strings.Fields(args), io.Discard); err != nil {
			text = err.Error()
		}
		if text != want {
			t.Errorf("%s: got %q, want %q", args, text, want)
		}
	}
	var keys []string
	for _, c := range contestants("", "") {
		keys = append(keys, c.key)
	}
	if got := slices.Compact(keys); !slices.Equal(got, checkers) {
		t.Errorf("got checkers %q, want %q", got, checkers)
	}
	var help strings.Builder
	if _, err := parse([]string{"-h"}, &help); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "half an hour") {
		t.Errorf("%v: %s", err, &help)
	}
}

// A signal ends a run, which removes its folder.
func TestSignalRemovesFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals...)
	defer stop()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	if err := run(ctx, options{runs: 1, only: "explore"}, io.Discard); err == nil {
		t.Error("run returned no error after a signal")
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("got files %v, %v, want none", left, err)
	}
}

package spin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A Twin is a model in Promela: its file, and its macros, "N=3" or "RESENT".
type Twin struct {
	File   string
	Macros []string
}

// A Purpose is what a verifier is made for.
type Purpose int

const (
	// Counting: breadth first, without claims.
	Counting Purpose = iota
	// Reducing: depth first, without claims, and with Spin's partial order reduction.
	Reducing
	// Judging: depth first, with the claims, under weak fairness where it is asked for.
	Judging
)

// verdicts is the macro that makes a model include its claims.
const verdicts = "VERDICTS"

// flags are the flags of the C compiler. It does not optimize, since that would take longer than most searches.
// VECTORSZ is the most bytes of a state, MEMLIM the most MiB of memory, and NFAIR the room to tell processes apart
// for fairness.
func (p Purpose) flags() []string {
	exact := []string{"-O0", "-w", "-DVECTORSZ=4096", "-DMEMLIM=2048"}
	switch p {
	case Counting:
		return append(exact, "-DNOREDUCE", "-DSAFETY", "-DNOCLAIM", "-DBFS")
	case Reducing:
		return append(exact, "-DSAFETY", "-DNOCLAIM")
	}
	return append(exact, "-DNOREDUCE", "-DNFAIR=12")
}

// arguments are the arguments of Spin.
func (t Twin) arguments(p Purpose) []string {
	var arguments []string
	for _, macro := range t.Macros {
		arguments = append(arguments, "-D"+macro)
	}
	if p == Judging {
		arguments = append(arguments, "-D"+verdicts)
	}
	return append(arguments, "-a", t.File)
}

// Command is the shell command that makes the same verifier by hand.
func (t Twin) Command(p Purpose) string {
	words := []string{"spin"}
	for _, argument := range t.arguments(p) {
		if strings.ContainsAny(argument, "{}, ") {
			argument = "'" + argument + "'"
		}
		words = append(words, argument)
	}
	return strings.Join(words, " ") + " && gcc " + strings.Join(p.flags(), " ") + " -o pan pan.c"
}

// A Verifier is a program that searches the states of one model. Close removes it.
type Verifier struct {
	dir     string
	purpose Purpose
}

// Build makes the verifier of a model in a temporary folder of its own.
func (t Tools) Build(ctx context.Context, twin Twin, purpose Purpose) (*Verifier, error) {
	file, err := filepath.Abs(twin.File)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(file); err != nil {
		return nil, fmt.Errorf("the model: %w", err)
	}
	dir, err := os.MkdirTemp("", "twin")
	if err != nil {
		return nil, err
	}
	v := &Verifier{dir, purpose}
	if err := t.build(ctx, v, Twin{file, twin.Macros}); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

func (t Tools) build(ctx context.Context, v *Verifier, twin Twin) error {
	// After some errors Spin exits with 0 and has generated nothing.
	said, err := run(ctx, v.dir, t.spin, twin.arguments(v.purpose)...)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(v.dir, "pan.c")); err != nil || strings.Contains(said, "Error:") {
		return fmt.Errorf("spin generated no verifier of %s:\n%s", twin.File, end(said))
	}
	_, err = run(ctx, v.dir, t.cc, append(v.purpose.flags(), "-o", "pan", "pan.c")...)
	return err
}

// Close removes the verifier.
func (v *Verifier) Close() error { return os.RemoveAll(v.dir) }

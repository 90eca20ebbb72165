package interrex

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"interrex/internal/testlevel"
)

var writeFrozen = flag.Bool("write-frozen", false, "write "+frozenFile+" anew")

// frozenFile has a line for each command: the exit code, a digest of what it says as JSON, and its flags.
const frozenFile = "testdata/frozen.txt"

// TestFrozen: what the program says is what it said before the house is rebuilt. It looks from outside, at the built
// program, so that whatever moves inside it need not move. It takes minutes: INTERREX_TESTS=all runs it.
func TestFrozen(t *testing.T) {
	if !testlevel.All() && !*writeFrozen {
		t.Log("left out: it takes minutes; set INTERREX_TESTS=all")
		return
	}
	program := filepath.Join(t.TempDir(), "explore")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/explore").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var said strings.Builder
	for _, command := range frozenCommands(t) {
		fmt.Fprintf(&said, "%s %s\n", frozen(t, program, command), command)
	}
	if *writeFrozen {
		if err := os.WriteFile(frozenFile, []byte(said.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(frozenFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(was), "\n"), strings.Split(said.String(), "\n")); diff != "" {
		t.Errorf("it says something else (- before, + now):\n%s", diff)
	}
}

// frozenCommands are every instance that TLC knows, the catalogue with each reduction for any number of workers, the
// claims, the mutants, and the traces of the corpus.
func frozenCommands(t *testing.T) (all []string) {
	err := filepath.WalkDir("spec/instances", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".cfg" {
			return err
		}
		text, err := os.ReadFile(path)
		first, _, _ := strings.Cut(string(text), "\n")
		command, found := strings.CutPrefix(first, `\* explore `)
		if !found {
			t.Errorf("%s does not begin with its command", path)
		}
		all = append(all, command)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	for _, algorithm := range []string{"ring", "ring-maxid", "ring-watch", "ring-detector", "ring-accept", "lelann", "chang-roberts",
		"hirschberg-sinclair", "itai-rodeh", "bully", "bully-recovery", "raft", "omega-timely", "consensus"} {
		for _, reduce := range []string{"none", "po", "confluence", "po,confluence"} {
			for _, workers := range []int{1, 2, 8} {
				all = append(all, fmt.Sprintf("-algo=%s -n=3 -reduce=%s -workers=%d", algorithm, reduce, workers))
			}
		}
	}
	return append(all, "claims", "mutants", "replay traces/corpus/good", "replay traces/corpus/bad", "list", "story",
		"rings -algo=chang-roberts -n=5", "measure -algo=chang-roberts -n=4", "anonymous -n=2", "knowledge -algo=bully -n=3",
		"alike -algo=omega-timely -n=2 -timely=nothing", "drive -edges -algo=bully -n=2")
}

// frozen is the exit code of a command, and a digest of what it says.
func frozen(t *testing.T, program, command string) string {
	var stdout, stderr bytes.Buffer
	c := exec.Command(program, append(strings.Fields(command), "-format=json", "-quiet")...)
	c.Stdout, c.Stderr = &stdout, &stderr
	var ended *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	var document any
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Errorf("explore %s: %v\n%s", command, err, stderr.String())
	}
	lasting, err := json.Marshal(lasting(document))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%3d %.8x", c.ProcessState.ExitCode(), sha256.Sum256(lasting))
}

// lasting takes away what differs from run to run, and what may be said in other words: times and sizes, commands, and
// the texts of warnings.
func lasting(document any) any {
	switch d := document.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, value := range d {
			if !slices.Contains(passing, key) {
				kept[key] = lasting(value)
			}
		}
		return kept
	case []any:
		kept := make([]any, len(d))
		for i := range d {
			kept[i] = lasting(d[i])
		}
		return kept
	}
	return document
}

var passing = []string{"interrex", "seconds", "liveness_seconds", "states_per_second", "peak_bytes", "workers", "reproduce", "warnings"}

package tlc

import (
	"context"
	"errors"
	"iter"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"interrex/explore/internal/crosscheck/tla"
	"interrex/internal/testlevel"
)

// endless is a specification with more states than anybody waits for.
var endless = Job{
	Modules: fstest.MapFS{"Endless.tla": {Data: []byte("---- MODULE Endless ----\nEXTENDS Naturals\nVARIABLE x\n" +
		"Init == x = 0\nNext == x < 2000000000 /\\ x' = x + 1\n====\n")}},
	Root:   "Endless",
	Config: "INIT Init\nNEXT Next\n",
}

// tidy wants the folder for temporary files to be empty again.
func tidy(t *testing.T, folder string) {
	t.Helper()
	left, err := os.ReadDir(folder)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestRunEndsWithItsContext and leaves nothing behind.
func TestRunEndsWithItsContext(t *testing.T) {
	tlc := tool(t)
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	r, err := tlc.Run(ctx, endless)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%+v, %v", r, err)
	}
	tidy(t, folder)
}

// TestRunLeavesNothing when it goes well, and hands over what the specification printed.
func TestRunLeavesNothing(t *testing.T) {
	testlevel.Slow(t, "another virtual machine of Java's; TestRunEndsWithItsContext looks for leftovers, too")
	tlc := tool(t)
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	job := Job{Modules: os.DirFS("testdata"), Root: "Values", Long: true, MaxHeap: 128,
		Config: "INIT Init\nNEXT Next\nCONSTANTS m = m n = n\n"}
	r, err := tlc.Run(t.Context(), job)
	want := `<<"hello", 1..3>>|"two\nlines"|"x"  TRUE`
	if got := strings.Join(r.Printed, "|"); err != nil || got != want || r.Elapsed <= 0 {
		t.Errorf("printed %s in %v, %v, want %s", got, r.Elapsed, err, want)
	}
	tidy(t, folder)
}

// TestStatesMayFail: an error of the one who takes the states is an error of the run, and who
// stops early is not told that states are missing.
func TestStatesMayFail(t *testing.T) {
	testlevel.Slow(t, "Java, twice and more; TestRun starts it")
	tlc := tool(t)
	job := specimens[0].job()
	enough := errors.New("enough")
	for _, want := range []error{enough, nil} {
		job.States = func(states iter.Seq2[tla.State, error]) error {
			for range states {
				return want
			}
			return errors.New("no state")
		}
		if _, err := tlc.Run(t.Context(), job); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// TestRunRefuses what cannot be run, in one line.
func TestRunRefuses(t *testing.T) {
	tlc := tool(t)
	for name, c := range map[string]struct {
		tool Tool
		job  Job
		want string
	}{
		"a module with a path":     {tlc, Job{Root: "../X"}, `"../X" is not the name of a module`},
		"an archive that is none":  {Tool{Java: tlc.Java, Jar: "doc.go"}, endless, "Java cannot run TLC: "},
		"a Java that is not there": {Tool{Java: "/no/java", Jar: tlc.Jar}, endless, "no such file"},
		"no memory for Java":       {tlc, Job{Modules: endless.Modules, Root: "Endless", MaxHeap: 1}, "Java cannot run TLC: "},
	} {
		if _, err := c.tool.Run(t.Context(), c.job); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestWarm: a warm tool says the same, also if its archive is gone.
func TestWarm(t *testing.T) {
	testlevel.Slow(t, "Java, twice and more; TestRun starts it")
	cold := tool(t)
	job := Job{Modules: os.DirFS("testdata"), Root: "Counter", Config: "SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY Settles\n"}
	folder := t.TempDir()
	hot := cold.Warm(t.Context(), folder)
	run := func(tool Tool) Result {
		r, err := tool.Run(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		r.Elapsed = 0
		return r
	}
	want := run(cold)
	if got := run(hot); !reflect.DeepEqual(got, want) {
		t.Errorf("warm: %+v\ncold: %+v", got, want)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if got := run(hot); !reflect.DeepEqual(got, want) {
		t.Errorf("without the archive: %+v\ncold: %+v", got, want)
	}
}

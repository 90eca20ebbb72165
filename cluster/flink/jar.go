package flink

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// source is the job, and class its name.
//
//go:embed job/Tasks.java
var source []byte

const class = "Tasks"

// jarName is the name of the job on a cluster. It depends on the source.
func jarName() string { return fmt.Sprintf("interrex-%.8x.jar", sha256.Sum256(source)) }

// findJar finds the job on the cluster, or uploads it.
func (r *Runner) findJar(ctx context.Context) error {
	var all struct{ Files []struct{ ID, Name string } }
	if err := r.call(ctx, "GET /jars", nil, &all); err != nil {
		return err
	}
	for _, f := range all.Files {
		if f.Name == jarName() {
			r.jar = f.ID
			return nil
		}
	}
	jar, err := compile(ctx)
	if err != nil {
		return err
	}
	r.jar, err = r.rest.upload(ctx, jarName(), jar)
	return err
}

// compile makes the jar. It needs javac and a Flink distribution on this machine.
func compile(ctx context.Context) ([]byte, error) {
	home := os.Getenv("FLINK_HOME")
	if dists, _ := filepath.Glob(filepath.Join(home, "lib", "flink-dist*.jar")); home == "" || len(dists) == 0 {
		return nil, errors.New("compiling the job: set FLINK_HOME to a Flink distribution (with lib/flink-dist-*.jar)")
	}
	compiler := "javac"
	if java := os.Getenv("JAVA_HOME"); java != "" {
		compiler = filepath.Join(java, "bin", "javac")
	}
	dir, err := os.MkdirTemp("", "interrex-job-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, class+".java")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		return nil, err
	}
	output, err := exec.CommandContext(ctx, compiler, "--release", "11", "-cp", filepath.Join(home, "lib", "*"), "-d", filepath.Join(dir, "classes"), file).CombinedOutput()
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		return nil, errors.New("compiling the job: javac not found; install a JDK, 11 or later (JAVA_HOME)")
	case err != nil:
		return nil, fmt.Errorf("compiling the job with %s: %w: %s", home, err, bytes.ReplaceAll(bytes.TrimSpace(output), []byte("\n"), []byte("; ")))
	}
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	err = errors.Join(z.AddFS(os.DirFS(filepath.Join(dir, "classes"))), z.Close())
	return jar.Bytes(), err
}

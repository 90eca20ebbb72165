package interrex

import (
	"flag"
	"os"
	"regexp"
	"runtime/debug"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
)

// Require fails the test unless everything asked for holds in all runs: it prints what does not in one sentence each, the drawing of
// a shortest run, and commands that show more. The page counterexample.html and counterexample.svg are in the test's ArtifactDir. After
// checker.RequiredStates states, or half of the time that go test has given, it stops, and fails with all that has been found until
// then, and with what has grown. A premise that is never true fails the test if the property is your own, and is logged if it is not.
func Require(t checker.T, election Algorithm, options ...Option) {
	t.Helper()
	q, err := question(election, options)
	if err != nil {
		t.Fatalf("%v", err)
		return
	}
	if q.Options.MaxStates == 0 {
		q.Options.MaxStates = checker.RequiredStates
	}
	if q.Options.MaxTime == 0 {
		q.Options.MaxTime = checker.TimeFor(t)
	}
	report, err := answer(t.Context(), q)
	var text strings.Builder
	w := &prose.Writer{Out: &text}
	switch {
	case report == nil:
		t.Fatalf("%v", err)
	case err != nil: // a panic of the election, and a run to there
		report.findings.Failure(w)
		t.Fatalf("%v\n%s", err, text.String())
	case report.Exit != check.ExitHolds:
		report.findings.Failure(w)
		showMore(t, w, report.findings)
		t.Fatalf("%s%s", text.String(), report.Verdict)
	default:
		if own := vacuous(report.findings); own != "" {
			t.Fatalf("%s", own)
			return
		}
		if report.findings.Alarm(w, "property", "kind"); text.Len() > 0 {
			if t, logs := t.(interface{ Logf(string, ...any) }); logs {
				t.Logf("%s", strings.TrimSpace(text.String()))
			}
		}
	}
}

// vacuous names the own properties that are vacuous, one a line.
func vacuous(f *check.Findings) string {
	var lines []string
	for _, d := range f.Decided {
		if d.Own && d.Vacuous && !d.Unasked {
			lines = append(lines, "own property "+d.Name+" is vacuous: its premise is never true")
		}
	}
	return strings.Join(lines, "\n")
}

// showMore writes the pictures of a failed test into its ArtifactDir, and the commands that show more.
func showMore(t checker.T, w *prose.Writer, f *check.Findings) {
	named, is := t.(interface{ Name() string })
	if !is {
		return
	}
	run, tested := "go test -run "+prose.Shell(pattern(named.Name())), testedPackage()
	w.Line("")
	w.Line("reproduce: %s %s", run, tested)
	to, has := t.(interface{ ArtifactDir() string })
	if !has || f.Counterexamples() == nil {
		return
	}
	page, err := f.WritePictures(to.ArtifactDir())
	switch kept := flag.Lookup("test.artifacts"); {
	case err != nil:
		w.Line("the page was not written: %v", err)
	case kept != nil && kept.Value.String() != "true": // the folder is removed after the test
		w.Line("keep the page: %s -artifacts -outputdir=%s %s", run, prose.Shell(os.TempDir()), tested)
	default:
		w.Line("open the page: %s", page)
	}
}

// pattern is the value of -run that selects one test, by its name.
func pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// testedPackage is the path of the package that is tested; "." if the binary does not have it.
func testedPackage() string {
	info, has := debug.ReadBuildInfo()
	if !has || info.Path == "" || strings.HasPrefix(info.Path, "command-line-arguments") {
		return "."
	}
	return strings.TrimSuffix(info.Path, ".test")
}

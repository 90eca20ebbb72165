package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"interrex/checker"
	"interrex/traces/draw"
)

// JUnit's elements, as far as they are written.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
		Out      string      `xml:"system-out,omitempty"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitTrouble `xml:"failure"`
		Error   *junitTrouble `xml:"error"`
		Skipped *junitTrouble `xml:"skipped"`
	}
	junitTrouble struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes a case for each property: a failure with the drawing if it is violated, skipped if it
// is inconclusive, an error if it is vacuous and that was to be one. No time is given: it would make
// every report another.
func (f *Findings) JUnit(out io.Writer) error {
	suite := junitSuite{Name: f.command(), Tests: len(f.Decided), Out: f.Verdict()}
	for _, d := range f.Decided {
		c := junitCase{Class: "interrex." + f.Request.World.Algorithm.Name, Name: d.Name}
		switch {
		case d.Verdict == checker.Violated:
			var picture strings.Builder
			if err := draw.Text(&picture, drawing(f.Request.World, d)); err != nil {
				return err
			}
			words := fmt.Sprintf("%s\n\n%s\n%s\n", f.shape(d), picture.String(), strings.Join(f.explain(d), "\n"))
			c.Failure = &junitTrouble{d.promise() + ": " + d.Violation, d.kind(), words}
			suite.Failures++
		case d.Verdict == checker.Inconclusive:
			c.Skipped = &junitTrouble{Message: "inconclusive: bounded by " + f.bound()}
			suite.Skipped++
		case d.Vacuous && f.Request.Vacuous:
			c.Error = &junitTrouble{Message: "its premise is never true", Type: "vacuous"}
			suite.Errors++
		}
		suite.Cases = append(suite.Cases, c)
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(junitSuites{Suites: []junitSuite{suite}}); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

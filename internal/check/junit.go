package check

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
)

// JUnit's elements, as far as they are written.
type (
	junitSuites struct {
		XMLName xml.Name   `xml:"testsuites"`
		Suite   junitSuite `xml:"testsuite"`
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

// junit writes a case for each property: a failure with the drawing if it is violated, skipped if it is
// inconclusive or not asked, an error if it is vacuous and -fail-on asks for that. It gives no time: with times, no two
// reports would be equal.
func (f *Findings) junit(out io.Writer) error {
	suite := junitSuite{Name: f.Question.Reproduce(), Tests: len(f.Decided), Out: f.Verdict()}
	for _, d := range f.Decided {
		c := junitCase{Class: "interrex." + f.Question.World.Algorithm.Name, Name: d.Name}
		switch {
		case d.Unasked:
			c.Skipped = &junitTrouble{Message: "not asked: " + d.Verdict.String()}
			suite.Skipped++
		case d.Verdict == checker.Violated:
			words := fmt.Sprintf("%s\n\n%s\n%s\n", f.Shape(d), f.picture(d, prose.PageWidth), strings.Join(f.Explain(d), "\n"))
			c.Failure = &junitTrouble{d.Promise() + ": " + d.Violation, d.Kind(), words}
			suite.Failures++
		case d.Verdict == checker.Inconclusive:
			c.Skipped = &junitTrouble{Message: "inconclusive: " + f.Completeness()}
			suite.Skipped++
		case d.Vacuous && f.Question.Vacuous:
			c.Error = &junitTrouble{Message: "its premise is never true", Type: "vacuous"}
			suite.Errors++
		}
		suite.Cases = append(suite.Cases, c)
	}
	_, err := io.WriteString(out, xml.Header)
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err == nil {
		err = encoder.Encode(junitSuites{Suite: suite})
	}
	if err == nil {
		_, err = io.WriteString(out, "\n")
	}
	return err
}

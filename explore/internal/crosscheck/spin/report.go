package spin

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Report is what a verifier prints about one search that stored every state whole.
type Report struct {
	Stored      int // states
	Transitions int // arrivals at a state, including the beginning
	Atomic      int // states within atomic sequences, each with one step into it
	Depth       int // steps of the longest path kept; breadth first, of the longest shortest path

	Claim     string // the LTL formula searched for, "" if none
	Fair      bool   // among weakly fair runs
	Errors    int
	Complaint string // the first error, "" if there is none
	Complete  bool   // not cut short after an error
}

// counts leaves out states and steps within atomic sequences. Only a breadth-first search stores these and counts
// them among the stored.
func (r Report) counts() Counts {
	return Counts{States: r.Stored - r.Atomic, Steps: r.Transitions - 1 - r.Atomic, Depth: r.Depth - r.Atomic}
}

// The lines of a report that we read.
var (
	exactLine     = regexp.MustCompile(`^Full statespace search for:$`)
	searchLine    = regexp.MustCompile(` search for:$`)
	fairLine      = regexp.MustCompile(`^\s+acceptance   cycles\s+\+ \(fairness (enabled|disabled)\)$`)
	vectorLine    = regexp.MustCompile(`^State-vector \d+ byte, depth reached (\d+), errors: (\d+)$`)
	storedLine    = regexp.MustCompile(`^\s*(\S+) states, stored(?: \((\S+) visited\))?$`)
	matchedLine   = regexp.MustCompile(`^\s*(\S+) states, matched$`)
	totalLine     = regexp.MustCompile(`^\s*(\S+) transitions \(= (?:stored|visited)\+matched\)$`)
	atomicLine    = regexp.MustCompile(`^\s*(\S+) atomic steps$`)
	claimLine     = regexp.MustCompile(`^pan: ltl formula (\w+)$`)
	complaintLine = regexp.MustCompile(`^pan:\d+: (.*) \(at depth \d+\)$`)
	idleLine      = regexp.MustCompile(`^pan: (wrote \S+\.trail|elapsed time .*|rate .*)$`)
	cutLine       = regexp.MustCompile(`^Warning: Search not completed$`)
	warningLine   = regexp.MustCompile(`(?i)^\s*(pan:|error|warning)`)
)

// A reader reads a report line by line.
type reader struct {
	report           Report
	visited, matched int
	seen             map[*regexp.Regexp]bool
	err              error
}

// Parse reads what a verifier printed. Each count must occur once, as a whole number, and the counts must add up.
// It is an error if the search was not exact, was cut short by a bound, or says anything unknown about itself.
func Parse(text string) (Report, error) {
	r := &reader{seen: map[*regexp.Regexp]bool{}}
	for line := range strings.Lines(text) {
		r.line(strings.TrimRight(line, " \t\r\n"))
	}
	for _, needed := range []*regexp.Regexp{exactLine, vectorLine, storedLine, matchedLine, totalLine, atomicLine} {
		if !r.seen[needed] {
			r.fail("there is no line like %s", needed)
		}
	}
	r.report.Complete = !r.seen[cutLine]
	switch p := r.report; {
	case r.visited+r.matched != p.Transitions:
		r.fail("%d states visited and %d matched are not %d transitions", r.visited, r.matched, p.Transitions)
	case (p.Errors > 0) != (p.Complaint != ""):
		r.fail("%d errors, and the first is %q", p.Errors, p.Complaint)
	case p.Errors == 0 && !p.Complete:
		r.fail("the search was not completed, and there was no error")
	}
	if r.err != nil {
		return Report{}, r.err
	}
	return r.report, nil
}

// fail keeps the first error.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// match reports whether the line is of a kind that may occur only once, and returns its parts.
func (r *reader) match(kind *regexp.Regexp, line string) []string {
	parts := kind.FindStringSubmatch(line)
	if parts != nil && r.seen[kind] {
		r.fail("a second line like %s", kind)
	}
	r.seen[kind] = r.seen[kind] || parts != nil
	return parts
}

// number reads a whole number. Spin rounds numbers of more than eight digits.
func (r *reader) number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		r.fail("%q is no whole number", text)
	}
	return n
}

func (r *reader) line(line string) {
	p := &r.report
	if parts := r.match(vectorLine, line); parts != nil {
		p.Depth, p.Errors = r.number(parts[1]), r.number(parts[2])
	} else if parts := r.match(storedLine, line); parts != nil {
		p.Stored = r.number(parts[1])
		r.visited = p.Stored
		if parts[2] != "" {
			r.visited = r.number(parts[2])
		}
	} else if parts := r.match(matchedLine, line); parts != nil {
		r.matched = r.number(parts[1])
	} else if parts := r.match(totalLine, line); parts != nil {
		p.Transitions = r.number(parts[1])
	} else if parts := r.match(atomicLine, line); parts != nil {
		p.Atomic = r.number(parts[1])
	} else if parts := r.match(claimLine, line); parts != nil {
		p.Claim = parts[1]
	} else if parts := r.match(fairLine, line); parts != nil {
		p.Fair = parts[1] == "enabled"
	} else if parts := r.match(complaintLine, line); parts != nil {
		p.Complaint = strings.TrimSpace(parts[1])
	} else {
		r.remark(line)
	}
}

// remark classifies lines without a number.
func (r *reader) remark(line string) {
	switch {
	case r.match(exactLine, line) != nil, r.match(cutLine, line) != nil, idleLine.MatchString(line):
	case searchLine.MatchString(line):
		r.fail("the search was not exact: %q", line)
	case warningLine.MatchString(line):
		r.fail("the verifier says %q", strings.TrimSpace(line))
	}
}

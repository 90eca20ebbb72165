package tlc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// An Outcome is what TLC decided. TLC stops at the first violation that it finds.
type Outcome string

// The outcomes.
const (
	NoError                  Outcome = "no error" // everything asked about holds in all states
	InvariantViolated        Outcome = "invariant violated"
	ActionPropertyViolated   Outcome = "action property violated"
	TemporalPropertyViolated Outcome = "temporal property violated"
)

// exits are the exit codes of the outcomes (tlc2.output.EC.ExitStatus).
var exits = map[Outcome]int{NoError: 0, InvariantViolated: 12, ActionPropertyViolated: 13, TemporalPropertyViolated: 13}

// A Result is TLC's result for a specification. The counts are of the whole state graph if the outcome is [NoError],
// otherwise of what TLC explored.
type Result struct {
	Version string // of TLC: "2.18 of 20 March 2023"
	Outcome Outcome
	// Property is the violated invariant or property. It is empty for a temporal property: TLC does not name
	// it.
	Property string

	InitialGenerated int // initial states, one for each way to reach it
	Generated        int // states, including initial ones, one for each way to reach it
	Distinct         int // distinct states
	Depth            int // states on the longest of the shortest paths

	// Collision is the probability that two states had the same fingerprint, as TLC calculates it ("optimistic").
	Collision string

	Printed []string // lines printed by PrintT
}

// frame is a message of TLC's tool mode: its code, its severity and its text.
//
//	@!@!@STARTMSG 2110:1 @!@!@
//	Invariant Small is violated.
//	@!@!@ENDMSG 2110 @!@!@
//
// A message that contains another one is an error. Its text ends with the inner one.
var frame = regexp.MustCompile(`(?ms)^@!@!@STARTMSG (\d+):(\d+) @!@!@\r?\n(.*?)^@!@!@ENDMSG \d+ @!@!@\r?$`)

// The codes of TLC's messages (tlc2.output.EC).
const (
	invariantInitially = "2107"
	invariantViolated  = "2110"
	actionViolated     = "2112"
	temporalViolated   = "2116"
	behaviorUpToHere   = "2121"
	finished           = "2186"
	initialDistinct    = "2190" // all initial states were distinct
	initialGenerated   = "2191" // some were generated more than once
	initialAgain       = "2208" // the same, in other words
	success            = "2193"
	depthReached       = "2194"
	counted            = "2199"
	versionTold        = "2262"
	counterexample     = "2264"
)

// forms are the texts of the messages that are read.
var forms = map[string]*regexp.Regexp{
	versionTold:        regexp.MustCompile(`^TLC2 Version (.+)`),
	initialDistinct:    regexp.MustCompile(`^Finished computing initial states: ([\d,]+) distinct states? generated at `),
	initialGenerated:   regexp.MustCompile(`^Finished computing initial states: ([\d,]+) states? generated, with [\d,]+ of them distinct`),
	initialAgain:       regexp.MustCompile(`^Finished computing initial states: ([\d,]+) states? generated, with [\d,]+ of them distinct`),
	counted:            regexp.MustCompile(`^([\d,]+) states? generated, ([\d,]+) distinct states? found, ([\d,]+) states? left on queue\.`),
	depthReached:       regexp.MustCompile(`^The depth of the complete state graph search is ([\d,]+)\.`),
	success:            regexp.MustCompile(`(?s)^Model checking completed\. No error has been found\.\n.*calculated \(optimistic\):  val = (\S+)`),
	invariantViolated:  regexp.MustCompile(`^Invariant (\S+) is violated\.`),
	invariantInitially: regexp.MustCompile(`^Invariant (\S+) is violated by the initial state:`),
	actionViolated:     regexp.MustCompile(`^Action property (.+) is violated\.`),
}

// Interpret reads the output of TLC in tool mode, and the exit code. The error has TLC's words if TLC decided
// nothing, or names the unexpected output.
func Interpret(output string, exit int) (Result, error) {
	in := interpreter{left: -1}
	messages := frame.FindAllStringSubmatch(output, -1)
	for _, m := range messages {
		if err := in.read(m[1], m[2], strings.ReplaceAll(m[3], "\r\n", "\n")); err != nil {
			return Result{}, err
		}
	}
	if len(messages) == 0 || messages[len(messages)-1][1] != finished {
		return Result{}, fmt.Errorf("TLC ended without its final message, with exit code %d", exit)
	}
	if in.complaint != "" { // the words of the parser stand outside of all messages
		words := noise.ReplaceAllString(in.complaint+frame.ReplaceAllString(output, ""), "")
		return Result{}, fmt.Errorf("TLC says: %s", strings.Join(strings.Fields(words), " "))
	}
	return in.result, in.check(exit)
}

// noise is what the parser prints about its progress, and the frames of messages within others.
var noise = regexp.MustCompile(`(?m)^(Parsing file|Semantic processing of module) .*$|@!@!@(START|END)MSG \S+ @!@!@`)

// An interpreter turns messages, in their order, into a result.
type interpreter struct {
	result    Result
	left      int    // states without computed successors; -1: unknown
	complaint string // errors that are no verdict
}

func (in *interpreter) read(code, severity, text string) (err error) {
	var words []string
	if form := forms[code]; form != nil {
		if words = form.FindStringSubmatch(text); words == nil {
			return fmt.Errorf("TLC's message %s does not read as it should: %q", code, text)
		}
	}
	number := func(i int) int {
		n, wrong := strconv.Atoi(strings.ReplaceAll(words[i], ",", ""))
		if wrong != nil {
			err = fmt.Errorf("TLC's message %s: %w", code, wrong)
		}
		return n
	}
	r := &in.result
	switch code {
	case versionTold:
		r.Version = words[1]
	case initialDistinct, initialGenerated, initialAgain:
		r.InitialGenerated = number(1)
	case counted:
		r.Generated, r.Distinct, in.left = number(1), number(2), number(3)
	case depthReached:
		r.Depth = number(1)
	case success:
		r.Collision = words[1]
		return in.decided(NoError, "")
	case invariantViolated, invariantInitially:
		return in.decided(InvariantViolated, words[1])
	case actionViolated:
		return in.decided(ActionPropertyViolated, words[1])
	case temporalViolated:
		return in.decided(TemporalPropertyViolated, "")
	case behaviorUpToHere, counterexample:
	default:
		if severity == "1" || severity == "2" { // an error, or a bug of TLC
			in.complaint += text
		}
	}
	return err
}

func (in *interpreter) decided(o Outcome, property string) error {
	if in.result.Outcome != "" {
		return fmt.Errorf("TLC has a second verdict, %v after %v", o, in.result.Outcome)
	}
	in.result.Outcome, in.result.Property = o, property
	return nil
}

// check returns an error if the output is incomplete.
func (in *interpreter) check(exit int) error {
	r := in.result
	switch code, known := exits[r.Outcome]; {
	case !known:
		return fmt.Errorf("TLC ended without a verdict, with exit code %d", exit)
	case code != exit:
		return fmt.Errorf("TLC found %v and ended with exit code %d, not %d", r.Outcome, exit, code)
	case r.Outcome == NoError && in.left != 0:
		return fmt.Errorf("TLC found no error and left %d states on the queue", in.left)
	case r.Outcome == NoError && r.InitialGenerated == 0:
		return fmt.Errorf("TLC found no error, and no initial state either")
	}
	return nil
}

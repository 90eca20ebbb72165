package tlc

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An interpreter turns messages, in their order, into a result.
type interpreter struct {
	result  Result
	trace   tracer
	fault   *Fault
	parsing bool
	parser  []string // output of SANY other than progress
	counted bool
	success bool
}

// Interpret reads the output of TLC in tool mode, and the exit code. The error is a *[Fault] if TLC decided
// nothing, and another one if the output is not as expected.
func Interpret(output string, exit int) (Result, error) {
	messages, err := readMessages(output)
	if err != nil {
		return Result{}, err
	}
	in := interpreter{}
	for _, m := range messages {
		if err := in.read(m); err != nil {
			return Result{}, fmt.Errorf("line %d of TLC's output: %w", m.line, err)
		}
	}
	if len(messages) == 0 || messages[len(messages)-1].code != finished {
		return Result{}, fmt.Errorf("TLC ended without its final message, with exit code %d", exit)
	}
	return in.conclude(exit)
}

func (in *interpreter) read(m message) error {
	m.text = strings.TrimRight(m.text, "\n")
	if m.code == 0 {
		return in.chatter(m.text)
	}
	switch m.severity {
	case notice:
		return in.notice(m)
	case warning:
		if m.code != unsuitableCollector {
			in.result.Warnings = append(in.result.Warnings, m.text)
		}
		return nil
	case ofState:
		return in.trace.read(m)
	case failure, bug:
		return in.failure(m)
	}
	return fmt.Errorf("message %d has the unknown severity %d", m.code, m.severity)
}

var sanyProgress = regexp.MustCompile(`^(Parsing file|Semantic processing of module) `)

// chatter handles text outside all frames. SANY prints such text while it parses. Later none is expected, since
// the output of a specification goes to a file.
func (in *interpreter) chatter(text string) error {
	if !in.parsing {
		return fmt.Errorf("text outside of all messages: %q", text)
	}
	if !sanyProgress.MatchString(text) {
		in.parser = append(in.parser, text)
	}
	return nil
}

// count matches a number as TLC writes it, as 1234 or as 1,234.
const count = `(\d{1,3}(?:,\d{3})+|\d+)`

var (
	saidVersion  = regexp.MustCompile(`^TLC2 Version (.+)$`)
	saidInitial  = regexp.MustCompile(`^Finished computing initial states: ` + count + ` distinct states? generated at `)
	saidInitials = regexp.MustCompile(`^Finished computing initial states: ` + count + ` states? generated, with ` + count + ` of them distinct`)
	saidCounts   = regexp.MustCompile(`^` + count + ` states? generated, ` + count + ` distinct states? found, ` + count + ` states? left on queue\.$`)
	saidDepth    = regexp.MustCompile(`^The depth of the complete state graph search is ` + count + `\.$`)
	saidSuccess  = regexp.MustCompile(`(?s)^Model checking completed\. No error has been found\.\n.*calculated \(optimistic\):  val = (\S+)(?:\n  based on the actual fingerprints:  val = (\S+))?$`)
)

func (in *interpreter) notice(m message) error {
	r := &in.result
	switch m.code {
	case versionTold:
		return told(m, saidVersion, &r.Version)
	case parserBegins, parserDone:
		in.parsing = m.code == parserBegins
		return nil
	case initialDistinct:
		err := told(m, saidInitial, &r.Initial)
		r.InitialGenerated = r.Initial
		return err
	case initialGenerated, initialGeneratedToo:
		return told(m, saidInitials, &r.InitialGenerated, &r.Initial)
	case counted:
		in.counted = true
		return told(m, saidCounts, &r.Generated, &r.Distinct, &r.Left)
	case depthReached:
		return told(m, saidDepth, &r.Depth)
	case success:
		in.success = true
		return told(m, saidSuccess, &r.Collision, &r.CollisionFound)
	case finished:
		return nil
	}
	if !unread[m.code] {
		return fmt.Errorf("message %d is unknown: %q", m.code, m.text)
	}
	return nil
}

// told stores the parts of a message into strings and numbers.
func told(m message, said *regexp.Regexp, into ...any) error {
	found := said.FindStringSubmatch(m.text)
	if found == nil {
		return fmt.Errorf("message %d does not read as it should: %q", m.code, m.text)
	}
	for i, target := range into {
		switch target := target.(type) {
		case *string:
			*target = found[i+1]
		case *int:
			n, err := strconv.Atoi(strings.ReplaceAll(found[i+1], ",", ""))
			if err != nil {
				return fmt.Errorf("message %d has a number that is too long: %q", m.code, m.text)
			}
			*target = n
		}
	}
	return nil
}

var (
	saidInvariant  = regexp.MustCompile(`^Invariant (\S+) is violated\.$`)
	saidAction     = regexp.MustCompile(`^Action property (.+) is violated\.$`)
	saidInitially  = regexp.MustCompile(`(?s)^(?:Invariant|Property) (.+?) is violated by the initial state:\n(.*)$`)
	saidAssumption = regexp.MustCompile(`(?s)^Assumption (.+) is false\.$`)
)

// failure reads a message of class error: a verdict, words that introduce a trace or, for any other code, a fault.
func (in *interpreter) failure(m message) error {
	r := &in.result
	switch m.code {
	case behaviorUpToHere, counterexample:
		return nil
	case invariantViolated:
		return in.violated(InvariantViolated, told(m, saidInvariant, &r.Property))
	case actionViolated:
		return in.violated(ActionPropertyViolated, told(m, saidAction, &r.Property))
	case temporalViolated:
		return in.violated(TemporalPropertyViolated, nil)
	case deadlockReached:
		return in.violated(DeadlockReached, nil)
	case invariantInitially, propertyInitially:
		outcome, text := InvariantViolated, ""
		if m.code == propertyInitially {
			outcome = PropertyViolated
		}
		if err := in.violated(outcome, told(m, saidInitially, &r.Property, &text)); err != nil {
			return err
		}
		return in.trace.add(Step{Number: 1, Action: Action{Name: initialPredicate}}, text)
	case assumptionFalse:
		if r.Outcome == AssumptionFalse { // TLC goes on to the next assumption
			return nil
		}
		return in.violated(AssumptionFalse, told(m, saidAssumption, &r.Property))
	}
	in.faulty(m)
	return nil
}

func (in *interpreter) violated(o Outcome, err error) error {
	if in.result.Outcome != 0 && err == nil {
		return fmt.Errorf("a second verdict, %v after %v", o, in.result.Outcome)
	}
	in.result.Outcome = o
	return err
}

func (in *interpreter) faulty(m message) {
	text := m.text
	if in.fault == nil {
		in.fault = &Fault{Kind: InEvaluation}
		switch {
		case isParsing(m.code):
			in.fault.Kind = InModule
			text = strings.Join(append(slices.Clone(in.parser), text), "\n")
		case isConfiguration(m.code), strings.Contains(text, "error in the configuration file"):
			in.fault.Kind = InConfiguration
		}
	} else {
		text = "\n" + text
	}
	in.fault.Text += text
}

// exits are the exit codes that fit the outcomes (tlc2.output.EC.ExitStatus).
var exits = map[Outcome][]int{
	NoError: {0}, AssumptionFalse: {10}, DeadlockReached: {11}, InvariantViolated: {12},
	ActionPropertyViolated: {13}, PropertyViolated: {13}, TemporalPropertyViolated: {13},
}

// conclude decides what all messages mean together.
func (in *interpreter) conclude(exit int) (Result, error) {
	r := in.result
	r.Trace = in.trace.Trace
	r.Warnings = append(r.Warnings, in.parser...)
	if in.fault != nil {
		in.fault.Trace = in.trace.Trace
		return Result{}, in.fault
	}
	switch {
	case in.success && r.Outcome == 0:
		r.Outcome = NoError
	case in.success:
		return Result{}, fmt.Errorf("TLC found no error and %v", r.Outcome)
	case r.Outcome == 0:
		return Result{}, fmt.Errorf("TLC ended without a verdict, with exit code %d", exit)
	}
	if !slices.Contains(exits[r.Outcome], exit) {
		return Result{}, fmt.Errorf("TLC found %v and ended with exit code %d, not %d", r.Outcome, exit, exits[r.Outcome])
	}
	if r.Outcome == NoError {
		switch {
		case !in.counted:
			return Result{}, errors.New("TLC found no error and ended without counts")
		case r.Left != 0:
			return Result{}, fmt.Errorf("TLC found no error and left %d of %d states on the queue", r.Left, r.Distinct)
		case r.Initial == 0:
			return Result{}, errors.New("TLC found no error, and no initial state either")
		}
	}
	return r, in.trace.complete(r.Outcome)
}

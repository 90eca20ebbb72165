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
	Version  string // of TLC: "2.18 of 20 March 2023"
	Outcome  Outcome
	Property string // the violated one; empty if it is temporal: TLC does not name it

	InitialGenerated int // initial states, one for each way to reach it
	Generated        int // states, including initial ones, one for each way to reach it
	Distinct         int // distinct states
	Depth            int // states on the longest of the shortest paths

	Printed []string // lines printed by PrintT
	States  []string // if asked for: the states as TLC prints them, with a liveness property each twice
}

// frame is a message of TLC's tool mode: its code, its severity and its text.
//
//	@!@!@STARTMSG 2110:1 @!@!@
//	Invariant Small is violated.
//	@!@!@ENDMSG 2110 @!@!@
//
// A message that contains another one is an error. Its text ends with the inner one.
var frame = regexp.MustCompile(`(?ms)^@!@!@STARTMSG (\d+):(\d+) @!@!@\r?\n(.*?)^@!@!@ENDMSG \d+ @!@!@\r?$`)

// An interpreter turns messages, in their order, into a result.
type interpreter struct {
	Result
	left      int       // states without computed successors; -1: unknown
	outcomes  []Outcome // a correct output has one
	complaint string    // errors that are no verdict
}

// A message has a form, from which a result is read.
type message struct {
	form *regexp.Regexp
	read func(in *interpreter, words []string)
}

var initialStates = message{
	regexp.MustCompile(`^Finished computing initial states: ([\d,]+) (?:distinct states? generated at|states? generated, with [\d,]+ of them distinct)`),
	func(in *interpreter, words []string) { in.InitialGenerated = number(words[1]) }}

// messages are the messages that are read, by their codes (tlc2.output.EC).
var messages = map[string]message{
	"2107": violation(InvariantViolated, `^Invariant (\S+) is violated by the initial state:`),
	"2110": violation(InvariantViolated, `^Invariant (\S+) is violated\.`),
	"2112": violation(ActionPropertyViolated, `^Action property (.+) is violated\.`),
	"2116": violation(TemporalPropertyViolated, `^()`),
	"2121": {regexp.MustCompile(`^`), func(*interpreter, []string) {}}, // a counterexample follows
	"2264": {regexp.MustCompile(`^`), func(*interpreter, []string) {}}, // the same, of a temporal property
	"2190": initialStates,
	"2191": initialStates,
	"2208": initialStates,
	"2193": violation(NoError, `^Model checking completed\. No error has been found\.()\n`),
	"2194": {regexp.MustCompile(`^The depth of the complete state graph search is ([\d,]+)\.`), func(in *interpreter, words []string) { in.Depth = number(words[1]) }},
	"2199": {regexp.MustCompile(`^([\d,]+) states? generated, ([\d,]+) distinct states? found, ([\d,]+) states? left on queue\.`),
		func(in *interpreter, words []string) {
			in.Generated, in.Distinct, in.left = number(words[1]), number(words[2]), number(words[3])
		}},
	"2262": {regexp.MustCompile(`^TLC2 Version (.+)`), func(in *interpreter, words []string) { in.Version = words[1] }},
}

// violation is a message with an outcome, and the name of the violated property.
func violation(o Outcome, form string) message {
	return message{regexp.MustCompile(form), func(in *interpreter, words []string) {
		in.Outcome, in.Property, in.outcomes = o, words[1], append(in.outcomes, o)
	}}
}

// finished is the code of the last message.
const finished = "2186"

// number reads a number with commas. One that is too large becomes the largest.
func number(text string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	return n
}

// Interpret reads the output of TLC in tool mode, and the exit code. The error has TLC's words if TLC decided
// nothing, or names the unexpected output.
func Interpret(output string, exit int) (Result, error) {
	in, last := interpreter{left: -1}, ""
	for _, framed := range frame.FindAllStringSubmatch(output, -1) {
		code, severity, text := framed[1], framed[2], strings.ReplaceAll(framed[3], "\r\n", "\n")
		last = code
		m, isRead := messages[code]
		if !isRead {
			if severity == "1" || severity == "2" { // an error, or a bug of TLC
				in.complaint += text
			}
			continue
		}
		words := m.form.FindStringSubmatch(text)
		if words == nil {
			return Result{}, fmt.Errorf("TLC's message %s does not read as it should: %q", code, text)
		}
		m.read(&in, words)
	}
	switch code, known := exits[in.Outcome]; {
	case last != finished:
		return Result{}, fmt.Errorf("TLC ended without its final message, with exit code %d", exit)
	case in.complaint != "": // the words of the parser stand outside of all messages
		words := noise.ReplaceAllString(in.complaint+frame.ReplaceAllString(output, ""), "")
		return Result{}, fmt.Errorf("TLC says: %s", strings.Join(strings.Fields(words), " "))
	case len(in.outcomes) > 1:
		return Result{}, fmt.Errorf("TLC has several verdicts: %v", in.outcomes)
	case !known:
		return Result{}, fmt.Errorf("TLC ended without a verdict, with exit code %d", exit)
	case code != exit:
		return Result{}, fmt.Errorf("TLC found %v and ended with exit code %d, not %d", in.Outcome, exit, code)
	case in.Outcome == NoError && in.left != 0:
		return Result{}, fmt.Errorf("TLC found no error and left %d states on the queue", in.left)
	case in.Outcome == NoError && in.InitialGenerated == 0:
		return Result{}, fmt.Errorf("TLC found no error, and no initial state either")
	}
	return in.Result, nil
}

// noise is what the parser prints about its progress, and the frames of messages within others.
var noise = regexp.MustCompile(`(?m)^(Parsing file|Semantic processing of module) .*$|@!@!@(START|END)MSG \S+ @!@!@`)

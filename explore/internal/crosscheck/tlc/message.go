package tlc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A severity is TLC's class of a message.
type severity int

const (
	notice severity = iota
	failure
	bug // of TLC itself
	warning
	ofState // a state of an error trace
)

// A message is one frame of TLC's tool mode:
//
//	@!@!@STARTMSG 2110:1 @!@!@
//	Invariant Small is violated.
//	@!@!@ENDMSG 2110 @!@!@
//
// Code 0 is for text outside of every frame, which only the parser, SANY, should print.
type message struct {
	code     int
	severity severity
	text     string // without the frames of messages within
	line     int    // of the output, from 1
}

var (
	frameBegin = regexp.MustCompile(`^(.*)@!@!@STARTMSG (-?\d+):(\d+) @!@!@$`)
	frameEnd   = regexp.MustCompile(`^@!@!@ENDMSG (-?\d+) @!@!@$`)
)

// readMessages splits TLC's output into messages. A message may contain others, whose text is then part of its
// own; such a message may begin in the middle of a line.
func readMessages(output string) ([]message, error) {
	var done, open []message
	add := func(line int, text string) {
		if len(open) > 0 {
			open[len(open)-1].text += text + "\n"
		} else if strings.TrimSpace(text) != "" {
			done = append(done, message{text: text, line: line})
		}
	}
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(output, "\r\n", "\n"), "\n"), "\n")
	for i, line := range lines {
		if begin := frameBegin.FindStringSubmatch(line); begin != nil && (begin[1] == "" || len(open) > 0) {
			code, err := strconv.Atoi(begin[2])
			class, errClass := strconv.Atoi(begin[3])
			if err != nil || errClass != nil {
				return nil, fmt.Errorf("line %d of TLC's output: the code of a message is too long: %q", i+1, line)
			}
			if begin[1] != "" {
				add(i+1, begin[1])
			}
			open = append(open, message{code: code, severity: severity(class), line: i + 1})
			continue
		}
		end := frameEnd.FindStringSubmatch(line)
		if end == nil {
			add(i+1, line)
			continue
		}
		if len(open) == 0 || strconv.Itoa(open[len(open)-1].code) != end[1] {
			return nil, fmt.Errorf("line %d of TLC's output: the end of message %s, which was not open", i+1, end[1])
		}
		m := open[len(open)-1]
		if open = open[:len(open)-1]; len(open) > 0 {
			open[len(open)-1].text += m.text
		} else {
			done = append(done, m)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("TLC's output ends within message %d, which began in line %d", open[0].code, open[0].line)
	}
	return done, nil
}

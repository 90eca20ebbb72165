package tlc

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"

	"interrex/explore/internal/crosscheck/tla"
)

// ReadDump yields the states that TLC writes with -dump, in the order in which TLC found them:
//
//	State 1:
//	/\ x = 0
//	/\ y = <<>>
//
// It reads while it yields, so a dump may be larger than memory. An error is the last thing yielded, and names the
// line.
func ReadDump(dump io.Reader) iter.Seq2[tla.State, error] {
	return func(yield func(tla.State, error) bool) {
		in := bufio.NewReaderSize(dump, 1<<16)
		var text strings.Builder
		states, line, begun := 0, 0, 0
		flush := func() bool { // yields the state read so far, and reports whether to go on
			if begun == 0 {
				return true
			}
			s, err := tla.ParseState(text.String())
			if err != nil {
				yield(nil, fmt.Errorf("state %d of the dump, after line %d: %w", states, begun, err))
				return false
			}
			text.Reset()
			return yield(s, nil)
		}
		for {
			part, err := in.ReadString('\n')
			if line++; err != nil && err != io.EOF {
				yield(nil, err)
				return
			}
			switch header := fmt.Sprintf("State %d:", states+1); {
			case strings.HasPrefix(part, "State ") && strings.TrimRight(part, "\r\n") == header:
				if !flush() {
					return
				}
				states, begun = states+1, line
			case begun == 0 && strings.TrimSpace(part) != "":
				yield(nil, fmt.Errorf("line %d of the dump: expected %q, found %.40q", line, header, part))
				return
			default:
				text.WriteString(part)
			}
			if err == io.EOF {
				flush()
				return
			}
		}
	}
}

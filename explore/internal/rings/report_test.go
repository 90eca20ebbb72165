package rings

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// one is the report on the only ring of two: 10 states and 13 steps, as TLC finds too.
const one = `{
  "interrex": "0.1.0",
  "algorithm": "chang-roberts",
  "n": 2,
  "arrangements": [
    {
      "ids": [
        1,
        2
      ],
      "states": 10,
      "steps": 13,
      "terminal": 1,
      "depth": 5,
      "complete": true,
      "verdicts": {
        "one-leader": "holds"
      },
      "warnings": [],
      "exit": 0
    }
  ],
  "complete": true,
  "actions": [
    {
      "action": "start",
      "enabled": 3,
      "taken": 4
    },
    {
      "action": "deliver ELECTION",
      "enabled": 6,
      "taken": 7
    },
    {
      "action": "deliver ELECTED",
      "enabled": 2,
      "taken": 2
    }
  ],
  "exit": 0
}
`

// TestOneArrangement: the whole document, literally, and the verdict in words.
func TestOneArrangement(t *testing.T) {
	args := strings.Fields("rings -algo=chang-roberts -n=2 -property=one-leader -quiet")
	if got := commandtest.Call(context.Background(), Command(), append(args, "-format=json")...); got.Stdout != one || got.Code != 0 {
		t.Errorf("exit code %d\n%s%s\nwant\n%s", got.Code, got.Stdout, got.Stderr, one)
	}
	const verdict = "verdict: holds: everything asked for, in all 1 arrangement (exit 0)"
	if got := commandtest.Call(context.Background(), Command(), args...); got.LastLine() != verdict {
		t.Errorf("%q, want %q", got.LastLine(), verdict)
	}
}

package explore

import (
	"slices"
	"testing"
)

// oneArrangement is the report on the only ring of two: 10 states and 13 steps, as TLC finds too.
const oneArrangement = `{
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
	const args = "-algo=chang-roberts -n=2 -orders=all -property=one-leader -quiet"
	if got := call(args + " -format=json"); got.stdout != oneArrangement || got.code != 0 {
		t.Errorf("exit code %d\n%s%s\nwant\n%s", got.code, got.stdout, got.stderr, oneArrangement)
	}
	const verdict = "verdict: holds: everything asked for, in all 1 arrangement (exit 0)"
	if got := call(args); got.lastLine() != verdict {
		t.Errorf("%q, want %q", got.lastLine(), verdict)
	}
}

// TestDescending: the report has the ids in that order.
func TestDescending(t *testing.T) {
	if got, want := decode(t, "-algo=chang-roberts -n=3 -orders=descending").IDs, []int{3, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("the ring is %v, want %v", got, want)
	}
}

package drive

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// two is the report on a ring of two: 10 states and 13 steps, as TLC finds too, each of which is driven.
const two = `{
  "interrex": "0.1.0",
  "worlds": [
    {
      "algorithm": "chang-roberts",
      "ids": [
        1,
        2
      ],
      "world": {
        "capacity": "unlimited",
        "channels": "fifo",
        "crashes": 0,
        "detector": "perfect",
        "elections": "unlimited",
        "ids": [
          1,
          2
        ],
        "initial": "nobody",
        "initiators": "all",
        "n": 2,
        "reading": "repaired",
        "restarts": 0,
        "starts": "unlimited"
      },
      "complete": true,
      "bound": null,
      "states": 10,
      "edges": 13,
      "driven": 13,
      "cut": 0,
      "pairs": 10,
      "stutters": 0,
      "unseen": [],
      "divergence": null
    }
  ],
  "exit": 0
}
`

// TestEdgesOfTwo: the whole document, literally, and the verdict in words.
func TestEdgesOfTwo(t *testing.T) {
	args := strings.Fields("drive -algo=chang-roberts -n=2 -edges -quiet")
	if got := commandtest.Call(context.Background(), Command(), append(args, "-format=json")...); got.Stdout != two || got.Code != 0 {
		t.Errorf("exit code %d\n%s%s\nwant\n%s", got.Code, got.Stdout, got.Stderr, two)
	}
	const verdict = "verdict: all 13 edges driven (exit 0)"
	if got := commandtest.Call(context.Background(), Command(), args...); got.LastLine() != verdict {
		t.Errorf("%q, want %q", got.LastLine(), verdict)
	}
}

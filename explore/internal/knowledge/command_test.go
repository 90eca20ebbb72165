package knowledge

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
}

// TestKnowledge: what is enough, what is not, and what was not explored to the end.
func TestKnowledge(t *testing.T) {
	for args, code := range map[string]int{
		"-algo=chang-roberts -n=3": 0, "-algo=bully -n=3": 12, "-algo=bully -n=3 -knows=higher": 12, "-algo=ring -n=3 -max-states=20": 152,
		"-algo=omega-minimal -n=2": 12, // whose counts are no text
	} {
		r, asText := call("knowledge -quiet -format=json "+args), call("knowledge -quiet "+args)
		if r.Code != code || asText.Code != code {
			t.Errorf("explore knowledge %s: exit code %d, want %d", args, r.Code, code)
		}
		if !strings.HasSuffix(asText.Stdout, fmt.Sprintf("(exit %d)\n", code)) || strings.Contains(asText.Stdout, "\x00") {
			t.Errorf("explore knowledge %s:\n%s", args, asText.Stdout)
		}
	}
}

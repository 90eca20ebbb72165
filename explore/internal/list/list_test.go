package list

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// TestOne: a name selects one algorithm or property.
func TestOne(t *testing.T) {
	for name, line := range map[string]string{
		"bully":      "    promised: one-leader elected-is-max agreement validity not-stuck decides ends",
		"consensus":  "    default world: one may crash",
		"one-LEADER": "    one-leader           no two live processes both consider themselves the leader",
	} {
		got := commandtest.Call(context.Background(), Command(), "list", name)
		if got.Code != 0 || !strings.Contains(got.Stdout, line+"\n") || strings.Contains(got.Stdout, "\nring") {
			t.Errorf("%s: exit code %d\n%s%s", name, got.Code, got.Stdout, got.Stderr)
		}
	}
	if got := commandtest.Call(context.Background(), Command(), "list", "buly"); got.Code != 151 {
		t.Errorf("exit code %d\n%s", got.Code, got.Stderr)
	}
}

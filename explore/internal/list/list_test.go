package list

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// TestList: the list has the worlds of the algorithms, and the statements of the properties.
func TestList(t *testing.T) {
	got := commandtest.Call(context.Background(), Command(), "list")
	for _, line := range []string{
		"    promised: one-leader elected-is-max agreement validity not-stuck decides ends",
		"    default world: one may crash",
		"    one-leader           no two live processes both consider themselves the leader",
	} {
		if got.Code != 0 || !strings.Contains(got.Stdout, line+"\n") {
			t.Errorf("exit code %d, and no %q in\n%s%s", got.Code, line, got.Stdout, got.Stderr)
		}
	}
}

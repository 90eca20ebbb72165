package list

import (
	"context"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// first is the head of the list: the first entry of the catalogue, up to what has no meaning for it.
const first = `{
  "interrex": "0.1.0",
  "algorithms": [
    {
      "name": "ring",
      "title": "the ring algorithm",
      "source": "lecture 000",
      "topology": "unidirectional ring",
      "world": "asynchronous, perfect FIFO channels, crashes that processes can detect",
      "default_world": "no crashes",
      "crashes": 0,
      "promised": [
        "one-leader",
        "elected-is-max",
        "agreement",
        "validity",
        "not-stuck",
        "decides",
        "ends"
      ],
      "asked": [
        "one-leader",
        "elected-is-max",
        "agreement",
        "validity",
        "not-stuck",
        "decides",
        "ends"
      ],
`

// TestFirstEntry: the head of the document, literally.
func TestFirstEntry(t *testing.T) {
	got := commandtest.Call(context.Background(), Command(), "list", "-format=json")
	if !strings.HasPrefix(got.Stdout, first) || got.Code != 0 {
		t.Errorf("exit code %d\n%.1000s%s\nwant\n%s", got.Code, got.Stdout, got.Stderr, first)
	}
}

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

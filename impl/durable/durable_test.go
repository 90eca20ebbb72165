package durable_test

import (
	"testing"

	"interrex/impl"
	"interrex/impl/durable"
)

func TestMemoryOutlivesIncarnations(t *testing.T) {
	var m durable.Memory
	kept, incarnation, err := m.Load()
	if kept != nil || incarnation != 1 || err != nil {
		t.Fatalf("the first: %v, %d, %v", kept, incarnation, err)
	}
	if err := m.Save(impl.Stable{Term: 3, VotedFor: 2}); err != nil {
		t.Fatal(err)
	}
	kept, incarnation, err = m.Load()
	if err != nil || kept == nil || *kept != (impl.Stable{Term: 3, VotedFor: 2}) || incarnation != 2 {
		t.Fatalf("the second: %v, %d, %v", kept, incarnation, err)
	}
}

package durable

import (
	"bytes"
	"testing"

	"interrex/impl"
)

func FuzzRecord(f *testing.F) {
	f.Add(record{cluster: "test", node: 2, incarnation: 4}.bytes())
	f.Add(record{cluster: "test", node: 2, incarnation: 4, kept: &impl.Stable{Term: 3, VotedFor: 1}}.bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := parse(data); err == nil && !bytes.Equal(r.bytes(), data) {
			t.Errorf("%q is read as %q", data, r.bytes())
		}
	})
}

func TestRecordsAreReadBack(t *testing.T) {
	for _, r := range []record{
		{cluster: "a", node: 1, incarnation: 1},
		{cluster: "a-b", node: 99, incarnation: 1 << 63, kept: &impl.Stable{}},
		{cluster: "a-b", node: 99, incarnation: 2, kept: &impl.Stable{Term: 7, VotedFor: 99}},
	} {
		got, err := parse(r.bytes())
		if err != nil || got.cluster != r.cluster || got.node != r.node || got.incarnation != r.incarnation ||
			(got.kept == nil) != (r.kept == nil) || r.kept != nil && *got.kept != *r.kept {
			t.Errorf("%q is read as %+v, %v", r.bytes(), got, err)
		}
	}
}

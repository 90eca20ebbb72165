package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"interrex/traces"
	"interrex/traces/replay"
)

// FuzzReplay: whatever two files say, replay comes to a verdict or says where they are malformed, and
// says the same whichever of two concurrent lines it reads first.
func FuzzReplay(f *testing.F) {
	for _, name := range []string{"bully-calm", "raft-calm", "ring-detector-calm", "omega-minimal-calm", "lelann-troubled", "chang-roberts-troubled"} {
		var texts [][]byte
		for _, file := range []string{"/1.ndjson", "/2.ndjson"} {
			text, err := os.ReadFile(corpus + "/good/" + name + file)
			if err != nil {
				f.Fatal(err)
			}
			lines := bytes.SplitAfter(text, []byte("\n"))
			texts = append(texts, bytes.Join(lines[:min(len(lines), 12)], nil))
		}
		f.Add(texts[0], texts[1])
	}
	f.Fuzz(func(t *testing.T, one, two []byte) {
		try := func(pick func([]int) int) (*replay.Report, error) {
			list := []traces.Source{{Name: "1", From: bytes.NewReader(one)}, {Name: "2", From: bytes.NewReader(two)}}
			return replay.Follow(list, replay.Options{Crashed: func(int) bool { return true }, Pick: pick})
		}
		r, err := try(nil)
		if fault := new(traces.Error); err != nil && !errors.As(err, &fault) {
			t.Fatalf("no place is named: %v", err)
		}
		last, again := try(func(ready []int) int { return slices.Max(ready) })
		if !cmp.Equal(r, last) || fmt.Sprint(err) != fmt.Sprint(again) {
			t.Fatalf("in another order: %v, and not %v\n%s", again, err, cmp.Diff(r, last))
		}
	})
}

package replay

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interrex/traces"
)

// lines are a trace in memory.
type lines struct {
	list   []line
	header *traces.Header
}

// kind is the name of an event's action, without its timer.
func kind(e *traces.Event) string {
	word, _, _ := strings.Cut(e.Action, " ")
	return word
}

func anotherID(ids []int, id int) (int, bool) {
	return ids[(slices.Index(ids, id)+1)%len(ids)], len(ids) > 1
}

// readLines reads a trace of the corpus.
func readLines(t testing.TB, name string) *lines {
	t.Helper()
	found, err := Find([]string{filepath.Join("../corpus/good", name)})
	if err != nil {
		t.Fatal(err)
	}
	all := new(lines)
	everything := &Divergence{Clock: slices.Repeat([]uint64{1 << 62}, 64)}
	if all.list, all.header, err = found[0].causes(Options{World: Perfect()}, everything); err != nil {
		t.Fatal(err)
	}
	return all
}

// inCorpus are the algorithms that have a run in the corpus.
var inCorpus = []string{
	"bully", "bully-recovery", "chang-roberts", "consensus", "hirschberg-sinclair", "lelann", "omega-minimal", "omega-timely", "raft", "ring", "ring-accept", "ring-detector", "ring-maxid", "ring-watch",
}

package crosscheck

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// find makes the default world of an algorithm among processes in ring order.
func find(t testing.TB, name string, ids ...model.ID) world.Config {
	t.Helper()
	a, ok := model.Find(name)
	if !ok {
		t.Fatalf("no algorithm %q", name)
	}
	return world.Faulty(a, ids)
}

// TestInstances: every algorithm has instances of two to four processes (omega-minimal of two and
// three), without a crash, with one and with two, and the rings have several orders.
func TestInstances(t *testing.T) {
	all, err := Instances()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range model.Catalogue() {
		seen := map[string]bool{}
		orders := map[string]bool{}
		for _, i := range all {
			if i.World.Algorithm.Name != a.Name {
				continue
			}
			seen["n="+string(rune('0'+len(i.World.IDs)))] = true
			seen["crashes="+string(rune('0'+i.World.Crashes))] = true
			seen["timeouts="+string(i.World.Timeouts)] = true
			seen["reading="+string(i.World.Reading)] = true
			orders[fmt.Sprint(i.World.IDs)] = true
		}
		want := []string{"n=2", "n=3", "crashes=0", "crashes=1", "crashes=2"}
		if a.Numbering() == nil { // four who send on each other's messages are too many
			want = append(want, "n=4")
		}
		if a.Timed() && !a.Clockwork() {
			want = append(want, "timeouts=sync", "timeouts=perfect", "timeouts=any")
		}
		if a.Timed() && !a.Terms() {
			want = append(want, "timeouts=clock")
		}
		if a.Readings {
			want = append(want, "reading=printed", "reading=repaired")
		}
		for _, w := range want {
			if !seen[w] {
				t.Errorf("no instance of %s has %s", a.Name, w)
			}
		}
		if a.Topology.IsRing() && !a.Anonymous && len(orders) < 4 {
			t.Errorf("the instances of %s have only the rings %v", a.Name, orders)
		}
	}
}

// TestRings: module Rings has the rings, loads, logs and cut links of the instances, and no others.
func TestRings(t *testing.T) {
	all, err := Instances()
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(spec.Modules, "Rings.tla")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, i := range all {
		want = append(want, definitions(i.World)...)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	got := regexp.MustCompile(`(?m)^(?:Ring|Loads|Logs|Cut)_.*$`).FindAllString(string(text), -1)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("spec/Rings.tla has\n%s\nand the instances need\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestBadInstance: a line that is no world, or says it otherwise than the command, is refused with its number.
func TestBadInstance(t *testing.T) {
	for list, want := range map[string]string{
		"# two\n\n-algo=bully -n=2\n":                 "",
		"-algo=bully -n=2\n-algo=bullies":             "spec/instances.txt:2: -algo=bullies",
		"-algo=bully -n=2 -nonsense=1":                "spec/instances.txt:1: unknown flag -nonsense",
		"-n=2 -algo=bully":                            `spec/instances.txt:1: "-n=2 -algo=bully" should be "-algo=bully -n=2"`,
		"-algo=bully -n=2\n# again\n-algo=bully -n=2": `spec/instances.txt:3: repeats "-algo=bully -n=2"`,
	} {
		if all, err := instancesOf(list); want == "" && (err != nil || len(all) != 1) || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: got %v, want %q", list, err, want)
		}
	}
}

// TestConfiguration: the constants of a world have their values, and the file asks for each property that has a meaning.
func TestConfiguration(t *testing.T) {
	all, err := instancesOf("-algo=raft -n=3 -crashes=0 -restarts=0 -initial=leader -check-quorum=true -cut=1-3,3-1")
	if err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/raft.cfg", all[0].Configuration())
}

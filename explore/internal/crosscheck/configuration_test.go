package crosscheck

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

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
			orders[numbers(i.World.IDs, ",")] = true
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

// TestBadInstance: a file says by its name and its first line what is in it.
func TestBadInstance(t *testing.T) {
	const file = "instances/bully/n=3_crashes=2.cfg"
	good, err := fs.ReadFile(spec.Instances, file)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, old, new, want string }{
		{file, "", "", ""},
		{"instances/bully/n=4.cfg", "", "", "spec/instances/bully/n=4.cfg should be called spec/" + file},
		{file, "-algo=bully", "-algo=bullies", "spec/" + file + ": -algo=bullies"},
		{file, "Crashes = 2", "Crashes = 1", "spec/" + file + `: line 8 should be "  Crashes = 2"`},
		{file, "PROPERTIES", "SYMMETRY\nPROPERTIES", "line 37 should be"},
		{file, "Unlimited", "Unlimited\n", "should be"},
	} {
		text := strings.Replace(string(good), test.old, test.new, 1)
		_, err := instancesOf(fstest.MapFS{test.file: &fstest.MapFile{Data: []byte(text)}})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q for %q: got %v, want %q", test.new, test.old, err, test.want)
		}
	}
}

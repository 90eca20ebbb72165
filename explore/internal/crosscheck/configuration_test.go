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
	return world.Default(a, ids)
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
			orders[join(i.World.IDs, ",")] = true
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

// TestConfiguration: a world is written and read back as it was.
func TestConfiguration(t *testing.T) {
	odd := find(t, "ring-detector", 4, 8, 9, 3)
	odd.Initiators = []model.ID{9, 4}
	odd.Starts, odd.Mistakes, odd.Elections, odd.Capacity = world.Unlimited, 3, 2, 7
	odd.Detector, odd.Channels, odd.Repair, odd.Reading = world.InaccurateDetector, world.Bag, world.Resent, model.Printed
	nobody := find(t, "bully", 1, 2)
	nobody.Initiators = []model.ID{}
	nobody.Timeouts, nobody.Elections = world.Any, 1
	clocked := find(t, "bully", 1, 2, 3)
	clocked.Timeouts, clocked.GST, clocked.Ties, clocked.Elections = world.ByClock, world.Unlimited, world.TimerFirst, 1
	clocked.Clock, clocked.Timely = model.Clock{Tm: 2, Tp: 1, T: 4, T2: 9, Eta: 1}, []world.Pair{{From: 1, To: 2}, {From: 3, To: 1}}
	for _, c := range []world.Config{clocked, find(t, "ring-watch", 1, 2), find(t, "bully", 1, 2, 3), find(t, "ring-maxid", 2147483647), odd, nobody} {
		text := Configuration(c)
		back, err := ParseConfiguration(c.Algorithm.Name, text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if Configuration(back) != text {
			t.Errorf("written:\n%s\nread back:\n%s", text, Configuration(back))
		}
	}
	if got, want := CommandFor(odd), "explore -algo=ring-detector -ids=4,8,9,3 -initiators=4,9 -starts=unlimited "+
		"-detector=inaccurate -mistakes=3 -channels=bag -repair=resent -reading=printed -elections=2 -capacity=7"; got != want {
		t.Errorf("command: got  %s\nwant %s", got, want)
	}
	if got, want := CommandFor(clocked), "explore -algo=bully -n=3 -timeouts=clock -tm=2 -tp=1 -t=4 -gst=unlimited "+
		"-ties=timer-first -timely=1-2,3-1"; got != want {
		t.Errorf("command: got  %s\nwant %s", got, want)
	}
	if got, want := CommandFor(nobody), "explore -algo=bully -n=2 -initiators=nobody -timeouts=any"; got != want {
		t.Errorf("command: got  %s\nwant %s", got, want)
	}
}

// TestBadConfiguration: the error says what is wrong.
func TestBadConfiguration(t *testing.T) {
	good := Configuration(find(t, "bully", 1, 2, 3))
	for _, test := range []struct{ algorithm, old, new, want string }{
		{"bullies", "", "", `there is no algorithm "bullies"`},
		{"bully", "  Crashes = 1\n", "", "constant Crashes has no value"},
		{"bully", "Crashes = 1", "Crashes = 1x", "0 to 65535"},
		{"bully", "Ring_1_2_3", "Ring_1_2_x", `"x" is no id`},
		{"bully", "Ring_1_2_3", "Ring_1_2_2", "given twice"},
		{"bully", `= "sync"`, `= "soon"`, `"sync" "perfect" "any"`},
		{"bully", "Tm = 1", "Tm = 101", "= 0 to 100"},
		{"bully", `{"all"}`, `{"1>2"}`, `links, = {"1-2", "2-3"}`},
		{"bully", "<- Ids", "= {7}", "there is no such process"},
		{"bully", "INVARIANTS TypeOK OneLeader", "INVARIANTS TypeOK", "line 36 should be"},
		{"bully", "PROPERTIES", "SYMMETRY\nPROPERTIES", "line 37 should be"},
	} {
		text := strings.Replace(good, test.old, test.new, 1)
		if _, err := ParseConfiguration(test.algorithm, text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q for %q: got %v, want %q", test.new, test.old, err, test.want)
		}
	}
	if _, err := ParseConfiguration("bully", good+"\n"); err == nil {
		t.Error("a line too many is accepted")
	}
}

// TestMisnamedInstance: a file says by its name what is in it.
func TestMisnamedInstance(t *testing.T) {
	text := &fstest.MapFile{Data: []byte(Configuration(find(t, "bully", 1, 2, 3)))}
	if _, err := instancesOf(fstest.MapFS{"instances/bully/n=3.cfg": text}); err != nil {
		t.Error(err)
	}
	_, err := instancesOf(fstest.MapFS{"instances/bully/n=4.cfg": text})
	if want := "spec/instances/bully/n=4.cfg should be called spec/instances/bully/n=3.cfg"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// FuzzParseConfiguration: what is read is what would be written.
func FuzzParseConfiguration(f *testing.F) {
	for _, a := range model.Catalogue() {
		f.Add(a.Name, Configuration(world.Default(a, []model.ID{4, 8, 9, 3})))
	}
	f.Fuzz(func(t *testing.T, algorithm, text string) {
		c, err := ParseConfiguration(algorithm, text)
		if err == nil && Configuration(c) != text {
			t.Errorf("read as %+v, which is written\n%s", c, Configuration(c))
		}
	})
}

package explore

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model/mutants"
	"interrex/model/world"
	"interrex/spec"
)

// passing are the numbers of a JSON report that differ from one run to the next.
var passing = regexp.MustCompile(`"(seconds|states_per_second|peak_bytes|number_bytes)": [0-9.e-]+`)

// TestSwarmRepeats: the same member reports the same, byte for byte, and goes by its number and the seed alone.
func TestSwarmRepeats(t *testing.T) {
	ask := func(args ...string) string {
		r := callWith(append(strings.Fields("-algo=raft -n=4 -max-states=20000 -format=json -quiet"), args...)...)
		return passing.ReplaceAllString(r.stdout, "") + r.stderr
	}
	first := ask("-swarm=2/4")
	if again := ask("-swarm=2/4"); again != first {
		t.Errorf("the same member has found something else:\n%s\n%s", first, again)
	}
	if other := ask("-swarm=2/9"); strings.NewReplacer("2/9", "2/4", `"of": 9`, `"of": 4`).Replace(other) != first {
		t.Error("what a member finds depends on how many there are")
	}
	for _, args := range [][]string{{"-swarm=3/4"}, {"-swarm=2/4", "-seed=2"}} {
		if sketch := regexp.MustCompile(`"sketch": .*`); sketch.FindString(ask(args...)) == sketch.FindString(first) {
			t.Errorf("%s finds the same", args)
		}
	}
}

// TestSwarmSeesAll: members of a small world all meet the same states, those of a check, whatever their order: prints mean the same to all.
func TestSwarmSeesAll(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for member := 1; member <= 3; member++ {
		file := filepath.Join(dir, fmt.Sprintf("%d.json", member))
		r := callWith("-algo=bully", "-n=3", "-timeouts=any", "-quiet", "-format=json", "-o="+file, fmt.Sprintf("-swarm=%d/3", member))
		if r.code != 12 {
			t.Fatalf("member %d: %d %s", member, r.code, r.stderr)
		}
		files = append(files, file)
	}
	whole := callWith("-algo=bully", "-n=3", "-timeouts=any", "-quiet")
	states := regexp.MustCompile(`(?m)^([0-9,]+) states, `).FindStringSubmatch(whole.stdout)[1]
	r := callWith(append([]string{"swarm"}, files...)...)
	for _, want := range []string{"there being nothing left to visit", " " + states + " ", "100.0 % by all", "one-leader           VIOLATED      3 members of 3",
		"verdict: violated, not promised here: one-leader, elected-is-max, agreement, decides; incomplete, a sample, by 3 members (exit 12)"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("it does not say %q:\n%s%s", want, r.stdout, r.stderr)
		}
	}
	for i, file := range files { // what is drawn from them, and driven, is a real run
		if shown := callWith("show", file); shown.code != 0 || !strings.Contains(shown.stdout, "COORDINATOR") {
			t.Errorf("member %d: show: %d %s%s", i+1, shown.code, shown.stdout, shown.stderr)
		}
	}
	if alone := callWith("swarm", "-format=json", files[0]); alone.code != 12 || !strings.Contains(alone.stdout, `"lower_bound": null`) {
		t.Errorf("a single member: %s%s", alone.stdout, alone.stderr)
	}
}

// TestSwarmFlags: what a member cannot do is refused in one line.
func TestSwarmFlags(t *testing.T) {
	allowed := "it is I/K, member I of K, such as 1/4: I from 1 to K, and K at most 1000000"
	for args, want := range map[string]string{
		"-swarm=0/4": allowed, "-swarm=5/4": allowed, "-swarm=x": allowed, "-swarm=1/": allowed, "-swarm=1/4/4": allowed, "-swarm=": allowed, "-swarm=1/1000001": allowed,
		"-swarm=1/4 -reduce=po": "-swarm does not go with -reduce", "-swarm=1/4 -store=x": "-swarm does not go with -store",
		"-swarm=1/4 -checkpoint=x": "-swarm does not go with -checkpoint", "-swarm=1/4 -workers=2": "-swarm does not go with -workers",
		"-swarm=1/4 -max-counterexamples=2": "-swarm does not go with -max-counterexamples", "-seed=1": "-seed has no meaning without -swarm: give -swarm=1/1 too",
		"-swarm=1/4 -seed=-1": "it is a whole number from 0 to 18446744073709551615",
	} {
		r := callWith(append(strings.Fields("-algo=bully -n=3 -quiet"), strings.Fields(args)...)...)
		if r.code != 151 || !strings.Contains(r.stderr, want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: %d %s", args, r.code, r.stderr)
		}
	}
	r := callWith("-algo=bully", "-n=3", "-swarm=1/1", "-quiet", "-workers=1")
	if r.code != 152 || !strings.HasSuffix(r.stdout, "verdict: inconclusive: bounded by -swarm=1/1, a sample (exit 152)\n") || strings.Contains(r.stdout, "holds") {
		t.Errorf("%d %s%s", r.code, r.stdout, r.stderr)
	}
}

// TestSwarmManifest: the command of the sample Job is one of a member.
func TestSwarmManifest(t *testing.T) {
	manifest, err := os.ReadFile("../docs/deploy/swarm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^ +explore (.*)$`).FindStringSubmatch(string(manifest))[1]
	command = strings.NewReplacer("$((JOB_COMPLETION_INDEX + 1))", "64", "$JOB_COMPLETION_INDEX", "63", "/reports", t.TempDir(), "100_000_000", "1_000").Replace(command)
	if r := callWith(append(strings.Fields(command), "-quiet")...); r.code != 12 && r.code != 152 || !strings.Contains(r.stdout, "-swarm=64/64") {
		t.Errorf("%s: %d %s%s", command, r.code, r.stdout, r.stderr)
	}
}

// TestSwarmFindsMutants: a few thousand visits of three members find all wounds that safety shows, and each run that they find is one
// of the wounded world, made anew, which violates the property.
func TestSwarmFindsMutants(t *testing.T) {
	found, sought, missed := 0, 0, map[string]bool{}
	for _, m := range mutants.Mutants() {
		i := slices.IndexFunc(m.Asked(), func(p spec.Property) bool { return p.Name == m.Breaks })
		if i < 0 || m.Asked()[i].IsLiveness() {
			continue
		}
		sought++
		ask := func(w *world.World) []checker.Property { return w.Properties(m.Asked()[i : i+1]) }
		for member := 1; member <= 3; member++ {
			w, report, err := world.Explore(t.Context(), m.Wounded(), ask, checker.Options{MaxStates: 3000, StopFirst: true, Swarm: checker.Swarm{Member: member, Of: 3}})
			if err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			if missed[m.Of+" "+m.Name] = report.Results[0].Path == nil; !missed[m.Of+" "+m.Name] {
				found++
				follow(t, m, w, report.Results[0].Path)
				break
			}
		}
	}
	maps.DeleteFunc(missed, func(_ string, isSo bool) bool { return !isSo })
	t.Logf("found %d of %d; missed %v", found, sought, missed)
	if found < sought {
		t.Errorf("found %d of %d; missed %v", found, sought, missed)
	}
}

// follow takes the steps of a path in a world made anew, by their codes.
func follow(t *testing.T, m mutants.Mutant, found *world.World, path *checker.Path) {
	t.Helper()
	w := world.New(m.Wounded())
	var at checker.State
	w.Init(func(s checker.State) { at = slices.Clone(s) })
	said := found.DescribeState(path.Initial)
	for n, step := range path.Stem {
		var next checker.State
		w.Steps(at, func(s checker.Step, to checker.State) {
			if next == nil && to != nil && s.Code == step.Step.Code {
				next = slices.Clone(to)
			}
		})
		if at, said = next, found.DescribeState(step.To); at == nil || w.DescribeState(at) != said {
			t.Fatalf("%s %s: step %d leads elsewhere: %s", m.Of, m.Name, n+1, said)
		}
	}
}

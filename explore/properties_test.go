package explore

import (
	"fmt"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck"
	"interrex/model"
	"interrex/spec"
)

// TestMeanings: every property of every algorithm is asked or refused as the table says, by each
// command that takes one, in one line with the reason; the completion knows it too.
func TestMeanings(t *testing.T) {
	list := call("list").stdout
	for _, a := range model.Catalogue() {
		_, listed, _ := strings.Cut("\n"+list, "\n"+a.Name+"\n")
		listed, _, _ = strings.Cut(listed, "\n\n")
		completed := call("completion -- -algo=" + a.Name + " -property=").stdout
		for _, p := range spec.All() {
			why := a.Lacks(p)
			if isRefused := why != ""; strings.Contains(completed, "="+p.Name+"\n") == isRefused {
				t.Errorf("the completion of %s has %s: %v", a.Name, p.Name, isRefused)
			} else if !isRefused {
				continue
			}
			want := fmt.Sprintf("explore: -property=%s has no meaning for %s: %s (exit 151)\n", p.Name, a.Name, why)
			for _, command := range []string{"check", "step"} {
				if r := call(fmt.Sprintf("%s -algo=%s -n=2 -property=validity,%s", command, a.Name, p.Name)); r.code != 151 || r.stderr != want {
					t.Errorf("explore %s: exit code %d, %q, want 151 and %q", command, r.code, r.stderr, want)
				}
			}
		}
		var asked []string
		for _, p := range a.Usual() {
			asked = append(asked, p.Name)
		}
		if !strings.Contains(listed, "    asked by default: "+strings.Join(asked, " ")) {
			t.Errorf("%s is asked %v, and explore list says:\n%s", a.Name, asked, listed)
		}
	}
}

func consensus() model.Algorithm {
	bully, _ := model.Find("bully")
	return model.Consensus(bully)
}

// TestCommandsOfInstances: the command of an instance writes its configuration file.
func TestCommandsOfInstances(t *testing.T) {
	all, err := crosscheck.Instances()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range all {
		cfg := call(strings.Replace(i.Command, "explore", "crosscheck", 1) + " -format=cfg")
		if cfg.code != 0 || cfg.stdout != i.Configuration() {
			t.Errorf("%s: explore crosscheck -format=cfg ends with %d and writes\n%s%s", i.Name(), cfg.code, cfg.stdout, cfg.stderr)
		}
	}
}

package explore

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck"
	"interrex/model"
	"interrex/spec"
)

// TestMeanings: every property of every algorithm is asked or refused as the table says, by each
// command that takes one, in one line with the reason; explore list and the completion know it too.
func TestMeanings(t *testing.T) {
	var list struct {
		Algorithms []struct {
			Name        string
			Asked       []string
			Meaningless []struct{ Property, Why string }
		}
	}
	if err := json.Unmarshal([]byte(call("list -format=json").stdout), &list); err != nil {
		t.Fatal(err)
	}
	for i, a := range model.Catalogue() {
		refused := map[string]string{}
		for _, m := range list.Algorithms[i].Meaningless {
			refused[m.Property] = m.Why
		}
		completed := call("completion -- -algo=" + a.Name + " -property=").stdout
		for _, p := range spec.All() {
			why := refused[p.Name]
			if (a.Means(p) != nil) != (why != "") || strings.Contains(completed, "="+p.Name+"\n") != (why == "") {
				t.Errorf("%s of %s: %v; in the list the reason is %q", p.Name, a.Name, a.Means(p), why)
			}
			if why == "" {
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
		if !slices.Equal(asked, list.Algorithms[i].Asked) {
			t.Errorf("%s is asked %v, in the list %v", a.Name, asked, list.Algorithms[i].Asked)
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

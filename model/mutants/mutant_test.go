package mutants_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/mutants"
	"interrex/spec"
)

func properties() []spec.Property { return slices.Concat(spec.Default(), spec.Named()) }

// algorithms lists the names of the catalogue, then consensus.
func algorithms() (names []string) {
	for _, a := range model.Catalogue() {
		names = append(names, a.Name)
	}
	return append(names, model.ConsensusName)
}

// recordless lists the properties that have a meaning for an algorithm, and for which its world need keep
// no record.
func recordless(a model.Algorithm) []spec.Property {
	return slices.DeleteFunc(a.Meant(properties()), func(p spec.Property) bool { return p.Recalls })
}

// trials tries every mutant, once for all tests.
var trials = sync.OnceValues(func() (all []*mutants.Trial, err error) {
	for _, m := range mutants.Mutants() {
		trial, err := mutants.Try(ctx, m, checker.Options{})
		if err != nil {
			return nil, err
		}
		all = append(all, trial)
	}
	return all, nil
})

func tried(t *testing.T) []*mutants.Trial {
	t.Helper()
	all, err := trials()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMutants: each wound breaks the property that it names, which holds without the wound; one
// that names none is shown to be equivalent.
func TestMutants(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other worlds are explored by as many workers, and these are many")
		return
	}
	for _, trial := range tried(t) {
		m := trial.Mutant
		if !trial.AsClaimed() {
			t.Errorf("%s, %s, which %s: %v, and not as claimed (breaks %q); broken are %v; %s",
				m.Of, m.Name, m.Wound, trial.Outcome, m.Breaks, names(trial.Broken), trial.Likeness.Difference)
		}
		if !trial.Healthy.Complete {
			t.Errorf("%s, %s: the healthy world is not explored to the end: %s", m.Of, m.Name, trial.Healthy.Bound)
		}
		for _, b := range trial.Broken {
			if b.Length() == 0 || b.Length() != len(b.Path.Stem)+len(b.Path.Cycle) {
				t.Errorf("%s, %s: %s is broken in %d steps", m.Of, m.Name, b.Property.Name, b.Length())
			}
		}
	}
}

func names(broken []mutants.Breakage) (list []string) {
	for _, b := range broken {
		list = append(list, b.Property.Name)
	}
	return list
}

// TestCollection: there are at least four wounds that kill of each algorithm, some of the known
// bugs, and at least one of each claim; the descriptions are complete, the names unique.
func TestCollection(t *testing.T) {
	killed, seen := map[string]int{}, map[string]bool{}
	equivalent, ofWorld, known := 0, 0, 0
	for _, trial := range tried(t) {
		m := trial.Mutant
		if trial.Outcome == mutants.Killed {
			killed[m.Of]++
		}
		if seen[m.Of+" "+m.Name] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(m.Name) {
			t.Errorf("%s, %q: the name is taken, or not one word with hyphens", m.Of, m.Name)
		}
		seen[m.Of+" "+m.Name] = true
		if m.Wound == "" || strings.HasSuffix(m.Wound, ".") || strings.ToLower(m.Wound[:1]) != m.Wound[:1] {
			t.Errorf("%s, %s: %q is no sentence without its subject", m.Of, m.Name, m.Wound)
		}
		equivalent += count(m.Breaks == "")
		ofWorld, known = ofWorld+count(m.OfWorld()), known+count(m.Known != "")
	}
	for _, algorithm := range algorithms() {
		if killed[algorithm] < 4 {
			t.Errorf("%d mutants of %s are killed, and four is the least", killed[algorithm], algorithm)
		}
	}
	if equivalent < 2 || ofWorld < 3 || known < 10 {
		t.Errorf("%d equivalent, %d of the world, %d known bugs", equivalent, ofWorld, known)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestRulesExist: the rule that a mutant wounds is one of its algorithm, made on its page or, for
// what the other rings take over from ring, named there and made on ring's page.
func TestRulesExist(t *testing.T) {
	page := func(algorithm string) string {
		text, err := os.ReadFile("../../spec/" + algorithm + ".md")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, m := range mutants.Mutants() {
		own := page(m.Of)
		made := strings.Contains(own, "**"+m.Rule+"**")
		taken := strings.Contains(own, "RI1 to RI6") && strings.Contains(page("ring"), "**"+m.Rule+"**")
		if !made && !taken || m.Rule == "" {
			t.Errorf("%s, %s: the page makes no rule %q", m.Of, m.Name, m.Rule)
		}
		for _, deviation := range regexp.MustCompile(`[A-Z]{2}-D\d+`).FindAllString(m.Known, -1) {
			if !strings.Contains(own, "**"+deviation+"**") {
				t.Errorf("%s, %s: the page has no deviation %s", m.Of, m.Name, deviation)
			}
		}
	}
}

// unwounded are the rules of which no wound is known that breaks anything, and why.
var unwounded = map[string]string{
	"RF7":  "what a refusal tells, a heartbeat of the newer leader tells too",
	"RF15": "with CheckQuorum alone a stranger's terms have no end, and with pre-votes it never gets to stand",

	"RD4": "where a report can be untrue, the healthy algorithm keeps no property that depends on it",
}

// TestEveryRuleIsWounded: each rule that an algorithm's page makes has a mutant.
func TestEveryRuleIsWounded(t *testing.T) {
	made := regexp.MustCompile(`\*\*([A-Z]{2}[0-9]+)\*\*`)
	for _, algorithm := range algorithms() {
		text, err := os.ReadFile("../../spec/" + algorithm + ".md")
		if err != nil {
			t.Fatal(err)
		}
		rules := made.FindAllStringSubmatch(string(text), -1)
		if len(rules) < 2 {
			t.Errorf("the page of %s makes %d rules", algorithm, len(rules))
		}
		for _, rule := range rules {
			wounded := slices.ContainsFunc(mutants.Mutants(), func(m mutants.Mutant) bool { return m.Of == algorithm && m.Rule == rule[1] })
			if excused := unwounded[rule[1]] != ""; wounded == excused {
				t.Errorf("%s of %s: a mutant %v, excused %v", rule[1], algorithm, wounded, excused)
			}
		}
	}
}

// TestMatrix: each property is broken by some mutant that names it, and each property asked by
// default by mutants of two algorithms at least.
func TestMatrix(t *testing.T) {
	named, by := map[string]bool{}, map[string][]string{}
	for _, trial := range tried(t) {
		if b := trial.Named(); b != nil {
			named[b.Property.Name] = true
		}
		for _, name := range names(trial.Broken) {
			if !slices.Contains(by[name], trial.Mutant.Of) {
				by[name] = append(by[name], trial.Mutant.Of)
			}
		}
	}
	for _, p := range slices.Concat(properties(), spec.OfConsensus()) {
		if !named[p.Name] {
			t.Errorf("no mutant that names %s breaks it", p.Name)
		}
	}
	for _, p := range spec.Default() {
		if len(by[p.Name]) < 2 {
			t.Errorf("%s is broken by mutants of %v only", p.Name, by[p.Name])
		}
	}
}

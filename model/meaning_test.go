package model_test

import (
	"slices"
	"testing"

	"interrex/model"
	"interrex/spec"
)

// TestMeaningless: which properties have no meaning for which algorithm, by hand from the pages in spec/.
func TestMeaningless(t *testing.T) {
	ofConsensus := []string{"same-decision", "all-decide", "never-0", "never-1"}
	with := func(names ...string) []string { return append(names, ofConsensus...) }
	withoutTerms := with("leader-per-term")
	likeOnAnonymousRings := with("elected-is-max", "strict-pmax", "eventually-elected-is-max", "leader-per-term")
	ofTrust := with("not-stuck", "ends", "strict-decides", "announced-last", "leader-per-term")
	want := map[string][]string{
		"lelann": with("announced-last", "leader-per-term"), "anonymous": likeOnAnonymousRings, "itai-rodeh": likeOnAnonymousRings,
		"raft": ofConsensus, "omega-timely": ofTrust, "omega-minimal": ofTrust,
	}
	for _, a := range model.Catalogue() {
		expected, ok := want[a.Name]
		if !ok {
			expected = withoutTerms
		}
		for _, p := range spec.All() {
			err := a.Means(p)
			if (err != nil) != slices.Contains(expected, p.Name) {
				t.Errorf("%s of %s: %v", p.Name, a.Name, err)
			}
			if err != nil && (slices.Contains(a.Promised, p.Name) || slices.Contains(a.Asked, p.Name)) {
				t.Errorf("%s promises or asks %s, and %v", a.Name, p.Name, err)
			}
		}
	}
	raft, _ := model.Find("raft")
	for _, p := range spec.All() {
		if err := model.Consensus(raft).Means(p); err != nil {
			t.Errorf("a consensus on raft has decisions and terms: %v", err)
		}
	}
}

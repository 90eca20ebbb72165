package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/traces"
)

// Of the model's counters, how far they count.
const most = 255

// numbers is how many numbers the model of omega-minimal tells apart.
const numbers = 8

// A group is the election that a trace is said to be a run of.
type group struct {
	algorithm model.Algorithm
	handler   model.Handler
	model     *model.Group
	ids       []model.ID // in ring order
}

// newGroup reads what a trace's header says of its election.
func newGroup(h *traces.Header) (*group, error) {
	a, err := election(h)
	if err != nil {
		return nil, err
	}
	g := &group{algorithm: a}
	merits := make([]model.Merit, len(h.IDs))
	by := model.ByID
	variant := model.Variant{Reading: model.Repaired, Most: most, Numbers: numbers}
	for _, v := range h.Configuration {
		var err error
		switch v.Name {
		case "loads":
			by = model.ByLoad
			err = readLoads(v.Value, merits)
		case "pre-vote":
			variant.PreVote, err = strconv.ParseBool(v.Value)
		case "check-quorum":
			variant.CheckQuorum, err = strconv.ParseBool(v.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("configuration %s: %w", v.Name, err)
		}
	}
	for _, id := range h.IDs {
		g.ids = append(g.ids, model.ID(id))
	}
	if most := a.Most; most > 0 && len(g.ids) > most {
		return nil, fmt.Errorf("%d nodes: the model of %s has room for %d", len(g.ids), a.Name, most)
	}
	g.model = model.Rank(g.ids, by, merits)
	g.handler = a.Make(variant)
	return g, nil
}

// election finds the algorithm of a header: of a consensus the configuration says on what it rests.
func election(h *traces.Header) (model.Algorithm, error) {
	name, consensus := h.Algorithm, h.Algorithm == model.ConsensusName
	if consensus {
		name = restsOn(h)
	}
	a, known := model.Find(name)
	switch {
	case consensus && (!known || a.Anonymous):
		return a, fmt.Errorf("configuration on: %q; consensus rests on an election of processes that have ids", name)
	case !known:
		return a, fmt.Errorf("algorithm %q: the model has %s", name, strings.Join(append(names(), model.ConsensusName), ", "))
	case consensus:
		return model.Consensus(a), nil
	}
	return a, nil
}

// restsOn is the election on which the consensus of a header rests, "" if it does not say.
func restsOn(h *traces.Header) string {
	for _, v := range h.Configuration {
		if v.Name == "on" {
			return v.Value
		}
	}
	return ""
}

// readLoads reads [2 1 1].
func readLoads(text string, merits []model.Merit) error {
	words := strings.Fields(strings.Trim(text, "[]"))
	if len(words) != len(merits) {
		return fmt.Errorf("%d values for %d nodes", len(words), len(merits))
	}
	for i, word := range words {
		load, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		merits[i].Load = load
	}
	return nil
}

// sameElection reports whether two headers agree on what the rules depend on.
func sameElection(a, b *traces.Header) bool {
	ruling := func(h *traces.Header) (list []traces.Variable) {
		for _, v := range h.Configuration {
			if slices.Contains([]string{"on", "loads", "pre-vote", "check-quorum"}, v.Name) {
				list = append(list, v)
			}
		}
		return list
	}
	return slices.Equal(ruling(a), ruling(b))
}

func names() (list []string) {
	for _, a := range model.Catalogue() {
		list = append(list, a.Name)
	}
	return list
}

// begun is the local state of a process that has just come, the first time or again.
func (g *group) begun(id model.ID, back bool) model.Local {
	if back && g.handler.Has(model.Recover) {
		return g.handler.Restarted()
	}
	return g.handler.Begin(id, g.model, model.Nobody)
}

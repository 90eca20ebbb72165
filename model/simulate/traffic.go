package simulate

import "interrex/model"

// A traffic counts the messages on their way.
type traffic struct {
	alike    map[model.Message]int
	from, to map[model.Kind][]int // by place
	all      map[model.Kind]int
	places   int
}

func newTraffic(places int) traffic {
	return traffic{map[model.Message]int{}, map[model.Kind][]int{}, map[model.Kind][]int{}, map[model.Kind]int{}, places}
}

// count adds a message to a channel, or takes it out.
func (t *traffic) count(l link, m model.Message, by int) {
	kind := m.Kind()
	if t.from[kind] == nil {
		t.from[kind], t.to[kind] = make([]int, t.places), make([]int, t.places)
	}
	t.from[kind][l.from] += by
	t.to[kind][l.to] += by
	t.all[kind] += by
	if t.alike[m] += by; t.alike[m] == 0 {
		delete(t.alike, m)
	}
}

// Live is part of model.Situation, as are the following: nobody ever dies here.
func (n *network) Live(model.ID) bool { return true }

// TakesPart is part of model.Situation.
func (n *network) TakesPart(id model.ID) bool { return n.members[n.place[id]].status.TakesPart }

// Recovering is part of model.Situation.
func (n *network) Recovering(id model.ID) bool { return n.members[n.place[id]].status.Recovering }

// Status is part of model.Situation.
func (n *network) Status(id model.ID) model.Status { return n.members[n.place[id]].status }

// Cut is part of model.Situation.
func (n *network) Cut(_, _ model.ID) bool { return false }

// OnItsWay is part of model.Situation.
func (n *network) OnItsWay(kind model.Kind, from, to model.ID) bool {
	t := n.traffic
	switch {
	case t.all[kind] == 0:
		return false
	case from == model.Anyone && to == model.Anyone:
		return true
	case from == model.Anyone:
		return t.to[kind][n.place[to]] > 0
	case to == model.Anyone:
		return t.from[kind][n.place[from]] > 0
	}
	for _, f := range n.channels[link{n.place[from], n.place[to]}] {
		if f.message.Kind() == kind {
			return true
		}
	}
	return false
}

// Circulates is part of model.Situation.
func (n *network) Circulates(m model.Message) bool { return n.traffic.alike[m] > 0 }

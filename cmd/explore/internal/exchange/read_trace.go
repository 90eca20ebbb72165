package exchange

import "interrex/traces/draw"

// readITF reads a run in Apalache's format, also one that Quint has written.
func readITF(root *node) []*Run {
	t := &stranger{run: &Run{Cycle: draw.NoCycle}}
	for _, name := range root.must("vars").list() {
		t.variables = append(t.variables, name.text())
	}
	atMost(root.must("vars").line, len(t.variables), mostVariables, "variables")
	for _, s := range root.must("states").list() {
		for _, name := range t.variables {
			s.must(name)
		}
		t.states = append(t.states, s)
	}
	if meta := root.get("#meta"); !meta.isNull() {
		t.run.Title, t.run.Command, t.run.Property = optional(meta, "description"), optional(meta, "source"), optional(meta, "violates")
	}
	t.known()
	for i := 1; i < len(t.states); i++ {
		t.step(i, itfAction(t.states[i]), t.states[i].get("mbt::nondetPicks"))
	}
	if loop := root.get("loop"); !loop.isNull() {
		t.close(loop, loop.number(), Step{Action: "back", Process: Nobody, Peer: Nobody})
	}
	return []*Run{t.run}
}

func optional(n *node, name string) string {
	if value := n.get(name); value != nil {
		if text, ok := value.value.(string); ok {
			return text
		}
	}
	return ""
}

// itfAction is the name of the action that led to a state.
func itfAction(s *node) string {
	if taken := s.get("mbt::actionTaken"); taken != nil {
		return taken.text()
	}
	if meta := s.get("#meta"); meta != nil {
		return optional(meta, "action")
	}
	return ""
}

// readTLC reads a run as TLC writes it with -dumpTrace json.
func readTLC(root *node) []*Run {
	t := &stranger{run: &Run{Cycle: draw.NoCycle}}
	if inner := root.get("counterexample"); inner != nil {
		root = inner
	}
	for i, pair := range root.must("state").list() {
		number, state := numbered(pair)
		if number != i+1 {
			pair.fail("state %d is expected here, it is %d", i+1, number)
		}
		t.states = append(t.states, state)
		atMost(state.line, len(state.members()), mostVariables, "variables")
		for _, m := range state.members() {
			if i == 0 {
				t.variables = append(t.variables, m.name)
			}
		}
		for _, name := range t.variables {
			state.must(name)
		}
	}
	t.known()
	edges := map[int]*node{} // by the number of the state that they lead from
	if actions := root.get("action"); actions != nil {
		for _, edge := range actions.list() {
			if len(edge.list()) != 3 {
				edge.fail("an action is a state, its name and place, and a state")
			}
			from, _ := numbered(edge.list()[0])
			edges[from] = edge
		}
	}
	for i := 1; i < len(t.states); i++ {
		name, parameters := tlcAction(edges[i])
		t.step(i, name, parameters)
	}
	if last := edges[len(t.states)]; last != nil && len(t.states) > 0 {
		to, _ := numbered(last.list()[2])
		name, parameters := tlcAction(last)
		step := Step{Action: name, Process: Nobody, Peer: Nobody}
		t.picks(&step, parameters)
		t.close(last, to-1, step)
	}
	return []*Run{t.run}
}

// numbered reads a pair of a number and a state.
func numbered(pair *node) (int, *node) {
	if len(pair.list()) != 2 {
		pair.fail("a state is its number and its variables")
	}
	return pair.list()[0].number(), pair.list()[1]
}

func tlcAction(edge *node) (string, *node) {
	if edge == nil {
		return "", nil
	}
	middle := edge.list()[1]
	return middle.must("name").text(), middle.get("parameters")
}

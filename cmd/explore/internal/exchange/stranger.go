package exchange

import (
	"slices"
	"strconv"
	"strings"
)

// A stranger is a run that others have told: its variables may be anything.
type stranger struct {
	run       *Run
	variables []string
	states    []*node
	local     []string // variables that are functions of one and the same set: the processes
	lists     bool     // which is 1..n: such a function is written as a list
}

// known finds out who the processes are, and reads the states.
func (t *stranger) known() {
	if len(t.states) == 0 {
		panic(&Mistake{Line: 1, Text: "there are no states"})
	}
	t.run.Processes = t.linked()
	for _, t.lists = range []bool{false, true} {
		for _, name := range t.variables {
			if of := t.keysOf(name); len(of) > 1 && (t.run.Processes == nil || slices.Equal(of, t.run.Processes)) {
				t.run.Processes = of
				t.local = append(t.local, name)
			}
		}
		if t.local != nil {
			break
		}
	}
	atMost(t.states[0].line, len(t.run.Processes), mostProcesses, "processes")
	for _, s := range t.states {
		state := t.stateOf(s)
		state.bounded(s.line)
		t.run.States = append(t.run.States, state)
	}
}

// keysOf lists the arguments of a variable that is a function of the same in all states.
func (t *stranger) keysOf(name string) (keys []string) {
	if isOurs(name) || name == living || t.isChannels(t.states[0].get(name)) {
		return nil
	}
	for i, s := range t.states {
		of := t.arguments(s.get(name))
		if i > 0 && !slices.Equal(of, keys) {
			return nil
		}
		keys = of
	}
	return keys
}

// isOurs reports whether a variable is not one of the model: what is on its way, or Quint's notes.
func isOurs(name string) bool { return name == "under" || strings.HasPrefix(name, "mbt::") }

func (t *stranger) arguments(n *node) (keys []string) {
	for _, e := range t.entries(n) {
		keys = append(keys, e.key)
	}
	return keys
}

// entries lists those of a function of the processes.
func (t *stranger) entries(n *node) (all []entry) {
	list, isList := n.value.([]*node)
	if !t.lists || !isList {
		return entries(n)
	}
	for i, value := range list {
		all = append(all, entry{strconv.Itoa(i + 1), value})
	}
	return all
}

// An entry is an argument of a function and its value.
type entry struct {
	key   string
	value *node
}

// entries lists those of a map or of a function as TLC writes it; nil for anything else.
func entries(n *node) (all []entry) {
	if pairs := n.get("#map"); pairs != nil {
		for _, pair := range pairs.list() {
			if len(pair.list()) != 2 {
				pair.fail("an entry of a map is a key and a value")
			}
			all = append(all, entry{words(pair.list()[0]), pair.list()[1]})
		}
		return all
	}
	if members, ok := n.value.([]member); ok {
		for _, m := range members {
			if strings.HasPrefix(m.name, "#") || m.name == "tag" {
				return nil
			}
			all = append(all, entry{m.name, m.value})
		}
	}
	return all
}

func (t *stranger) stateOf(s *node) (state State) {
	state.Members = make([]Member, len(t.run.Processes))
	for _, name := range t.variables {
		if t.buries(&state, name, s.get(name)) {
			continue
		}
		if value := s.get(name); t.isChannels(value) {
			state.Under = append(state.Under, t.channels(value)...)
			continue
		}
		if name == "under" && t.isUnder(s.get(name)) {
			for _, m := range s.get(name).list() {
				state.Under = append(state.Under, Message{t.place(m.get("from")), t.place(m.get("to")), words(m.get("message"))})
			}
			continue
		}
		if !slices.Contains(t.local, name) {
			if !isOurs(name) || name == "under" {
				state.Others = append(state.Others, Variable{name, words(s.get(name))})
			}
			continue
		}
		for p, e := range t.entries(s.get(name)) {
			state.Members[p].add(name, e.value)
		}
	}
	return state
}

// add puts the value of a variable to a member: a record's fields one by one.
func (m *Member) add(name string, value *node) {
	fields := entries(value)
	if value.get("#map") != nil || len(fields) == 0 {
		fields = []entry{{name, value}}
	}
	for _, f := range fields {
		if live, isTruth := f.value.value.(bool); isTruth && f.key == "live" {
			m.Dead = !live
			continue
		}
		m.Variables = append(m.Variables, Variable{f.key, words(f.value)})
	}
}

// isUnder reports whether a value lists messages between the processes.
func (t *stranger) isUnder(n *node) bool {
	list, isList := n.value.([]*node)
	for _, m := range list {
		if m.get("message") == nil || t.place(m.get("from")) == Nobody || t.place(m.get("to")) == Nobody {
			return false
		}
	}
	return isList
}

// place is where the process of a name stands, Nobody if there is none of that name.
func (t *stranger) place(name *node) int {
	if name == nil {
		return Nobody
	}
	return slices.Index(t.run.Processes, words(name))
}

// step adds the step that leads to state i.
func (t *stranger) step(i int, action string, picks *node) {
	s := Step{Action: action, Process: Nobody, Peer: Nobody}
	t.picks(&s, picks)
	t.run.Steps = append(t.run.Steps, s)
	t.guess(i - 1)
}

// picks reads who takes a step. What is not in our words becomes a note.
func (t *stranger) picks(s *Step, picks *node) {
	if picks.isNull() {
		return
	}
	var others []string
	for _, m := range picks.members() {
		switch place := t.place(m.value); {
		case m.name == "process" && (place != Nobody || m.value.value == ""):
			s.Process = place
		case m.name == "peer" && (place != Nobody || m.value.value == ""):
			s.Peer = place
		case m.name == "message":
			s.Message = words(m.value)
		case optional(m.value, "tag") != "None":
			others = append(others, m.name+" = "+words(m.value))
		}
	}
	s.Note = strings.Join(others, ", ")
}

// guess says whose a step is that nobody has signed: that of the only one whose local state changes;
// and what it sends: what is on its way afterwards and was not before.
func (t *stranger) guess(step int) {
	s := &t.run.Steps[step]
	if s.Action == "" {
		s.Action = "step"
	}
	var who []int
	for _, c := range t.run.Changes(step) {
		if c.Process != Nobody && !slices.Contains(who, c.Process) {
			who = append(who, c.Process)
		}
	}
	if s.Process == Nobody && len(who) == 1 && s.Action != "tick" {
		s.Process = who[0]
	}
	gone, came := without(t.run.States[step].Under, t.run.States[step+1].Under)
	if took := s.Message == "" && s.Peer == Nobody && len(gone) == 1; took && (s.Process == Nobody || s.Process == gone[0].To) && !t.run.IsCrash(step) {
		s.Process, s.Peer, s.Message = gone[0].To, gone[0].From, gone[0].Text
	}
	if s.Process == Nobody && len(came) > 0 && !slices.ContainsFunc(came, func(m Message) bool { return m.From != came[0].From }) {
		s.Process = came[0].From
	}
	if s.Process == Nobody || s.Peer == Nobody {
		if s.Message != "" {
			s.Note, s.Message = strings.TrimPrefix(s.Note+", message = "+s.Message, ", "), ""
		}
	}
	for _, m := range came {
		if m.From == s.Process {
			s.Sends = append(s.Sends, Send{To: m.To, Text: m.Text})
		}
	}
}

// without says which messages are on their way no more, and which are new.
func without(before, after []Message) (gone, came []Message) {
	gone = slices.Clone(before)
	for _, m := range after {
		if i := slices.Index(gone, m); i >= 0 {
			gone = slices.Delete(gone, i, i+1)
		} else {
			came = append(came, m)
		}
	}
	return gone, came
}

// close makes a lasso of the run: it goes back to a state.
func (t *stranger) close(n *node, loop int, step Step) {
	last := len(t.states) - 1
	if loop < 0 || loop > last {
		n.fail("the run goes back to state %d, and has %d states", loop, last+1)
	}
	t.run.Cycle = loop
	if loop == last && (step.Action == "back" || step.Action == stuttering) {
		return // nothing happens any more
	}
	if loop == last || !t.same(loop, last) {
		t.run.States = append(t.run.States, t.run.States[loop])
		t.run.Steps = append(t.run.Steps, step)
		t.guess(len(t.run.Steps) - 1)
	}
}

// same reports whether two states are the same, but for notes of who has led there.
func (t *stranger) same(i, j int) bool {
	for _, name := range t.variables {
		if !strings.HasPrefix(name, "mbt::") && words(t.states[i].get(name)) != words(t.states[j].get(name)) {
			return false
		}
	}
	return true
}

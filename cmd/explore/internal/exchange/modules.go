package exchange

import (
	"slices"
	"strings"
)

// The modules of spec/ have a variable for those that live, a set, and one for the channels, a function
// of pairs to sequences. So have many others' modules.

const living = "live"

// buries notes who is dead, if the variable is the set of the living.
func (t *stranger) buries(state *State, name string, value *node) bool {
	list := members(value)
	if name != living || list == nil {
		return false
	}
	var names []string
	for _, one := range list {
		if t.place(one) == Nobody {
			return false
		}
		names = append(names, words(one))
	}
	for p, process := range t.run.Processes {
		state.Members[p].Dead = !slices.Contains(names, process)
	}
	return true
}

// members are the elements of a set, as ITF or TLC writes it; nil for anything else.
func members(n *node) []*node {
	if inner := n.get("#set"); inner != nil {
		n = inner
	}
	list, _ := n.value.([]*node)
	return list
}

// linked are the processes between which there are channels, if there is a variable of channels.
func (t *stranger) linked() (processes []string) {
	for _, name := range t.variables {
		if n := t.states[0].get(name); t.isChannels(n) {
			for _, e := range entries(n) {
				if from, _ := ends(e.key); !slices.Contains(processes, from) {
					processes = append(processes, from)
				}
			}
		}
	}
	return processes
}

// isChannels reports whether a value is a function of pairs of processes to lists.
func (t *stranger) isChannels(n *node) bool {
	all := entries(n)
	for _, e := range all {
		from, to := ends(e.key)
		_, isList := e.value.value.([]*node)
		if !isList || from == "" || to == "" {
			return false
		}
	}
	return len(all) > 0
}

// channels lists what is on its way, channel by channel.
func (t *stranger) channels(n *node) (under []Message) {
	for _, e := range entries(n) {
		first, second := ends(e.key)
		from, to := slices.Index(t.run.Processes, first), slices.Index(t.run.Processes, second)
		for _, m := range e.value.value.([]*node) {
			if from >= 0 && to >= 0 {
				under = append(under, Message{from, to, words(m)})
			}
		}
	}
	return under
}

// ends splits the key of a channel, "<<1, 2>>" of TLC's or a tuple in our words.
func ends(key string) (from, to string) {
	pair, opened := strings.CutPrefix(strings.Replace(key, "⟨", "<<", 1), "<<")
	pair, closed := strings.CutSuffix(strings.Replace(pair, "⟩", ">>", 1), ">>")
	parts := strings.Split(pair, ", ")
	if !opened || !closed || len(parts) != 2 {
		return "", ""
	}
	return parts[0], parts[1]
}

package crosscheck

import (
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// stateOf is a state of the world in the form of the modules: a record of the variables of module Stage.
func stateOf(w *world.World, s checker.State) value {
	snapshot, r := w.Snapshot(s), readerOf(w.Config())
	var live, fresh, annals []value
	timers, dead, local, decision, left := function{}, function{}, function{}, function{}, function{}
	for _, m := range snapshot.Members {
		id := integer(m.ID)
		if m.Live {
			live = append(live, id)
		}
		if m.Fresh {
			fresh = append(fresh, id)
		}
		own := m.Variables
		decision[id] = integer(-1) // undecided
		if w.Config().Algorithm.On != "" {
			last := len(own) - 1
			if n, err := strconv.Atoi(own[last].Value); err == nil {
				decision[id] = integer(n)
			}
			own = own[:last]
		}
		local[id], timers[id] = r.variables(own), r.running(m.Running())
		dead[id], left[id] = integer(m.DeadFor), integer(m.Elections)
	}
	budget := fields{"timeouts": integer(world.Unlimited)} // a snapshot omits an unlimited one
	for _, b := range snapshot.Budgets {
		budget[strings.TrimSuffix(b.Name, "-left")] = integer(b.Left)
	}
	for _, l := range snapshot.Leaders {
		annals = append(annals, record(fields{"term": integer(l.Term), "leader": integer(l.Leader)}))
	}
	return record(fields{
		"annals": set(annals...), "live": set(live...), "fresh": set(fresh...),
		"local": mapping(local), "decision": mapping(decision), "left": mapping(left),
		"channel": r.traffic(snapshot.InFlight, w.Config().Channels == world.Bag), "budget": record(budget),
		"clock": record(fields{
			"timers": mapping(timers), "dead": mapping(dead), "settles": integer(snapshot.Settles)}),
	})
}

// A reader reads the words of a state, with the parts that they omit about its world.
type reader struct {
	ids      []model.ID // ascending: a vector has a value for each, in this order
	many     int        // the value of many
	watching bool       // the algorithm has a timer for each process
}

func readerOf(c world.Config) reader {
	return reader{slices.Sorted(slices.Values(c.IDs)), c.Counters, c.Algorithm.Numbering() != nil}
}

// variables makes a record of local variables. A dot in a name means a field of a nested record.
func (r reader) variables(list []model.Variable) value {
	all, nested := fields{}, map[string][]model.Variable{}
	for _, v := range list {
		if name, inner, isNested := strings.Cut(v.Name, "."); isNested {
			nested[name] = append(nested[name], model.Variable{Name: inner, Value: v.Value})
		} else {
			all[name] = r.valueOf(v.Value)
		}
	}
	for name, inner := range nested {
		all[name] = r.variables(inner)
	}
	return record(all)
}

// valueOf reads a value as the model spells it: yes, no, an id, ⊥, a number, many, a vector, a set, or words.
func (r reader) valueOf(word string) value {
	switch word {
	case "yes", "true":
		return boolean(true)
	case "no", "false":
		return boolean(false)
	case "⊥":
		return integer(model.Nobody)
	case "many":
		return integer(r.many)
	}
	if inside, isVector := strings.CutPrefix(word, "["); isVector { // that of a dead process is empty
		f := function{}
		for i, element := range strings.Fields(strings.TrimSuffix(inside, "]")) {
			f[integer(r.ids[i])] = r.valueOf(element)
		}
		return mapping(f)
	}
	if inside, isSet := strings.CutPrefix(word, "{"); isSet {
		var elements []value
		for element := range strings.SplitSeq(strings.TrimSuffix(inside, "}"), ",") {
			if element != "" {
				elements = append(elements, r.valueOf(element))
			}
		}
		return set(elements...)
	}
	if n, err := strconv.Atoi(word); err == nil {
		return integer(n)
	}
	return quoted(word)
}

// message turns ELECTION(3) into its record in module Messages, and REQUESTVOTE(2,1:3) into that in module Raft.
func (r reader) message(spelled string) value {
	kind, list, carries := strings.Cut(strings.TrimSuffix(spelled, ")"), "(")
	if !carries {
		list = "⊥"
	}
	words := strings.Split(list, ",")
	names := []string{"id"}
	switch kind {
	case model.PROBE.String():
		names = []string{"id", "phase", "hops", "way"}
	case model.REPLY.String():
		names = []string{"id", "phase", "way"}
	case model.ASK.String():
		names = []string{"id", "answer"}
	case model.ELECTION.String():
		if len(words) == 3 { // sent by a process without an id
			names = []string{"identity", "hops", "clean"}
		}
	case model.REQUESTVOTE.String(), model.VOTE.String(), model.REFUSE.String(), model.LEADER.String(), model.REQUESTPREVOTE.String(), model.PREVOTE.String():
		names = []string{"term", "log"}
	case model.ALIVE.String():
		// A message of the printed reading has no number, which is written 0. A forwarded one has no id, either.
		switch {
		case carries && len(words) == 1:
			words = []string{"⊥", "0", words[0]}
		case len(words) == 2:
			words = []string{words[0], "0", words[1]}
		}
		names = []string{"id", "number", "suspect"}
	}
	all := fields{"kind": quoted(kind)}
	for i, word := range words {
		if last, length, isLog := strings.Cut(word, ":"); isLog {
			all[names[i]] = tuple(r.valueOf(last), r.valueOf(length))
		} else {
			all[names[i]] = r.valueOf(strings.TrimPrefix(word, "#"))
		}
	}
	return record(all)
}

// running are the timers that run by the clock: pairs of a timer and its remaining ticks. A timer that watches a
// process has the id of that process; a timer beside those that watches no process has 0.
func (r reader) running(timers []world.SetTimer) value {
	var pairs []value
	for _, t := range timers {
		name := quoted(t.Name)
		if t.Of != model.Nobody {
			name = integer(t.Of)
		} else if r.watching {
			name = integer(model.Nobody)
		}
		pairs = append(pairs, tuple(name, integer(t.Left)))
	}
	return set(pairs...)
}

// traffic is the contents of the non-empty channels: sequences, or bags. By the clock a message has a deadline.
func (r reader) traffic(flights []world.Flight, bags bool) value {
	content := map[value][]value{}
	for _, f := range flights {
		link, m := tuple(integer(f.From), integer(f.To)), r.message(f.Message)
		if f.Promise != "" {
			m = record(fields{"message": m, "promise": quoted(f.Promise), "within": integer(f.Within)})
		}
		content[link] = append(content[link], m)
	}
	channels := function{}
	for link, messages := range content {
		channels[link] = tuple(messages...)
		if bags {
			channels[link] = bag(messages)
		}
	}
	return mapping(channels)
}

// bag counts equal messages.
func bag(content []value) value {
	counts, all := map[value]int{}, function{}
	for _, m := range content {
		counts[m]++
		all[m] = integer(counts[m])
	}
	return mapping(all)
}

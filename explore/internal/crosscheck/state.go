package crosscheck

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tla"
	"interrex/model"
	"interrex/model/world"
)

// Shorthands for values and functions of TLA+.
type (
	value    = tla.Value
	function = map[tla.Value]tla.Value
	fields   = map[string]tla.Value
)

// stateOf is a state of the world in the form of the modules: the variables of module Stage.
func stateOf(w *world.World, s checker.State) tla.State {
	snapshot, r := w.Snapshot(s), readerOf(w.Config())
	var live, fresh, annals []value
	timers, dead, local, decision, left, budget := function{}, function{}, function{}, function{}, function{}, fields{}
	for _, m := range snapshot.Members {
		id := tla.Int(int(m.ID))
		if m.Live {
			live = append(live, id)
		}
		if m.Fresh {
			fresh = append(fresh, id)
		}
		own := m.Variables
		decision[id] = tla.Int(-1) // undecided
		if w.Config().Algorithm.On != "" {
			last := len(own) - 1
			if n, err := strconv.Atoi(own[last].Value); err == nil {
				decision[id] = tla.Int(n)
			}
			own = own[:last]
		}
		local[id], timers[id] = r.variables(own), r.running(m.Running())
		dead[id], left[id] = tla.Int(m.DeadFor), tla.Int(m.Elections)
	}
	for _, b := range snapshot.Budgets {
		budget[b.Name] = tla.Int(b.Left)
	}
	for _, l := range snapshot.Leaders {
		annals = append(annals, tla.Record(fields{"term": tla.Int(l.Term), "leader": tla.Int(int(l.Leader))}))
	}
	return tla.State{
		"annals": tla.Set(annals...), "live": tla.Set(live...), "fresh": tla.Set(fresh...),
		"local": tla.Function(local), "decision": tla.Function(decision), "left": tla.Function(left),
		"channel": r.traffic(snapshot.InFlight, w.Config().Channels == world.Bag), "budget": tla.Record(budget),
		"clock": tla.Record(fields{
			"timers": tla.Function(timers), "dead": tla.Function(dead), "settles": tla.Int(snapshot.Settles)}),
	}
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
	return tla.Record(all)
}

// valueOf reads a value as the model spells it: yes, no, an id, ⊥, a number, many, a vector, a set, or words.
func (r reader) valueOf(word string) value {
	switch word {
	case "yes", "true":
		return tla.Bool(true)
	case "no", "false":
		return tla.Bool(false)
	case "⊥":
		return tla.Int(int(model.Nobody))
	case "many":
		return tla.Int(r.many)
	}
	if inside, isVector := strings.CutPrefix(word, "["); isVector { // that of a dead process is empty
		f := function{}
		for i, element := range strings.Fields(strings.TrimSuffix(inside, "]")) {
			f[tla.Int(int(r.ids[i]))] = r.valueOf(element)
		}
		return tla.Function(f)
	}
	if inside, isSet := strings.CutPrefix(word, "{"); isSet {
		var elements []value
		for element := range strings.SplitSeq(strings.TrimSuffix(inside, "}"), ",") {
			if element != "" {
				elements = append(elements, r.valueOf(element))
			}
		}
		return tla.Set(elements...)
	}
	if n, err := strconv.Atoi(word); err == nil {
		return tla.Int(n)
	}
	return tla.String(word)
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
	all := fields{"kind": tla.String(kind)}
	for i, word := range words {
		if last, length, isLog := strings.Cut(word, ":"); isLog {
			all[names[i]] = tla.Tuple(r.valueOf(last), r.valueOf(length))
		} else {
			all[names[i]] = r.valueOf(strings.TrimPrefix(word, "#"))
		}
	}
	return tla.Record(all)
}

// running are the timers that run by the clock: pairs of a timer and its remaining ticks. A timer that watches a
// process has the id of that process; a timer beside those that watches no process has 0.
func (r reader) running(timers []world.SetTimer) value {
	var pairs []value
	for _, t := range timers {
		name := tla.String(t.Name)
		if t.Of != model.Nobody {
			name = tla.Int(int(t.Of))
		} else if r.watching {
			name = tla.Int(int(model.Nobody))
		}
		pairs = append(pairs, tla.Tuple(name, tla.Int(t.Left)))
	}
	return tla.Set(pairs...)
}

// traffic is the contents of the non-empty channels: sequences, or bags. By the clock a message has a deadline.
func (r reader) traffic(flights []world.Flight, bags bool) value {
	content := map[value][]value{}
	for _, f := range flights {
		link, m := tla.Tuple(tla.Int(int(f.From)), tla.Int(int(f.To))), r.message(f.Message)
		if f.Promise != "" {
			m = tla.Record(fields{"message": m, "promise": tla.String(f.Promise), "within": tla.Int(f.Within)})
		}
		content[link] = append(content[link], m)
	}
	channels := function{}
	for link, messages := range content {
		channels[link] = tla.Tuple(messages...)
		if bags {
			channels[link] = bag(messages)
		}
	}
	return tla.Function(channels)
}

// bag counts equal messages.
func bag(content []value) value {
	counts, all := map[value]int{}, function{}
	for _, m := range content {
		counts[m]++
		all[m] = tla.Int(counts[m])
	}
	return tla.Function(all)
}

// canonical is a state as TLC prints it, without empty channels: the modules have a channel between any two
// processes that may need one.
func canonical(s tla.State) (tla.State, error) {
	channels, err := tla.ParseFunction(s["channel"])
	if err != nil {
		return nil, fmt.Errorf("the channels of a state: %w", err)
	}
	maps.DeleteFunc(channels, func(_, content value) bool { return content == tla.Tuple() })
	same := maps.Clone(s)
	same["channel"] = tla.Function(channels)
	return same, nil
}

// A digest stands for a set of states, independent of their order: the sum of the SHA-256 of their canonical
// texts, modulo 2^256.
type digest struct{ sum big.Int }

// add adds a state, which must be canonical.
func (d *digest) add(s tla.State) {
	hash := sha256.Sum256([]byte(s.String()))
	d.sum.Add(&d.sum, new(big.Int).SetBytes(hash[:]))
	d.sum.SetBit(&d.sum, 256, 0)
}

func (d *digest) text() *string {
	text := fmt.Sprintf("%064x", &d.sum)
	return &text
}

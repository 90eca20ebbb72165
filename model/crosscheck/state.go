package crosscheck

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/crosscheck/tla"
	"interrex/model/world"
)

// stateOf is a state of the world as the modules write it: the variables of module Stage.
func stateOf(w *world.World, s checker.State) tla.State {
	snapshot, r := w.Snapshot(s), readerOf(w.Config())
	var live, fresh []tla.Value
	var timers, dead []tla.Pair
	var local, decision, left []tla.Pair
	for _, m := range snapshot.Members {
		id := tla.Int(int(m.ID))
		if m.Live {
			live = append(live, id)
		}
		if m.Fresh {
			fresh = append(fresh, id)
		}
		own, decided := apart(m.Variables, w.Config().Algorithm.On != "")
		local = append(local, tla.Pair{Argument: id, Value: r.variables(own)})
		decision = append(decision, tla.Pair{Argument: id, Value: decided})
		timers = append(timers, tla.Pair{Argument: id, Value: r.running(m.Timers)})
		dead = append(dead, tla.Pair{Argument: id, Value: tla.Int(m.DeadFor)})
		left = append(left, tla.Pair{Argument: id, Value: tla.Int(m.Elections)})
	}
	var budget []tla.Field
	for _, b := range snapshot.Budgets {
		budget = append(budget, tla.Field{Name: b.Name, Value: tla.Int(b.Left)})
	}
	var annals []tla.Value
	for _, r := range snapshot.Annals {
		annals = append(annals, tla.Record(tla.Field{Name: "term", Value: tla.Int(r.Term)},
			tla.Field{Name: "leader", Value: tla.Int(int(r.Leader))}))
	}
	return tla.State{
		"annals": tla.Set(annals...), "live": tla.Set(live...), "fresh": tla.Set(fresh...),
		"local": tla.Function(local...), "decision": tla.Function(decision...), "left": tla.Function(left...),
		"channel": r.traffic(snapshot.InFlight, w.Config().Channels == world.Bag), "budget": tla.Record(budget...),
		"clock": tla.Record(
			tla.Field{Name: "timers", Value: tla.Function(timers...)},
			tla.Field{Name: "dead", Value: tla.Function(dead...)},
			tla.Field{Name: "settles", Value: tla.Int(snapshot.Settles)}),
	}
}

// apart takes the decision, which comes last, out of the variables of a process on whose election a
// consensus rests.
func apart(list []model.Variable, decides bool) (own []model.Variable, decision tla.Value) {
	const undecided = -1
	if !decides {
		return list, tla.Int(undecided)
	}
	last := len(list) - 1
	if n, err := strconv.Atoi(list[last].Value); err == nil {
		return list[:last], tla.Int(n)
	}
	return list[:last], tla.Int(undecided)
}

// variables makes a record of local variables. Those with a dot in their name are a record's.
func (r reader) variables(list []model.Variable) tla.Value {
	var fields []tla.Field
	for i := 0; i < len(list); {
		name, _, nested := strings.Cut(list[i].Name, ".")
		if !nested {
			fields = append(fields, tla.Field{Name: name, Value: r.valueOf(list[i].Value)})
			i++
			continue
		}
		var inner []model.Variable
		for ; i < len(list) && strings.HasPrefix(list[i].Name, name+"."); i++ {
			inner = append(inner, model.Variable{Name: list[i].Name[len(name)+1:], Value: list[i].Value})
		}
		fields = append(fields, tla.Field{Name: name, Value: r.variables(inner)})
	}
	return tla.Record(fields...)
}

// valueOf reads a value as the model spells it: yes, no, an id, ⊥, a number, many, a vector, a set, or
// words.
func (r reader) valueOf(word string) tla.Value {
	switch word {
	case "yes", "no":
		return tla.Bool(word == "yes")
	case "true", "false":
		return tla.Bool(word == "true")
	case "⊥":
		return tla.Int(int(model.Nobody))
	case "many":
		return tla.Int(r.many)
	}
	if inside, isVector := strings.CutPrefix(word, "["); isVector {
		return r.vector(strings.TrimSuffix(inside, "]"))
	}
	if inside, isSet := strings.CutPrefix(word, "{"); isSet {
		var elements []tla.Value
		for id := range strings.SplitSeq(strings.TrimSuffix(inside, "}"), ",") {
			if id != "" {
				elements = append(elements, r.valueOf(id))
			}
		}
		return tla.Set(elements...)
	}
	if n, err := strconv.Atoi(word); err == nil {
		return tla.Int(n)
	}
	return tla.String(word)
}

// termed are the kinds of messages that carry a term: their records are those of module Raft.
var termed = []model.Kind{
	model.REQUESTVOTE, model.VOTE, model.REFUSE, model.LEADER, model.REQUESTPREVOTE, model.PREVOTE,
}

// termedMessage makes REQUESTVOTE(2,1:3) the record that module Raft has for it.
func (r reader) termedMessage(kind, list string) tla.Value {
	term, log, asks := strings.Cut(list, ",")
	fields := []tla.Field{{Name: "kind", Value: tla.String(kind)}, {Name: "term", Value: r.valueOf(term)}}
	if asks {
		last, length, _ := strings.Cut(log, ":")
		fields = append(fields, tla.Field{Name: "log", Value: tla.Tuple(r.valueOf(last), r.valueOf(length))})
	}
	return tla.Record(fields...)
}

// message makes ELECTION(3) the record that module Messages has for it, and ASK(3,⊥) one with an
// answer.
func (r reader) message(spelled string) tla.Value {
	kind, list, carries := strings.Cut(strings.TrimSuffix(spelled, ")"), "(")
	if slices.ContainsFunc(termed, func(k model.Kind) bool { return k.String() == kind }) {
		return r.termedMessage(kind, list)
	}
	if !carries {
		list = "⊥"
	}
	if kind == model.ALIVE.String() && carries {
		return r.news(kind, list)
	}
	fields := []tla.Field{{Name: "kind", Value: tla.String(kind)}}
	words := strings.Split(list, ",")
	for i, word := range words {
		fields = append(fields, tla.Field{Name: carried(kind, len(words))[i], Value: r.valueOf(word)})
	}
	return tla.Record(fields...)
}

// carried names what a message of that kind carries, in the order in which it is spelled.
func carried(kind string, parts int) []string {
	if parts == 3 && kind == model.ELECTION.String() { // of a process without an id
		return []string{"identity", "hops", "clean"}
	}
	switch kind {
	case model.PROBE.String():
		return []string{"id", "phase", "hops", "way"}
	case model.REPLY.String():
		return []string{"id", "phase", "way"}
	case model.ASK.String():
		return []string{"id", "answer"}
	}
	return []string{"id"}
}

// posted is a message under way: by the clock with its deadline.
func (r reader) posted(f world.Flight) tla.Value {
	if f.Promise == "" {
		return r.message(f.Message)
	}
	return tla.Record(
		tla.Field{Name: "message", Value: r.message(f.Message)},
		tla.Field{Name: "promise", Value: tla.String(f.Promise)},
		tla.Field{Name: "within", Value: tla.Int(f.Within)})
}

// running are timers by the clock: pairs of a timer and the ticks that it has left. One that
// watches a process is called by it, and one beside such that watches nobody by 0.
func (r reader) running(timers []world.Running) tla.Value {
	var pairs []tla.Value
	for _, t := range timers {
		name := tla.String(t.Timer)
		if _, of, watches := strings.Cut(strings.TrimSuffix(t.Timer, ")"), "("); watches {
			name = r.valueOf(of)
		} else if r.watching {
			name = tla.Int(int(model.Nobody))
		}
		pairs = append(pairs, tla.Tuple(name, tla.Int(t.Left)))
	}
	return tla.Set(pairs...)
}

// traffic is the contents of the channels that have any.
func (r reader) traffic(flights []world.Flight, bags bool) tla.Value {
	var pairs []tla.Pair
	for i := 0; i < len(flights); {
		j := i
		var content []tla.Value
		for ; j < len(flights) && flights[j].From == flights[i].From && flights[j].To == flights[i].To; j++ {
			content = append(content, r.posted(flights[j]))
		}
		link := tla.Tuple(tla.Int(int(flights[i].From)), tla.Int(int(flights[i].To)))
		value := tla.Tuple(content...)
		if bags {
			value = bag(content)
		}
		pairs = append(pairs, tla.Pair{Argument: link, Value: value})
		i = j
	}
	return tla.Function(pairs...)
}

// bag counts equal messages.
func bag(content []tla.Value) tla.Value {
	var pairs []tla.Pair
	for _, m := range content {
		i := slices.IndexFunc(pairs, func(p tla.Pair) bool { return tla.Equal(p.Argument, m) })
		if i < 0 {
			pairs = append(pairs, tla.Pair{Argument: m, Value: tla.Int(1)})
			continue
		}
		n, _ := pairs[i].Value.Int()
		pairs[i].Value = tla.Int(n + 1)
	}
	return tla.Function(pairs...)
}

// canonical is a state as TLC prints it, without the channels that are empty: the modules have
// a channel between any two processes that may ever need one.
func canonical(s tla.State) tla.State {
	var pairs []tla.Pair
	for link, content := range s["channel"].Pairs() {
		if content.Len() > 0 {
			pairs = append(pairs, tla.Pair{Argument: link, Value: content})
		}
	}
	same := tla.State{}
	for _, name := range s.Variables() {
		same[name] = s[name]
	}
	same["channel"] = tla.Function(pairs...)
	return same
}

// A Digest stands for a set of states, in whatever order they come: the sum of the SHA-256 of
// their canonical texts, modulo 2^256.
type Digest struct {
	States int
	sum    big.Int
}

// Add adds a state. It must be canonical.
func (d *Digest) Add(s tla.State) {
	hash := sha256.Sum256([]byte(s.String()))
	d.sum.Add(&d.sum, new(big.Int).SetBytes(hash[:]))
	d.sum.SetBit(&d.sum, 256, 0)
	d.States++
}

func (d *Digest) String() string { return fmt.Sprintf("%064x", &d.sum) }

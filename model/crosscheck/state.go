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
	snapshot := w.Snapshot(s)
	var live, fresh []tla.Value
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
		local = append(local, tla.Pair{Argument: id, Value: variables(own)})
		decision = append(decision, tla.Pair{Argument: id, Value: decided})
		left = append(left, tla.Pair{Argument: id, Value: tla.Int(m.Elections)})
	}
	var budget []tla.Field
	for _, b := range snapshot.Budgets {
		budget = append(budget, tla.Field{Name: b.Name, Value: tla.Int(b.Left)})
	}
	return tla.State{
		"live": tla.Set(live...), "fresh": tla.Set(fresh...),
		"local": tla.Function(local...), "decision": tla.Function(decision...), "left": tla.Function(left...),
		"channel": traffic(snapshot.InFlight, w.Config().Channels == world.Bag), "budget": tla.Record(budget...),
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
func variables(list []model.Variable) tla.Value {
	var fields []tla.Field
	for i := 0; i < len(list); {
		name, _, nested := strings.Cut(list[i].Name, ".")
		if !nested {
			fields = append(fields, tla.Field{Name: name, Value: valueOf(list[i].Value)})
			i++
			continue
		}
		var inner []model.Variable
		for ; i < len(list) && strings.HasPrefix(list[i].Name, name+"."); i++ {
			inner = append(inner, model.Variable{Name: list[i].Name[len(name)+1:], Value: list[i].Value})
		}
		fields = append(fields, tla.Field{Name: name, Value: variables(inner)})
	}
	return tla.Record(fields...)
}

// valueOf reads a value as the model spells it: yes, no, an id, ⊥, a set of ids, or words.
func valueOf(word string) tla.Value {
	switch word {
	case "yes", "no":
		return tla.Bool(word == "yes")
	case "⊥":
		return tla.Int(int(model.Nobody))
	}
	if inside, isSet := strings.CutPrefix(word, "{"); isSet {
		var elements []tla.Value
		for id := range strings.SplitSeq(strings.TrimSuffix(inside, "}"), ",") {
			if id != "" {
				elements = append(elements, valueOf(id))
			}
		}
		return tla.Set(elements...)
	}
	if n, err := strconv.Atoi(word); err == nil {
		return tla.Int(n)
	}
	return tla.String(word)
}

// message makes ELECTION(3) the record that module Messages has for it.
func message(spelled string) tla.Value {
	kind, id, carries := strings.Cut(strings.TrimSuffix(spelled, ")"), "(")
	carried := tla.Int(int(model.Nobody))
	if carries {
		carried = valueOf(id)
	}
	return tla.Record(tla.Field{Name: "kind", Value: tla.String(kind)}, tla.Field{Name: "id", Value: carried})
}

// traffic is the contents of the channels that have any.
func traffic(flights []world.Flight, bags bool) tla.Value {
	var pairs []tla.Pair
	for i := 0; i < len(flights); {
		j := i
		var content []tla.Value
		for ; j < len(flights) && flights[j].From == flights[i].From && flights[j].To == flights[i].To; j++ {
			content = append(content, message(flights[j].Message))
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

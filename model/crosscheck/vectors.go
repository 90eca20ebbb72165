package crosscheck

import (
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/crosscheck/tla"
	"interrex/model/world"
)

// A reader knows of a world what the words of its states leave unsaid.
type reader struct {
	ids      []model.ID // ascending: a vector has a value for each, in this order
	many     int        // how many those are
	watching bool       // the algorithm has a timer for each process
}

func readerOf(c world.Config) reader {
	return reader{slices.Sorted(slices.Values(c.IDs)), c.Counters, c.Algorithm.Numbering}
}

// vector makes [0 many 1] a function of the ids. That of a dead process is empty.
func (r reader) vector(inside string) tla.Value {
	var pairs []tla.Pair
	for i, word := range strings.Fields(inside) {
		pairs = append(pairs, tla.Pair{Argument: tla.Int(int(r.ids[i])), Value: r.valueOf(word)})
	}
	return tla.Function(pairs...)
}

// news makes ALIVE(2,#1,[0 0 1]) the record that module OmegaMinimal has for it. As printed a message
// has no number, which is 0, and when it is sent on nobody of whom it says so.
func (r reader) news(kind, list string) tla.Value {
	words := strings.Split(list, ",")
	of, number, suspect := "⊥", "0", words[len(words)-1]
	if len(words) > 1 {
		of = words[0]
	}
	if len(words) > 2 {
		number = strings.TrimPrefix(words[1], "#")
	}
	return tla.Record(
		tla.Field{Name: "kind", Value: tla.String(kind)}, tla.Field{Name: "id", Value: r.valueOf(of)},
		tla.Field{Name: "number", Value: r.valueOf(number)}, tla.Field{Name: "suspect", Value: r.valueOf(suspect)})
}

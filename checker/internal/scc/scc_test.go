package scc

import (
	"math/rand/v2"
	"testing"
)

// On random graphs, two vertices of the part have the same number if each can be reached from the other within it.
func TestNumber(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + source.IntN(8)
		g := &Digraph{First: []int{0}}
		var part []uint32
		in := make([]bool, n)
		for v := range n {
			for range source.IntN(4) {
				g.To = append(g.To, uint32(source.IntN(n)))
			}
			g.First = append(g.First, len(g.To))
			if in[v] = source.IntN(5) > 0; in[v] {
				part = append(part, uint32(v))
			}
		}
		number, count := g.Number(part)
		met := map[uint32]bool{}
		for v := range n {
			if (number[v] > 0) != in[v] {
				t.Fatalf("%+v, part %v: vertex %d has number %d", g, part, v, number[v])
			}
			for w := range n {
				if in[v] && in[w] && (number[v] == number[w]) != (reaches(g, in, v, w) && reaches(g, in, w, v)) {
					t.Fatalf("%+v, part %v: vertices %d and %d have numbers %d and %d", g, part, v, w, number[v], number[w])
				}
			}
			if in[v] {
				met[number[v]] = true
			}
		}
		if len(met) != count {
			t.Fatalf("%+v, part %v: %d components, numbers %v", g, part, count, number)
		}
	}
}

// reaches reports whether a vertex is another or has a path to it within a part.
func reaches(g *Digraph, in []bool, from, to int) bool {
	seen := make([]bool, len(in))
	work := []int{from}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v == to {
			return true
		}
		for _, w := range g.Out(uint32(v)) {
			if in[w] && !seen[w] {
				seen[w] = true
				work = append(work, int(w))
			}
		}
	}
	return false
}

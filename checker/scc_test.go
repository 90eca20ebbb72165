package checker

import (
	"fmt"
	"slices"
	"testing"

	"interrex/internal/testlevel"
)

// matrix is a digraph: matrix[v][w] says that there is an edge from v to w.
type matrix [][]bool

// closure is Warshall's: can one get from v to w in at least one step?
func (m matrix) closure() matrix {
	reach := make(matrix, len(m))
	for v := range m {
		reach[v] = slices.Clone(m[v])
	}
	for via := range m {
		for v := range m {
			for w := range m {
				reach[v][w] = reach[v][w] || reach[v][via] && reach[via][w]
			}
		}
	}
	return reach
}

// successors enters in asked who has been asked, in this order.
func (m matrix) successors(asked *[]uint32) func(uint32, []uint32) []uint32 {
	return func(v uint32, to []uint32) []uint32 {
		*asked = append(*asked, v)
		for w, edge := range m[v] {
			if edge {
				to = append(to, uint32(w))
			}
		}
		return to
	}
}

// Every digraph of up to four vertices, from one root and from all.
func TestComponentsAgainstTransitiveClosure(t *testing.T) {
	testlevel.Alone(t)
	all := []uint32{0, 1, 2, 3}
	for n := 1; n <= len(all); n++ {
		for code := range 1 << (n * n) {
			m := make(matrix, n)
			for v := range m {
				for w := range n {
					m[v] = append(m[v], code>>(v*n+w)&1 != 0)
				}
			}
			for _, roots := range [][]uint32{{0}, {uint32(n - 1), 0}, all[:n]} {
				if err := disagreement(m, roots); err != nil {
					t.Fatalf("%v from %v: %v", m, roots, err)
				}
			}
		}
	}
}

// disagreement checks each promise of components.
func disagreement(m matrix, roots []uint32) error {
	reach := m.closure()
	var asked []uint32
	closed := make([]bool, len(m))
	var err error
	components(len(m), roots, m.successors(&asked), func(component []uint32, cyclic bool) {
		first := component[0]
		if cyclic != reach[first][first] {
			err = fmt.Errorf("%v: cyclic is %v", component, cyclic)
		}
		if !slices.IsSortedFunc(component, func(v, w uint32) int { return slices.Index(asked, v) - slices.Index(asked, w) }) {
			err = fmt.Errorf("%v is not in the order of discovery %v", component, asked)
		}
		for _, v := range asked[slices.Index(asked, first):] {
			if !closed[v] && !slices.Contains(component, v) {
				err = fmt.Errorf("%d was discovered since %d, and is still open", v, first)
			}
		}
		for _, v := range component {
			if closed[v] {
				err = fmt.Errorf("%d is visited twice", v)
			}
			closed[v] = true
		}
		for w := range m {
			together := w == int(first) || reach[first][w] && reach[w][first]
			if together != slices.Contains(component, uint32(w)) {
				err = fmt.Errorf("%d and component %v", w, component)
			}
			if reach[first][w] && !closed[w] {
				err = fmt.Errorf("%v comes before %d, to which it leads", component, w)
			}
		}
	})
	for v := range m {
		isReached := slices.ContainsFunc(roots, func(root uint32) bool { return int(root) == v || reach[root][v] })
		if isReached != closed[v] || isReached != slices.Contains(asked, uint32(v)) {
			err = fmt.Errorf("%d: reached %v, in a component %v, asked for their successors: %v", v, isReached, closed[v], asked)
		}
	}
	slices.Sort(asked)
	if len(slices.Compact(slices.Clone(asked))) != len(asked) {
		err = fmt.Errorf("asked for their successors: %v", asked)
	}
	return err
}

// A search that used the goroutine's stack would need some hundred megabytes of it here.
func TestComponentsOfADeepGraph(t *testing.T) {
	testlevel.Alone(t)
	const n = 1_000_000
	for _, test := range []struct {
		why   string
		last  uint32 // where the edge out of the last vertex leads
		count int
	}{
		{"a path: every vertex is a component", n - 1, n},
		{"a ring: all are one", 0, 1},
		{"a path into a ring of its second half", n / 2, n/2 + 1},
	} {
		t.Run(test.why, func(t *testing.T) {
			count := 0
			components(n, []uint32{0}, func(v uint32, to []uint32) []uint32 {
				if v == n-1 {
					return append(to, test.last)
				}
				return append(to, v+1)
			}, func([]uint32, bool) { count++ })
			if count != test.count {
				t.Errorf("%d components, want %d", count, test.count)
			}
		})
	}
}

package replay

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/traces"
)

var set = regexp.MustCompile(`\{[0-9]+(,[0-9]+)+\}`)

// inOrder is a trace as if the ring had another order: position i of it has the node that was at order[i].
func inOrder(all *lines, order []int) []traces.Source {
	var ids []int
	for _, i := range order {
		ids = append(ids, all.header.IDs[i])
	}
	place := func(id string) int { // in the order in which sets are printed
		return slices.IndexFunc(ids, func(other int) bool { return fmt.Sprint(other) == id })
	}
	var list []line
	for _, l := range all.list {
		l.place = slices.Index(order, l.place)
		if l.head != nil {
			h := *l.head
			h.IDs, l.head = ids, &h
		} else {
			e := *l.event
			e.After = slices.Clone(e.After)
			for i, v := range e.After {
				e.After[i].Value = set.ReplaceAllStringFunc(v.Value, func(text string) string {
					members := strings.Split(strings.Trim(text, "{}"), ",")
					slices.SortFunc(members, func(a, b string) int { return place(a) - place(b) })
					return "{" + strings.Join(members, ",") + "}"
				})
			}
			l.event = &e
		}
		list = append(list, l)
	}
	h := *all.header
	h.IDs = ids
	return sources(list, &h)
}

// orders are those of a ring of n: turned by each number of places, the other way round, and with two neighbours
// swapped.
func orders(n int) (right, wrong [][]int) {
	for by := range n {
		turned := make([]int, n)
		for i := range n {
			turned[i] = (i + by) % n
		}
		right = append(right, turned)
		back := slices.Clone(turned)
		slices.Reverse(back)
		swapped := slices.Clone(right[0])
		swapped[by], swapped[(by+1)%n] = swapped[(by+1)%n], swapped[by]
		wrong = append(wrong, back, swapped)
	}
	return right, wrong
}

// TestRingsHaveAnOrder: a run of a ring is one of that ring wherever one begins to count, and in no other
// order: neither the other way round nor with two neighbours swapped, whoever has died or been cut off.
func TestRingsHaveAnOrder(t *testing.T) {
	testlevel.Alone(t)
	for _, algorithm := range inCorpus {
		if a, _ := model.Find(algorithm); !a.Topology.IsRing() {
			continue
		}
		for _, manner := range []string{"-calm", "-troubled"} {
			all := readLines(t, algorithm+manner)
			right, wrong := orders(len(all.header.IDs))
			for i, order := range slices.Concat(right, wrong) {
				want := Accepted
				if i >= len(right) {
					want = Diverges
				}
				r, err := Follow(inOrder(all, order), Options{World: Perfect(), Crashed: func(int) bool { return true }})
				if err != nil || r.Verdict != want {
					t.Errorf("%s%s in the order %v: %+v, %v; want %s", algorithm, manner, order, r, err, want)
				}
			}
		}
	}
}

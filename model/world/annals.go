package world

import (
	"bytes"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A Reign is a term and a process that has led in it.
type Reign struct {
	Term   int
	Leader model.ID
}

// annals know the reigns that there have been, which the processes may not: who has led may be
// dead since, or have forgotten. Only where leaders have terms is there a cell for them; it holds
// a number, and that of no reigns is 0.
type annals struct {
	cell   int // -1: leaders have no terms
	tables *table[string, chronicle]
	longer *memo[checker.Cell] // by annals<<48 | term<<32 | leader
}

// A chronicle is what there is to know of one state's annals.
type chronicle struct {
	reigns []Reign // by term, then by id
	shared bool    // two have led in one and the same term
}

func newAnnals() annals {
	a := annals{cell: -1, tables: newTable("annals", narrow, chronicleOf), longer: newMemo[checker.Cell]()}
	a.tables.number("")
	return a
}

// In annals a reign is four bytes of its term and four of its leader, the high ones first.
const reignBytes = 8

func (r Reign) bytes() []byte {
	t, l := uint32(r.Term), uint32(r.Leader)
	return []byte{byte(t >> 24), byte(t >> 16), byte(t >> 8), byte(t), byte(l >> 24), byte(l >> 16), byte(l >> 8), byte(l)}
}

func chronicleOf(text string) chronicle {
	var c chronicle
	for line := range slices.Chunk([]byte(text), reignBytes) {
		number := func(b []byte) int { return int(b[0])<<24 | int(b[1])<<16 | int(b[2])<<8 | int(b[3]) }
		r := Reign{number(line[:4]), model.ID(number(line[4:]))}
		c.shared = c.shared || len(c.reigns) > 0 && c.reigns[len(c.reigns)-1].Term == r.Term
		c.reigns = append(c.reigns, r)
	}
	return c
}

// of returns what the annals of a state say.
func (a *annals) of(s checker.State) *chronicle {
	if a.cell < 0 {
		return a.tables.at(0)
	}
	return a.tables.at(number(s[a.cell]))
}

// enter writes into the annals of s that there is such a reign.
func (a *annals) enter(s checker.State, r Reign) {
	key := uint64(s[a.cell])<<48 | uint64(uint16(r.Term))<<32 | uint64(uint32(r.Leader))
	if known := a.longer.get(key); known != nil {
		s[a.cell] = *known
		return
	}
	lines := [][]byte{r.bytes()}
	for _, old := range a.of(s).reigns {
		if old != r {
			lines = append(lines, old.bytes())
		}
	}
	slices.SortFunc(lines, bytes.Compare)
	s[a.cell] = *a.longer.put(key, checker.Cell(a.tables.number(string(bytes.Join(lines, nil)))))
}

// crown enters p into the annals if it leads in a term.
func (w *World) crown(s checker.State, p int) {
	if w.annals.cell < 0 {
		return
	}
	if reign := w.traits(p, s[p]).reign; reign != (Reign{}) {
		w.annals.enter(s, reign)
	}
}

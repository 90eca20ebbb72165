package levels

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

// someRows are different rows of a layout, in their order.
func someRows(dice *rand.Rand, l *layout, n int) (rows [][]uint64) {
	for range n {
		numbers, row := make([]uint32, len(l.bits)), make([]uint64, l.words)
		for place, width := range l.bits {
			numbers[place] = uint32(dice.Uint64N(1<<min(width, 3+uint8(place)) | 1))
		}
		l.pack(numbers, row)
		rows = append(rows, row)
	}
	slices.SortFunc(rows, slices.Compare)
	return slices.CompactFunc(rows, slices.Equal)
}

// What is written in any form is read again, in its own layout and in a wider one, and a run has just those rows that it has.
func TestRows(t *testing.T) {
	testlevel.Alone(t)
	dice := rand.New(rand.NewPCG(1, 2))
	for _, narrow := range [][]uint8{{7}, {5, 0, 9, 32}, {3, 31, 31, 20, 30, 9}, slices.Repeat([]uint8{17}, 60)} {
		wide := slices.Clone(narrow)
		for i := range wide {
			wide[i] = min(32, wide[i]+uint8(dice.IntN(3)))
		}
		for _, n := range []int{1, 100, 20_000} {
			was, is := newLayout(narrow), newLayout(wide)
			all := someRows(dice, &was, n)
			for _, f := range []form{plain, rowOrigin, originRow, rowOriginAsleep, originRowAsleep} {
				s := newMemory(nil)
				w, _ := newRowWriter(s, "rows", f, &was)
				for i, row := range all {
					origin, asleep := []uint64{uint64(i) << 30}, []uint64{uint64(i) * 7}
					record := [][]uint64{row, slices.Concat(row, origin), slices.Concat(origin, row), slices.Concat(row, origin, asleep), slices.Concat(origin, row, asleep)}[f]
					w.put(i/5000*int(f), record)
				}
				if err := w.close(nil); err != nil {
					t.Fatal(err)
				}
				for _, l := range []*layout{&was, &is} {
					x, err := readRows(s, "rows", 0, 1<<30, l)
					if err != nil {
						t.Fatal(err)
					}
					numbers, wanted := make([]uint32, len(narrow)), make([]uint64, l.words)
					for i, row := range all {
						was.unpack(row, numbers)
						clear(wanted)
						l.pack(numbers, wanted)
						if !x.next() || !slices.Equal(x.row(), wanted) || f > plain && x.record[(1-f.rowAt())*l.words] != uint64(i)<<30 ||
							f >= rowOriginAsleep && x.asleep() != uint64(i)*7 || f < rowOriginAsleep && x.asleep() != 0 {
							t.Fatalf("form %d: record %d is %v, %v, and not %v", f, i, x.record, x.err, wanted)
						}
					}
					if x.next() || x.err != nil {
						t.Fatal("there is more", x.err)
					}
				}
			}
			finds(t, all, &was, &is)
		}
	}
}

// finds asks a run for rows of which it has every other one.
func finds(t *testing.T, all [][]uint64, was, is *layout) {
	t.Helper()
	s, numbers := newMemory(nil), make([]uint32, len(was.bits))
	w, _ := newRowWriter(s, "run", plain, was)
	for i := 0; i < len(all); i += 2 {
		w.put(0, all[i])
	}
	if err := w.close(nil); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*layout{was, is} {
		x, err := readRows(s, "run", 0, 1, l)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]uint64, l.words)
		for i := range all {
			was.unpack(all[i], numbers)
			clear(row)
			l.pack(numbers, row)
			if weight := l.weightOf(row); weight != was.weightOf(all[i]) {
				t.Fatalf("the weight of %v is %d, and in another layout %d", row, weight, was.weightOf(all[i]))
			}
			if has := x.has(row, hash(l.weightOf(row))); has != (i%2 == 0) || x.err != nil {
				t.Fatalf("the run has row %d: %v, %v", i, has, x.err)
			}
		}
	}
}

// Objects of rows are merged only if they are of one form: else what is behind a row would be taken for what it is not.
func TestFormsDoNotMix(t *testing.T) {
	s, l := newMemory(nil), newLayout([]uint8{4, 4})
	for name, f := range map[string]form{"with": rowOriginAsleep, "without": rowOrigin} {
		w, _ := newRowWriter(s, name, f, &l)
		w.put(0, make([]uint64, w.stride))
		if err := w.close(nil); err != nil {
			t.Fatal(err)
		}
	}
	d := &doing{Hands: &Hands{store: s}, layout: l}
	if _, err := d.merge([]string{"with", "without"}, 0, 1, rowOriginAsleep); !errors.Is(err, errDamaged) || !strings.Contains(err.Error(), "without") {
		t.Errorf("the error is %v", err)
	}
	m, err := d.merge([]string{"with", "with"}, 0, 1, rowOriginAsleep)
	if err != nil {
		t.Fatal(err)
	}
	m.close()
}

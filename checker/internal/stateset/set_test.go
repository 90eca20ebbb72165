package stateset

import (
	"math/rand/v2"
	"testing"
)

// model inserts keys into a map, as Insert should into a set.
type model[W Word] struct {
	ids   map[W]uint32
	order []W
}

func (m *model[W]) insert(keys []W) {
	for _, k := range keys {
		if _, known := m.ids[k]; !known {
			m.ids[k] = uint32(len(m.order))
			m.order = append(m.order, k)
		}
	}
}

func same[W Word](t *testing.T, s *Set[W], m *model[W]) {
	t.Helper()
	if s.Len() != len(m.order) {
		t.Fatalf("%d rows, want %d", s.Len(), len(m.order))
	}
	for id, k := range s.Rows() {
		if k != m.order[id] {
			t.Fatalf("row %d is %v, want %v", id, k, m.order[id])
		}
		if found, ok := s.Find(k); !ok || found != uint32(id) {
			t.Fatalf("Find(%v) = %d, %v, want %d", k, found, ok, id)
		}
	}
}

// findAllAlike looks keys up together and one by one.
func findAllAlike[W Word](t *testing.T, s *Set[W], keys []W) {
	t.Helper()
	ids := make([]uint32, len(keys))
	s.FindAll(keys, ids)
	for i, k := range keys {
		if want, found := s.Find(k); ids[i] != want || found != (want != Missing) {
			t.Fatalf("FindAll: %v has id %d, alone %d, %v", k, ids[i], want, found)
		}
	}
}

func random[W Word](source *rand.Rand, n, range_ int) (keys []W) {
	for range n {
		var w W
		for i := range len(w) {
			w[i] = uint64(source.IntN(range_)) << (i * 7)
		}
		w[0]++
		keys = append(keys, w)
	}
	return keys
}

func insertRandomly[W Word](t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	s, m := New[W](), &model[W]{ids: map[W]uint32{}}
	defer s.Free()
	for round := range 60 {
		keys := random[W](source, 1+source.IntN(3000), 1+round*round*round)
		s.Insert(keys)
		m.insert(keys)
	}
	same(t, s, m)
	findAllAlike(t, s, append(random[W](source, 1000, 1<<20), m.order...))
	var absent W
	absent[0] = 1 << 60
	if id, found := s.Find(absent); found {
		t.Errorf("a row that was never inserted has id %d", id)
	}
}

func TestInsert(t *testing.T) {
	t.Run("one word", insertRandomly[[1]uint64])
	t.Run("two words", insertRandomly[[2]uint64])
	t.Run("six words", insertRandomly[[6]uint64])
}

func TestLeast(t *testing.T) {
	s := New[[1]uint64]()
	defer s.Free()
	var keys [][1]uint64
	for i := range uint64(10) {
		keys = append(keys, [1]uint64{100 + i})
	}
	if least := s.Insert(keys); least != 10 {
		t.Errorf("least id found among new rows: %d, want Len", least)
	}
	s.ForgetRecent()
	if least := s.Insert([][1]uint64{{105}, {103}, {107}}); least != 3 {
		t.Errorf("least id found is %d, want 3", least)
	}
	if least := s.Insert([][1]uint64{{103}, {200}}); least != 11 {
		t.Errorf("a recent row was looked up: least id found is %d, want Len", least)
	}
}

func TestRewriteAndWiden(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	s, m := New[[1]uint64](), &model[[1]uint64]{ids: map[[1]uint64]uint32{}}
	keys := random[[1]uint64](source, 50_000, 20_000)
	s.Insert(keys)
	m.insert(keys)
	s.Rewrite(func(w [1]uint64) [1]uint64 { return [1]uint64{w[0] << 20} })
	wide := WithLongerRows(s, func(id uint32) [2]uint64 { return [2]uint64{1, s.Rows()[id][0]} })
	defer wide.Free()
	expected := &model[[2]uint64]{ids: map[[2]uint64]uint32{}}
	for _, k := range m.order {
		expected.insert([][2]uint64{{1, k[0] << 20}})
	}
	same(t, wide, expected)
	more := random[[2]uint64](source, 10_000, 1<<40)
	wide.Insert(more)
	expected.insert(more)
	same(t, wide, expected)
}

// After ForgetRecent, an insertion finds in the table what has been inserted before, be it little or much.
func TestForgetRecent(t *testing.T) {
	for _, n := range []int{1, 100, 10_000} {
		s := New[[1]uint64]()
		defer s.Free()
		var keys [][1]uint64
		for i := range n {
			keys = append(keys, [1]uint64{uint64(i + 1)})
		}
		for range 3 {
			s.Insert(keys)
			if least := s.Insert(keys[n-1:]); least != uint32(n) { // the recent cache has it
				t.Errorf("%d rows: the last is looked up, as %d", n, least)
			}
			s.ForgetRecent()
			if least := s.Insert(keys); least != 0 || s.Len() != n {
				t.Errorf("%d rows: the first found in the table is %d of %d", n, least, s.Len())
			}
			s.ForgetRecent()
		}
	}
}

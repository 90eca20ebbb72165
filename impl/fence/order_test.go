package fence

import (
	"testing"
)

// TestActsAreInOrder: while one acts under the guard, no other token is admitted.
func TestActsAreInOrder(t *testing.T) {
	var g Guard
	if err := g.Do(Token{Term: 1}, func() error {
		if g.mu.TryLock() {
			g.mu.Unlock()
			t.Error("another token could be admitted meanwhile")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestTokensAreOrdered by their terms, and within a term by their sequence.
func TestTokensAreOrdered(t *testing.T) {
	order := []Token{{}, {0, 1}, {0, 9}, {1, 0}, {1, 5}, {2, 3}, {2, 4}}
	for i, a := range order {
		for j, b := range order {
			if a.Less(b) != (i < j) {
				t.Errorf("%v is less than %v: %t", a, b, a.Less(b))
			}
		}
	}
}

package fence_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"interrex/impl/fence"
)

func draw(t *rapid.T) fence.Token {
	return fence.Token{Term: rapid.IntRange(0, 3).Draw(t, "term"), Sequence: rapid.Uint64Range(0, 3).Draw(t, "sequence")}
}

// TestGuardNeverGoesBack: a token is admitted iff no newer one has been.
func TestGuardNeverGoesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g fence.Guard
		var admitted []fence.Token
		for range rapid.IntRange(1, 20).Draw(t, "tokens") {
			token := draw(t)
			want := true
			for _, a := range admitted {
				if token.Less(a) {
					want = false
				}
			}
			err := g.Admit(token)
			if (err == nil) != want || err != nil && !errors.Is(err, fence.ErrStale) {
				t.Fatalf("%v after %v: %v", token, admitted, err)
			}
			if err == nil {
				admitted = append(admitted, token)
			}
		}
	})
}

func TestGuardKeepsBeforeItAdmits(t *testing.T) {
	var kept []fence.Token
	fails := errors.New("disk full")
	var refuse error
	g := fence.NewGuard(fence.Token{Term: 2, Sequence: 5}, func(t fence.Token) error {
		kept = append(kept, t)
		return refuse
	})
	if err := g.Admit(fence.Token{Term: 2, Sequence: 4}); !errors.Is(err, fence.ErrStale) {
		t.Errorf("older than before the restart: %v", err)
	}
	if err := g.Admit(fence.Token{Term: 2, Sequence: 5}); err != nil || len(kept) != 0 {
		t.Errorf("the same again: %v, kept %v", err, kept)
	}
	refuse = fails
	if err := g.Do(fence.Token{Term: 3}, func() error { t.Error("acted"); return nil }); !errors.Is(err, fails) {
		t.Errorf("what is not kept: %v", err)
	}
	if err := g.Admit(fence.Token{Term: 2, Sequence: 5}); err != nil {
		t.Errorf("what is not kept is the newest: %v", err)
	}
	refuse = nil
	if err := g.Do(fence.Token{Term: 3}, func() error { return fails }); !errors.Is(err, fails) {
		t.Errorf("what the act says: %v", err)
	}
	if got := kept[len(kept)-1]; got.String() != "3.0" || !errors.Is(g.Admit(fence.Token{Term: 2, Sequence: 5}), fence.ErrStale) {
		t.Errorf("kept %v, and an older one is admitted", kept)
	}
}

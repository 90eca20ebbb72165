// Package fence prevents harm by a node that wrongly believes that it leads. A leader sends a [Token] with every
// access to a protected resource. The resource's [Guard] refuses a token that is older than one it has seen.
//
// With raft no two leaders have the same term, so at most one leader is effective: after the first token of a
// newer term, the guard refuses all tokens of older terms. With the other elections a term is only a node's own
// count. Two leaders may have the same term, and the guard cannot distinguish them. Then tokens reduce the risk
// without a guarantee: an embedding program should check
// [interrex/impl.Algorithm.Terms] first.
package fence

import (
	"errors"
	"fmt"
	"sync"
)

// A Token numbers an act of a leader: by its term, and within that in sequence.
type Token struct {
	Term     int    `json:"term"`
	Sequence uint64 `json:"sequence"`
}

// Less is the order of tokens.
func (t Token) Less(u Token) bool {
	return t.Term < u.Term || t.Term == u.Term && t.Sequence < u.Sequence
}

// String prints 3.17.
func (t Token) String() string { return fmt.Sprintf("%d.%d", t.Term, t.Sequence) }

// ErrStale is the error for a token that is older than one seen before.
var ErrStale = errors.New("stale token")

// A Guard protects a resource. Its zero value has seen no token and stores none. Its methods are safe for
// concurrent use.
type Guard struct {
	mu     sync.Mutex
	newest Token
	keep   func(Token) error
}

// NewGuard makes a Guard that continues from the newest token seen before a restart. Before it admits a newer
// token it calls keep, which makes the token durable.
func NewGuard(newest Token, keep func(Token) error) *Guard {
	return &Guard{newest: newest, keep: keep}
}

// Admit lets a token through unless it is older than one admitted before. The same token passes again, so that
// an act may be retried. A token that cannot be kept is not admitted.
//
// The act itself must have the order of its token: do it before Admit is called again, or use [Guard.Do].
func (g *Guard) Admit(t Token) error { return g.Do(t, func() error { return nil }) }

// Do admits a token and acts, with no other token admitted in between.
func (g *Guard) Do(t Token, act func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if t.Less(g.newest) {
		return fmt.Errorf("%w %v: %v has been seen", ErrStale, t, g.newest)
	}
	if g.newest.Less(t) && g.keep != nil {
		if err := g.keep(t); err != nil {
			return fmt.Errorf("token %v: %w", t, err)
		}
	}
	g.newest = t
	return act()
}

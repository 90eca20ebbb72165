package simulate

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"interrex/impl"
	"interrex/impl/fence"
	"interrex/impl/network/memory"
	"interrex/impl/node"
	"interrex/internal/testlevel"
)

// A deed is what the owner of a group does, to one member or with it.
type deed struct {
	what string
	who  impl.ID
	to   impl.ID       // of a transfer: 9 is nobody's id
	then time.Duration // that passes afterwards
}

func (d deed) String() string { return fmt.Sprintf("%s %v %v, then %v", d.what, d.who, d.to, d.then) }

const owned = 3 // members

func deeds(t *rapid.T) []deed {
	one := rapid.Custom(func(t *rapid.T) deed {
		return deed{
			what: rapid.SampledFrom([]string{"pass", "campaign", "transfer", "token", "crash", "restart", "watch"}).Draw(t, "what"),
			who:  impl.ID(rapid.IntRange(1, owned).Draw(t, "who")),
			to:   impl.ID(rapid.SampledFrom([]int{1, 2, 3, 9}).Draw(t, "to")),
			then: time.Duration(rapid.SampledFrom([]int{1, 50, 700, 4000}).Draw(t, "then")) * time.Millisecond,
		}
	})
	return rapid.SliceOfN(one, 1, 30).Draw(t, "deeds")
}

// An owner knows what must be true of a group after what has been done to it.
type owner struct {
	*Stage
	nodes   map[impl.ID]*node.Node  // also those that have crashed
	tokens  map[impl.ID]fence.Token // the last of each node
	watches []*watcher
}

// A watcher has read all that a watch has delivered.
type watcher struct {
	watch <-chan node.Leadership
	of    *node.Node
	last  node.Leadership
	read  int
}

// TestTheAPI: whatever is asked of the nodes of a group, and whoever dies and comes back, each answers
// as it must; and when all are back and stand, they elect.
func TestTheAPI(t *testing.T) {
	for i, a := range impl.Algorithms() {
		if !testlevel.OneOf(7, i) || a.Blocks {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			rapid.Check(t, func(draw *rapid.T) {
				script := deeds(draw)
				seed := rapid.Uint64Range(0, 99).Draw(draw, "seed")
				var wrong error
				synctest.Test(t, func(*testing.T) { wrong = live(a.Name, seed, script) })
				if wrong != nil {
					draw.Fatal(wrong)
				}
			})
		})
	}
}

// live does one deed after the other, and says what was wrong.
func live(algorithm string, seed uint64, script []deed) error {
	p := Plan{Algorithm: algorithm, Seed: seed, Channels: memory.Faults{Least: time.Millisecond, Most: 20 * time.Millisecond}}
	for i := range owned {
		p.Members, p.Rates = append(p.Members, impl.ID(i+1)), append(p.Rates, 1)
	}
	s, err := NewStage(p, Options{})
	if err != nil {
		return err
	}
	o := &owner{Stage: s, nodes: map[impl.ID]*node.Node{}, tokens: map[impl.ID]fence.Token{}}
	defer s.End()
	for _, id := range p.Members {
		if err := o.start(id); err != nil {
			return err
		}
	}
	for _, d := range script {
		err := o.do(d)
		o.Net.Pass(d.then)
		if err = errors.Join(err, o.check()); err != nil {
			return fmt.Errorf("%v: %w", d, err)
		}
	}
	for _, id := range p.Members {
		if s.Node(id) == nil {
			if err := o.start(id); err != nil {
				return err
			}
		}
		if err := o.nodes[id].Campaign(context.Background()); err != nil {
			return err
		}
	}
	return errors.Join(s.elects(), s.first)
}

func (o *owner) start(id impl.ID) error {
	err := o.Start(id)
	o.nodes[id], o.tokens[id] = o.Node(id), fence.Token{}
	return err
}

// do does a deed, and holds the answer to what it must be.
func (o *owner) do(d deed) error {
	n, ctx := o.nodes[d.who], context.Background()
	dead := o.Node(d.who) == nil
	switch d.what {
	case "crash":
		o.Crash(d.who)
	case "restart":
		if dead {
			return o.start(d.who)
		}
	case "campaign":
		return answers(n.Campaign(ctx), dead, node.ErrClosed)
	case "token":
		return o.token(n, d.who)
	case "transfer":
		return o.transfer(n, d, dead)
	case "watch":
		o.watches = append(o.watches, &watcher{watch: n.Watch(ctx), of: n})
	}
	return nil
}

// answers holds an error to the one that there must be in some case, and in no other.
func answers(err error, must bool, want error) error {
	if must != (err != nil) || must && !errors.Is(err, want) {
		return fmt.Errorf("the answer is %v; want %v: %t", err, want, must)
	}
	return nil
}

// token: a node has one iff it leads, and each is newer than the one before.
func (o *owner) token(n *node.Node, id impl.ID) error {
	leads := n.Leader().Self
	t, err := n.Token()
	if wrong := answers(err, !leads, node.ErrNotLeader); wrong != nil || err != nil {
		return wrong
	}
	if !o.tokens[id].Less(t) {
		return fmt.Errorf("token %v after %v", t, o.tokens[id])
	}
	o.tokens[id] = t
	return nil
}

// transfer: raft alone hands over, from who leads, to a member that is not held for dead.
func (o *owner) transfer(n *node.Node, d deed, dead bool) error {
	leads := n.Leader().Self
	err := n.Transfer(context.Background(), d.to)
	switch {
	case dead:
		return answers(err, true, node.ErrClosed)
	case d.to == 9 || !o.election.Terms:
		if err == nil {
			return errors.New("it is not refused")
		}
	case !leads:
		return answers(err, true, node.ErrNotLeader)
	case err != nil && o.Node(d.to) != nil && d.to == d.who:
		return err
	}
	return nil
}

// check: who is dead does not lead, and each watch delivers changes, and no other than the node
// itself tells.
func (o *owner) check() error {
	for id, n := range o.nodes {
		l := n.Leader()
		if l.Self && o.Node(id) == nil {
			return fmt.Errorf("%v is dead, and leads: %+v", id, l)
		}
		if l.Self && l.Leader != id {
			return fmt.Errorf("%v leads itself, and says: %+v", id, l)
		}
	}
	for _, w := range o.watches {
		if err := w.drain(); err != nil {
			return err
		}
	}
	return nil
}

// drain reads what has come since: who has fallen behind has missed some, and ends with the newest all the same.
func (w *watcher) drain() error {
	hasMissed := len(w.watch) == node.Buffer
	for {
		select {
		case l, open := <-w.watch:
			if open && w.read > 0 && l == w.last && !hasMissed {
				return fmt.Errorf("%+v is delivered twice", l)
			}
			if open {
				w.last = l
				w.read++
				continue
			}
		default:
		}
		if now := w.of.Leader(); now != w.last {
			return fmt.Errorf("the last that was delivered is %+v; it is %+v", w.last, now)
		}
		return nil
	}
}

package discover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"

	"interrex/impl"
)

// A GossipConfig says how a node takes part in the gossip.
type GossipConfig struct {
	Self    impl.ID
	Members []impl.ID
	Address string   // of Self in the election's network
	Bind    string   // host:port of the gossip itself, TCP and UDP; the host is numeric
	Seeds   []string // host:port of the gossip of some others
	Key     []byte   // the common secret, 16, 24 or 32 bytes
	Log     *slog.Logger
}

// Gossip is a Resolver that exchanges the members' addresses with others. Everything is encrypted with the
// common key; messages without it are ignored.
type Gossip struct {
	list  *memberlist.Memberlist
	board *board
	stop  context.CancelFunc
	wait  sync.WaitGroup
}

// A node calls its seeds as long as a member is missing: after a second, and ever more rarely.
const (
	again  = time.Second
	rarely = 30 * time.Second
)

// JoinGossip begins to listen and to tell, and goes on to call the seeds until all members are heard of.
func JoinGossip(c GossipConfig) (*Gossip, error) {
	if len(c.Key) == 0 {
		return nil, errors.New("gossip needs a key of 16, 24 or 32 bytes")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	host, port, err := net.SplitHostPort(c.Bind)
	if err != nil {
		return nil, err
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("gossip at %s: %w", c.Bind, err)
	}
	g := &Gossip{board: emptyBoard()}
	m := memberlist.DefaultLANConfig()
	m.Name, m.BindAddr, m.BindPort, m.AdvertisePort = strconv.Itoa(int(c.Self)), host, int(number), int(number)
	m.SecretKey = c.Key
	// A member whose process has died may come back at another address. As long as the others believe the old process
	// alive they do not believe the new one; the next full exchange tells them that it is still there.
	m.DeadNodeReclaimTime, m.PushPullInterval = time.Nanosecond, 5*time.Second
	m.LogOutput = io.Discard
	m.Delegate, m.Events = herald(c.Address), crowd{c, g.board}
	if g.list, err = memberlist.Create(m); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	g.wait.Go(func() { g.join(ctx, c) })
	return g, nil
}

// join calls the seeds until every member is known, and again when one has gone. To know some member is not
// enough: two members that were called before their own calls went through would form a group of their own,
// and never hear of the rest.
func (g *Gossip) join(ctx context.Context, c GossipConfig) {
	if len(c.Seeds) == 0 {
		return
	}
	for wait := again; ; {
		if g.complete(c.Members) {
			wait = again
		} else if _, err := g.list.Join(c.Seeds); err != nil {
			c.Log.Info("not all seeds of the gossip answer yet", "error", err)
		}
		select {
		case <-time.After(wait):
			wait = min(2*wait, rarely)
		case <-ctx.Done():
			return
		}
	}
}

// complete reports whether every member takes part.
func (g *Gossip) complete(members []impl.ID) bool {
	present := map[string]bool{}
	for _, n := range g.list.Members() {
		present[n.Name] = true
	}
	return !slices.ContainsFunc(members, func(id impl.ID) bool { return !present[strconv.Itoa(int(id))] })
}

// Bound is where the gossip listens.
func (g *Gossip) Bound() string { return g.list.LocalNode().Address() }

// Watch implements Resolver.
func (g *Gossip) Watch(ctx context.Context) <-chan Change { return g.board.watch(ctx) }

// Close ends the gossip without telling the others: leaving it says nothing about the election.
func (g *Gossip) Close() error {
	g.stop()
	g.wait.Wait()
	return g.list.Shutdown()
}

// A herald tells where its node is to be found.
type herald string

// NodeMeta implements [memberlist.Delegate], and so do the others, which have nothing to say.
func (h herald) NodeMeta(limit int) []byte {
	if len(h) > limit {
		return nil
	}
	return []byte(h)
}
func (herald) NotifyMsg([]byte)                {}
func (herald) GetBroadcasts(_, _ int) [][]byte { return nil }
func (herald) LocalState(bool) []byte          { return nil }
func (herald) MergeRemoteState([]byte, bool)   {}

// A crowd is the set of processes in the gossip.
type crowd struct {
	config GossipConfig
	board  *board
}

// NotifyJoin implements [memberlist.EventDelegate], and so do the others.
func (c crowd) NotifyJoin(n *memberlist.Node) { c.heard(n.Name, string(n.Meta)) }

// NotifyUpdate is called when a node tells something new.
func (c crowd) NotifyUpdate(n *memberlist.Node) { c.heard(n.Name, string(n.Meta)) }

// NotifyLeave is no news of an address.
func (c crowd) NotifyLeave(*memberlist.Node) {}

// heard records an address of another member, if it makes sense.
func (c crowd) heard(name, address string) {
	id, err := strconv.Atoi(name)
	if err != nil || strconv.Itoa(id) != name || !slices.Contains(c.config.Members, impl.ID(id)) {
		c.config.Log.Warn("one who is no member gossips", "name", fmt.Sprintf("%.40q", name))
		return
	}
	if _, _, err := net.SplitHostPort(address); err != nil || len(address) > 260 {
		c.config.Log.Warn("a member gossips no address", "node", id, "address", fmt.Sprintf("%.80q", address))
		return
	}
	if impl.ID(id) != c.config.Self {
		c.board.put(impl.ID(id), address)
	}
}

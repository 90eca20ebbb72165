package drive

import (
	"context"
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
	"interrex/model"
	"interrex/model/world"
)

// Gates are nodes as they are, over TCP, each input of which waits until it is called. They do what a group in
// memory does, in step with it, and after each step must be as it is: variables, timers, and what is on its way.
type Gates struct {
	group *Group
	ctx   context.Context
	cast  *Cast
	wards map[model.ID]*ward
}

// A ward is a node behind its gate. It is dead without one.
type ward struct {
	config      impl.Config
	store       durable.Memory
	identity    *certs.Identity
	incarnation uint64
	place       string
	gate        *node.Gate
	door        *door
	ended       chan error
}

// openGates is nodes behind gates at their birth. The folder is for their certificates.
func openGates(ctx context.Context, folder string, c world.Config) (*Gates, error) {
	var ids []impl.ID
	for _, id := range c.IDs {
		ids = append(ids, impl.ID(id))
	}
	if err := certs.Passing(folder, "gates", ids); err != nil {
		return nil, err
	}
	cast, err := NewCast(c)
	if err != nil {
		return nil, err
	}
	g := &Gates{group: cast.NewGroup(), ctx: ctx, cast: cast, wards: map[model.ID]*ward{}}
	for place, config := range g.cast.configs {
		identity, err := certs.Load(folder, config.Self)
		if err != nil {
			return nil, err
		}
		g.wards[g.cast.id(place)] = &ward{config: *config, identity: identity}
	}
	for _, id := range c.IDs {
		if err := g.begin(id); err != nil {
			return nil, err
		}
	}
	return g, g.agree("boot")
}

// close ends all that run.
func (g *Gates) close() {
	for _, w := range g.wards {
		w.die()
	}
}

// begin begins an incarnation, and waits until all that live have met it.
func (g *Gates) begin(id model.ID) error {
	w := g.wards[id]
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	w.place = l.Addr().String()
	n, gate, err := node.NewGated(node.Options{
		Algorithm: g.cast.algorithm, Config: w.config, Store: &w.store,
		Join: func(incarnation uint64) (network.Network, error) {
			w.incarnation = incarnation
			at := map[impl.ID]string{}
			for other, o := range g.wards {
				if o.place != "" && other != id {
					at[impl.ID(other)] = o.place
				}
			}
			end, err := tcp.Open(tcp.Config{Cluster: "gates", Incarnation: incarnation, Store: w.store.Name(), Algorithm: g.cast.algorithm,
				Group: &w.config, Listener: l, Addresses: at, Identity: w.identity})
			if err != nil {
				return nil, err
			}
			w.door = openDoor(end)
			return w.door, nil
		},
	})
	if err != nil {
		return err
	}
	w.ended = make(chan error, 1)
	go func() { w.ended <- n.Run(context.Background()) }()
	if _, err := gate.Look(g.ctx); err != nil {
		return err
	}
	w.gate = gate
	for other, o := range g.wards {
		if other == id || o.gate == nil {
			continue
		}
		if err := o.door.Network.(*tcp.Network).Locate(impl.ID(id), w.place); err != nil {
			return err
		}
		if err := o.gate.Greet(g.ctx, impl.ID(id)); err != nil {
			return err
		}
		if err := o.door.meets(g.ctx, impl.ID(id), w.incarnation); err != nil {
			return err
		}
		if err := w.door.meets(g.ctx, impl.ID(other), o.incarnation); err != nil {
			return err
		}
	}
	for other, o := range g.wards { // of whom it hears nothing
		if other != id && o.gate == nil && o.incarnation > 0 {
			if err := gate.Mourn(g.ctx, impl.ID(other), false); err != nil {
				return err
			}
		}
	}
	return nil
}

// die ends an incarnation as a kill does.
func (w *ward) die() {
	if w.gate != nil {
		close(w.door.admitted)
		<-w.ended
		w.gate = nil
	}
}

// isAcknowledged waits until all that another has taken is acknowledged, so that so many messages are left
// for it: what is not would be sent again.
func (w *ward) isAcknowledged(ctx context.Context, to impl.ID, left int) error {
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for w.door.Network.(*tcp.Network).Counters().Queued[to] != left {
		select {
		case <-again.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// kill lets a node die, and tells those that live.
func (g *Gates) kill(id model.ID) error {
	for other, o := range g.wards {
		if other != id && o.gate != nil {
			if err := o.isAcknowledged(g.ctx, impl.ID(id), g.wards[id].door.waitingOf(impl.ID(other))); err != nil {
				return err
			}
		}
	}
	g.wards[id].die()
	resent := g.cast.world.Repair == world.Resent && g.cast.algorithm.Topology != impl.Complete
	for _, other := range g.cast.world.IDs {
		if o := g.wards[other]; o.gate != nil {
			if err := o.gate.Mourn(g.ctx, impl.ID(id), resent); err != nil {
				return err
			}
		}
	}
	return nil
}

// play does a step.
func (g *Gates) play(s Step) (Deed, error) {
	after, deed, err := g.group.Play(s)
	if err != nil {
		return deed, err
	}
	g.group = after
	w := g.wards[s.Process]
	switch {
	case s.Action == "crash":
		err = g.kill(s.Process)
	case s.Action == "restart":
		err = g.begin(s.Process)
	case s.Action == "deliver" && s.Peer == s.Process:
		err = w.gate.AdmitOwn(g.ctx)
	default:
		err = g.act(w, s, deed)
	}
	if err == nil {
		err = g.agree(s.String())
	}
	return deed, err
}

// act lets an input in, and holds what leaves to what should.
func (g *Gates) act(w *ward, s Step, deed Deed) error {
	w.door.begin(s.CrashAfter)
	if s.Action == "deliver" {
		m, err := w.door.admit(g.ctx, impl.ID(s.Peer))
		if text := g.cast.page.message(&w.config, m); err == nil && text != s.Message {
			err = fmt.Errorf("over TCP there comes %s", text)
		}
		if err != nil {
			return err
		}
	} else if err := w.gate.Admit(g.ctx, s.input()); err != nil {
		return err
	}
	if _, err := w.gate.Look(g.ctx); err != nil {
		return err
	}
	var want, got []Sending
	for _, sent := range deed.Sends {
		if !sent.Lost && sent.To != s.Process {
			want = append(want, sent)
		}
	}
	for _, e := range w.door.left() {
		got = append(got, Sending{To: model.ID(e.To), Message: g.cast.page.message(&w.config, e.Message)})
	}
	if !slices.Equal(want, got) {
		return fmt.Errorf("over TCP there leaves %v, and should %v", got, want)
	}
	if s.CrashAfter > 0 {
		if err := g.arrived(); err != nil { // what has left is not lost with its sender
			return err
		}
		return g.kill(s.Process)
	}
	return nil
}

// arrived waits until all that is on its way to a node that lives has come to its gate.
func (g *Gates) arrived() error {
	n := len(g.cast.configs)
	for index, channel := range g.group.channels {
		from, to := g.cast.id(index/n), g.cast.id(index%n)
		w := g.wards[to]
		if from == to || g.group.members[index%n].state == nil {
			continue
		}
		var want []string
		for _, m := range channel {
			want = append(want, m.text)
		}
		if err := w.door.waits(g.ctx, impl.ID(from), func(m impl.Message) string { return g.cast.page.message(&w.config, m) }, want); err != nil {
			return err
		}
	}
	return nil
}

// follow does the steps of a path of the model, and compares with the model after each.
func (g *Gates) follow(path []edge) error {
	for _, e := range path {
		deed, err := g.play(e.step)
		if err != nil {
			return fmt.Errorf("%v: %w", e.step, err)
		}
		if what := deed.differs(e.deed); what != "" {
			return fmt.Errorf("%v: %s", e.step, what)
		}
		if got := g.group.text(); got != e.to.text {
			return fmt.Errorf("after %v they are\n%sand in the model\n%s", e.step, got, e.to.text)
		}
	}
	return nil
}

// agree holds the nodes to the group.
func (g *Gates) agree(after string) error {
	if err := g.arrived(); err != nil {
		return fmt.Errorf("%s: %w", after, err)
	}
	for place, m := range g.group.members {
		id := g.cast.id(place)
		w := g.wards[id]
		if isDead := m.state == nil; isDead != (w.gate == nil) {
			return fmt.Errorf("%s: P%d lives, or does not", after, id)
		} else if isDead {
			continue
		}
		s, err := w.gate.Look(g.ctx)
		if err != nil {
			return err
		}
		if want, got := m.state.Variables(), s.State.Variables(); !slices.Equal(want, got) {
			return fmt.Errorf("%s: over TCP P%d has %v, and should have %v", after, id, got, want)
		}
		var want []impl.Timer
		for _, r := range m.running {
			want = append(want, r.timer)
		}
		if !slices.Equal(want, s.Timers) {
			return fmt.Errorf("%s: over TCP P%d has timers %v, and should have %v", after, id, s.Timers, want)
		}
	}
	return nil
}

// gatesFor are gates that are closed when the test is over.
func gatesFor(t *testing.T, c world.Config) *Gates {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	g, err := openGates(ctx, t.TempDir(), c)
	if g != nil {
		t.Cleanup(g.close)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

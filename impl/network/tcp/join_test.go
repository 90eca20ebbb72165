//go:build unix

package tcp_test

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
)

// TestJoinSaysWhatIsWrong: in one line, and nothing stays open behind it.
func TestJoinSaysWhatIsWrong(t *testing.T) {
	folder := t.TempDir()
	if err := certs.Ephemeral(folder, "shop", []impl.ID{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	raft, err := impl.Find("raft")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	peers := map[impl.ID]string{1: "127.0.0.1:0", 2: "127.0.0.1:1", 3: "127.0.0.1:1"}
	options := func(self impl.ID, members ...impl.ID) *node.Options {
		return &node.Options{Algorithm: raft, Config: impl.Config{Self: self, Members: members}}
	}
	joined := options(1)
	m, err := tcp.Join(folder, "shop", peers, joined)
	if err != nil {
		t.Fatal(err)
	}
	open := options(1)
	for _, c := range []struct {
		folder, cluster string
		peers           map[impl.ID]string
		options         *node.Options
		want            string
	}{
		{folder, "shop", peers, nil, "no options"},
		{folder, "shop", peers, joined, "options with a Join or a Store: Join gives both"},
		{folder, "shop", peers, options(4), "node 4: it is not among the members [1 2 3]"},
		{folder, "shop", peers, options(1, 3, 1), "addresses of the nodes [1 2 3]: the members are [3 1], and each has one"},
		{folder, "shop", peers, open, "node-1.db"}, // it is open already
		{folder, "shop", map[impl.ID]string{2: taken.Addr().String()}, options(2), "address already in use"},
		{folder, "other", map[impl.ID]string{3: "127.0.0.1:0"}, options(3), "the certificate is for interrex://shop/node/3, not for interrex://other/node/3; -cluster=other"},
		{filepath.Join(folder, "none"), "shop", peers, options(1), "ca.pem"},
	} {
		m, err := tcp.Join(c.folder, c.cluster, c.peers, c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, %q is expected", err, c.want)
		}
		if m != nil {
			t.Errorf("a member all the same, beside %v", err)
		}
	}
	if open.Join != nil || open.Store != nil || open.Config.Members != nil {
		t.Error("options of one who could not join are changed")
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if m, err = tcp.Join(folder, "shop", peers, options(1)); err != nil { // nothing has stayed open
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestEachIncarnationListens: each incarnation of a node is at the same place.
func TestEachIncarnationListens(t *testing.T) {
	folder := t.TempDir()
	if err := certs.Ephemeral(folder, "shop", []impl.ID{1, 2}); err != nil {
		t.Fatal(err)
	}
	raft, err := impl.Find("raft")
	if err != nil {
		t.Fatal(err)
	}
	peers, release := reserve(2)
	defer release()
	o := node.Options{Algorithm: raft, Config: impl.Config{Self: 1}}
	m, err := tcp.Join(folder, "shop", peers, &o)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for incarnation := range uint64(3) {
		net, err := o.Join(incarnation + 1)
		if err != nil {
			t.Fatal(err)
		}
		n := net.(*tcp.Network)
		if got := n.Listener.Addr().String(); got != m.Address() {
			t.Errorf("incarnation %d listens at %s, and the node is at %s", incarnation+1, got, m.Address())
		}
		if n.Incarnation != incarnation+1 || n.Addresses[2] != peers[2] || n.Store == "" {
			t.Errorf("%+v", n.Config)
		}
		if err := net.Close(false); err != nil {
			t.Fatal(err)
		}
	}
}

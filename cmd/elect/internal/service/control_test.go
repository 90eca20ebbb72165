package service

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interrex/cmd/elect/internal/control"
	"interrex/impl"
	"interrex/impl/fence"
)

// order tells a node to do something, at its socket.
func (g *group) order(id impl.ID, what string, into any) error {
	return control.Tell(g.ctx, g.nodes[id].source.Now().Control, what, into)
}

// refusal is the code and the reason of an order that is refused.
func refusal(t *testing.T, err error) (code int, why string) {
	t.Helper()
	r := new(control.Refusal)
	if !errors.As(err, &r) {
		t.Fatalf("it is not refused: %v", err)
	}
	if strings.Contains(r.Why, "\n") {
		t.Errorf("more than a line: %q", r.Why)
	}
	return r.Code, r.Why
}

// TestOrders: whoever may open its socket hands the leadership of raft over and back, has it given up, and draws
// tokens that only grow.
func TestOrders(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "-algo=raft -pre-vote").all()
	leader := g.elect(g.members...)
	var last fence.Token
	for _, to := range slices.Concat(g.rest(leader), []impl.ID{leader}) {
		g.until(to.String()+" leads, and gives a token", func() bool {
			g.handOver(to)
			next := fence.Token{}
			if g.order(to, "/token", &next) != nil {
				return false
			}
			if !last.Less(next) {
				t.Errorf("%v after %v", next, last)
			}
			last = next
			return true
		})
	}
	for what, want := range map[string]int{"/transfer?to=9": 409, "/transfer?to=x": 400, "/transfer": 400, "/nothing": 404} {
		if code, why := refusal(t, g.order(leader, what, nil)); code != want {
			t.Errorf("%s: %d %s, want %d", what, code, why, want)
		}
	}
	if err := g.order(leader, "/resign", nil); err != nil {
		t.Fatal(err)
	}
	if code, why := refusal(t, g.order(leader, "/token", nil)); code != http.StatusConflict || !strings.Contains(why, "does not lead") {
		t.Error(code, why)
	}
	g.elect(g.rest(leader)...)
	if err := g.order(leader, "/campaign", nil); err != nil {
		t.Fatal(err)
	}
}

// handOver has whoever leads hand over, if it is another. From then on that one does not lead.
func (g *group) handOver(to impl.ID) {
	g.t.Helper()
	g.until("somebody leads, and hands over", func() bool {
		for _, id := range g.members {
			if l := g.nodes[id].node.Leader(); l.Self && (id == to || g.order(id, "/transfer?to="+to.String(), nil) == nil) {
				return true
			}
		}
		return false
	})
}

// TestSocket: it is its user's alone; what a node that was killed has left behind is replaced, and what answers,
// or is something else, is not.
func TestSocket(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "s")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	if err := left.Close(); err != nil {
		t.Fatal(err)
	}
	g := newGroup(t, 1, "-algo=bully -control="+path)
	v := g.open(1)
	if info, err := os.Stat(path); err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := control.Listen(path, http.NotFoundHandler(), v.log); err == nil || !strings.Contains(err.Error(), "another node answers") {
		t.Error(err)
	}
	if err := v.close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is left behind: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := control.Listen(path, http.NotFoundHandler(), v.log); err == nil || !strings.Contains(err.Error(), "is not a socket") {
		t.Error(err)
	}
	if _, err := control.Listen(filepath.Join(folder, strings.Repeat("x", 120)), http.NotFoundHandler(), v.log); !errors.Is(err, control.ErrTooLong) {
		t.Error(err)
	}
}

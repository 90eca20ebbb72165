package service

import (
	"os"
	"path/filepath"
	"testing"

	"interrex/impl/certs"
)

// TestRenewal: the certificates of a group are replaced while it runs, those of another authority. A node that is
// started again has read the new ones only, and the others, which go on, let it in and are let in.
func TestRenewal(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "-algo=raft -pre-vote").all()
	g.elect(g.members...)
	next := t.TempDir()
	if err := certs.CreateAuthority(next, "test"); err != nil {
		t.Fatal(err)
	}
	for _, id := range g.members {
		if err := certs.Issue(next, id); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(next)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := os.Rename(filepath.Join(next, f.Name()), filepath.Join(g.folder, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range g.members { // at last all have been started again, one after the other
		g.stop(id)
		g.elect(g.rest(id)...)
		g.restart(id)
		g.elect(g.members...)
	}
}

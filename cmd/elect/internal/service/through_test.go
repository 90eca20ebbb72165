package service

import (
	"interrex/cmd/elect/internal/links"
	"interrex/impl"
)

// newLinks lets a group speak by ways that can be cut.
func newLinks(g *group) *links.Links {
	l := links.New()
	g.t.Cleanup(l.Close)
	g.through = func(from, to impl.ID, place string) string {
		g.t.Helper()
		door, err := l.Open(from, to, place)
		if err != nil {
			g.t.Fatal(err)
		}
		return door
	}
	return l
}

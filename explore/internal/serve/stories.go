package serve

import (
	"strconv"

	http "interrex/explore/internal/serve/web"
	"interrex/explore/internal/story"
)

// A storyView is the page of a story, with its neighbours in the list of stories.
type storyView struct {
	*playedView
	Name  string
	Names []string // all stories
}

// story plays a story of the lectures.
func (s *Site) story(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	told, err := story.Tell(s.Program, name)
	switch {
	case err != nil:
		panic(err) // a story that comes with Interrex
	case told == nil:
		s.refuse(w, http.StatusNotFound, "there is no story "+name)
		return
	}
	address := func(at int) string { return "/story/" + name + "?at=" + strconv.Itoa(at) }
	document := told.Document()
	played, err := newPlayed(told.Drawing(), document, atLeast(r.URL.Query().Get("at"), 0), address)
	if err != nil {
		panic(err)
	}
	s.show(w, http.StatusOK, "story", document.Title, storyView{played, name, story.Names(s.Program)})
}

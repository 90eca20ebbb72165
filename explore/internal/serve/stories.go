package serve

import (
	"io/fs"
	"strings"

	http "interrex/explore/internal/serve/web"
	"interrex/explore/internal/story"
	"interrex/spec/stories"
	"interrex/traces/stage"
)

// A storyView is the page of a story, with its neighbours in the list of stories.
type storyView struct {
	playedView
	Onward string // the page that goes on otherwise
	Name   string
	Names  []string // all stories
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
	document := told.Document()
	onward := walkAddress(told.Walk(), queryOf(told.Script.World), "")
	s.show(w, http.StatusOK, "story", document.Title, storyView{playedView{Documents: []*stage.Run{document}}, onward, name, story.Names(s.Program)})
}

// scripts are the stories of the lectures.
func scripts() (all []*story.Script) {
	files, _ := fs.Glob(stories.Scripts, "*.story")
	for _, file := range files {
		text, _ := fs.ReadFile(stories.Scripts, file)
		if script, err := story.Parse(strings.TrimSuffix(file, ".story"), string(text)); err == nil {
			all = append(all, script)
		}
	}
	return all
}

// storiesOf are links to the stories of an algorithm, or to all.
func storiesOf(algorithm string) (all []backView) {
	for _, script := range scripts() {
		if algorithm == "" || queryOf(script.World).Get("algo") == algorithm {
			all = append(all, backView{strings.ToUpper(script.Title[:1]) + script.Title[1:], "/story/" + script.Name})
		}
	}
	return all
}

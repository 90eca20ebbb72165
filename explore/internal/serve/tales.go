package serve

import (
	"io/fs"
	"strings"

	"interrex/explore/internal/story"
	"interrex/spec/stories"
)

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

package request

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"interrex/explore/internal/story"
	"interrex/model/world"
	"interrex/spec/stories"
)

// A Story is a script with its world.
type Story struct {
	Script *story.Script
	World  world.Config
}

// A Misspelt is an error in an input file: where, and what was expected.
type Misspelt struct{ error }

// stories reads the flags of the command story: all stories that come with Interrex, or one of
// them, or one in a file.
func (r *Request) stories(v *values, given map[string]bool) error {
	own := []string{"story", "format", "o", "quiet"}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for story: its flags are -%s; each story comes with its world", name, strings.Join(own, " -"))
		}
	}
	files, _ := fs.Glob(stories.Scripts, "*.story")
	known := make([]string, len(files))
	for i, file := range files {
		known[i] = strings.TrimSuffix(file, ".story")
	}
	switch isFile := strings.HasSuffix(v.story, ".story"); {
	case isFile:
		text, err := os.ReadFile(v.story)
		if err != nil {
			return fmt.Errorf("-story=%s: the file cannot be read; name a file that ends in .story, or one of %s", v.story, strings.Join(known, ", "))
		}
		if err := r.addStory(v.story, string(text)); err != nil {
			return err
		}
	case given["story"] && !slices.Contains(known, v.story):
		return fmt.Errorf("-story=%s: there is no such story; the stories are %s; one of your own is a file that ends in .story",
			v.story, strings.Join(known, ", "))
	default:
		for i, name := range known {
			if given["story"] && v.story != name {
				continue
			}
			text, _ := fs.ReadFile(stories.Scripts, files[i])
			if err := r.addStory(name, string(text)); err != nil {
				return err
			}
		}
	}
	r.Alone = given["story"]
	return r.delivery(v, given, "text", "json")
}

// addStory reads a script, and the flags of its world as those of a command line.
func (r *Request) addStory(name, text string) error {
	script, err := story.Parse(name, text)
	if err != nil {
		return Misspelt{err}
	}
	inner, err := Parse(strings.Fields("check " + script.World))
	if err != nil {
		return Misspelt{fmt.Errorf("%s: world: %w", name, err)}
	}
	if inner.Command != "check" {
		return Misspelt{fmt.Errorf("%s: world: %s is not the flags of a world", name, script.World)}
	}
	r.Stories = append(r.Stories, Story{script, inner.World})
	return nil
}

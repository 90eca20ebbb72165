package crosscheck

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"interrex/model/world"
	"interrex/spec"
)

// An Instance is a world that is always checked: a file of spec/instances.
type Instance struct {
	File  string // bully/n=3_timeouts=any.cfg
	World world.Config
}

// Instances reads all instances, in the order of their files. The error names the file, and says
// what should stand there.
func Instances() ([]Instance, error) { return instancesOf(spec.Instances) }

func instancesOf(folder fs.FS) ([]Instance, error) {
	files, err := fs.Glob(folder, "instances/*/*.cfg")
	if err != nil {
		return nil, err
	}
	var all []Instance
	for _, file := range files {
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return nil, err
		}
		c, err := ParseConfiguration(path.Base(path.Dir(file)), string(text))
		if err != nil {
			return nil, fmt.Errorf("spec/%s: %w", file, err)
		}
		if want := "instances/" + FileOf(c); file != want {
			return nil, fmt.Errorf("spec/%s should be called spec/%s", file, want)
		}
		all = append(all, Instance{FileOf(c), c})
	}
	return all, nil
}

// FileOf is what the instance of a world is called: its algorithm, and the flags of its command.
func FileOf(c world.Config) string {
	flags := strings.Fields(Command(c))[2:]
	for i, flag := range flags {
		flags[i] = strings.ReplaceAll(strings.TrimPrefix(flag, "-"), ":", ".") // no file is embedded with a colon
	}
	return c.Algorithm.Name + "/" + strings.Join(flags, "_") + ".cfg"
}

package crosscheck

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// flatten writes a module with all that it extends and instantiates as one module. TLC explores that more than
// twice as fast as the modules themselves, in which it reaches every operator of the world through a substitution
// of all constants and variables by themselves.
//
// The result is the text of each module once, at the place where it is first extended or instantiated. It has the
// same meaning, because no INSTANCE here substitutes anything: what an instantiated module declares has the same
// name at the place of the INSTANCE. Only the declarations of its constants are left out, because their values are
// defined before.
func flatten(modules map[string]string, root string) string {
	f := flattening{modules: modules, done: map[string]bool{}, standard: map[string]bool{}}
	f.include(root, false)
	return fmt.Sprintf("---- MODULE %s ----\nEXTENDS %s\n%s====\n",
		root, strings.Join(slices.Sorted(maps.Keys(f.standard)), ", "), f.text.String())
}

type flattening struct {
	modules  map[string]string
	done     map[string]bool
	standard map[string]bool // modules that come with TLA+
	text     strings.Builder
}

var (
	extends     = regexp.MustCompile(`^EXTENDS (.+)$`)
	instance    = regexp.MustCompile(`^(?:LOCAL )?INSTANCE (\w+)$`)
	declaration = regexp.MustCompile(`^CONSTANTS?\b`)
	frame       = regexp.MustCompile(`^(-+ MODULE \w+ -+|=+)$`)
)

// include adds the text of a module. The constants of an instantiated module are defined already.
func (f *flattening) include(name string, instantiated bool) {
	if f.done[name] {
		return
	}
	f.done[name] = true
	text, ours := f.modules[name]
	if !ours {
		f.standard[name] = true
		return
	}
	declaring := false
	for line := range strings.SplitSeq(text, "\n") {
		extended, instantiates := extends.FindStringSubmatch(line), instance.FindStringSubmatch(line)
		switch {
		case frame.MatchString(line):
		case extended != nil:
			for other := range strings.SplitSeq(extended[1], ",") {
				f.include(strings.TrimSpace(other), instantiated)
			}
		case instantiates != nil:
			f.include(instantiates[1], true)
		case instantiated && (declaration.MatchString(line) || declaring && (line == "" || line[0] == ' ')):
			declaring = true
		default:
			declaring = false
			f.text.WriteString(line + "\n")
		}
	}
}

// modulesOf reads the modules in a folder by name.
func modulesOf(folder fs.FS) (map[string]string, error) {
	files, err := fs.Glob(folder, "*.tla")
	modules := map[string]string{}
	for _, file := range files {
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return nil, err
		}
		modules[strings.TrimSuffix(file, ".tla")] = string(text)
	}
	return modules, err
}

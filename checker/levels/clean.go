package levels

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// sweep removes the remains of killed and late attempts. Others may be at work: an object that was made for a level, and that the manifest
// of the level does not name, is garbage, and a process that finds it gone finds that manifest. When the exploration is over, only the
// objects that the report needs are left: the states and the lessons.
func (d *driver) sweep(m *manifest) error {
	needed := map[string]bool{manifestName(m.Level): true}
	for _, c := range slices.Concat(slices.Concat(m.Before...), m.Chunks) {
		needed[c.Name] = true
	}
	folders := []string{"states/", "runs/", passing}
	if m.Over {
		folders = append(folders, "levels/")
	} else {
		for _, c := range slices.Concat(m.Runs...) {
			needed[c.Name] = true
		}
	}
	for _, folder := range folders {
		names, err := d.Store.List(folder)
		if err != nil {
			return err
		}
		for _, name := range names {
			if needed[name] || strings.HasPrefix(name, surveying) || !m.Over && madeFor(name) > m.Level {
				continue
			}
			if err := d.Store.Remove(name); ignore(err, fs.ErrNotExist) != nil {
				return err
			}
		}
	}
	if s, ok := d.Store.(sweeping); ok && m.Over {
		return s.Sweep("liveness") // which others may be deciding
	}
	return nil
}

// A sweeping store may have temporary files.
type sweeping interface{ Sweep(spared string) error }

// clear removes the intermediate results of deciding liveness.
func (d *driver) clear() error {
	err := removeAll(d.Store, surveying)
	if s, ok := d.Store.(sweeping); ok && err == nil {
		err = s.Sweep("")
	}
	return err
}

// removeAll removes all objects with a prefix.
func removeAll(s Store, prefix string) error {
	names, err := s.List(prefix)
	for _, name := range names {
		err = cmp.Or(err, ignore(s.Remove(name), fs.ErrNotExist))
	}
	return err
}

// madeFor is the level for which an object was made.
func madeFor(name string) (level int) {
	_, text, _ := strings.Cut(strings.ReplaceAll(name, "/", "-"), strings.TrimSuffix(passing, "/")+"-")
	_, _ = fmt.Sscanf(text, "%d", &level)
	return level
}

package levels

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Status is the state of a check in a store.
type Status struct {
	Subject Subject
	Widths  []int         // of the levels up to the one under way
	Steps   int           // out of the states before that level
	Over    bool          // all is explored
	Rate    float64       // states expanded a second between the last two manifests; 0: unknown
	Going   []Going       // the tasks of the level under way or, if all is explored, of deciding liveness
	Decided []int         // properties whose liveness the files have decided, by their place among all
	Left    bool          // no task of deciding liveness is for workers any more
	Pursued int           // the property for which a violating run is searched; -1: none
	Objects int           // in the store
	Bytes   int64         // in them
	Late    time.Duration // since the last manifest
	Workers []Presence    // worker processes
}

// A Going is how many tasks of a kind are done.
type Going struct {
	Kind string
	Done int
	Of   int // 0: that is not known yet
}

// States is how many there are so far.
func (s *Status) States() int { return sum(s.Widths) }

// StatusOf reads the state of the check in a folder. The error is fs.ErrNotExist if there is none yet.
func StatusOf(store Folder) (s Status, err error) {
	s.Pursued = -1
	if s.Subject, err = SubjectOf(store); err != nil {
		return s, err
	}
	names, err := store.List("levels/")
	if err != nil {
		return s, err
	}
	if slices.Sort(names); len(names) > 0 {
		if err := s.read(store, names); err != nil {
			return s, err
		}
	}
	s.Objects, s.Bytes, err = store.size()
	return s, err
}

// read reads the last manifests. The last one is there until there is a later one.
func (s *Status) read(store Store, names []string) error {
	var m, before manifest
	last := names[len(names)-1]
	if err := readRecord(store, last, &m); err != nil {
		return err
	}
	if err := m.check(last, s.Subject.Shards); err != nil {
		return err
	}
	s.Widths, s.Steps, s.Over, s.Late = m.Widths, m.Tally.Steps, m.Over, time.Since(m.Written)
	if len(names) > 1 {
		if err := readRecord(store, names[len(names)-2], &before); err != nil {
			return ignore(err, fs.ErrNotExist)
		}
		if seconds := m.Written.Sub(before.Written).Seconds(); seconds > 0 && !before.Over {
			s.Rate = float64(m.expanded()-before.expanded()) / seconds
		}
	}
	folder, chunks := passingTo(m.Level+1), len(m.Chunks)
	if m.Over {
		folder = surveying
		for _, level := range m.Before {
			chunks += len(level)
		}
		if err := s.readDecided(store); err != nil {
			return err
		}
	}
	names, err := store.List(folder)
	if err != nil {
		return err
	}
	done := finished(names, folder)
	for _, g := range []Going{{"expand", 0, chunks}, {"sift", 0, s.Subject.Shards}, {"rank", 0, 0}, {"survey", 0, chunks}, {"lead", 0, chunks},
		{"join", 0, s.Subject.Shards}, {"order", 0, mostOrders}} {
		if g.Done = len(done[g.Kind]); g.Done > 0 {
			s.Going = append(s.Going, g)
		}
	}
	for number := range done["pursuit"] {
		if property, _ := strconv.Atoi(number); !slices.Contains(s.Decided, property) {
			s.Pursued = max(s.Pursued, property)
		}
	}
	return nil
}

// taskResult matches the name of a task's result, or of an object of a pursuit, in its folder: how often work in progress was made again,
// the kind, the number.
var taskResult = regexp.MustCompile(`^(?:\.?([0-9]+)[-/]|/)?(expand|sift|rank|survey|lead|join|order|pursuit)-([0-9]{6})(?:$|[-/])`)

// finished lists the numbers of the tasks with results, by kind. Only results since work in progress was last made again count.
func finished(names []string, folder string) (done map[string]map[string]bool) {
	last := 0
	for _, name := range names {
		parts := taskResult.FindStringSubmatch(strings.TrimPrefix(name, folder))
		if parts == nil {
			continue
		}
		mended, _ := strconv.Atoi(parts[1])
		if done == nil || mended > last {
			done, last = map[string]map[string]bool{}, mended
		}
		if done[parts[2]] == nil {
			done[parts[2]] = map[string]bool{}
		}
		if mended == last {
			done[parts[2]][parts[3]] = true
		}
	}
	return done
}

// readDecided reads which properties the files have decided.
func (s *Status) readDecided(store Store) error {
	names, err := store.List(path.Dir(decisionName(0)) + "/")
	s.Left = slices.Contains(names, overName)
	for _, name := range names {
		if property, err := strconv.Atoi(path.Base(name)); err == nil {
			s.Decided = append(s.Decided, property)
		}
	}
	return err
}

// expanded is how many states have been expanded before a level.
func (m *manifest) expanded() int {
	if m.Over {
		return sum(m.Widths)
	}
	return m.first()
}

func sum(widths []int) (n int) {
	for _, width := range widths {
		n += width
	}
	return n
}

// size returns the number of objects, and of bytes in them.
func (f Folder) size() (objects int, bytes int64, err error) {
	names, err := f.List("")
	for _, name := range names {
		info, err := os.Stat(f.path(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, 0, err
		}
		objects, bytes = objects+1, bytes+info.Size()
	}
	return objects, bytes, err
}

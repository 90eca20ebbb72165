package levels

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Status is how far an exploration in a store has come. Whoever asks reads what is there, and changes nothing.
type Status struct {
	Subject Subject
	Level   int           // that is explored, or was last
	Widths  []int         // of the levels up to it
	Steps   int           // out of the states before it
	Over    bool          // there is no other
	Written time.Time     // when it was there
	Rate    float64       // states expanded a second since the manifest before; 0: there is none
	Going   []Going       // the tasks of the level under way or, if all is explored, of deciding liveness
	Decided []int         // properties whose liveness the files have decided, by their place among all
	Left    bool          // to a driver: no task of deciding liveness is for others any more
	Pursued int           // the property of which it is looked for a run that violates it; -1: none
	Objects int           // in the store
	Bytes   int64         // in them
	Late    time.Duration // since Written
	Workers []Presence    // processes beside the driver's, that have not left
}

// A Going is how many tasks of a kind are done.
type Going struct {
	Kind string
	Done int
	Of   int // 0: that is not known yet
}

// States is how many there are so far.
func (s *Status) States() int { return sum(s.Widths) }

// StatusOf reads how far a store has come. The error is fs.ErrNotExist if it is of nothing yet.
func StatusOf(store Store) (s Status, err error) {
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
	s.Objects, s.Bytes, err = usage(store)
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
	s.Level, s.Widths, s.Steps, s.Over, s.Written, s.Late = m.Level, m.Widths, m.Tally.Steps, m.Over, m.Written, time.Since(m.Written)
	if len(names) > 1 {
		if err := readRecord(store, names[len(names)-2], &before); err != nil {
			return ignore(err, fs.ErrNotExist)
		}
		if seconds := m.Written.Sub(before.Written).Seconds(); seconds > 0 && !before.Over {
			s.Rate = float64(m.expanded()-before.expanded()) / seconds
		}
	}
	if m.Over {
		return s.readDeciding(store, &m)
	}
	done, err := store.List(passingTo(m.Level + 1))
	if err != nil {
		return err
	}
	for _, g := range []Going{{Kind: "expand", Of: len(m.Chunks)}, {Kind: "sift", Of: s.Subject.Shards}, {Kind: "rank"}} {
		results := map[string]bool{} // by number: a task may have been done again with more lessons
		for _, name := range done {
			if number, isResult := numberOf(path.Base(name), g.Kind); isResult {
				results[number] = true
			}
		}
		if g.Done = len(results); g.Done > 0 {
			s.Going = append(s.Going, g)
		}
	}
	return nil
}

// surveyResult is the name of what a task of deciding liveness has found out, or of an object of a pursuit: how often what was on its way had
// been made again, the kind, and the number.
var surveyResult = regexp.MustCompile(`^(?:([0-9]+)-)?(survey|lead|join|order|pursuit)-([0-9]{6})(?:$|/)`)

// readDeciding reads how far deciding liveness from the files is.
func (s *Status) readDeciding(store Store, m *manifest) error {
	names, err := store.List(path.Dir(decisionName(0)) + "/")
	if err != nil {
		return err
	}
	s.Left = slices.Contains(names, overName)
	for _, name := range names {
		if property, err := strconv.Atoi(path.Base(name)); err == nil {
			s.Decided = append(s.Decided, property)
		}
	}
	if names, err = store.List(surveying); err != nil {
		return err
	}
	done, last := map[string]map[string]bool{}, 0
	for _, name := range names {
		parts := surveyResult.FindStringSubmatch(strings.TrimPrefix(name, surveying))
		if parts == nil {
			continue
		}
		if mended, _ := strconv.Atoi(parts[1]); mended > last {
			done, last = map[string]map[string]bool{}, mended
		} else if mended < last {
			continue
		}
		if done[parts[2]] == nil {
			done[parts[2]] = map[string]bool{}
		}
		done[parts[2]][parts[3]] = true
	}
	chunks := len(m.Chunks)
	for _, level := range m.Before {
		chunks += len(level)
	}
	for _, g := range []Going{{"survey", 0, chunks}, {"lead", 0, chunks}, {"join", 0, s.Subject.Shards}, {"order", 0, mostOrders}} {
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

// numberOf is the number of the task of a kind of which a name is the result.
func numberOf(name, kind string) (number string, isResult bool) {
	parts := strings.Split(name, "-")
	if isResult = len(parts) == 3 && parts[0] == kind; isResult {
		number = parts[1]
	}
	return number, isResult
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

// A Sizing store knows how much is in it without opening every object.
type Sizing interface {
	Sizes(prefix string) (objects int, bytes int64, err error)
}

// usage is how much is in a store, as far as it knows.
func usage(store Store) (objects int, bytes int64, err error) {
	if sizing, knows := store.(Sizing); knows {
		return sizing.Sizes("")
	}
	return 0, 0, nil
}

// Sizes is part of Sizing.
func (p part) Sizes(prefix string) (int, int64, error) {
	if sizing, knows := p.Store.(Sizing); knows {
		return sizing.Sizes(p.name + prefix)
	}
	return 0, 0, nil
}

// Sizes is part of Sizing.
func (f Folder) Sizes(prefix string) (objects int, bytes int64, err error) {
	names, err := f.List(prefix)
	for _, name := range names {
		o, err := f.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, 0, err
		}
		objects, bytes = objects+1, bytes+o.Size()
		if err := o.Close(); err != nil {
			return 0, 0, err
		}
	}
	return objects, bytes, err
}

package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/traces"
)

// A Trace is the files of one run.
type Trace struct {
	Name  string
	Files []string
	Texts [][]byte // their contents; nil: they are opened by their names

	// Stopped is called again and again while the files are read. If it returns an error, reading ends with
	// that error. nil: reading is never stopped.
	Stopped func() error
}

// A stoppable reader asks before it reads on.
type stoppable struct {
	io.Reader
	stopped func() error
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.stopped(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

const extension = ".ndjson"

// Find lists the traces among files and folders. The files that are named are one trace; a folder
// with files of nodes is one; of any other folder, those in the folders beneath it.
func Find(paths []string) ([]Trace, error) {
	var all []Trace
	var named Trace
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, &traces.Error{File: path, Err: fmt.Errorf("want a file of a trace, or a folder: %w", reason(err))}
		case !info.IsDir():
			named.Files = append(named.Files, path)
			continue
		}
		folders, err := beneath(path)
		if err != nil {
			return nil, err
		}
		if len(folders) == 0 {
			return nil, &traces.Error{File: path, Err: errors.New("want a folder with traces: there is no file that ends in " + extension)}
		}
		all = append(all, folders...)
	}
	if len(named.Files) > 0 {
		named.Name = strings.Join(named.Files, " ")
		all = append([]Trace{named}, all...)
	}
	return all, nil
}

func reason(err error) error {
	if e, is := errors.AsType[*fs.PathError](err); is {
		return e.Err
	}
	return err
}

// beneath lists the traces in a folder, by name.
func beneath(folder string) (all []Trace, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != extension {
			return err
		}
		in := filepath.Dir(path)
		i := slices.IndexFunc(all, func(t Trace) bool { return t.Name == in })
		if i < 0 {
			i, all = len(all), append(all, Trace{Name: in})
		}
		all[i].Files = append(all[i].Files, path)
		return nil
	})
	return all, err
}

// Options configures how a trace is followed.
type Options struct {
	Elections []model.Algorithm   // to choose from; nil: the catalogue
	Algorithm string              // the trace must be of this one; "": any
	On        string              // the election on which its consensus must rest; "": any
	Crashed   func(node int) bool // whether its last incarnation may lack its end; nil: never
	Pick      func([]int) int     // see [traces.Merge]
}

// Replay follows a trace. The error is bad input, or one of reading.
func (t Trace) Replay(o Options) (*Report, error) {
	list, closeAll, err := t.Open()
	defer closeAll()
	if err != nil {
		return nil, err
	}
	return Follow(list, o)
}

// Open opens the files of a trace. The function that it returns closes them, even if some could not be opened.
func (t Trace) Open() (list []traces.Source, closeAll func(), err error) {
	var files []*os.File
	closeAll = func() {
		for _, f := range files {
			f.Close()
		}
	}
	for i, name := range t.Files {
		var from io.Reader
		if t.Texts != nil {
			from = bytes.NewReader(t.Texts[i])
		} else {
			f, err := os.Open(name)
			if err != nil {
				return nil, closeAll, &traces.Error{File: name, Line: 1, Err: reason(err)}
			}
			files, from = append(files, f), f
		}
		if t.Stopped != nil {
			from = stoppable{from, t.Stopped}
		}
		list = append(list, traces.Source{Name: name, From: from})
	}
	return list, closeAll, nil
}

// How far the model's counters count.
const most = 255

// numbers is the number of distinct message numbers in the model of omega-minimal.
const numbers = 8

// A group is the election that a trace claims to be a run of.
type group struct {
	algorithm model.Algorithm
	handler   model.Handler
	model     *model.Group
	ids       []model.ID // in ring order
}

// newGroup reads the election of a trace's header.
func newGroup(h *traces.Header, elections []model.Algorithm) (*group, error) {
	a, err := election(h, elections)
	if err != nil {
		return nil, err
	}
	g := &group{algorithm: a}
	given, by, loads := byName(h.Configuration), model.ByID, make([]int, len(h.IDs))
	if text, is := given["loads"]; is {
		by = model.ByLoad
		if err := readLoads(text, loads); err != nil {
			return nil, fmt.Errorf("configuration loads: %w", err)
		}
	}
	variant := model.Variant{Reading: model.Repaired, Most: most, Numbers: numbers}
	for _, o := range a.Options {
		value, is := given[o.Name]
		if is && !slices.Contains(o.Values, value) {
			return nil, fmt.Errorf("configuration %s: %q: unknown; allowed are %s", o.Name, value, strings.Join(o.Values, " or "))
		}
		if is {
			variant.Options = variant.Options.With(o.Name, value)
		}
	}
	for _, id := range h.IDs {
		g.ids = append(g.ids, model.ID(id))
	}
	if most := a.Most; most > 0 && len(g.ids) > most {
		return nil, fmt.Errorf("%d nodes: too many for %s; allowed are at most %d", len(g.ids), a.Name, most)
	}
	g.model, g.handler = model.Rank(g.ids, by, loads, nil), a.Make(variant)
	return g, nil
}

// election finds the algorithm of a header. A consensus names its election in the configuration.
func election(h *traces.Header, all []model.Algorithm) (model.Algorithm, error) {
	name, consensus := h.Algorithm, h.Algorithm == model.ConsensusName
	if consensus {
		name = restsOn(h)
	}
	if all == nil {
		all = model.Catalogue()
	}
	a, known := model.Algorithm{}, false
	if at := slices.IndexFunc(all, func(a model.Algorithm) bool { return a.Name == name }); at >= 0 {
		a, known = all[at], true
	}
	switch {
	case consensus && (!known || a.Anonymous):
		return a, fmt.Errorf("configuration on: %q; consensus rests on an election of processes that have ids", name)
	case !known:
		return a, fmt.Errorf("algorithm %q: the model has %s", name, strings.Join(names(all), ", "))
	case consensus:
		return model.Consensus(a), nil
	}
	return a, nil
}

// restsOn is the election of a header's consensus; "" if absent.
func restsOn(h *traces.Header) string { return byName(h.Configuration)["on"] }

// readLoads reads [2 1 1].
func readLoads(text string, loads []int) error {
	words := strings.Fields(strings.Trim(text, "[]"))
	if len(words) != len(loads) {
		return fmt.Errorf("%d values for %d nodes", len(words), len(loads))
	}
	for i, word := range words {
		load, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		loads[i] = load
	}
	return nil
}

// sameElection reports whether two headers agree on what the rules depend on.
func sameElection(a, b *traces.Header) bool {
	one, other := byName(a.Configuration), byName(b.Configuration)
	return !slices.ContainsFunc([]string{"on", "loads", "pre-vote", "check-quorum"}, func(name string) bool { return one[name] != other[name] })
}

// names are the names of the elections and, for the catalogue, of the consensus that rests on them.
func names(all []model.Algorithm) (list []string) {
	for _, a := range all {
		list = append(list, a.Name)
	}
	if !slices.Contains(list, model.ConsensusName) && slices.Contains(list, "bully") {
		list = append(list, model.ConsensusName)
	}
	return list
}

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
	"interrex/model/world"
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
	if e := new(fs.PathError); errors.As(err, &e) {
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
	Channels  world.Channels      // between two nodes that live; "": fifo, as the implementation's networks
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

// Ends returns the recorded ends of the nodes, from the file of ends if there is one.
func (t Trace) Ends() (traces.Ends, error) {
	if t.Texts == nil && len(t.Files) > 0 {
		return traces.ReadEnds(filepath.Dir(t.Files[0]))
	}
	return traces.Ends{}, nil
}

// Members are the ids of its nodes, from its headers; none if they cannot be read.
func (t Trace) Members() []int {
	list, closeAll, err := t.Open()
	defer closeAll()
	if err != nil {
		return nil
	}
	m, err := traces.NewMerge(list)
	if err != nil {
		return nil
	}
	return m.Header.IDs
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
	merits := make([]model.Merit, len(h.IDs))
	by := model.ByID
	variant := model.Variant{Reading: model.Repaired, Most: most, Numbers: numbers}
	for _, v := range h.Configuration {
		var err error
		switch v.Name {
		case "loads":
			by = model.ByLoad
			err = readLoads(v.Value, merits)
		default:
			variant.Options, err = choose(a, variant.Options, v)
		}
		if err != nil {
			return nil, fmt.Errorf("configuration %s: %w", v.Name, err)
		}
	}
	for _, id := range h.IDs {
		g.ids = append(g.ids, model.ID(id))
	}
	if most := a.Most; most > 0 && len(g.ids) > most {
		return nil, fmt.Errorf("%d nodes: too many for %s; allowed are at most %d", len(g.ids), a.Name, most)
	}
	g.model = model.Rank(g.ids, by, merits)
	g.handler = a.Make(variant)
	return g, nil
}

// choose reads a header's entry about an option of the algorithm. Other entries are read elsewhere.
func choose(a model.Algorithm, chosen model.Options, v traces.Variable) (model.Options, error) {
	i := slices.IndexFunc(a.Options, func(o model.Option) bool { return o.Name == v.Name })
	if i < 0 {
		return chosen, nil
	}
	if values := a.Options[i].Values; !slices.Contains(values, v.Value) {
		return chosen, fmt.Errorf("%q: unknown; allowed are %s", v.Value, strings.Join(values, " or "))
	}
	return chosen.With(v.Name, v.Value), nil
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
	var a model.Algorithm
	at := slices.IndexFunc(all, func(a model.Algorithm) bool { return a.Name == name })
	known := at >= 0
	if known {
		a = all[at]
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
func restsOn(h *traces.Header) string {
	for _, v := range h.Configuration {
		if v.Name == "on" {
			return v.Value
		}
	}
	return ""
}

// readLoads reads [2 1 1].
func readLoads(text string, merits []model.Merit) error {
	words := strings.Fields(strings.Trim(text, "[]"))
	if len(words) != len(merits) {
		return fmt.Errorf("%d values for %d nodes", len(words), len(merits))
	}
	for i, word := range words {
		load, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		merits[i].Load = load
	}
	return nil
}

// sameElection reports whether two headers agree on what the rules depend on.
func sameElection(a, b *traces.Header) bool {
	ruling := func(h *traces.Header) (list []traces.Variable) {
		for _, v := range h.Configuration {
			if slices.Contains([]string{"on", "loads", "pre-vote", "check-quorum"}, v.Name) {
				list = append(list, v)
			}
		}
		return list
	}
	return slices.Equal(ruling(a), ruling(b))
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

// begun is the local state of a process that has just started or restarted.
func (g *group) begun(id model.ID, back bool) model.Local {
	return g.handler.Begin(id, g.model, model.Nobody, back)
}

// spends reports whether channels may deliver a message before one that was sent earlier, and counts it.
func (f *Follower) spends() bool {
	switch f.channels {
	case world.Bag:
		f.counts.Reorderings++
	case world.Lossy:
		f.counts.Losses++
	default:
		return false
	}
	return true
}

// suits reports whether the algorithm allows such channels.
func (g *group) suits(channels world.Channels) error {
	a := g.algorithm
	if channels == world.FIFO || channels == "" || a.Terms() || a.Clockwork() && channels == world.Lossy {
		return nil
	}
	return fmt.Errorf("-channels=%s has no meaning for %s, which needs fifo channels", channels, a.Name)
}

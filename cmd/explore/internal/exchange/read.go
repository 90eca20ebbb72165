package exchange

import "errors"

// A format is one of those that can be read back.
type format struct {
	name string
	is   func(root *node) bool
	read func(root *node) []*Run
}

// formats are tried in this order. A recorded trace is a folder, and no row: package recorded reads it.
var formats = []format{
	{"a report of explore check -format=json", func(n *node) bool { return n.get("interrex") != nil }, readReport},
	{"ITF", func(n *node) bool { return n.get("states") != nil && n.get("vars") != nil }, readITF},
	{"TLC's JSON", func(n *node) bool { return n.get("counterexample") != nil || n.get("state") != nil }, readTLC},
}

// Read reads the runs of a file, whatever of the formats it is in. The error is a *Mistake.
func Read(file string, text []byte) (runs []*Run, err error) {
	defer func() {
		bad := recover()
		if m, ok := bad.(*Mistake); ok {
			m.File = file
			runs, err = nil, m
		} else if bad != nil {
			panic(bad)
		}
	}()
	root := parse(text)
	for _, f := range formats {
		if f.is(root) {
			runs = f.read(root)
			for _, r := range runs {
				if r.Title == "" {
					r.Title = file
				}
			}
			return runs, nil
		}
	}
	root.fail("it is none of what can be read: a report of explore check -format=json, ITF, TLC's JSON")
	return nil, errors.ErrUnsupported
}

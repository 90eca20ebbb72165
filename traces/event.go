package traces

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// Version is the format that this package reads and writes.
const Version = 2

// Era is how much of a node's own entry in a vector clock one incarnation takes: the entry is its
// number times Era, plus the number of the event. So the entry grows over restarts too, and says
// what it counts.
const Era = 10_000_000_000

// A Header opens what one incarnation of a node has written.
type Header struct {
	Run           string // the same for all nodes of a run
	Algorithm     string
	IDs           []int // of all members, in ring order
	Node          int
	Incarnation   uint64
	Configuration []Variable
	Note          string // a remark of the writer's own; "": none
}

// LongestNote is how many bytes a note may have.
const LongestNote = 1000

// A Variable is a name and a printed value.
type Variable struct{ Name, Value string }

// An Event is one step of one node.
type Event struct {
	Seq    uint64   // 1, 2, 3, … in an incarnation
	Clock  []uint64 // of the node after the step: an entry for each member, in ring order
	Action string   // as the pages and the model name it

	Message *Message   // that was taken, if any
	Timer   string     // that ran out, if any
	Peer    int        // that the failure detector judges, or 0
	Aside   bool       // only what is no variable of the page has changed
	Sends   []Send     // in the order in which they leave
	After   []Variable // the local variables after the step, in the page's order
	Note    string     // a remark or a time of the writer's own, on which nothing depends; "": none
}

// A Message is what a step takes.
type Message struct {
	ID       string // NODE.INCARNATION.COUNT, unique in a run
	Type     string // its word
	From, To int
	Text     string // as the pages print it: ELECTION(3)
}

// A Send is a message that a step sends.
type Send struct {
	ID      string
	To      int
	Message string // as the pages print it
}

// A node's file may be in parts: 3.ndjson, 3.2.ndjson, 3.3.ndjson, and so on. Each ends with a whole line, and
// joined in order they are the file. Once the first part has been dropped, the rest can be looked at
// but no longer followed through a model.

// keptParts is the most parts that a bounded file has.
const keptParts = 4

// partName is the name of a part of a node's file; they are counted from 1.
func partName(node, number int) string {
	if number <= 1 {
		return FileName(node)
	}
	return fmt.Sprintf("%d.%d.ndjson", node, number)
}

var partNamed = regexp.MustCompile(`^([0-9]+)\.([0-9]{1,9})\.ndjson$`)

// Part splits a name into its file and the number of its part: 3.2.ndjson is the second part of 3.ndjson. Any other
// name is the first part of itself.
func Part(name string) (file string, number int) {
	if found := partNamed.FindStringSubmatch(filepath.Base(name)); found != nil {
		if n, err := strconv.Atoi(found[2]); err == nil && n > 1 {
			return filepath.Join(filepath.Dir(name), found[1]+".ndjson"), n
		}
	}
	return name, 1
}

// parts is a node's file, as it is written.
type parts struct {
	folder string
	node   int
	most   int64 // bytes of all parts; 0: any number, and then there is one part
	number int   // of the newest
	size   int64 // of it
	file   *os.File
}

// openParts continues the newest part, and first cuts off a line that a kill has torn.
func openParts(folder string, node int, most int64) (*parts, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	p := &parts{folder: folder, node: node, most: most, number: 1}
	for _, e := range entries {
		if file, number := Part(e.Name()); file == FileName(node) {
			p.number = max(p.number, number)
		}
	}
	if p.file, err = p.open(); err != nil {
		return nil, err
	}
	if err := mend(p.file); err != nil {
		return nil, errors.Join(err, p.file.Close())
	}
	info, err := p.file.Stat()
	if err != nil {
		return nil, errors.Join(err, p.file.Close())
	}
	p.size = info.Size()
	return p, nil
}

func (p *parts) open() (*os.File, error) {
	return os.OpenFile(filepath.Join(p.folder, partName(p.node, p.number)), os.O_RDWR|os.O_CREATE, 0o600)
}

// Write writes a line, in a part of its own if the newest has no room for it.
func (p *parts) Write(line []byte) (int, error) {
	if p.most > 0 && p.size > 0 && p.size+int64(len(line)) > p.most/keptParts {
		if err := p.next(); err != nil {
			return 0, err
		}
	}
	n, err := p.file.Write(line)
	p.size += int64(n)
	return n, err
}

// next begins a part, and drops the oldest parts that exceed the bound.
func (p *parts) next() error {
	if err := p.file.Close(); err != nil {
		return err
	}
	p.number++
	for old := p.number - keptParts; old > 0; old-- {
		err := os.Remove(filepath.Join(p.folder, partName(p.node, old)))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return err
		}
	}
	var err error
	p.size = 0
	p.file, err = p.open()
	return err
}

// Close closes the newest part.
func (p *parts) Close() error { return p.file.Close() }

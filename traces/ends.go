package traces

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// EndsFile is the file of a trace's folder in which elect cluster records how each node ended.
const EndsFile = "ends.json"

// Ends is how the nodes of a run ended. A node that is not in it may have been killed.
type Ends struct {
	// The version of the format.
	Interrex int `json:"interrex"`
	// By node: "well" or "killed".
	Nodes map[int]string `json:"nodes"`
}

// The ends of a node: it was asked to end, and recorded its end; or it may not have.
const (
	Well   = "well"
	Killed = "killed"
)

// largestEnds is the size in bytes of the largest file of ends.
const largestEnds = 1 << 20

// ParseEnds reads a file of ends. The error names the fault.
func ParseEnds(text []byte) (Ends, error) {
	var e Ends
	switch err := json.Unmarshal(text, &e); {
	case len(text) > largestEnds:
		return Ends{}, fmt.Errorf("%d bytes: too long; allowed are at most %d", len(text), largestEnds)
	case err != nil:
		return Ends{}, fmt.Errorf("want the end of each node, as JSON: %w", err)
	case e.Interrex != Version:
		return Ends{}, fmt.Errorf("version %d: unsupported; allowed is %d", e.Interrex, Version)
	}
	for _, node := range slices.Sorted(maps.Keys(e.Nodes)) {
		if end := e.Nodes[node]; end != Well && end != Killed {
			return Ends{}, fmt.Errorf("node %d ended %q: unknown; allowed are %q and %q", node, end, Well, Killed)
		}
	}
	return e, nil
}

// ReadEnds reads the file of ends in a folder. Without such a file any node may have been killed. The error is an [*Error].
func ReadEnds(folder string) (Ends, error) {
	name := filepath.Join(folder, EndsFile)
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return Ends{}, nil
	}
	if err != nil {
		return Ends{}, &Error{File: name, Err: err}
	}
	e, err := ParseEnds(text)
	if err != nil {
		return Ends{}, &Error{File: name, Err: err}
	}
	return e, nil
}

// Write writes the file of ends into a folder.
func (e Ends) Write(folder string) error {
	e.Interrex = Version
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, EndsFile), append(text, '\n'), 0o644)
}

// MayBeKilled reports whether a node may have ended without recording its end.
func (e Ends) MayBeKilled(node int) bool { return e.Nodes[node] != Well }

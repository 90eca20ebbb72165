package swarm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"interrex/checker"
	"interrex/internal/check"
)

// A member is what one has reported.
type member struct {
	file   string
	doc    check.Document
	sketch checker.Sketch // nil: there is none
	same   string         // the command, but for which member it is
}

// largestFile is the size in bytes of the largest report that is read.
const largestFile = 64 << 20

// readAll reads reports that belong together, each of another member. Its errors name the file.
func readAll(files []string) (members []*member, err error) {
	by := map[int]*member{}
	for _, file := range files {
		m, err := readFile(file)
		if err != nil {
			return nil, err
		}
		if first := by[m.doc.Swarm.Member]; first != nil {
			return nil, fmt.Errorf("%s:1: it is of member %d, as is %s; give the report of each member once", file, m.doc.Swarm.Member, first.file)
		}
		if len(members) > 0 {
			if first := members[0]; m.same != first.same || m.doc.Interrex != first.doc.Interrex {
				return nil, fmt.Errorf("%s:1: it is of another swarm than %s: version %s of %s, and not version %s of %s",
					file, first.file, m.doc.Interrex, m.same, first.doc.Interrex, first.same)
			}
		}
		by[m.doc.Swarm.Member], members = m, append(members, m)
	}
	return members, nil
}

func readFile(file string) (*member, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: the file cannot be read; name a report of check -swarm=I/K -format=json", file)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s:1: it is not a file; name a report of check -swarm=I/K -format=json", file)
	case info.Size() > largestFile:
		return nil, fmt.Errorf("%s:1: it has %d MiB; at most %d are read", file, info.Size()>>20, largestFile>>20)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: the file cannot be read", file)
	}
	return read(file, text)
}

// read reads one report. The error names the file and the line.
func read(file string, text []byte) (*member, error) {
	m := &member{file: file}
	if err := json.Unmarshal(text, &m.doc); err != nil {
		return nil, fmt.Errorf("%s:%d: it is no report of check -format=json: %w", file, lineOf(text, err), err)
	}
	s := m.doc.Swarm
	if s == nil {
		return nil, fmt.Errorf("%s:1: it is no report of a member of a swarm: check -swarm=I/K -format=json writes one", file)
	}
	if s.Member < 1 || s.Of < s.Member || s.Of > 1<<30 || m.doc.States < 0 || s.Recent < s.Fresh || s.Fresh < 0 || m.doc.Depth < 0 || s.Visits < 0 || s.Forgotten < 0 {
		return nil, fmt.Errorf("%s:1: its numbers make no sense: it is of member %d of %d", file, s.Member, s.Of)
	}
	var err error
	if m.sketch, err = s.Prints(); err != nil {
		return nil, fmt.Errorf("%s:1: %w", file, err)
	}
	var words []string
	for word := range strings.FieldsSeq(m.doc.Reproduce) {
		if strings.HasPrefix(word, "-swarm=") {
			word = "-swarm=I/K"
		}
		words = append(words, word)
	}
	m.same = strings.Join(words, " ")
	return m, nil
}

// lineOf is the line of an error of JSON.
func lineOf(text []byte, err error) int {
	at := int64(0)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		at = syntax.Offset
	} else if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		at = kind.Offset
	}
	return 1 + bytes.Count(text[:min(max(int(at), 0), len(text))], []byte("\n"))
}

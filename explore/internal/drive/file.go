package drive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/model"
	"interrex/traces/drive"
)

// largestFile is the size in bytes of the largest file that is read.
const largestFile = 64 << 20

// A reportFile is the part of a report in JSON that drive needs.
type reportFile struct {
	name  string
	lines map[string]int // of each value, by its path: properties.0.counterexample.stem.1

	Interrex   string `json:"interrex"`
	Reproduce  string `json:"reproduce"`
	Properties []struct {
		Name           string         `json:"name"`
		Counterexample *drivenExample `json:"counterexample"`
	} `json:"properties"`
}

type drivenExample struct {
	Stem  []drivenStep `json:"stem"`
	Cycle []drivenStep `json:"cycle"`
}

type drivenStep struct {
	Action     string   `json:"action"`
	Process    model.ID `json:"process"`
	Peer       model.ID `json:"peer"`
	Message    string   `json:"message"`
	CrashAfter int      `json:"crash_after"`
}

func (e *drivenExample) schedule() (s drive.Schedule) {
	for _, step := range e.Stem {
		s.Stem = append(s.Stem, drive.Step(step))
	}
	for _, step := range e.Cycle {
		s.Cycle = append(s.Cycle, drive.Step(step))
	}
	return s
}

// readReport reads a report. Its errors name the line.
func readReport(name string) (*reportFile, error) {
	text, err := readBounded(name)
	if err != nil {
		return nil, err
	}
	file := &reportFile{name: name, lines: map[string]int{}}
	decoder := json.NewDecoder(strings.NewReader(text))
	err = decoder.Decode(file)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it is not JSON: it ends too early")
	}
	if err == nil {
		if _, more := decoder.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after the end of the JSON value")
		}
	}
	if err != nil {
		return nil, command.InputError{Err: fmt.Errorf("%s:%d: %w; wanted is a report of explore -format=json", name, lineOf(text, offset(err, decoder)), err)}
	}
	if file.Interrex == "" || file.Reproduce == "" {
		return nil, command.InputError{Err: fmt.Errorf("%s:1: this is not a report: interrex or reproduce is missing; a report of explore -format=json is expected", name)}
	}
	decoder = json.NewDecoder(strings.NewReader(text))
	file.find(decoder, text, "")
	return file, nil
}

// readBounded reads a file or a pipe, but no more than largestFile bytes: a device may never end.
func readBounded(name string) (string, error) {
	file, err := os.Open(name)
	if err == nil {
		defer func() { _ = file.Close() }()
		var text strings.Builder
		read := int64(0)
		if read, err = io.Copy(&text, io.LimitReader(file, largestFile+1)); err == nil && read <= largestFile {
			return text.String(), nil
		}
	}
	if err != nil {
		return "", fmt.Errorf("-counterexample=%s: the file cannot be read; name one that explore -format=json has written", name)
	}
	return "", command.InputError{Err: fmt.Errorf("%s:1: it has more than %d MiB, the most that is read", name, largestFile>>20)}
}

// belongs says why a counterexample of the file is not one of the model.
func (f *reportFile) belongs(i int, play play) error {
	at := f.line(fmt.Sprintf("properties.%d", i))
	property, err := check.PropertyNamed(play.World, play.Property)
	if err != nil {
		return command.InputError{Err: fmt.Errorf("%s:%d: %w", f.name, at, err)}
	}
	violates, err := play.Schedule.Violates(play.World, property)
	if foreign := (drive.Foreign{}); errors.As(err, &foreign) {
		at = f.stepLine(i, foreign.Index)
	} else if open := (drive.Open{}); errors.As(err, &open) {
		at = f.stepLine(i, open.Last)
	}
	if err == nil && !violates {
		err = fmt.Errorf("that run does not violate %s in the world of the file; wanted is the whole of a counterexample", play.Property)
	}
	if err != nil {
		return command.InputError{Err: fmt.Errorf("%s:%d: %w", f.name, at, err)}
	}
	return nil
}

// offset is the position of an error.
func offset(err error, decoder *json.Decoder) int64 {
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		return syntax.Offset
	}
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		return kind.Offset
	}
	return decoder.InputOffset()
}

func lineOf(text string, at int64) int {
	return 1 + strings.Count(text[:min(int(at), len(text))], "\n")
}

// find notes where each value begins. The text is JSON.
func (f *reportFile) find(d *json.Decoder, text string, path string) {
	token, _ := d.Token()
	f.lines[path] = lineOf(text, d.InputOffset())
	inner := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	switch token {
	case json.Delim('{'):
		for d.More() {
			name, _ := d.Token()
			f.find(d, text, inner(fmt.Sprint(name)))
		}
		_, _ = d.Token()
	case json.Delim('['):
		for i := 0; d.More(); i++ {
			f.find(d, text, inner(fmt.Sprint(i)))
		}
		_, _ = d.Token()
	}
}

// line is the line where a value begins, or 1 if the file has no such value.
func (f *reportFile) line(path string) int { return max(1, f.lines[path]) }

// stepLine is where a step of a counterexample begins.
func (f *reportFile) stepLine(property, step int) int {
	part := "stem"
	if stem := len(f.Properties[property].Counterexample.Stem); step >= stem {
		part, step = "cycle", step-stem
	}
	return f.line(fmt.Sprintf("properties.%d.counterexample.%s.%d", property, part, step))
}

// flags are the flags of the report's world: those of the command that the report says made it.
func (f *reportFile) flags() []string {
	words := strings.Fields(f.Reproduce)
	if len(words) > 0 && words[0] == "explore" {
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "check" {
		words = words[1:]
	}
	return slices.DeleteFunc(words, func(word string) bool { return !strings.HasPrefix(word, "-") })
}

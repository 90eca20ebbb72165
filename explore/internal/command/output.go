package command

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/charmbracelet/x/term"
)

// A File is the destination of a report. A regular file appears, or is replaced, only when it is closed.
type File struct {
	*bufio.Writer
	path      string   // "" if no file must be put in place
	temporary *os.File // nil for standard output
	mode      os.FileMode
	columns   int // width of the terminal it writes to; 0: not a terminal
}

// Open prepares to write to a path; "" and "-" mean standard output. An unwritable path fails now, before the
// work.
func Open(path string, stdout io.Writer) (*File, error) {
	if path == "" || path == "-" {
		return &File{Writer: bufio.NewWriter(stdout), columns: columnsOf(stdout)}, nil
	}
	mode := os.FileMode(0o644)
	info, err := os.Stat(path)
	switch {
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return nil, errors.Unwrap(err) // without the path
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("it is a folder")
	case err == nil && !info.Mode().IsRegular(): // a device or a pipe
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, errors.Unwrap(err) // without the path
		}
		return &File{Writer: bufio.NewWriter(f), temporary: f}, nil
	case err == nil:
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, errors.Unwrap(err) // without the path
		}
		f.Close()
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".explore-*")
	if err != nil {
		return nil, errors.Unwrap(err) // without the path
	}
	return &File{Writer: bufio.NewWriter(f), path: path, temporary: f, mode: mode}, nil
}

// IsFile reports whether the report goes to a file rather than to standard output.
func (f *File) IsFile() bool { return f.temporary != nil }

// Columns is the width of the terminal to which the report goes, or 0 if it goes elsewhere. COLUMNS overrides it.
func (f *File) Columns() int { return f.columns }

// Colours reports whether the report goes to a terminal that shows colours. NO_COLOR turns them off.
func (f *File) Colours() bool {
	return f.columns > 0 && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// columnsOf is the width of a terminal, or 0 for any other writer.
func columnsOf(w io.Writer) int {
	screen, ok := w.(*os.File)
	if !ok || !term.IsTerminal(screen.Fd()) {
		return 0
	}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	columns, _, err := term.GetSize(screen.Fd())
	if err != nil {
		return 0
	}
	return columns
}

// Close puts the written text in its place.
func (f *File) Close() error {
	if err := f.Flush(); err != nil || f.temporary == nil {
		return err
	}
	if f.path == "" {
		return f.temporary.Close()
	}
	if err := cmp.Or(f.temporary.Chmod(f.mode), f.temporary.Close()); err != nil {
		return err
	}
	return os.Rename(f.temporary.Name(), f.path)
}

// Discard drops text that was not moved to its destination. After Close it does nothing.
func (f *File) Discard() {
	if f.path != "" {
		f.temporary.Close()
		os.Remove(f.temporary.Name())
	}
}

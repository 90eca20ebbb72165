package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/charmbracelet/x/term"
)

// A File is where a report goes. A regular file appears, or is replaced, when it is closed.
type File struct {
	*bufio.Writer
	path      string   // "" where there is nothing to put in place
	temporary *os.File // nil for standard output
	mode      os.FileMode
	columns   int // of the terminal that it is; 0: it is none
}

// Open prepares to write to a path; "" and "-" are standard output. It fails now rather than
// later if nothing could be written there.
func Open(path string, stdout io.Writer) (*File, error) {
	if path == "" || path == "-" {
		return &File{Writer: bufio.NewWriter(stdout), columns: columnsOf(stdout)}, nil
	}
	mode := os.FileMode(0o644)
	info, err := os.Stat(path)
	switch {
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return nil, reason(err)
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("it is a folder")
	case err == nil && !info.Mode().IsRegular(): // a device or a pipe
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, reason(err)
		}
		return &File{Writer: bufio.NewWriter(f), temporary: f}, nil
	case err == nil:
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, reason(err)
		}
		f.Close()
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".explore-*")
	if err != nil {
		return nil, reason(err)
	}
	return &File{Writer: bufio.NewWriter(f), path: path, temporary: f, mode: mode}, nil
}

// reason is an error without the path, which the caller names.
func reason(err error) error {
	if e, ok := err.(*os.PathError); ok {
		return e.Err
	}
	return err
}

// IsFile reports whether the report goes somewhere else than standard output.
func (f *File) IsFile() bool { return f.temporary != nil }

// Columns is how wide a terminal is on which the report is told, 0 if it is told elsewhere. COLUMNS says otherwise.
func (f *File) Columns() int { return f.columns }

// columnsOf is the width of a terminal, 0 of anything else.
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

// Close puts what was written in its place.
func (f *File) Close() error {
	if err := f.Flush(); err != nil || f.temporary == nil {
		return err
	}
	if f.path == "" {
		return f.temporary.Close()
	}
	if err := f.temporary.Chmod(f.mode); err != nil {
		return err
	}
	if err := f.temporary.Close(); err != nil {
		return err
	}
	return os.Rename(f.temporary.Name(), f.path)
}

// Discard drops what was not put in its place. After Close it does nothing.
func (f *File) Discard() {
	if f.path != "" {
		f.temporary.Close()
		os.Remove(f.temporary.Name())
	}
}

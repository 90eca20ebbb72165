package levels

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A Store keeps objects. An object is written once, and appears as a whole.
type Store interface {
	// Create makes an object of what write writes, unless write returns an error. The error is fs.ErrExist if there is
	// an object of that name: it stays as it is.
	Create(name string, write func(io.Writer) error) error

	// Open opens an object. The error is fs.ErrNotExist if there is none.
	Open(name string) (Object, error)

	// List lists the names of all objects that begin so.
	List(prefix string) ([]string, error)

	// Remove removes an object.
	Remove(name string) error

	// String is the place of the store.
	String() string
}

// An Object is one that can be read.
type Object interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// An Error says why a store cannot be used.
type Error struct {
	Store string
	Err   error
}

func (e *Error) Error() string { return "store " + e.Store + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// passing is the folder of work in progress. It is not synced to the disk, and made again if it is damaged.
const passing = "passing/"

func isPassing(name string) bool { return strings.HasPrefix(name, passing) }

// A Folder is a store in a folder, which several machines may share.
type Folder string

func (f Folder) String() string { return string(f) }

func (f Folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

// temporary is the folder of the files that are not objects yet.
const temporary = ".new"

// Create is part of Store. A link fails where there is a file already.
func (f Folder) Create(name string, write func(io.Writer) error) error {
	folder := filepath.Dir(f.path(name))
	if err := cmp.Or(os.MkdirAll(f.path(temporary), 0o777), os.MkdirAll(folder, 0o777)); err != nil {
		return err
	}
	file, err := os.CreateTemp(f.path(temporary), "*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	isLasting := !isPassing(name)
	if err = write(file); err == nil && isLasting {
		err = file.Sync()
	}
	if err = cmp.Or(err, file.Close()); err == nil {
		err = os.Link(file.Name(), f.path(name))
	}
	if err != nil || !isLasting {
		return err
	}
	dir, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Open is part of Store.
func (f Folder) Open(name string) (Object, error) {
	file, err := os.Open(f.path(name))
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &folderObject{file, info.Size()}, nil
}

type folderObject struct {
	*os.File
	size int64
}

// Size is part of Object.
func (o *folderObject) Size() int64 { return o.size }

// List is part of Store.
func (f Folder) List(prefix string) (all []string, err error) {
	err = filepath.WalkDir(f.path(path.Dir(prefix)), func(at string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // it is not made yet, or another process has removed it
			return nil
		case err != nil:
			return err
		case d.IsDir() && d.Name() == temporary:
			return fs.SkipDir
		}
		name, err := filepath.Rel(string(f), at)
		if name = filepath.ToSlash(name); !d.IsDir() && strings.HasPrefix(name, prefix) {
			all = append(all, name)
		}
		return err
	})
	return all, err
}

// Sweep removes temporary files. A process that still writes one fails.
func (f Folder) Sweep() error { return os.RemoveAll(f.path(temporary)) }

// Remove is part of Store.
func (f Folder) Remove(name string) error { return os.Remove(f.path(name)) }

// A buffer keeps objects in memory, in front of a store: those of the driver, until they are worth writing. What it has
// of work in progress is all that there is. One goroutine uses it.
type buffer struct {
	Store   // behind it
	objects map[string][]byte
}

// Create is part of Store.
func (b *buffer) Create(name string, write func(io.Writer) error) error {
	var object bytes.Buffer
	if err := write(&object); err != nil {
		return err
	}
	if _, isThere := b.objects[name]; isThere {
		return fmt.Errorf("%s: %w", name, fs.ErrExist)
	}
	b.objects[name] = object.Bytes()
	return nil
}

// Open is part of Store.
func (b *buffer) Open(name string) (Object, error) {
	switch object, isThere := b.objects[name]; {
	case isThere:
		return bufferObject{bytes.NewReader(object)}, nil
	case isPassing(name):
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return b.Store.Open(name)
}

type bufferObject struct{ *bytes.Reader }

// Close is part of Object.
func (bufferObject) Close() error { return nil }

// remove removes the objects with names for which it is true.
func (b *buffer) remove(is func(name string) bool) {
	maps.DeleteFunc(b.objects, func(name string, _ []byte) bool { return is(name) })
}

// handOn moves an object to the store, if it is in memory.
func (b *buffer) handOn(name string) error {
	object, isThere := b.objects[name]
	if !isThere {
		return nil
	}
	err := b.Store.Create(name, func(w io.Writer) error {
		_, err := w.Write(object)
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return &damage{name, "another process has written it"}
	}
	delete(b.objects, name)
	return err
}

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
	// Create makes an object with the bytes that write writes, unless write fails. If there is an object of that name,
	// the error is fs.ErrExist, and the object does not change.
	Create(name string, write func(io.Writer) error) error

	// Open opens an object. The error is fs.ErrNotExist if there is none.
	Open(name string) (Object, error)

	// List lists the names of all objects with a prefix.
	List(prefix string) ([]string, error)

	// Remove removes an object.
	Remove(name string) error

	// String is the place of the store.
	String() string
}

// An Object is open for reading.
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

// temporary is the folder of work in progress. Folder does not sync it to the disk. Damaged work is made again.
const temporary = "passing/"

func isTemporary(name string) bool { return strings.HasPrefix(name, temporary) }

// A Folder is a store in a folder, which several machines may share.
type Folder string

func (f Folder) String() string { return string(f) }

func (f Folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

// unfinished is the folder of files that are not objects yet.
const unfinished = ".new"

// Create is part of Store. Linking fails if there is a file of that name.
func (f Folder) Create(name string, write func(io.Writer) error) error {
	folder := filepath.Dir(f.path(name))
	if err := cmp.Or(os.MkdirAll(f.path(unfinished), 0o777), os.MkdirAll(folder, 0o777)); err != nil {
		return err
	}
	file, err := os.CreateTemp(f.path(unfinished), "*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	isLasting := !isTemporary(name)
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
		case d.IsDir() && d.Name() == unfinished:
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

// Sweep removes unfinished files. A process that still writes one fails.
func (f Folder) Sweep() error { return os.RemoveAll(f.path(unfinished)) }

// Remove is part of Store.
func (f Folder) Remove(name string) error { return os.Remove(f.path(name)) }

// A buffer keeps the driver's objects of small levels in memory, until the driver flushes them to the store. Reads of
// work in progress use the buffer alone. It is not safe for concurrent use.
type buffer struct {
	Store   // of the check
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
	case isTemporary(name):
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return b.Store.Open(name)
}

type bufferObject struct{ *bytes.Reader }

// Close is part of Object.
func (bufferObject) Close() error { return nil }

// remove removes the objects of the buffer with certain names.
func (b *buffer) remove(hasToGo func(name string) bool) {
	maps.DeleteFunc(b.objects, func(name string, _ []byte) bool { return hasToGo(name) })
}

// flush moves an object to the store, if the buffer has it.
func (b *buffer) flush(name string) error {
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

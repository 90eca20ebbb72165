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
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Store keeps objects. An object is written once, and appears as a whole.
type Store interface {
	// Create begins an object.
	Create(name string) (Writer, error)

	// Open opens an object. The error is fs.ErrNotExist if there is none.
	Open(name string) (Object, error)

	// List lists the names of all objects that begin so.
	List(prefix string) ([]string, error)

	// Remove removes an object.
	Remove(name string) error

	// String is the place of the store.
	String() string
}

// A Writer writes an object. It is invisible before Commit.
type Writer interface {
	io.Writer

	// Commit makes the object last. The error is fs.ErrExist if there is one of that name: it stays as it is.
	Commit() error

	// Abort forgets it.
	Abort()
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

// A Folder is a store in a folder, which several machines may share.
type Folder string

func (f Folder) String() string { return string(f) }

func (f Folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

// temporary is the folder of the files that are not objects yet.
const temporary = ".new"

// Create is part of Store.
func (f Folder) Create(name string) (Writer, error) {
	err := cmp.Or(os.MkdirAll(f.path(temporary), 0o777), os.MkdirAll(filepath.Dir(f.path(name)), 0o777))
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(f.path(temporary), "*")
	if err != nil {
		return nil, err
	}
	return &folderWriter{file, f.path(name), strings.HasPrefix(name, passing)}, nil
}

type folderWriter struct {
	*os.File
	name       string
	isFleeting bool // it need not outlive the machine
}

// Commit is part of Writer: a link fails where there is a file already.
func (w *folderWriter) Commit() error {
	defer func() { _ = os.Remove(w.Name()) }()
	var synced error
	if !w.isFleeting {
		synced = w.Sync()
	}
	if err := errors.Join(synced, w.Close()); err != nil {
		return err
	}
	if err := os.Link(w.Name(), w.name); err != nil || w.isFleeting {
		return err
	}
	dir, err := os.Open(filepath.Dir(w.name))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Abort is part of Writer.
func (w *folderWriter) Abort() {
	_ = w.Close()
	_ = os.Remove(w.Name())
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
	err = filepath.WalkDir(string(f), func(path string, d fs.DirEntry, err error) error {
		if err != nil && errors.Is(err, fs.ErrNotExist) { // it is not made yet, or somebody has removed it
			return nil
		}
		name, _ := filepath.Rel(string(f), path)
		name = filepath.ToSlash(name)
		if err == nil && !d.IsDir() && strings.HasPrefix(name, prefix) {
			all = append(all, name)
		}
		isElsewhere := !strings.HasPrefix(name+"/", prefix) && !strings.HasPrefix(prefix, name+"/")
		if d.IsDir() && name != "." && (name == temporary || isElsewhere) {
			return fs.SkipDir
		}
		return err
	})
	return all, err
}

// Sweep removes temporary files. A process that still writes one fails.
func (f Folder) Sweep() error { return os.RemoveAll(f.path(temporary)) }

// Remove is part of Store.
func (f Folder) Remove(name string) error { return os.Remove(f.path(name)) }

// A memory keeps objects in memory, in front of another store.
type memory struct {
	behind  Store // nil: nothing
	mu      sync.Mutex
	objects map[string][]byte
}

func newMemory(behind Store) *memory { return &memory{behind: behind, objects: map[string][]byte{}} }

func (m *memory) String() string {
	if m.behind == nil {
		return "in memory"
	}
	return m.behind.String()
}

func (m *memory) get(name string) (object []byte, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	object, known = m.objects[name]
	return object, known
}

// Create is part of Store.
func (m *memory) Create(name string) (Writer, error) {
	return &memoryWriter{memory: m, name: name}, nil
}

type memoryWriter struct {
	bytes.Buffer
	memory *memory
	name   string
}

// Commit is part of Writer.
func (w *memoryWriter) Commit() error {
	w.memory.mu.Lock()
	defer w.memory.mu.Unlock()
	if _, known := w.memory.objects[w.name]; known {
		return fmt.Errorf("%s: %w", w.name, fs.ErrExist)
	}
	w.memory.objects[w.name] = w.Bytes()
	return nil
}

// Abort is part of Writer.
func (w *memoryWriter) Abort() {}

// Open is part of Store.
func (m *memory) Open(name string) (Object, error) {
	if object, known := m.get(name); known {
		return memoryObject{bytes.NewReader(object)}, nil
	}
	if m.behind == nil {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return m.behind.Open(name)
}

type memoryObject struct{ *bytes.Reader }

// Close is part of Object.
func (memoryObject) Close() error { return nil }

// List is part of Store. It lists what is in memory.
func (m *memory) List(prefix string) (all []string, err error) {
	return m.names(prefix), nil
}

// names lists what is in memory and begins so.
func (m *memory) names(prefix string) (all []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.objects {
		if strings.HasPrefix(name, prefix) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// Remove is part of Store. It removes what is in memory.
func (m *memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, name)
	return nil
}

// forget removes what is in memory and begins so.
func (m *memory) forget(prefix string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.objects, func(name string, _ []byte) bool { return strings.HasPrefix(name, prefix) })
}

// handOn hands an object on to the store behind, if it is not there yet.
func (m *memory) handOn(name string) error {
	object, known := m.get(name)
	if !known {
		return nil
	}
	err := write(m.behind, name, object)
	if errors.Is(err, fs.ErrExist) {
		return &damage{name, "another process has written it"}
	}
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, name)
	return nil
}

// write writes an object at once, as it is.
func write(s Store, name string, object []byte) error {
	w, err := s.Create(name)
	if err != nil {
		return err
	}
	if _, err := w.Write(object); err != nil {
		w.Abort()
		return err
	}
	return w.Commit()
}

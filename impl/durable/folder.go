package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder, and those that it lies in, for one's own eyes. It returns when all of them are on
// disk: else a power failure could take away what was kept, with the folder that it was in.
func MakeFolder(path string) error {
	made := []string{filepath.Clean(path)} // the last of them is there already
	for {
		last := made[len(made)-1]
		if _, err := os.Stat(last); err == nil || last == filepath.Dir(last) {
			break
		}
		made = append(made, filepath.Dir(last))
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	for _, folder := range made[1:] {
		if err := syncFolder(folder); err != nil {
			return err
		}
	}
	return nil
}

// openFolder opens a folder that is to be synced: a variable, so that a test sees which ones are.
var openFolder = func(path string) (folder, error) { return os.Open(path) }

type folder interface {
	Sync() error
	Close() error
}

func syncFolder(path string) error {
	folder, err := openFolder(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

package durable

import (
	"errors"
	"io"
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

// What is synced is opened by these: variables, so that a test sees what it is, and in which order.
var (
	openFolder = func(path string) (synced, error) { return os.Open(path) }
	openFile   = func(path string) (synced, error) {
		return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	}
)

type synced interface {
	io.Writer
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

func writeSynced(path string, data []byte) error {
	f, err := openFile(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

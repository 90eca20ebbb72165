package hold

import (
	"errors"
	"testing"
)

// TestFolder: a folder is held once, and free again when its file is closed.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	f, err := Folder(dir)
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Folder(dir); !errors.Is(err, ErrHeld) {
		t.Errorf("the second time: %v", err)
	}
	_ = f.Close()
	f, err = Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
}

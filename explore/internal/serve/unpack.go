package serve

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// The limits on an unpacked upload.
const (
	mostUnpacked = 64 << 20
	mostFiles    = 2000
	mostName     = 200
)

// A document is an uploaded file, or a file from an uploaded archive. Its name is a label, never a path.
type document struct {
	Name string
	Text []byte
}

// A bundle collects documents within the limits.
type bundle struct {
	documents []document
	size      int64
}

// add reads one document. It skips files that are neither traces nor JSON, which archives may hold too.
func (b *bundle) add(name string, from io.Reader) error {
	if !isWanted(name) {
		return nil
	}
	if len(b.documents) == mostFiles || len(name) > mostName {
		return fmt.Errorf("more than %d files, or a name of more than %d letters", mostFiles, mostName)
	}
	text, err := io.ReadAll(io.LimitReader(from, mostUnpacked-b.size+1))
	if err != nil {
		return fmt.Errorf("%s cannot be unpacked", printable(name))
	}
	if b.size += int64(len(text)); b.size > mostUnpacked {
		return fmt.Errorf("it holds more than %d MiB, the most that is read", mostUnpacked>>20)
	}
	b.documents = append(b.documents, document{printable(name), text})
	return nil
}

func isWanted(name string) bool {
	base := path.Base(name)
	extension := path.Ext(base)
	return !strings.HasPrefix(base, ".") && (extension == ".ndjson" || extension == ".json")
}

// unpack takes the documents out of an upload: out of a zip, or the upload itself. It does not open archives within archives.
func (b *bundle) unpack(name string, text []byte) error {
	switch {
	case bytes.HasPrefix(text, []byte("PK\x03\x04")) || bytes.HasPrefix(text, []byte("PK\x05\x06")):
		return b.unzip(text)
	case !isWanted(name):
		return fmt.Errorf("%s cannot be read; it can be .ndjson, .json, or a .zip of them", printable(name))
	}
	return b.add(name, bytes.NewReader(text))
}

func (b *bundle) unzip(text []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return errors.New("it is not a zip file")
	}
	for _, f := range archive.File {
		if !f.Mode().IsRegular() || !isWanted(f.Name) {
			continue
		}
		content, err := f.Open()
		if err != nil {
			return fmt.Errorf("%s cannot be unpacked", printable(f.Name))
		}
		err = b.add(f.Name, content)
		content.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// printable is a name without characters that cannot be shown in one line.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(name, "?"))
}

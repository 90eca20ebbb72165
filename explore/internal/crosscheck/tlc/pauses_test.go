package tlc

import (
	"archive/zip"
	"bytes"
	"io"
	"path/filepath"
	"testing"
)

// TestWithoutPauses: of the class of constants one is another, the share of time that checks of liveness may take.
func TestWithoutPauses(t *testing.T) {
	tool, archive := tool(t), filepath.Join(t.TempDir(), constantsFile)
	if err := tool.withoutPauses(archive); err != nil {
		t.Fatal(err)
	}
	before, after := classOf(t, tool.Jar), classOf(t, archive)
	if want := bytes.Replace(before, shareOfTime, noShare, 1); !bytes.Equal(after, want) || bytes.Equal(after, before) {
		t.Errorf("the class of %d bytes became one of %d that differs in more, or in nothing", len(before), len(after))
	}
	for _, jar := range []string{"doc.go", archive, filepath.Join(t.TempDir(), "none.jar")} {
		if (Tool{Jar: jar}).withoutPauses(filepath.Join(t.TempDir(), constantsFile)) == nil {
			t.Errorf("%s has the constant", jar)
		}
	}
}

// classOf is the class of constants in an archive.
func classOf(t *testing.T, jar string) []byte {
	r, err := zip.OpenReader(jar)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	f, err := r.Open(globals)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	class, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return class
}

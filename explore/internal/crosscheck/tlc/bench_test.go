package tlc

import (
	"os"
	"testing"

	"interrex/internal/testlevel"
)

// BenchmarkRun: the shortest run there is, with and without an archive of classes.
func BenchmarkRun(b *testing.B) {
	cold, err := Find("")
	testlevel.Needs(b, err)
	job := Job{Modules: os.DirFS("testdata"), Root: "Counter", Config: "SPECIFICATION Spec\nCONSTANT Max = 3\n"}
	for name, tool := range map[string]Tool{"cold": cold, "warm": cold.Warm(b.Context(), b.TempDir())} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := tool.Run(b.Context(), job); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

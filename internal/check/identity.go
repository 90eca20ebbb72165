package check

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"interrex/spec"
)

// identity names the exploration and the program: a store continues only for the same identity.
func (q *Question) identity() (string, error) {
	program, err := digest()
	if err != nil {
		return "", err
	}
	return strings.Join(q.canonical(), " ") + byProgram + program, nil
}

const byProgram = " program="

// canonical are the normalized flags that determine the content of a store.
func (q *Question) canonical() []string {
	of := Question{World: q.World}
	words := []string{"-algo=" + q.World.Algorithm.Name}
	for _, f := range of.WorldFlags() {
		if f.IsShown() && (f.Idle == nil || f.Idle() == "") {
			words = append(words, "-"+f.Name+"="+Setting{f.Name, f.Get()}.Text())
		}
	}
	words = append(words, "-property="+strings.Join(spec.Names(q.Properties), ","))
	if q.Options.StopFirst {
		words = append(words, "-stop=first")
	}
	return words
}

// digest identifies a program.
var digest = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6]), nil
})

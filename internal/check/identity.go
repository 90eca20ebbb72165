package check

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"interrex/checker/levels"
)

// identity names the exploration and the program: a store continues only for the same identity.
func (q *Question) identity() (string, error) {
	program, err := digest()
	if err != nil {
		return "", err
	}
	return strings.Join(q.canonical(), " ") + byProgram + program, nil
}

const byProgram = " by program "

// plain shortens an error about another run's store to the differences.
func plain(err error) error {
	other, store := (*levels.OtherCheck)(nil), (*levels.Error)(nil)
	if !errors.As(err, &other) || !errors.As(err, &store) {
		return err
	}
	kept, theirs, _ := strings.Cut(other.Kept, byProgram)
	asked, ours, _ := strings.Cut(other.Asked, byProgram)
	why := fmt.Errorf("it is of a run with %s, and this one has %s: name another one", without(kept, asked), without(asked, kept))
	if kept == asked && theirs != ours {
		why = errors.New("it was written by another build of this program: go on with that one, or name another one")
	}
	return &levels.Error{Store: store.Store, Err: why}
}

// without lists the flags of a run that another run does not have.
func without(run, other string) string {
	known := strings.Fields(other)
	rest := slices.DeleteFunc(strings.Fields(run), func(word string) bool { return slices.Contains(known, word) })
	return cmp.Or(strings.Join(rest, " "), "nothing else")
}

// canonical are the normalized flags that determine the content of a store.
func (q *Question) canonical() []string {
	of := Question{World: q.World}
	words := []string{"-algo=" + q.World.Algorithm.Name}
	for _, f := range of.WorldFlags() {
		if f.IsShown() && (f.Idle == nil || f.Idle() == "") {
			words = append(words, "-"+f.Name+"="+Setting{f.Name, f.Get()}.Text())
		}
	}
	words = append(words, "-property="+strings.Join(propertyNames(q.Properties), ","))
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

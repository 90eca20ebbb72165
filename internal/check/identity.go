package check

import (
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

// identity says what is explored, and by which program: what a store must be of to be gone on from.
func (q *Question) identity() (string, error) {
	program, err := digest()
	if err != nil {
		return "", err
	}
	return strings.Join(q.canonical(), " ") + byProgram + program, nil
}

const byProgram = " by program "

// plain has an error about what is kept of another run say only what differs.
func plain(err error) error {
	other := (*levels.OtherCheck)(nil)
	if !errors.As(err, &other) {
		return err
	}
	why := differing(other)
	if store := (*levels.Error)(nil); errors.As(err, &store) {
		return &levels.Error{Store: store.Store, Err: why}
	}
	return why
}

// differing says in which flags, and properties, two runs differ that identity has named; or else by which build they are.
func differing(other *levels.OtherCheck) error {
	kept, theirs, _ := strings.Cut(other.Kept, byProgram)
	asked, ours, _ := strings.Cut(other.Asked, byProgram)
	without := func(a, b string) string {
		known := wordsOf(b)
		rest := slices.DeleteFunc(wordsOf(a), func(word string) bool { return slices.Contains(known, word) })
		return strings.Join(rest, " ")
	}
	switch it, this := without(kept, asked), without(asked, kept); {
	case kept == asked && theirs != ours:
		return errors.New("it was written by another build of this program: go on with that one, or name another one")
	case it == "" && this == "":
		return other
	case it == "":
		return fmt.Errorf("it is of a run without %s: name another one", this)
	case this == "":
		return fmt.Errorf("it is of a run with %s: name another one", it)
	default:
		return fmt.Errorf("it is of a run with %s, and this one has %s: name another one", it, this)
	}
}

// wordsOf are the flags of a run, one for each property.
func wordsOf(canonical string) (words []string) {
	for _, word := range strings.Fields(canonical) {
		if strings.HasPrefix(word, "-property=") {
			word = strings.ReplaceAll(word, ",", " -property=")
		}
		words = append(words, strings.Fields(word)...)
	}
	return words
}

// canonical are flags that ask the same, however it was asked: what a store depends on, and nothing else.
func (q *Question) canonical() []string {
	of := Question{World: q.World}
	words := []string{"-algo=" + q.World.Algorithm.Name}
	for _, f := range of.WorldFlags() {
		if f.Get != nil && (f.Shown == nil || f.Shown()) && (f.Idle == nil || f.Idle() == "") {
			words = append(words, "-"+f.Name+"="+Setting{f.Name, f.Get()}.Text())
		}
	}
	words = append(words, "-property="+strings.Join(propertyNames(q.Properties), ","))
	if q.Options.StopFirst {
		words = append(words, "-stop=first")
	}
	return words
}

// digest tells one program from another.
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

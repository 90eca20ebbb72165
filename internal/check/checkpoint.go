package check

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"interrex/checker"
	"interrex/internal/flags"
)

// everySecond is how often a checkpoint is made: a run that is killed loses no more work than that or, on disk, than what it has not
// compared yet.
const everySecond = time.Second

// Kept is the flag of the folder in which an exploration is kept.
func (q *Question) Kept() flags.Table {
	dir := ""
	return flags.Table{{
		Name: "checkpoint", Takes: "DIR", Group: Bounds,
		Help: "a folder, new or empty, in which the exploration is kept while it goes on: if it is killed, the same command goes on from there, with other bounds and workers too",
		Set: func(text string) error {
			if dir = text; dir == "" {
				return flags.Whole{Err: errors.New("-checkpoint= names no folder: name a new or an empty one")}
			}
			return nil
		},
		Then: func(given bool) (err error) {
			q.Options.Disk = cmp.Or(os.Getenv("TMPDIR"), "/var/tmp")
			if !given {
				return nil
			}
			q.Options.Disk = dir
			q.Options.Checkpoint = checker.Checkpoint{Dir: dir, Every: everySecond}
			return nil
		},
	}}
}

// identity says what is explored, and by which program: what a checkpoint must be of to be gone on from.
func (q *Question) identity() (string, error) {
	program, err := digest()
	if err != nil {
		return "", err
	}
	return strings.Join(q.canonical(), " ") + byProgram + program, nil
}

const byProgram = " by program "

// canonical are flags that ask the same, however it was asked: what a store or a checkpoint depends on, and nothing else.
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
	if by := q.Options.Reduce; by != checker.Whole {
		words = append(words, "-reduce="+string(by))
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

package serve

import (
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// mostShelved bounds the kept uploads; bytes. The least recently viewed are dropped first.
const mostShelved = 128 << 20

// A shelf keeps uploads in memory, under a digest of their contents.
type shelf struct {
	mu    sync.Mutex
	size  int64 // of the uploads, in bytes
	byKey map[string]*list.Element
	order *list.List // of *upload, the one looked at last in front
}

// An upload is what a visitor sent, after reading it.
type upload struct {
	digest string
	size   int64
	tales  []tale
}

// sizeOf is roughly the number of bytes that a tale takes; most of it is its states.
func sizeOf(t tale) int64 {
	size := int64(len(t.Replay))
	for _, run := range t.Runs {
		for _, s := range run.States {
			size += 100 + int64(48*len(s.Members))
			for _, m := range s.Members {
				for _, v := range m.Variables {
					size += int64(32 + len(v.Value))
				}
			}
			for _, m := range s.Under {
				size += int64(32 + len(m.Text))
			}
		}
		size += int64(200 * len(run.Steps))
	}
	return size
}

func newShelf() *shelf {
	return &shelf{byKey: map[string]*list.Element{}, order: list.New()}
}

// put keeps an upload, and first drops others until it fits.
func (s *shelf) put(u *upload) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.byKey[u.digest]; known != nil {
		s.order.MoveToFront(known)
		return
	}
	s.byKey[u.digest] = s.order.PushFront(u)
	s.size += u.size
	for s.size > mostShelved && s.order.Len() > 1 {
		last := s.order.Remove(s.order.Back()).(*upload)
		delete(s.byKey, last.digest)
		s.size -= last.size
	}
}

// get finds an upload, or nil if it is not kept (any more).
func (s *shelf) get(digest string) *upload {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byKey[digest]
	if e == nil {
		return nil
	}
	s.order.MoveToFront(e)
	return e.Value.(*upload)
}

// digestOf names documents by their contents.
func digestOf(documents []document) string {
	sum := sha256.New()
	for _, d := range documents {
		sum.Write([]byte(d.Name + "\x00"))
		one := sha256.Sum256(d.Text)
		sum.Write(one[:])
	}
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

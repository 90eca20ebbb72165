package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync"
)

// mostShelved bounds the kept uploads; bytes. The least recently viewed are dropped first.
const mostShelved = 128 << 20

// A shelf keeps uploads in memory, under a digest of their contents.
type shelf struct {
	mu   sync.Mutex
	size int64     // of the uploads, in bytes
	kept []*upload // the least recently viewed first
}

// An upload is what a visitor sent, after reading it.
type upload struct {
	digest string
	size   int64
	tales  []tale
}

// sizeOf is roughly the number of bytes that a tale takes: its states are kept once drawn and once in its document.
func sizeOf(t tale) int64 {
	size := int64(len(t.Replay))
	for _, run := range t.Runs {
		text, err := json.Marshal(run.Document)
		if err != nil {
			panic(err) // a document has no values that JSON lacks
		}
		size += int64(4 * len(text))
	}
	return size
}

// put keeps an upload, and drops others until it fits.
func (s *shelf) put(u *upload) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.find(u.digest) != nil {
		return
	}
	s.kept, s.size = append(s.kept, u), s.size+u.size
	for s.size > mostShelved && len(s.kept) > 1 {
		s.size -= s.kept[0].size
		s.kept = slices.Delete(s.kept, 0, 1)
	}
}

// get finds an upload, or nil if it is not kept (any more).
func (s *shelf) get(digest string) *upload {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(digest)
}

// find is get for a caller that has the lock.
func (s *shelf) find(digest string) *upload {
	i := slices.IndexFunc(s.kept, func(u *upload) bool { return u.digest == digest })
	if i < 0 {
		return nil
	}
	found := s.kept[i]
	s.kept = append(slices.Delete(s.kept, i, i+1), found)
	return found
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

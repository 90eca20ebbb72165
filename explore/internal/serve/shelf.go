package serve

import (
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// mostShelved is how many bytes of uploads are kept. Those that nobody has looked at for longest are dropped
// first.
const mostShelved = 128 << 20

// A shelf keeps uploads in memory, under a digest of their contents. Uploads still being read count towards its
// size.
type shelf struct {
	mu    sync.Mutex
	most  int64 // bytes of all uploads together; 0: no bound
	size  int64 // of the kept uploads
	taken int64 // of those that are being read
	byKey map[string]*list.Element
	order *list.List // of *upload, the one looked at last in front
}

// A portion is the part of a shelf's memory that an upload uses while it is read.
type portion struct {
	shelf *shelf
	size  int64
}

// take takes more memory, and drops kept uploads if needed. It reports whether there was enough.
func (p *portion) take(more int64) bool {
	s := p.shelf
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.most > 0 && s.size+s.taken+more > s.most && s.order.Len() > 0 {
		s.drop()
	}
	if s.most > 0 && s.size+s.taken+more > s.most {
		return false
	}
	s.taken += more
	p.size += more
	return true
}

// end gives all of it back.
func (p *portion) end() {
	p.shelf.mu.Lock()
	defer p.shelf.mu.Unlock()
	p.shelf.taken -= p.size
	p.size = 0
}

// An upload is what a visitor sent, after reading it.
type upload struct {
	digest string
	size   int64
	tales  []tale
}

// sizeOf is roughly the number of bytes that tales take; most of it is their states.
func sizeOf(tales []tale) (size int64) {
	for _, t := range tales {
		size += int64(len(t.Replay))
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
	}
	return size
}

func newShelf(most int64) *shelf {
	return &shelf{most: most, byKey: map[string]*list.Element{}, order: list.New()}
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
		s.drop()
	}
}

// drop drops the upload that nobody has looked at for longest.
func (s *shelf) drop() {
	last := s.order.Remove(s.order.Back()).(*upload)
	delete(s.byKey, last.digest)
	s.size -= last.size
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

package durable

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
)

// The layout of a file of bbolt's, version 2, in the byte order of the machine: pages with a header
// of 16 bytes, of which the first two are meta pages.
const (
	headerSize     = 16
	flagsAt        = 8 // in the header, after the number of the page
	countAt        = 10
	overflowAt     = 12 // the number of further pages
	flagLeaf       = 0x02
	flagFreelist   = 0x10
	elementSize    = 16 // of a leaf: flags, position, key size, value size
	bucketSize     = 16 // of a bucket: root page, sequence
	metaSize       = 64
	magicAt        = headerSize
	pageSizeAt     = headerSize + 8
	pagesAt        = headerSize + 40 // the number of pages in use
	transactionAt  = headerSize + 48
	checksumAt     = headerSize + 56
	magic          = 0xED0CDAED
	leastPageSize  = 512
	greatestPage   = 64 << 10
	greatestExtent = 16 << 20 // in bytes; one record needs a few pages
)

// A meta is the part of a meta page that matters here.
type meta struct {
	pageSize, pages, transaction uint64
}

// examine refuses a file that bbolt might misunderstand. bbolt writes its two meta pages in turn, and
// goes back to the other where one is damaged: to the state before the last transaction. A vote
// could be forgotten that way, so both must be sound. (Each is smaller than a disk's sector, which
// is written as a whole or not at all.) Elsewhere it would follow any pointer.
func examine(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() > greatestExtent {
		return fmt.Errorf("it has %d bytes: none of a node's has more than %d", info.Size(), greatestExtent)
	}
	data, err := io.ReadAll(io.NewSectionReader(file, 0, info.Size()))
	if err != nil {
		return err
	}
	first, err := readMeta(data, 0)
	if err != nil {
		return err
	}
	second, err := readMeta(data, first.pageSize)
	if err != nil {
		return err
	}
	if first.pageSize != second.pageSize || first.transaction != second.transaction+1 && second.transaction != first.transaction+1 {
		return errors.New("it is damaged: its two meta pages do not fit one another")
	}
	pages := max(first.pages, second.pages)
	if pages > uint64(len(data))/first.pageSize {
		return fmt.Errorf("it is truncated: %d bytes of %d pages", len(data), pages)
	}
	for p := uint64(2); p < pages; p++ {
		if err := (page{data[p*first.pageSize:][:first.pageSize], pages}).examine(p); err != nil {
			return fmt.Errorf("it is damaged: page %d %w", p, err)
		}
	}
	return nil
}

// A page is one beneath the meta pages, or one inside a bucket that is too small to have its own.
type page struct {
	data  []byte
	pages uint64
}

// examine refuses a page that points outside itself or the file. One that was never written is zero.
func (p page) examine(id uint64) error {
	order := binary.NativeEndian
	flags, count := order.Uint16(p.data[flagsAt:]), int(order.Uint16(p.data[countAt:]))
	switch {
	case !slices.ContainsFunc(p.data[:headerSize], func(b byte) bool { return b != 0 }) && id != 0:
		return nil
	case order.Uint64(p.data) != id || order.Uint32(p.data[overflowAt:]) != 0:
		return errors.New("has the number or the length of another")
	case flags == flagFreelist && id != 0 && headerSize+8*count <= len(p.data):
		for i := range count {
			if free := order.Uint64(p.data[headerSize+8*i:]); free < 2 || free >= p.pages {
				return fmt.Errorf("lists page %d of %d", free, p.pages)
			}
		}
		return nil
	case flags == flagLeaf && headerSize+elementSize*count <= len(p.data):
		for i := range count {
			if err := p.examineElement(headerSize + elementSize*i); err != nil {
				return err
			}
		}
		return nil
	}
	return errors.New("is of no kind that a node's file has")
}

// examineElement refuses a key or a value that is not within the page.
func (p page) examineElement(at int) error {
	field := func(i int) uint64 { return uint64(binary.NativeEndian.Uint32(p.data[at+4*i:])) }
	kind, start, key, value := field(0), uint64(at)+field(1), field(2), field(3)
	end := start + key + value
	if end > uint64(len(p.data)) {
		return errors.New("holds something that is longer than it is")
	}
	if kind == 0 {
		return nil
	}
	bucket := p.data[start+key : end]
	if kind != 1 || len(bucket) < bucketSize+headerSize || binary.NativeEndian.Uint64(bucket) != 0 {
		return errors.New("holds something that is neither a record nor a small bucket")
	}
	return page{bucket[bucketSize:], p.pages}.examine(0)
}

func readMeta(data []byte, at uint64) (meta, error) {
	if uint64(len(data)) < at+headerSize+metaSize {
		return meta{}, fmt.Errorf("it is truncated, or none of a node's: %d bytes", len(data))
	}
	page := data[at : at+headerSize+metaSize]
	order := binary.NativeEndian
	if order.Uint32(page[magicAt:]) != magic {
		return meta{}, errors.New("it is damaged, or none of a node's: a meta page is not one")
	}
	sum := fnv.New64a()
	sum.Write(page[headerSize:checksumAt])
	m := meta{uint64(order.Uint32(page[pageSizeAt:])), order.Uint64(page[pagesAt:]), order.Uint64(page[transactionAt:])}
	if sum.Sum64() != order.Uint64(page[checksumAt:]) || m.pageSize < leastPageSize || m.pageSize > greatestPage {
		return meta{}, errors.New("it is damaged: the checksum of a meta page does not fit")
	}
	return m, nil
}

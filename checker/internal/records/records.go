// Package records sorts arrays of records. All records of an array have the same number of words, its stride.
package records

import (
	mathbits "math/bits"
	"slices"
)

// Sort sorts records by several columns, the last of columns first. Equal records keep their order. It returns the array with the
// sorted records, and the other one. Bits that all records have in common are skipped.
func Sort(records, other []uint64, stride int, columns ...int) (sorted, rest []uint64) {
	other = other[:len(records)]
	bits := 8
	if len(records)/stride > manyRecords {
		bits = 11
	}
	for i := len(columns) - 1; i >= 0; i-- {
		column, differ := columns[i], uint64(0)
		for at := column; at < len(records); at += stride {
			differ |= records[at] ^ records[column]
		}
		for differ != 0 {
			shift := mathbits.TrailingZeros64(differ)
			distribute(records, other, stride, digit{column, shift, 1<<bits - 1})
			records, other = other, records
			differ = differ >> shift >> bits << bits << shift
		}
	}
	return records, other
}

// manyRecords is from how many records on it is worth it to tell more of them apart at a time.
const manyRecords = 1 << 14

// A digit is some bits of a column.
type digit struct {
	column, shift int
	mask          uint64
}

// distribute copies records in the order of one of their digits.
func distribute(records, to []uint64, stride int, d digit) {
	var room [1 << 11]int
	ends := room[:d.mask+1]
	for at := d.column; at < len(records); at += stride {
		ends[records[at]>>d.shift&d.mask] += stride
	}
	begin := 0
	for b, n := range ends {
		ends[b], begin = begin, begin+n
	}
	for at := 0; at < len(records); at += stride {
		place := &ends[records[at+d.column]>>d.shift&d.mask]
		copy(to[*place:*place+stride], records[at:at+stride])
		*place += stride
	}
}

// Unique keeps the first of adjacent records with the same first words, in place.
func Unique(records []uint64, stride, words int) []uint64 {
	n := 0
	for at := 0; at < len(records); at += stride {
		if n > 0 && slices.Equal(records[at:at+words], records[n-stride:n-stride+words]) {
			continue
		}
		copy(records[n:n+stride], records[at:at+stride])
		n += stride
	}
	return records[:n]
}

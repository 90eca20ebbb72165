// Package records sorts what lies in an array record by record, each of so many words.
package records

import "slices"

// Sort sorts records of so many words by one of their columns after another, the last of columns first; equal ones keep
// their order. It returns the array in which they end up, and the other one. Bytes that all have in common are passed over.
func Sort(records, other []uint64, stride int, columns ...int) (sorted, rest []uint64) {
	other = other[:len(records)]
	for i := len(columns) - 1; i >= 0; i-- {
		column, differ := columns[i], uint64(0)
		for at := column; at < len(records); at += stride {
			differ |= records[at] ^ records[column]
		}
		for shift := 0; shift < 64; shift += 8 {
			if differ>>shift&0xff != 0 {
				distribute(records, other, stride, column, shift)
				records, other = other, records
			}
		}
	}
	return records, other
}

// distribute copies records in the order of one of their bytes.
func distribute(records, to []uint64, stride, column, shift int) {
	var ends [256]int
	for at := column; at < len(records); at += stride {
		ends[records[at]>>shift&0xff] += stride
	}
	begin := 0
	for b, n := range ends {
		ends[b], begin = begin, begin+n
	}
	for at := 0; at < len(records); at += stride {
		place := &ends[records[at+column]>>shift&0xff]
		copy(to[*place:*place+stride], records[at:at+stride])
		*place += stride
	}
}

// Unique drops all records but the first of those that differ in their last word only, and returns what is left, in place.
func Unique(records []uint64, stride int) []uint64 {
	n := 0
	for at := 0; at < len(records); at += stride {
		if n > 0 && slices.Equal(records[at:at+stride-1], records[n-stride:n-1]) {
			continue
		}
		copy(records[n:n+stride], records[at:at+stride])
		n += stride
	}
	return records[:n]
}

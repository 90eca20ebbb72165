package component

import "interrex/checker/internal/stateset"

// wordCounts are the lengths of rows that the set offers, in words.
var wordCounts = []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32}

// lay gives each component a field as wide as its value numbers need. It uses as few words as possible, and not fewer than words.
// Each component in turn gets one of the bits that are left, those with the narrowest fields first.
func (t *tables) lay(words int) {
	for c := range t.components {
		t.components[c].width = max(t.needs(c), 1)
	}
	for _, n := range wordCounts {
		if t.words = n; n >= words && t.place() {
			t.shareOut()
			t.place()
			t.isStale = false
			t.layouts++
			for i := range t.columns {
				x := &t.columns[i]
				f := &t.fields[x.receiver]
				x.word, x.shift, x.mask = f.word, f.shift, f.mask
			}
			return
		}
	}
	t.limit("values for a row of 32 words")
}

// shareOut widens fields as long as all fit.
func (t *tables) shareOut() {
	for {
		narrowest := &t.components[0]
		for c := range t.components {
			if t.components[c].width < narrowest.width {
				narrowest = &t.components[c]
			}
		}
		if narrowest.width == 31 {
			return
		}
		if narrowest.width++; !t.place() {
			narrowest.width--
			return
		}
	}
}

// place puts the fields one after the other, none of them in two words. It reports whether they fit.
func (t *tables) place() bool {
	word, shift := 0, 0
	for c := range t.components {
		width := t.components[c].width
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		f := &t.fields[c]
		f.word, f.shift, f.mask = uint8(word), uint8(shift), 1<<width-1
		shift += width
	}
	return word < t.words
}

// unpack writes the value numbers of a row into state.
func unpack[W stateset.Word](fields []field, row W, state []uint32) {
	for c := range fields {
		f := &fields[c]
		state[c] = uint32(row[f.word] >> f.shift & f.mask)
	}
}

// pack returns the row of a state.
func pack[W stateset.Word](fields []field, state []uint32) (row W) {
	for c := range fields {
		f := &fields[c]
		row[f.word] |= uint64(state[c]) << f.shift
	}
	return row
}

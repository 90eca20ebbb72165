package world

import mathbits "math/bits"

// Where there are more than 64 links, a word says of the first 64 which hold anything, and further words of the others.

// loadedBeyond is which incoming links of a view hold anything, but for the first 64 links of all.
func (pk *packing) loadedBeyond(p int, v *seen) []uint64 {
	words := make([]uint64, (len(pk.links)-1)/64)
	for place, link := range pk.incoming[p] {
		if v.contents[place] != 0 && link >= 64 {
			words[link/64-1] |= 1 << (link % 64)
		}
	}
	return words
}

// loadedFrom returns which of the 64 links from base on hold anything. The first 64 are known with the views.
func (x *rowExpander[R]) loadedFrom(base int) (loaded uint64) {
	words := (len(x.links) - 1) / 64
	for p := range x.peers {
		loaded |= x.peers[p].beyond[int(x.seats[p].number)*words+base/64-1]
	}
	return loaded
}

// isLoaded reports whether a link holds anything.
func (x *rowExpander[R]) isLoaded(link int) bool {
	if link >= 64 {
		return x.loadedFrom(link)>>(link%64)&1 != 0
	}
	return x.seats[x.hops[link].to].view.loaded>>link&1 != 0
}

// loseAny makes the losses from all links that hold anything, of which the first 64 are given.
func (x *rowExpander[R]) loseAny(loaded uint64) {
	for base := 0; ; loaded = x.loadedFrom(base) {
		for ; loaded != 0 && x.fits; loaded &= loaded - 1 {
			x.lose(base + mathbits.TrailingZeros64(loaded))
		}
		if base += 64; base >= len(x.links) || !x.fits {
			return
		}
	}
}

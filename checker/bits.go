package checker

// bits is a set of small numbers.
// It grows to hold what is put in.
type bits []uint64

func (b bits) has(n int) bool { return n/64 < len(b) && b[n/64]>>(n%64)&1 != 0 }

// with returns b and n. It reuses the memory of b.
func (b bits) with(n int) bits {
	for n/64 >= len(b) {
		b = append(b, 0)
	}
	b[n/64] |= 1 << (n % 64)
	return b
}

// minus returns a new set: what is in b and not in c.
func (b bits) minus(c bits) bits {
	left := append(bits(nil), b...)
	for i := range min(len(b), len(c)) {
		left[i] &^= c[i]
	}
	return left
}

// and returns a new set: what is in both.
func (b bits) and(c bits) bits {
	both := append(bits(nil), b[:min(len(b), len(c))]...)
	for i := range both {
		both[i] &= c[i]
	}
	return both
}

// or returns a new set: what is in one or the other.
func (b bits) or(c bits) bits {
	if len(b) < len(c) {
		b, c = c, b
	}
	either := append(bits(nil), b...)
	for i := range c {
		either[i] |= c[i]
	}
	return either
}

func (b bits) count() int {
	n := 0
	for _, word := range b {
		for ; word != 0; word &= word - 1 {
			n++
		}
	}
	return n
}

func (b bits) empty() bool { return b.count() == 0 }

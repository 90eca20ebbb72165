package component

// lay places the value numbers of the components in rows of at least some words.
func (t *tables) lay(words int) {
	if !t.layout.Lay(words) {
		t.limit("values for a row of 32 words")
		return
	}
	for c, p := range t.layout.Places {
		f := &t.fields[c]
		f.word, f.shift, f.mask = p.Word, p.Shift, p.Mask
	}
	for i := range t.columns {
		x := &t.columns[i]
		f := &t.fields[x.receiver]
		x.word, x.shift, x.mask = f.word, f.shift, f.mask
	}
}

package traces

// Torn reports, at the end of the file, whether its last line was not written whole.
func (r *Reader) Torn() bool { return r.torn }

// Ended reports whether the incarnation that was read last has its end.
func (r *Reader) Ended() bool { return r.ended }

package traces

// A Line is what a line of a file says: one of the three.
type Line struct {
	Header *Header
	Event  *Event
	End    bool
	Count  uint64 // of events, at an end
}

// ParseLine reads a line, without its newline.
func ParseLine(text []byte) (Line, error) { return (&parser{line: text}).parse() }

func (p *parser) parse() (Line, error) {
	var l Line
	p.object(func(name string) {
		switch {
		case l != Line{}:
			l.field(p, name)
		case name == "interrex":
			p.version()
			l.Header = &Header{}
		case name == "seq":
			l.Event = &Event{Seq: p.serial()}
		case name == "end":
			l.End, l.Count = true, p.serial()
		default:
			p.fail(`a line begins with "interrex", "seq" or "end", and not with %q`, name)
		}
	})
	p.require(l.required()...)
	if p.peek() != 0 {
		p.fail("there is something after the object")
	}
	if p.err == nil && l == (Line{}) {
		p.fail(`a line begins with "interrex", "seq" or "end"`)
	}
	if p.err != nil {
		return Line{}, p.err
	}
	return l, nil
}

// version reads the version of the format.
func (p *parser) version() {
	switch v := p.serial(); {
	case v == 1:
		p.fail("version 1 does not say whom a node suspects; record anew")
	case v != Version:
		p.fail("version %d: this is %d", v, Version)
	}
}

// required names the fields that a line of its kind must have.
func (l *Line) required() []string {
	switch {
	case l.Header != nil:
		return []string{"run", "algorithm", "ids", "node", "incarnation", "configuration"}
	case l.Event != nil:
		return []string{"clock", "action", "after"}
	}
	return nil
}

func (l *Line) field(p *parser, name string) {
	switch {
	case l.Header != nil:
		l.Header.field(p, name)
	case l.Event != nil:
		l.Event.field(p, name)
	default:
		p.fail("an end has no %q", name)
	}
}

func (h *Header) field(p *parser, name string) {
	switch name {
	case "run":
		h.Run = p.text()
	case "algorithm":
		h.Algorithm = p.text()
	case "ids":
		p.array(func() { h.IDs = append(h.IDs, p.id()) })
	case "node":
		h.Node = p.id()
	case "incarnation":
		h.Incarnation = p.serial()
	case "configuration":
		h.Configuration = p.variables()
	case "note":
		h.Note = p.note()
	default:
		p.fail("a header has no %q", name)
	}
}

func (e *Event) field(p *parser, name string) {
	switch name {
	case "clock":
		p.array(func() { e.Clock = append(e.Clock, p.serial()) })
	case "action":
		e.Action = p.word()
	case "message":
		e.Message = p.message()
	case "timer":
		e.Timer = p.word()
	case "peer":
		if e.Peer = p.id(); e.Peer == 0 {
			p.fail("peer 0: where there is none, the field is left out")
		}
	case "aside":
		e.Aside = p.yes()
	case "sends":
		p.array(func() { e.Sends = append(e.Sends, p.send()) })
	case "after":
		e.After = p.variables()
	case "note":
		e.Note = p.note()
	default:
		p.fail("an event has no %q", name)
	}
}

func (p *parser) note() string {
	note := p.text()
	switch {
	case note == "":
		p.fail("an empty note: where there is none, the field is left out")
	case len(note) > LongestNote:
		p.fail("a note of %d bytes: want %d at most", len(note), LongestNote)
	}
	return note
}

func (p *parser) message() *Message {
	m := &Message{}
	p.object(func(name string) {
		switch name {
		case "id":
			m.ID = p.text()
		case "type":
			m.Type = p.word()
		case "from":
			m.From = p.id()
		case "to":
			m.To = p.id()
		case "text":
			m.Text = p.word()
		default:
			p.fail("a message has no %q", name)
		}
	})
	p.require("id", "type", "from", "to", "text")
	return m
}

func (p *parser) send() (s Send) {
	p.object(func(name string) {
		switch name {
		case "id":
			s.ID = p.text()
		case "to":
			s.To = p.id()
		case "message":
			s.Message = p.word()
		default:
			p.fail("a send has no %q", name)
		}
	})
	p.require("id", "to", "message")
	return s
}

func (p *parser) variables() (list []Variable) {
	p.object(func(name string) { list = append(list, Variable{name, p.word()}) })
	return list
}

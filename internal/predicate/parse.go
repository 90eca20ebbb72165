package predicate

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// Limits of a text: its length in bytes, how deep it is nested, and how many conditions it has when any and all are
// written out.
const (
	mostBytes  = 2000
	mostNested = 50
	mostParts  = 20_000
)

// A token is a word, a number, a quoted text or a mark.
type token struct {
	kind   byte // 'w', 'n', '"', or 'm' for a mark; 0 at the end
	text   string
	column int
}

var lexemes = regexp.MustCompile(`[ \t\n]*(?:([\pL_⊥][\pL\pN_']*)|(\d+)|"([^"]*)"|'([^']*)'|(&&|\|\||==|!=|<=|>=|[&|!<>=(),.])|([^ \t\n]))`)

// scan cuts a text into tokens.
func scan(text string) (all []token, err error) {
	column := func(at int) int { return utf8.RuneCountInString(text[:at]) + 1 }
	for _, m := range lexemes.FindAllStringSubmatchIndex(text, -1) {
		for i, kind := range []byte{'w', 'n', '"', '"', 'm', '?'} {
			from, to := m[2*i+2], m[2*i+3]
			if from < 0 {
				continue
			}
			t := token{kind, text[from:to], column(from)}
			switch first, _ := utf8.DecodeRuneInString(t.text); {
			case kind == '"':
				t.column-- // at the mark before it
			case kind == '?' && (first == '"' || first == '\''):
				return nil, &Error{t.column, "the quotation has no end"}
			case kind == '?':
				return nil, &Error{t.column, fmt.Sprintf("%q has no meaning here; there are words, numbers, \"quoted values\", == != < <= > >= & | ! ( )", first)}
			}
			all = append(all, t)
		}
	}
	return append(all, token{column: column(len(text)), text: "the end"}), nil
}

// A parser reads a formula. It panics with an *Error.
type parser struct {
	*Formula
	tokens []token
	at     int
	ids    []model.ID
	first  [][]model.Variable  // of each process, in an initial state
	kinds  []string            // of messages, if they are known
	bound  map[string]model.ID // names of processes in any and all
	depth  int
	parts  int
}

// Parse reads a condition on the states of a world. Its error is an *Error.
func Parse(text string, w *world.World) (f *Formula, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			f, err = nil, r
		default:
			panic(r)
		}
	}()
	if len(text) > mostBytes {
		return nil, &Error{1, fmt.Sprintf("the text has %d bytes; %d are allowed", len(text), mostBytes)}
	}
	tokens, err := scan(text)
	if err != nil {
		return nil, err
	}
	p := &parser{Formula: &Formula{text: text, world: w}, tokens: tokens, ids: w.Config().IDs, bound: map[string]model.ID{}}
	kinds, _ := w.Declared()
	for _, kind := range kinds {
		p.kinds = append(p.kinds, kind.String())
	}
	w.Init(func(s checker.State) {
		for place := range p.ids {
			p.first = append(p.first, w.Variables(s, place))
		}
	})
	p.holds = p.either()
	if t := p.next(); t.kind != 0 {
		p.fail(t, "%s is one too many; a condition ends here, or goes on with & or |", quoted(t))
	}
	return p.Formula, nil
}

// variables are the names of the variables of a process.
func (p *parser) variables(place int) (names []string) {
	for _, v := range p.first[place] {
		names = append(names, v.Name)
	}
	return names
}

func (p *parser) fail(at token, format string, args ...any) {
	panic(&Error{at.column, fmt.Sprintf(format, args...)})
}

func quoted(t token) string {
	if t.kind == 0 {
		return t.text
	}
	return strconv.Quote(t.text)
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != 0 {
		p.at++
	}
	return t
}

// take takes a mark if it comes next; "": it does not.
func (p *parser) take(marks ...string) (mark string) {
	if t := p.peek(); t.kind == 'm' && slices.Contains(marks, t.text) {
		return p.next().text
	}
	return ""
}

func (p *parser) expect(mark, where string) {
	if p.take(mark) == "" {
		p.fail(p.peek(), "%s where %s is missing%s", quoted(p.peek()), mark, where)
	}
}

// either is conditions with | between them, which have others with & between them.
func (p *parser) either() condition {
	if p.depth++; p.depth > mostNested {
		p.fail(p.peek(), "it is nested deeper than %d", mostNested)
	}
	defer func() { p.depth-- }()
	return p.joined(func() condition { return p.joined(p.negated, false, "&", "&&") }, true, "|", "||")
}

// joined is conditions with a mark between them. It is what one of them says or, if all of them do, the other.
func (p *parser) joined(part func() condition, one bool, marks ...string) condition {
	all := []condition{part()}
	for p.take(marks...) != "" {
		all = append(all, part())
	}
	return join(all, one)
}

func join(all []condition, one bool) condition {
	if len(all) == 1 {
		return all[0]
	}
	return func(s *situation) bool {
		return one == slices.ContainsFunc(all, func(c condition) bool { return c(s) == one })
	}
}

// negated is a condition, perhaps behind ! or in parentheses.
func (p *parser) negated() condition {
	if p.parts++; p.parts > mostParts {
		p.fail(p.peek(), "it has more than %d conditions when any and all are written out", mostParts)
	}
	not := false
	for p.take("!") != "" {
		not = !not
	}
	c := p.plain()
	return func(s *situation) bool { return c(s) != not }
}

func (p *parser) plain() condition {
	if p.take("(") != "" {
		c := p.either()
		p.expect(")", "")
		return c
	}
	if t := p.peek(); t.kind == 'w' && p.tokens[p.at+1].text == "(" {
		switch name := strings.ToLower(t.text); {
		case name == "any" || name == "all":
			return p.quantified(name)
		case ofProcess[name].is != nil:
			p.at++
			place, is := p.process(), ofProcess[name].is
			return func(s *situation) bool { return is(s.view.Processes[place]) }
		}
	}
	return p.comparison()
}

// quantified is any or all. Its condition is written out for each process.
func (p *parser) quantified(name string) condition {
	p.at++
	p.expect("(", "")
	t := p.next()
	_, isBound := p.bound[t.text]
	switch {
	case t.kind != 'w':
		p.fail(t, "%s where %s needs a name for the process, as in %[2]s(i, leader(i))", quoted(t), name)
	case isBound:
		p.fail(t, "%s is a process already; choose another name", t.text)
	}
	p.expect(",", fmt.Sprintf(", as in %s(i, leader(i))", name))
	var all []condition
	body := p.at
	for _, id := range p.ids {
		p.at, p.bound[t.text] = body, id
		all = append(all, p.either())
	}
	delete(p.bound, t.text)
	p.expect(")", "")
	return join(all, name == "any")
}

// process is a process in parentheses, by its place.
func (p *parser) process() (place int) {
	p.expect("(", ": name a process, as in (4)")
	place = slices.Index(p.ids, p.id(p.next()))
	p.expect(")", "")
	return place
}

// id is the id of the process that a token names.
func (p *parser) id(t token) model.ID {
	if id, is := p.bound[t.text]; is && t.kind == 'w' {
		return id
	}
	n, err := strconv.Atoi(strings.TrimPrefix(t.text, "P"))
	if err != nil || t.kind == '"' || !slices.Contains(p.ids, model.ID(n)) {
		all := strings.Trim(strings.ReplaceAll(fmt.Sprintf("%d", p.ids), " ", ", "), "[]")
		if t.kind != 'w' && t.kind != 'n' {
			p.fail(t, "%s where a process is missing; there are %s", quoted(t), all)
		}
		p.fail(t, "there is no process %s; there are %s", t.text, all)
	}
	return model.ID(n)
}

// A side is one side of a comparison.
type side struct {
	operand
	at       token
	place    int    // of a variable
	variable string // ""; it is none
	literal  bool   // it is a quoted text, or a bare word, which only a variable may be compared with
	bare     bool
	process  bool // its values are processes
}

// comparison is two values with a comparison between them, or one value as a condition.
func (p *parser) comparison() condition {
	a := p.side()
	mark := p.take("==", "=", "!=", "<=", ">=", "<", ">")
	if mark == "" {
		if a.literal {
			p.unknown(a)
		}
		return func(s *situation) bool {
			v, known := a.operand(s)
			return known && v.isTrue()
		}
	}
	b, compare := p.side(), operators[mark]
	isOrder := mark[0] == '<' || mark[0] == '>'
	for _, pair := range [][2]side{{a, b}, {b, a}} {
		word, other := pair[0], pair[1]
		switch {
		case isOrder && word.variable != "" && !other.literal:
			p.ordered(word)
		case !isOrder && word.at.kind == 'n' && other.process:
			p.id(word.at)
		case word.bare && other.variable == "":
			p.unknown(word)
		case word.literal && isOrder:
			p.fail(word.at, "%s is no number; only numbers have an order", quoted(word.at))
		case word.literal && other.variable != "":
			p.seek(word.at.text, fmt.Sprintf("P%d.%s is never", p.ids[other.place], other.variable), func(s *situation, visit func(value)) {
				if v, known := other.operand(s); known {
					visit(v)
				}
			})
		}
	}
	return func(s *situation) bool {
		v, known := a.operand(s)
		w, knownToo := b.operand(s)
		return known && knownToo && compare(v, w)
	}
}

// seek adds a value with which a formula compares others.
func (p *parser) seek(text, never string, of func(s *situation, visit func(value))) {
	p.sought = append(p.sought, &sought{value: valueOf(text), never: never, of: of})
}

// ordered refuses a variable that begins with a word: only numbers have an order.
func (p *parser) ordered(s side) {
	for _, first := range p.first[s.place] {
		if v := valueOf(first.Value); strings.EqualFold(first.Name, s.variable) && !v.isOne && v.folded != "⊥" && v.folded != "" {
			p.fail(s.at, "P%d.%s is no number but a word, such as %q; only numbers have an order", p.ids[s.place], s.variable, v.text)
		}
	}
}

// unknown refuses a word.
func (p *parser) unknown(s side) {
	if !s.bare {
		p.fail(s.at, "%s is a value; compare a variable with it, as in P%d.mode == %[1]s", quoted(s.at), p.ids[0])
	}
	words := slices.Sorted(maps.Keys(ofAll))
	p.fail(s.at, "there is no %s; there are %s, any(i, …), all(i, …), message(KIND), and of a process %s, and variables as in P%d.%s", s.at.text,
		strings.Join(words, ", "), strings.Join(slices.Sorted(maps.Keys(ofProcess)), ", "), p.ids[0], append(p.variables(0), "x")[0])
}

func (p *parser) side() side {
	t := p.next()
	name := strings.ToLower(t.text)
	if name == "⊥" { // as reports print it
		name = "nobody"
	}
	switch called := p.peek().kind == 'm' && p.peek().text == "("; {
	case t.kind == 'n':
		return side{operand: constant(p.number(t)), at: t}
	case t.kind == '"':
		return side{operand: constant(valueOf(t.text)), at: t, literal: true}
	case t.kind != 'w':
		p.fail(t, "%s where a condition or a value is missing", quoted(t))
	case called && name == "message":
		return side{operand: p.message(), at: t}
	case called && ofProcess[name].of != nil:
		place, of := p.process(), ofProcess[name].of
		return side{operand: func(s *situation) (value, bool) { return of(s, place), true }, at: t, process: name == "elected"}
	case called && name == "p":
		return p.variable(t, p.process())
	case p.peek().text == "." && p.peek().kind == 'm':
		p.at--
		return p.variable(t, slices.Index(p.ids, p.id(p.next())))
	case called:
		p.unknown(side{at: t, bare: true})
	case ofAll[name] != nil:
		return side{operand: ofAll[name], at: t, process: name == "agreed"}
	}
	if id, is := p.bound[t.text]; is {
		return side{operand: constant(numeral(int(id))), at: t}
	}
	return side{operand: constant(valueOf(t.text)), at: t, literal: true, bare: true}
}

func (p *parser) number(t token) value {
	v := valueOf(t.text)
	if !v.isOne {
		p.fail(t, "the number is too large")
	}
	return v
}

// variable is a variable of the process at a place.
func (p *parser) variable(t token, place int) side {
	var parts []string
	for p.take(".") != "" {
		part := p.next()
		if part.kind != 'w' {
			p.fail(part, "%s where the name of a variable is missing; there are %s", quoted(part), strings.Join(p.variables(place), ", "))
		}
		parts = append(parts, part.text)
	}
	name := strings.Join(parts, ".")
	if !slices.ContainsFunc(p.variables(place), func(known string) bool { return strings.EqualFold(known, name) }) {
		p.fail(t, "there is no variable %s of P%d; there are %s", name, p.ids[place], strings.Join(p.variables(place), ", "))
	}
	key := strings.ToLower(name)
	return side{at: t, place: place, variable: name, operand: func(s *situation) (value, bool) {
		v, known := s.variables(place)[key]
		return v, known
	}}
}

// message counts messages on the way.
func (p *parser) message() operand {
	p.expect("(", "")
	t := p.next()
	if t.kind != 'w' && t.kind != '"' {
		p.fail(t, "%s where a kind of message is missing, as in message(OK)", quoted(t))
	}
	kind, _, isText := strings.Cut(t.text, "(")
	text := ""
	switch {
	case isText:
		text = t.text
	case p.peek().text == "(":
		p.fail(t, "the text of a message stands in quotes, as in message(\"%s(%d)\")", t.text, p.ids[0])
	}
	spelling := func(of func(spelt) value) func(*situation, func(value)) {
		return func(s *situation, visit func(value)) { s.messages(func(_ model.InTransit, as spelt) { visit(of(as)) }) }
	}
	if !slices.ContainsFunc(p.kinds, func(known string) bool { return strings.EqualFold(known, kind) }) {
		if len(p.kinds) > 0 {
			p.fail(t, "there is no message %s; there are %s", cmp.Or(kind, `""`), strings.Join(p.kinds, ", "))
		}
		p.seek(kind, "no message is ever", spelling(func(as spelt) value { return as.kind }))
	}
	if text != "" {
		p.seek(text, "no message is ever", spelling(func(as spelt) value { return as.text }))
	}
	from, to := model.Nobody, model.Nobody
	if p.take(",") != "" {
		from = p.id(p.next())
		p.expect(",", ": name the receiver too, as in message(OK, 4, 9)")
		to = p.id(p.next())
	}
	p.expect(")", "")
	return carrying(kind, text, from, to)
}

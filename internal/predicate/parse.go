package predicate

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
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

// Limits of a text: its length in bytes, and how many parts it has when any and all are written out.
const (
	mostBytes = 2000
	mostParts = 20_000
)

// A lexeme is a word, a number, a quoted text or a mark.
type lexeme struct {
	kind         byte // 'w', 'n', '"', or 'm' for a mark; 0 at the end
	text         string
	column, goes int // where it stands in the text, and in Go
}

func (l lexeme) String() string {
	if l.kind == 0 {
		return l.text
	}
	return strconv.Quote(l.text)
}

var lexemes = regexp.MustCompile(`[ \t\n]*(?:([\pL_⊥][\pL\pN_']*)|(\d+)|"([^"]*)"|'([^']*)'|(&&|\|\||==|!=|<=|>=|[&|!<>=(),.])|([^ \t\n]))`)

// A reader makes a formula of a text. It has the text written as an expression in Go, in which each word, number and
// quotation is a name: t0, t1 and so on. It panics with an *Error.
type reader struct {
	*Formula
	lexemes []lexeme
	ids     []model.ID
	first   [][]model.Variable  // of each process, in an initial state
	kinds   []string            // of messages, if they are known
	bound   map[string]model.ID // names of processes in any and all
	parts   int
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
	r := &reader{Formula: &Formula{text: text, world: w}, ids: w.Config().IDs, bound: map[string]model.ID{}}
	kinds, _ := w.Declared()
	for _, kind := range kinds {
		r.kinds = append(r.kinds, kind.String())
	}
	w.Init(func(s checker.State) {
		for place := range r.ids {
			r.first = append(r.first, w.Variables(s, place))
		}
	})
	expression, err := parser.ParseExpr(r.translate(text))
	if wrong := (scanner.ErrorList)(nil); errors.As(err, &wrong) {
		at := r.at(token.Pos(wrong[0].Pos.Offset + 1))
		r.fail(at, "%s is not expected here; a condition is written as in leader(%d) & messages == 0", at, r.ids[0])
	}
	r.holds = r.condition(expression).operand
	return r.Formula, nil
}

func (r *reader) translate(text string) string {
	if len(text) > mostBytes {
		r.fail(lexeme{column: 1}, "the text has %d bytes; %d are allowed", len(text), mostBytes)
	}
	column := func(at int) int { return utf8.RuneCountInString(text[:at]) + 1 }
	expression := ""
	for _, m := range lexemes.FindAllStringSubmatchIndex(text, -1) {
		i := slices.IndexFunc([]int{1, 2, 3, 4, 5, 6}, func(group int) bool { return m[2*group] >= 0 })
		from, to := m[2*i+2], m[2*i+3]
		l := lexeme{`wn""m?`[i], text[from:to], column(from), len(expression) + 1}
		written := fmt.Sprintf("t%d", len(r.lexemes))
		switch first, _ := utf8.DecodeRuneInString(l.text); {
		case l.kind == '"':
			l.column-- // at the mark before it
		case l.kind == '?' && (first == '"' || first == '\''):
			r.fail(l, "the quotation has no end")
		case l.kind == '?':
			r.fail(l, "%q has no meaning here; there are words, numbers, \"quoted values\", == != < <= > >= & | ! ( )", first)
		case l.kind == 'm':
			written = cmp.Or(map[string]string{"&": "&&", "|": "||", "=": "=="}[l.text], l.text)
		}
		r.lexemes = append(r.lexemes, l)
		expression += written + " "
	}
	r.lexemes = append(r.lexemes, lexeme{text: "the end", column: column(len(text)), goes: len(expression)})
	return expression
}

// at is the lexeme at a place of the Go expression.
func (r *reader) at(pos token.Pos) lexeme {
	for _, l := range r.lexemes {
		if l.goes >= int(pos) {
			return l
		}
	}
	return r.lexemes[len(r.lexemes)-1]
}

func (r *reader) fail(at lexeme, format string, args ...any) {
	panic(&Error{at.column, fmt.Sprintf(format, args...)})
}

// A part of a formula is a condition, or a value.
type part struct {
	operand
	at        lexeme
	variable  string // "P4.mode"; "": it is no variable
	condition bool
	process   bool // its values are processes
	literal   bool // it is a quoted text, or a bare word, which only a variable may be compared with
}

func (r *reader) read(e ast.Expr) part {
	if r.parts++; r.parts > mostParts {
		r.fail(r.at(e.Pos()), "it has more than %d parts when any and all are written out", mostParts)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.condition(e.X)
	case *ast.UnaryExpr:
		c := r.condition(e.X)
		return truth(c.at, func(s *situation) bool { return !c.operand(s).isTrue() })
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return either(e.Op == token.LOR, r.condition(e.X), r.condition(e.Y))
		}
		if not, is := e.X.(*ast.UnaryExpr); is { // comparisons bind before !
			compared := &ast.BinaryExpr{X: not.X, OpPos: e.OpPos, Op: e.Op, Y: e.Y}
			return r.read(&ast.UnaryExpr{OpPos: not.OpPos, Op: not.Op, X: compared})
		}
		return r.comparison(r.read(e.X), r.read(e.Y), r.at(e.OpPos))
	case *ast.CallExpr:
		if word, is := e.Fun.(*ast.Ident); is {
			return r.call(r.at(word.Pos()), e.Args)
		}
	case *ast.SelectorExpr:
		return r.variable(e)
	case *ast.Ident:
		return r.word(r.at(e.Pos()))
	}
	r.fail(r.at(e.Pos()), "%s begins no condition and no value", r.at(e.Pos()))
	return part{}
}

// condition reads an expression that is true or false. A word must have a meaning there.
func (r *reader) condition(e ast.Expr) part {
	p := r.read(e)
	if p.literal {
		r.unknown(p.at)
	}
	p.condition = true
	return p
}

func truth(at lexeme, holds func(s *situation) bool) part {
	return part{at: at, condition: true, operand: func(s *situation) value { return truthOf(holds(s)) }}
}

// either is true if one of the parts is or, unless any, if all are.
func either(any bool, parts ...part) part {
	return truth(parts[0].at, func(s *situation) bool {
		return any == slices.ContainsFunc(parts, func(p part) bool { return p.operand(s).isTrue() == any })
	})
}

func (r *reader) comparison(a, b part, mark lexeme) part {
	isOrder := strings.ContainsAny(mark.text, "<>")
	for _, pair := range [][2]part{{a, b}, {b, a}} {
		word, other := pair[0], pair[1]
		switch {
		case word.condition:
			r.fail(mark, "%s compares a condition; only values are compared", mark)
		case !isOrder && word.at.kind == 'n' && other.process:
			r.id(word.at)
		case word.literal && other.variable == "":
			r.unknown(word.at)
		case word.literal && isOrder:
			r.fail(word.at, "%s is no number; only numbers have an order", word.at)
		case word.literal:
			r.seek(word.at.text, other.variable+" is never", func(s *situation) []value { return []value{other.operand(s)} })
		}
	}
	compare := operators[mark.text]
	return truth(a.at, func(s *situation) bool {
		v, w := a.operand(s), b.operand(s)
		return v != value{} && w != value{} && compare(v, w)
	})
}

func (r *reader) seek(text, never string, of func(s *situation) []value) {
	r.sought = append(r.sought, &sought{value: valueOf(text), never: never, of: of})
}

func (r *reader) unknown(at lexeme) {
	if at.kind == '"' {
		r.fail(at, "%s is a value; compare a variable with it, as in P%d.mode == %[1]s", at, r.ids[0])
	}
	r.fail(at, "there is no %s; there are %s, any(i, …), all(i, …), message(KIND), and of a process %s, and variables as in P%d.%s", at.text,
		strings.Join(slices.Sorted(maps.Keys(ofAll)), ", "), strings.Join(slices.Sorted(maps.Keys(ofProcess)), ", "), r.ids[0], append(r.variables(0), "x")[0])
}

// word reads a word, a number or a quotation that stands alone.
func (r *reader) word(at lexeme) part {
	p, v, name := part{at: at}, valueOf(at.text), strings.ToLower(at.text)
	id, isBound := r.bound[at.text]
	switch {
	case at.kind == 'n' && !v.isOne:
		r.fail(at, "the number is too large")
	case at.kind == 'w' && ofAll[name] != nil:
		p.process, p.operand = name == "agreed", ofAll[name]
		return p
	case at.kind == 'w' && isBound:
		v = numeral(int(id))
	case at.text != "⊥": // which reports print
		p.literal = at.kind != 'n'
	}
	p.operand = func(*situation) value { return v }
	return p
}

func (r *reader) call(at lexeme, args []ast.Expr) part {
	name := strings.ToLower(at.text)
	word, isOfProcess := ofProcess[name]
	switch {
	case at.kind != 'w':
	case name == "any" || name == "all":
		return r.quantified(at, args)
	case name == "message":
		return r.message(at, args)
	case isOfProcess && len(args) == 1:
		place := slices.Index(r.ids, r.id(r.at(args[0].Pos())))
		of := func(s *situation) value { return word.of(s, place) }
		return part{at: at, condition: word.isTold, process: name == "elected", operand: of}
	case isOfProcess:
		r.fail(at, "%s has one process in parentheses, as in %[1]s(%d)", at.text, r.ids[0])
	}
	r.unknown(lexeme{'w', at.text, at.column, 0})
	return part{}
}

// quantified is any or all. Its condition is written out for each process.
func (r *reader) quantified(at lexeme, args []ast.Expr) part {
	if len(args) != 2 {
		r.fail(at, "%s needs a name for the process, and a condition, as in %[1]s(i, leader(i))", at.text)
	}
	name := r.at(args[0].Pos())
	_, isName := args[0].(*ast.Ident)
	if _, isBound := r.bound[name.text]; !isName || name.kind != 'w' || isBound {
		r.fail(name, "%s is no free name for a process, as i is in %s(i, leader(i))", name, at.text)
	}
	var all []part
	for _, id := range r.ids {
		r.bound[name.text] = id
		all = append(all, r.condition(args[1]))
	}
	delete(r.bound, name.text)
	return either(strings.EqualFold(at.text, "any"), all...)
}

func (r *reader) id(at lexeme) model.ID {
	if id, is := r.bound[at.text]; is && at.kind == 'w' {
		return id
	}
	n, err := strconv.Atoi(strings.TrimPrefix(at.text, "P"))
	if err != nil || at.kind == '"' || !slices.Contains(r.ids, model.ID(n)) {
		r.fail(at, "there is no process %s; there are %s", at.text, strings.Trim(strings.ReplaceAll(fmt.Sprint(r.ids), " ", ", "), "[]"))
	}
	return model.ID(n)
}

func (r *reader) variables(place int) (names []string) {
	for _, v := range r.first[place] {
		names = append(names, v.Name)
	}
	return names
}

// variable reads P4.mode or P(i).mode. A name may have points in it.
func (r *reader) variable(e *ast.SelectorExpr) part {
	at, name := r.at(e.Pos()), r.at(e.Sel.Pos()).text
	of := e.X
	for {
		inner, is := of.(*ast.SelectorExpr)
		if !is {
			break
		}
		name, of = r.at(inner.Sel.Pos()).text+"."+name, inner.X
	}
	process := at
	if call, is := of.(*ast.CallExpr); is && strings.EqualFold(at.text, "p") && len(call.Args) == 1 {
		process = r.at(call.Args[0].Pos())
	} else if _, is := of.(*ast.Ident); !is {
		r.fail(at, "%s is no process with a variable, as in P%d.mode", at, r.ids[0])
	}
	id := r.id(process)
	place, key := slices.Index(r.ids, id), strings.ToLower(name)
	if names := r.variables(place); !slices.ContainsFunc(names, func(known string) bool { return strings.EqualFold(known, name) }) {
		r.fail(at, "there is no variable %s of P%d; there are %s", name, id, strings.Join(names, ", "))
	}
	read := func(s *situation) value { return s.variables(place)[key] }
	return part{at: at, variable: fmt.Sprintf("P%d.%s", id, name), operand: read}
}

// message counts messages on the way: message(OK), message("ELECTION(9)"), message(OK, 4, 9).
func (r *reader) message(at lexeme, args []ast.Expr) part {
	if len(args) != 1 && len(args) != 3 {
		r.fail(at, "name a kind of message, as in message(OK), or the sender and the receiver too, as in message(OK, %d, %d)", r.ids[0], r.ids[len(r.ids)-1])
	}
	what := r.at(args[0].Pos())
	if _, is := args[0].(*ast.Ident); !is {
		r.fail(what, "the text of a message stands in quotes, as in message(\"%s(%d)\")", what.text, r.ids[0])
	}
	kind, _, isText := strings.Cut(what.text, "(")
	of, sought := func(m spelt) value { return m.kind }, valueOf(what.text)
	if isText {
		of = func(m spelt) value { return m.text }
	}
	isKnown := slices.ContainsFunc(r.kinds, func(known string) bool { return strings.EqualFold(known, kind) })
	if !isKnown && len(r.kinds) > 0 {
		r.fail(what, "there is no message %s; there are %s", cmp.Or(kind, `""`), strings.Join(r.kinds, ", "))
	}
	if !isKnown || isText {
		r.seek(what.text, "no message is ever", func(s *situation) (all []value) {
			s.messages(func(_ model.InTransit, as spelt) { all = append(all, of(as)) })
			return all
		})
	}
	var ends []model.ID
	if len(args) == 3 {
		ends = []model.ID{r.id(r.at(args[1].Pos())), r.id(r.at(args[2].Pos()))}
	}
	return part{at: at, operand: func(s *situation) value {
		n := 0
		s.messages(func(m model.InTransit, as spelt) {
			if sought.equals(of(as)) && (ends == nil || m.From == ends[0] && m.To == ends[1]) {
				n++
			}
		})
		return numeral(n)
	}}
}

package tla

import (
	"fmt"
	"strconv"
	"strings"
)

// A SyntaxError says where a text is wrong.
type SyntaxError struct {
	Line, Column int    // from 1, in bytes
	Expected     string // what would be right: "a value"
	Found        string // what the text has: `"]"`
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: expected %s, found %s", e.Line, e.Column, e.Expected, e.Found)
}

// A reader goes through a text once. At the first fault it panics with a *SyntaxError, which parse recovers.
type reader struct {
	text  string
	at    int
	depth int
}

// parse reads a whole text with the given function.
func parse[T any](text string, read func(*reader) T) (result T, err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *SyntaxError:
			err = fault
		default:
			panic(fault)
		}
	}()
	r := &reader{text: text}
	result = read(r)
	if r.space(); r.at < len(text) {
		r.fail("the end")
	}
	return result, nil
}

// fail reports that the text has something other than expected here.
func (r *reader) fail(expected string) {
	r.failAt(r.at, expected, r.found())
}

func (r *reader) failAt(at int, expected, found string) {
	before := r.text[:at]
	panic(&SyntaxError{
		Line:     strings.Count(before, "\n") + 1,
		Column:   at - strings.LastIndexByte(before, '\n'),
		Expected: expected,
		Found:    found,
	})
}

// found quotes the beginning of the remaining text.
func (r *reader) found() string {
	rest := r.text[r.at:]
	if rest == "" {
		return "the end"
	}
	end := 1
	for end < len(rest) && end < 20 && isNamed(rest[0]) && isNamed(rest[end]) {
		end++
	}
	return strconv.Quote(rest[:end])
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// next skips blanks and returns the byte that follows, or 0 at the end.
func (r *reader) next() byte {
	if r.space(); r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// skip reads a symbol if it comes next.
func (r *reader) skip(symbol string) bool {
	r.space()
	if !strings.HasPrefix(r.text[r.at:], symbol) {
		return false
	}
	r.at += len(symbol)
	return true
}

func (r *reader) must(symbol string) {
	if !r.skip(symbol) {
		r.fail(strconv.Quote(symbol))
	}
}

// name reads a word of letters, digits and underscores, which may be empty.
func (r *reader) name() string {
	r.space()
	begin := r.at
	for r.at < len(r.text) && isNamed(r.text[r.at]) {
		r.at++
	}
	return r.text[begin:r.at]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isNamed(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// spellable reports whether a TLA+ string may have the character.
func spellable(c byte) bool { return ' ' <= c && c <= '~' || strings.IndexByte("\t\n\f\r", c) >= 0 }

// meant are words that are not names: they have a meaning in TLA+ or, like Nat, stand for an infinite set. A state
// with Nat does not have a model value.
var meant = words(`
	ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE DEFS DOMAIN
	ELSE ENABLED EXCEPT EXTENDS FALSE HAVE HIDE IF IN INSTANCE Int LAMBDA LEMMA LET LOCAL MODULE NEW Nat OBVIOUS
	OMITTED ONLY OTHER PICK PROOF PROPOSITION PROVE QED Real RECURSIVE STATE STRING SUBSET SUFFICES TAKE TEMPORAL
	THEN THEOREM TRUE UNCHANGED UNION USE VARIABLE VARIABLES WITH WITNESS`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// isName reports whether a word is an identifier that can be a model value.
func isName(word string) bool {
	if word == "" || isDigit(word[0]) || strings.HasPrefix(word, "WF_") || strings.HasPrefix(word, "SF_") {
		return false
	}
	letter := false
	for i := range len(word) {
		if !isNamed(word[i]) {
			return false
		}
		letter = letter || isLetter(word[i])
	}
	return letter && !meant[word]
}

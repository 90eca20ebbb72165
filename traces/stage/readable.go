package stage

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The most letters of a text of an election: of a value or a message, and of a sentence, which has several.
const (
	mostOfValue    = 200
	mostOfSentence = 1000
)

// readable cuts texts of an election that are too long, and takes from all the marks that would turn the text around them.
func (r *Run) readable() *Run {
	values := func(texts ...*string) { shorten(mostOfValue, texts) }
	sentences := func(texts ...*string) { shorten(mostOfSentence, texts) }
	sentences(&r.Title, &r.Property, &r.Note)
	for i := range r.Rules {
		values(&r.Rules[i].ID)
		sentences(&r.Rules[i].When, &r.Rules[i].Text)
	}
	for _, l := range r.Locals {
		for i := range l.Variables {
			values(&l.Variables[i][0], &l.Variables[i][1])
		}
		for i := range l.Timers {
			values(&l.Timers[i].Name)
		}
	}
	for i := range r.Messages {
		values(&r.Messages[i].Text, &r.Messages[i].Kind)
	}
	for i := range r.Choices {
		values(&r.Choices[i].Message, &r.Choices[i].Action)
		sentences(&r.Choices[i].Text)
	}
	for i := range r.Refusals {
		sentences(&r.Refusals[i].Why)
	}
	for i := range r.Steps {
		sentences(&r.Steps[i].Says)
		values(&r.Steps[i].Action)
		for j := range r.Steps[i].Rules {
			sentences(&r.Steps[i].Rules[j].Text)
		}
	}
	return r
}

func shorten(most int, texts []*string) {
	for _, text := range texts {
		*text = strings.Map(Upright, *text)
		if utf8.RuneCountInString(*text) > most {
			*text = string([]rune(*text)[:most]) + "…"
		}
	}
}

// Upright is U+FFFD for a mark that turns the direction of text, and any other rune itself.
func Upright(r rune) rune {
	if unicode.Is(unicode.Bidi_Control, r) {
		return unicode.ReplacementChar
	}
	return r
}

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
	for _, text := range []*string{&r.Title, &r.Property, &r.Note} {
		shorten(text, mostOfSentence)
	}
	for i := range r.Rules {
		shorten(&r.Rules[i].ID, mostOfValue)
		shorten(&r.Rules[i].When, mostOfSentence)
		shorten(&r.Rules[i].Text, mostOfSentence)
	}
	for i := range r.Locals {
		for j := range r.Locals[i].Variables {
			shorten(&r.Locals[i].Variables[j][0], mostOfValue)
			shorten(&r.Locals[i].Variables[j][1], mostOfValue)
		}
		for j := range r.Locals[i].Timers {
			shorten(&r.Locals[i].Timers[j].Name, mostOfValue)
		}
	}
	for i := range r.Messages {
		shorten(&r.Messages[i].Text, mostOfValue)
		shorten(&r.Messages[i].Kind, mostOfValue)
	}
	for i := range r.Choices {
		shorten(&r.Choices[i].Message, mostOfValue)
		shorten(&r.Choices[i].Action, mostOfValue)
		shorten(&r.Choices[i].Text, mostOfSentence)
	}
	for i := range r.Refusals {
		shorten(&r.Refusals[i].Why, mostOfSentence)
	}
	for i := range r.Steps {
		shorten(&r.Steps[i].Says, mostOfSentence)
		shorten(&r.Steps[i].Action, mostOfValue)
		for j := range r.Steps[i].Rules {
			shorten(&r.Steps[i].Rules[j].Text, mostOfSentence)
		}
	}
	return r
}

func shorten(text *string, most int) {
	*text = strings.Map(Upright, *text)
	if utf8.RuneCountInString(*text) > most {
		*text = string([]rune(*text)[:most]) + "…"
	}
}

// Upright is U+FFFD for a mark that turns the direction of text, and any other rune itself.
func Upright(r rune) rune {
	if unicode.Is(unicode.Bidi_Control, r) {
		return unicode.ReplacementChar
	}
	return r
}

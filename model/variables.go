package model

import (
	"fmt"
	"reflect"
	"strings"

	"interrex/spec"
)

func (m mode) String() string {
	return [...]string{"idle", "waiting for OK", "waiting for COORDINATOR", "drawing", "candidate", "passive"}[m]
}

func (r role) String() string {
	return [...]string{"follower", "pre-candidate", "candidate"}[r]
}

// A Variable is one variable of a local state, in words.
type Variable struct{ Name, Value string }

// Variables puts a local state into words: the fields of its struct, nested ones with a dot.
func Variables(group *Group, local Local) []Variable {
	return variables(group, "", reflect.ValueOf(local), nil)
}

func variables(group *Group, prefix string, s reflect.Value, list []Variable) []Variable {
	for i := range s.NumField() {
		field, name := s.Field(i), prefix+s.Type().Field(i).Name
		switch field.Kind() {
		case reflect.Struct:
			list = variables(group, name+".", field, list)
			continue
		case reflect.Interface: // the local state of what a protocol rests on
			list = variables(group, prefix, field.Elem(), list)
			continue
		}
		list = append(list, Variable{name, value(group, field)})
	}
	return list
}

// value spells one field. Fields are not exported, so what reflection may not hand out is
// made again from its bits.
func value(group *Group, field reflect.Value) string {
	switch field.Kind() {
	case reflect.Bool:
		if field.Bool() {
			return "yes"
		}
		return "no"
	case reflect.String:
		switch field.Type() {
		case reflect.TypeFor[counts]():
			return counts(field.String()).String()
		case reflect.TypeFor[ages]():
			return ages(field.String()).String()
		}
	case reflect.Int:
		if field.Type() == reflect.TypeFor[ID]() {
			return Spell(ID(field.Int()))
		}
		return fmt.Sprint(field.Int())
	case reflect.Uint8:
		switch field.Type() {
		case reflect.TypeFor[mode]():
			return mode(field.Uint()).String()
		case reflect.TypeFor[spec.Decision]():
			return spec.Decision(field.Uint()).String()
		case reflect.TypeFor[role]():
			return role(field.Uint()).String()
		case reflect.TypeFor[Way]():
			return Way(field.Uint()).String()
		}
	case reflect.Uint64:
		if field.Type() == reflect.TypeFor[set]() {
			return set(field.Uint()).spell(group)
		}
	}
	return fmt.Sprint(field)
}

// Spell writes an id, or ⊥.
func Spell(id ID) string {
	if id == Nobody {
		return "⊥"
	}
	return fmt.Sprint(int(id))
}

func (s set) spell(group *Group) string {
	var ids []string
	for place, id := range group.Ring {
		if s.has(place) {
			ids = append(ids, Spell(id))
		}
	}
	return "{" + strings.Join(ids, ",") + "}"
}

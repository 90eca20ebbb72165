package model

import (
	"fmt"
	"reflect"
	"strings"
)

func (m mode) String() string {
	return [...]string{"idle", "waiting for OK", "waiting for COORDINATOR", "drawing", "candidate", "passive"}[m]
}

func (r role) String() string {
	return [...]string{"follower", "pre-candidate", "candidate"}[r]
}

// A Variable is one variable of a local state, in words.
type Variable = struct{ Name, Value string }

// Variables puts a local state into words: the fields of its struct, nested ones with a dot. A field of
// a type with a String method is spelt by that.
func Variables(group *Group, local Local) []Variable {
	whole := opened(reflect.ValueOf(local))
	if whole.Kind() != reflect.Struct {
		return []Variable{{"state", value(group, whole)}}
	}
	return variables(group, "", whole, nil)
}

// opened returns an addressable copy of a value, so that all its fields can be read.
func opened(v reflect.Value) reflect.Value {
	whole := reflect.New(v.Type()).Elem()
	whole.Set(v)
	return whole
}

// variables appends the variables of an addressable struct to a list.
func variables(group *Group, prefix string, s reflect.Value, list []Variable) []Variable {
	for i := range s.NumField() {
		field, name := s.Field(i), prefix+s.Type().Field(i).Name
		field = reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem() // also if it is not exported
		if field.Kind() == reflect.Interface && field.Elem().Kind() == reflect.Struct && !spells(field.Elem().Type()) {
			list = variables(group, prefix, opened(field.Elem()), list) // that of the protocol it rests on
			continue
		}
		if field.Kind() == reflect.Struct && !spells(field.Type()) {
			inner := name + "."
			if s.Type().Field(i).Anonymous {
				inner = prefix
			}
			list = variables(group, inner, field, list)
			continue
		}
		list = append(list, Variable{name, value(group, field)})
	}
	return list
}

// inGroup is implemented by values that need their group to be spelt.
type inGroup interface{ spell(group *Group) string }

// spells reports whether a type has a String method.
func spells(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[fmt.Stringer]())
}

// value spells one addressable field.
func value(group *Group, field reflect.Value) string {
	switch v := field.Addr().Interface().(type) {
	case inGroup:
		return v.spell(group)
	case *ID:
		return Spell(*v)
	case fmt.Stringer:
		if field.Kind() != reflect.Interface {
			return v.String()
		}
	}
	if field.Kind() == reflect.Bool {
		return yes(field.Bool())
	}
	return fmt.Sprint(field.Interface())
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Spell writes an id, or ⊥.
func Spell(id ID) string {
	if id == Nobody {
		return "⊥"
	}
	return fmt.Sprint(int(id))
}

func (s set) spell(group *Group) string { return "{" + listed(s.members(group), ",") + "}" }

// listed lists ids with something between each two.
func listed(ids []ID, between string) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", between), "[]")
}

package museum

import (
	"fmt"
	"reflect"
	"strings"

	"interrex/model"
)

// The variables of a local state are closed to everyone but their algorithm. To forget the reset
// of a flag one must open them: here, and nowhere else. Every variable is a number: yes is 1, a
// mode is its place in the list, a set is its bits.

// The modes of the bully algorithms.
const (
	idle = iota
	waitingForOK
	waitingForCoordinator
)

// variable reads a variable of a local state by its name, as model.Variables spells it.
func variable(local model.Local, name string) int {
	_, field := open(local, name)
	switch field.Kind() {
	case reflect.Bool:
		if field.Bool() {
			return 1
		}
		return 0
	case reflect.Uint8, reflect.Uint64:
		return int(field.Uint())
	}
	return int(field.Int())
}

// assign returns the local state with one variable changed.
func assign(local model.Local, name string, value int) model.Local {
	changed, field := open(local, name)
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(value != 0)
	case reflect.Uint8, reflect.Uint64:
		field.SetUint(uint64(value))
	default:
		field.SetInt(int64(value))
	}
	return changed.Interface()
}

// open returns a copy of a local state, and its variable of that name, which may be set.
func open(local model.Local, name string) (whole, field reflect.Value) {
	whole = reflect.New(reflect.TypeOf(local)).Elem()
	whole.Set(reflect.ValueOf(local))
	field = whole
	for _, part := range strings.Split(name, ".") {
		if field = field.FieldByName(part); !field.IsValid() {
			panic(fmt.Sprintf("museum: %T has no variable %s", local, name))
		}
	}
	return whole, reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
}

// graft returns the local state with one variable as it is in another.
func graft(local, other model.Local, name string) model.Local {
	changed, field := open(local, name)
	_, like := open(other, name)
	field.Set(like)
	return changed.Interface()
}

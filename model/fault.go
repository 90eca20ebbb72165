package model

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// A Fault is a panic in the code of an election: what a Handler panics with instead.
type Fault struct {
	In    string // the method: "Receive"
	Of    ID     // the process; Nobody: unknown
	Value any    // the value of the panic
	At    string // the file and line of the election's code: "bully.go:46"; "": unknown
	Stack []byte
}

// Error is the fault in one line: "panic in Receive of P2: index out of range [3] with length 3 (bully.go:46)".
func (f *Fault) Error() string {
	text := "panic in " + f.In
	if f.Of != Nobody {
		text += fmt.Sprintf(" of P%d", f.Of)
	}
	if text += ": " + OneLine(f.Value); f.At != "" {
		text += " (" + f.At + ")"
	}
	return text
}

// OneLine is the value of a panic in one line, without the words "runtime error".
func OneLine(value any) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(fmt.Sprint(value)), " "), "runtime error: ")
}

// blame, deferred around a method of a protocol or a function of a user, makes a Fault of its panic.
func blame(code any, in string, of ID) {
	value := recover()
	if value == nil {
		return
	}
	if fault, is := value.(*Fault); is { // of a method that another one calls
		panic(fault)
	}
	panic(&Fault{In: in, Of: of, Value: value, At: lineOf(packageOf(code)), Stack: debug.Stack()})
}

// packageOf is the package of a protocol or a function.
func packageOf(code any) string {
	author := reflect.TypeOf(code)
	if author.Kind() == reflect.Func {
		name := runtime.FuncForPC(reflect.ValueOf(code).Pointer()).Name()
		slash := strings.LastIndex(name, "/") + 1
		last, _, _ := strings.Cut(name[slash:], ".")
		return name[:slash] + last
	}
	for author.Kind() == reflect.Pointer {
		author = author.Elem()
	}
	return author.PkgPath()
}

// lineOf is the innermost line of a package on the stack of a panic, or else the innermost line.
func lineOf(author string) string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	innermost := ""
	for {
		frame, more := frames.Next()
		line := fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		switch {
		case strings.HasPrefix(frame.Function, "runtime."):
		case strings.HasPrefix(frame.Function, author+".") && filepath.Base(frame.File) != "handler.go":
			return line
		case innermost == "":
			innermost = line
		}
		if !more {
			return innermost
		}
	}
}

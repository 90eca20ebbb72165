package terminal

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// A binding is what a key does. The help names the first of its keys.
type binding struct {
	keys []string
	help string
	do   func(*Explorer) tea.Cmd
}

// bindings are the keys except the digits. It is a function because help, which is bound to a key, lists them.
func bindings() []binding {
	still := func(do func(*Explorer)) func(*Explorer) tea.Cmd {
		return func(e *Explorer) tea.Cmd { do(e); return nil }
	}
	return []binding{
		{[]string{"j", "down", "right", "l"}, "forth along the path; round and round on a cycle", still((*Explorer).forth)},
		{[]string{"k", "up", "left", "h"}, "back", still(func(e *Explorer) { e.goTo(e.Walk().At() - 1) })},
		{[]string{"g", "home"}, "to the beginning", still(func(e *Explorer) { e.goTo(0) })},
		{[]string{"G", "end"}, "to the end", still(func(e *Explorer) { e.goTo(e.Walk().Length()) })},
		{[]string{"enter"}, "take the step whose number has been typed, or else go forth", still((*Explorer).enter)},
		{[]string{"u"}, "undo a step that was taken, or a leap to another run", still((*Explorer).undo)},
		{[]string{"r"}, "redo it", still((*Explorer).redo)},
		{[]string{"space"}, "play, and stop", (*Explorer).play},
		{[]string{"x"}, "what is not possible, and the guards that forbid it; or what is", still(func(e *Explorer) { e.refused, e.scroll = !e.refused, 0 })},
		{[]string{"pgdown", ">"}, "further down in that list", still(func(e *Explorer) { e.scroll += 5 })},
		{[]string{"pgup", "<"}, "further up", still(func(e *Explorer) { e.scroll = max(0, e.scroll-5) })},
		{[]string{"w"}, "draw the whole path, or only so far", still(func(e *Explorer) { e.whole = !e.whole })},
		{[]string{"e"}, "can it still elect from here?", (*Explorer).ask},
		{[]string{"a"}, "after e: on to the nearest election", still((*Explorer).toElection)},
		{[]string{"d"}, "after e: on along a fair run that never elects", still((*Explorer).toDodge)},
		{[]string{"p"}, "the next counterexample", (*Explorer).askForCases},
		{[]string{"?"}, "this help", still(func(e *Explorer) { e.help = !e.help })},
		{[]string{"q", "ctrl+c"}, "quit; the command that comes back to this step is printed", func(*Explorer) tea.Cmd { return tea.Quit }},
	}
}

// press does what a key does.
func (e *Explorer) press(key string) tea.Cmd {
	if e.help && key != "q" && key != "ctrl+c" {
		e.help = false
		return nil
	}
	if len(key) == 1 && key >= "0" && key <= "9" {
		e.digit(key)
		return nil
	}
	all := bindings()
	i := slices.IndexFunc(all, func(b binding) bool { return slices.Contains(b.keys, key) })
	if key != "space" {
		e.playing = false
	}
	if key != "enter" {
		e.digits = ""
	}
	if i < 0 {
		e.note = strconv.Quote(key) + " does nothing; ? lists the keys"
		return nil
	}
	return all[i].do(e)
}

// digit adds a digit to the number of a step, and takes the step once no longer number is possible.
func (e *Explorer) digit(key string) {
	e.playing, e.refused = false, false
	e.digits += key
	number, _ := strconv.Atoi(e.digits)
	if steps := len(e.Walk().Steps()); number*10 < steps && number > 0 {
		e.note = "step " + e.digits + "… (enter takes it)"
		return
	}
	e.digits = ""
	e.show(e.Walk().Take(number))
}

func (e *Explorer) enter() {
	if e.digits == "" {
		e.forth()
		return
	}
	number, _ := strconv.Atoi(e.digits)
	e.digits = ""
	e.show(e.Walk().Take(number))
}

// forth goes on along the path. At its end it takes the step if only one is enabled.
func (e *Explorer) forth() {
	if to, ok := e.Walk().Next(); ok {
		e.goTo(to)
		return
	}
	switch steps := e.Walk().Steps(); len(steps) {
	case 0:
		e.note = "nothing is possible any more"
	case 1:
		e.show(e.Walk().Take(0))
	default:
		e.note = "the path ends here; type the number of a step"
	}
}

func (e *Explorer) undo() {
	if e.note, e.outlook = "", nil; !e.history.Undo() {
		e.note = "there is nothing to undo"
	}
}

func (e *Explorer) redo() {
	if e.note, e.outlook = "", nil; !e.history.Redo() {
		e.note = "there is nothing to redo"
	}
}

func (e *Explorer) toElection() {
	if e.outlook == nil || e.outlook.Run == nil {
		e.note = "no election is known from here: e looks for one"
		return
	}
	e.whole = true
	e.show(e.outlook.Run, nil)
}

func (e *Explorer) toDodge() {
	if e.outlook == nil || e.outlook.Dodge == nil {
		e.note = "no run is known that never elects: e looks for one"
		return
	}
	e.whole = true
	e.show(e.outlook.Dodge, nil)
}

// oneLine is an error as a note.
func oneLine(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

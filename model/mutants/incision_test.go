package mutants

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"interrex/model"
)

// inside are local states with something in each variable, and how each is spelt.
func inside(t *testing.T) map[string]model.Local {
	t.Helper()
	group := model.NewGroup([]model.ID{1, 2, 3})
	states := map[string]model.Local{}
	for _, a := range model.Catalogue() {
		h := a.Make(model.Variant{Reading: model.Repaired, Most: 3, Numbers: 2})
		self := model.Self{ID: 2, Group: group, Local: h.Begin(2, group, 3, false), Elections: model.Unlimited}
		if a.Clockwork() {
			self.Local = h.Handle(self, model.Event{Kind: model.Timeout, Timer: model.Timer{Name: "heartbeat"}}).Local
			states[a.Name] = self.Local
			continue
		}
		self.Local = h.Handle(self, model.Event{Kind: model.Start}).Local
		self.Local = h.Handle(self, model.Event{Kind: model.Receive, From: 1, Message: model.Election{ID: 1}}).Local
		states[a.Name] = self.Local
	}
	return states
}

func spelt(local model.Local) []model.Variable {
	return model.Variables(model.NewGroup([]model.ID{1, 2, 3}), local)
}

// TestIncision: what is read can be written back; what is written changes that variable alone, of
// the copy alone, and is read again.
func TestIncision(t *testing.T) {
	tried := 0
	for name, local := range inside(t) {
		before := spelt(local)
		for i, v := range before {
			if _, field := open(local, v.Name); field.Kind() == reflect.String { // grafted, never written
				continue
			}
			old := variable(local, v.Name)
			if same := assign(local, v.Name, old); same != local {
				t.Errorf("%s: %s written back: %+v, want %+v", name, v.Name, same, local)
			}
			changed := assign(local, v.Name, 1-min(old, 1))
			if variable(changed, v.Name) != 1-min(old, 1) || changed == local {
				t.Errorf("%s: %s is %d after 1 - %d was written", name, v.Name, variable(changed, v.Name), old)
			}
			after := spelt(changed)
			if after[i] == before[i] {
				t.Errorf("%s: %s is still spelt %s", name, v.Name, after[i].Value)
			}
			after[i] = before[i]
			if !slices.Equal(after, before) || !slices.Equal(spelt(local), before) {
				t.Errorf("%s: with %s something else has changed: %v, %v", name, v.Name, after, spelt(local))
			}
			tried++
		}
	}
	if tried < 20 {
		t.Errorf("%d variables were tried", tried)
	}
}

// TestModes: the modes that wounds assign are those that the bully algorithms know by these words.
func TestModes(t *testing.T) {
	local := inside(t)["bully"]
	for mode, want := range map[int]string{idle: "idle", waitingForOK: "waiting for OK", waitingForCoordinator: "waiting for COORDINATOR"} {
		if got := spelt(assign(local, "mode", mode))[0]; got != (model.Variable{Name: "mode", Value: want}) {
			t.Errorf("mode %d is spelt %v, want %s", mode, got, want)
		}
	}
}

// TestNoSuchVariable: a wound of a variable that its algorithm does not have is a mistake of ours.
func TestNoSuchVariable(t *testing.T) {
	defer func() {
		if said := fmt.Sprint(recover()); !strings.Contains(said, "has no variable maxID") {
			t.Errorf("said is %q", said)
		}
	}()
	variable(inside(t)["ring"], "maxID")
}

// TestGraft: one variable comes from another local state, whatever its kind, and no other does.
func TestGraft(t *testing.T) {
	for name, local := range inside(t) {
		a, _ := model.Find(name)
		h := a.Make(model.Variant{Most: 3, Numbers: 2})
		first := h.Begin(1, model.NewGroup([]model.ID{1, 2, 3}), model.Nobody, false)
		for i, v := range spelt(local) {
			want := spelt(first)
			want[i] = v
			if got := spelt(graft(first, local, v.Name)); !slices.Equal(got, want) {
				t.Errorf("%s: with %s of another: got %v, want %v", name, v.Name, got, want)
			}
		}
	}
}

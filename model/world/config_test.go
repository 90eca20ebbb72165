package world_test

import (
	"testing"

	"interrex/model"
	"interrex/model/world"
)

func ids(n int) []model.ID {
	var ids []model.ID
	for i := range n {
		ids = append(ids, model.ID(i+1))
	}
	return ids
}

func config(t testing.TB, name string, ids []model.ID, change func(*world.Config)) world.Config {
	a, ok := model.Find(name)
	if !ok {
		t.Fatalf("no algorithm %q", name)
	}
	c := world.Faulty(a, ids)
	if change != nil {
		change(&c)
	}
	c.Elections, c.Capacity = max(c.Elections, c.DefaultElections()), max(c.Capacity, c.DefaultCapacity())
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

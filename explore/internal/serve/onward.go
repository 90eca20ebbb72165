package serve

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
)

// ways are the ways to go on, besides the number of a step and undo.
var ways = map[string]string{}

// then is the page of the walk after a way to go on: the number of a step, or undo.
func (k *walker) then(_ context.Context, way string) (string, error) {
	if way == "undo" {
		return cmp.Or(k.undone(), k.address(k.walk)), nil
	}
	number, err := strconv.Atoi(way)
	if err != nil {
		return "", fmt.Errorf("%s=%s: allowed are the number of a step, random, calm and undo", thenParameter, way)
	}
	next, err := k.walk.Take(number)
	if err != nil {
		return "", err
	}
	return k.branch(next), nil
}

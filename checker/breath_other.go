//go:build !js

package checker

func breathe() {}

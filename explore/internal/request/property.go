package request

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// Sets are the words for more than one property.
const (
	UsualSet    = "default"
	PromisedSet = "promised"
)

// ask reads which properties are asked: a set, names, or a set and names.
func (r *Request) ask(v *values, given map[string]bool) (err error) {
	if !given["property"] {
		r.Properties = r.World.Algorithm.Usual()
		return nil
	}
	set, names, _ := strings.Cut(v.property, ",")
	switch set {
	case UsualSet:
		r.Properties = r.World.Algorithm.Usual()
	case PromisedSet:
		if r.Properties, err = r.World.Promised(); err != nil {
			return fmt.Errorf("-property=%s: %w", v.property, err)
		}
	default:
		names = v.property
	}
	if names == "" && v.property == set && len(r.Properties) > 0 {
		return nil
	}
	for _, name := range strings.Split(names, ",") {
		p, err := named(r.World, name)
		if err == nil && slices.ContainsFunc(r.Properties, func(p spec.Property) bool { return p.Name == name }) {
			err = fmt.Errorf("%s is named twice; name each property once", name)
		}
		if err != nil {
			return ofProperty(v.property, err)
		}
		r.Properties = append(r.Properties, p)
	}
	return nil
}

// ofProperty says what is wrong with a value of -property.
func ofProperty(value string, err error) error {
	if meaningless := (*model.Meaningless)(nil); errors.As(err, &meaningless) {
		return fmt.Errorf("-property=%w", err)
	}
	return fmt.Errorf("-property=%s: %w", value, err)
}

// named finds the property that has a name and, in a world, a meaning.
func named(c world.Config, name string) (spec.Property, error) {
	all := spec.All()
	i := slices.IndexFunc(all, func(p spec.Property) bool { return p.Name == name })
	if i < 0 {
		return spec.Property{}, fmt.Errorf("%q is no property; the properties are %s", name, strings.Join(propertyNames(all), ", "))
	}
	return all[i], c.Algorithm.Means(all[i])
}

func propertyNames(properties []spec.Property) (names []string) {
	for _, p := range properties {
		names = append(names, p.Name)
	}
	return names
}

// aboutProperty lists the values of -property: of the algorithm given, if one is.
func aboutProperty(given []string) []string {
	all := spec.All()
	for _, flag := range given {
		if name, ok := strings.CutPrefix(flag, "-algo="); ok {
			if a, err := (&values{algo: name}).algorithm(map[string]bool{}); err == nil {
				all = a.Meaningful()
			}
		}
	}
	return append([]string{UsualSet, PromisedSet}, propertyNames(all)...)
}

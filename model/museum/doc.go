// Package museum shows what the properties are good for.
//
// Its mutants are election algorithms with one small wound each, and each names the property
// that the wound must break, in a world in which the healthy algorithm keeps it: a property that
// no wound can break proves nothing. Its sights are the situations that a property is about:
// a property that holds because its situation never comes proves nothing either.
package museum

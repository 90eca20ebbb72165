// Package policy holds the structure of the house as checks: who may import whom, how long a file may get, where a program may
// print. table.go has the rows and the numbers; each check is tried on the tree as it is, and on small wounded trees on which
// it must speak.
package policy

// Package request turns a command line into what is asked, or into one line that says what was
// wrong with it and what is allowed.
package request

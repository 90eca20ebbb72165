// Package web is the part of net/http that the explorer uses. In a browser it is an implementation of its own, without
// connections and their encryption: these would double the size of the program that the browser loads.
package web

// The methods and status codes that the explorer uses.
const (
	MethodPost = "POST"

	StatusOK                    = 200
	StatusNoContent             = 204
	StatusMovedPermanently      = 301
	StatusSeeOther              = 303
	StatusNotModified           = 304
	StatusBadRequest            = 400
	StatusNotFound              = 404
	StatusRequestEntityTooLarge = 413
	StatusRequestURITooLong     = 414
	StatusInternalServerError   = 500
	StatusServiceUnavailable    = 503
)

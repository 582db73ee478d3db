// Package browser tests the page of examples/web in Chromium. It is a module of its own, so that the driver is no
// dependency of the compiler.
package browser

// Package shelf holds Go source for functions of libraries that the Go front end has no source of: what gonum's floats,
// blas64 and mat and the standard library's slices, sort, cmp and cmplx mean, written so that it can be differentiated.
// The front end translates these files in place of the libraries; nobody calls them.
//
// A function here has the name, parameters and results of the library's (where the library takes a slice as any, a type
// parameter for its elements), and its meaning up to rounding: gonum sums
// in several accumulators, in an order that depends on the processor. Lengths that do not agree are panics: of an
// index out of range nothing would be left where the element is not used. Equal elements keep what order they like.
//
// The files use builtins, package math and each other only.
package shelf

import (
	"embed"
	"strings"
)

// Files are the sources, by the last element of the library's import path.
//
//go:embed floats/*.go blas64/*.go mat/*.go slices/*.go sort/*.go cmp/*.go table/*.go heap/*.go sync/*.go implicit/*.go
//go:embed cmplx/*.go complex/*.go draws/*.go
var Files embed.FS

// Folders are the folders of the libraries, by import path; the last four are ones that no user can import.
var Folders = map[string]string{ //nolint:gochecknoglobals // a constant
	"gonum.org/v1/gonum/floats":      "floats",
	"gonum.org/v1/gonum/blas/blas64": "blas64",
	"gonum.org/v1/gonum/mat":         "mat",
	"slices":                         "slices",
	"sort":                           "sort",
	"cmp":                            "cmp",
	"container/heap":                 "heap",
	"sync":                           "sync",
	"math/cmplx":                     "cmplx",
	"chad/table":                     "table",
	"chad/complex":                   "complex",
	"chad/implicit":                  "implicit",
	"chad/draws":                     "draws",
}

// Has reports whether a file name, as it is in positions of programs, is that of a file here.
func Has(file string) bool { return Folders[file[:max(strings.LastIndexByte(file, '/'), 0)]] != "" }
